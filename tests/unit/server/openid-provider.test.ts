import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openIdProvider } from '#server/accounts/providers/openid-provider.ts'

const SECRETS = {
  verifier: 'v'.repeat(43),
  nonce: 'n'.repeat(43),
  state: 's'.repeat(43),
  returnTo: 'https://numerito.example/services/login/google/return',
}
const json = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

describe('what an OpenID provider says', () => {
  let issuer = ''
  /** What it says otherwise than it should. */
  let otherwise: { metadata?: object; header?: object; claims?: object } = {}

  const server = createServer((request, response) => {
    const metadata = {
      issuer,
      authorization_endpoint: `${issuer}/auth`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/jwks`,
      response_types_supported: ['code'],
      id_token_signing_alg_values_supported: ['RS256'],
      authorization_response_iss_parameter_supported: true,
      ...otherwise.metadata,
    }
    const now = Math.floor(Date.now() / 1_000)
    const claims = {
      iss: issuer,
      sub: 'ana',
      aud: 'numerito',
      nonce: SECRETS.nonce,
      iat: now,
      exp: now + 60,
      name: 'Ana Rojas',
      ...otherwise.claims,
    }
    const token = `${json({ alg: 'RS256', ...otherwise.header })}.${json(claims)}.${json({})}`
    const said = request.url?.startsWith('/.well-known/')
      ? metadata
      : { access_token: 'a', token_type: 'bearer', id_token: token }
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(said))
  })
  beforeAll(async () => {
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(() => server.close())
  beforeEach(() => {
    otherwise = {}
  })

  const provider = () =>
    openIdProvider(
      { id: 'google', issuer, clientId: 'numerito', clientSecret: 'a secret of the tests', document: null },
      { now: () => new Date() },
    )
  const personOf = (from = issuer) => {
    const returned = new URL(SECRETS.returnTo)
    returned.search = new URLSearchParams({ code: 'c', state: SECRETS.state, iss: from }).toString()
    return provider().personOf(returned, SECRETS)
  }

  it('names a person where all of it fits', async () => {
    expect(await personOf()).toMatchObject({ subject: 'ana', name: 'Ana Rojas' })
  })

  it.each([
    ['for somebody else', { aud: 'another' }],
    ['for somebody else as well, who asked for it', { aud: ['numerito', 'another'], azp: 'another' }],
    ['of another issuer', { iss: 'https://elsewhere.example' }],
    ['of another attempt', { nonce: 'm'.repeat(43) }],
    ['of none', { nonce: undefined }],
    ['that is over', { exp: 1 }],
    ['of nobody', { sub: undefined }],
  ])('names nobody by a token %s', async (_what, claims) => {
    otherwise = { claims }
    await expect(personOf()).rejects.toMatchObject({ code: 'attempt-invalid' })
  })

  it.each(['none', 'HS256'])('names nobody by a token that says it is signed by %s', async alg => {
    otherwise = { header: { alg } }
    await expect(personOf()).rejects.toMatchObject({ code: 'attempt-invalid' })
  })

  it('is not taken for what another issuer says', async () => {
    await expect(personOf('https://elsewhere.example')).rejects.toMatchObject({ code: 'attempt-invalid' })
  })

  it('leads nowhere where it says that it is another issuer', async () => {
    otherwise = { metadata: { issuer: 'https://elsewhere.example' } }
    await expect(provider().addressFor(SECRETS, 'es')).rejects.toMatchObject({ code: 'provider-unavailable' })
  })
})
