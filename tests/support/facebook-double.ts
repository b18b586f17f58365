import { createHash, createHmac, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Whom it knows: Graph's "me", of which e-mail may be left out. */
export interface FacebookPerson {
  id: string
  name: string
  email?: string
}

type Silence = 'token' | 'me' | 'half of me' | null

export interface FacebookDouble {
  /** For NUMERITO_FACEBOOK_ISSUER: the dialog and the Graph stand at one origin here. */
  issuer: string
  clientId: string
  clientSecret: string
  /** Whoever opens the dialog is this person; null presses "Not now". */
  person: FacebookPerson | null
  /**
   * Where it falls silent for whoever opens the dialog: when the code is traded, when it is asked for the
   * person, or in the middle of answering that.
   */
  silentAt: Silence
  /** Requests that it left without an answer, or without the end of one. */
  unanswered: number
  /** Why a request was refused, in the order in which they came. */
  refused: string[]
  /** Lets go of whom it has not answered. */
  stop(): Promise<void>
}

interface Named {
  person: FacebookPerson
  silentAt: Silence
}

interface Code extends Named {
  challenge: string
  redirectUri: string
}

async function bodyOf(request: IncomingMessage): Promise<URLSearchParams> {
  let text = ''
  for await (const part of request) text += String(part)
  return new URLSearchParams(text)
}

const json = (response: ServerResponse, status: number, body: object) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))

/**
 * Facebook as its documents describe it: the dialog, the trade of the code, Graph's "me". It judges what it
 * is asked as strictly as the real one: id and secret, the address to come back to, a code that is good once,
 * PKCE, and the proof that the app itself is asking.
 */
export async function startFacebookDouble(): Promise<FacebookDouble> {
  const server = createServer()
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const codes = new Map<string, Code>()
  const tokens = new Map<string, Named>()
  const told: FacebookDouble = {
    issuer,
    clientId: '1234567890',
    clientSecret: 'the app secret of the tests',
    person: null,
    silentAt: null,
    unanswered: 0,
    refused: [],
    async stop() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }

  function refuse(response: ServerResponse, why: string) {
    told.refused.push(why)
    json(response, 400, { error: { message: why, type: 'OAuthException', code: 100 } })
  }

  function dialog(url: URL, response: ServerResponse) {
    const asked = url.searchParams
    const redirectUri = asked.get('redirect_uri') ?? ''
    const challenge = asked.get('code_challenge') ?? ''
    if (asked.get('client_id') !== told.clientId) return refuse(response, 'client_id')
    if (!URL.canParse(redirectUri)) return refuse(response, 'redirect_uri')
    if (asked.get('code_challenge_method') !== 'S256' || challenge === '')
      return refuse(response, 'code_challenge')
    const back = new URL(redirectUri)
    back.searchParams.set('state', asked.get('state') ?? '')
    if (told.person === null) {
      back.searchParams.set('error', 'access_denied')
      back.searchParams.set('error_reason', 'user_denied')
    } else {
      const code = randomUUID()
      codes.set(code, { challenge, redirectUri, person: told.person, silentAt: told.silentAt })
      back.searchParams.set('code', code)
    }
    response.writeHead(302, { location: back.href }).end()
  }

  async function trade(request: IncomingMessage, response: ServerResponse) {
    const asked = await bodyOf(request)
    const code = codes.get(asked.get('code') ?? '')
    codes.delete(asked.get('code') ?? '')
    if (asked.get('client_id') !== told.clientId) return refuse(response, 'client_id')
    if (asked.get('client_secret') !== told.clientSecret) return refuse(response, 'client_secret')
    if (!code) return refuse(response, 'code')
    if (code.silentAt === 'token') return void told.unanswered++
    if (asked.get('redirect_uri') !== code.redirectUri) return refuse(response, 'redirect_uri')
    const verifier = asked.get('code_verifier') ?? ''
    if (createHash('sha256').update(verifier).digest('base64url') !== code.challenge) {
      return refuse(response, 'code_verifier')
    }
    const token = randomUUID()
    tokens.set(token, code)
    json(response, 200, { access_token: token, token_type: 'bearer', expires_in: 5_000 })
  }

  function me(url: URL, request: IncomingMessage, response: ServerResponse) {
    const [, token = ''] = /^bearer (.+)$/i.exec(request.headers.authorization ?? '') ?? []
    const named = tokens.get(token)
    if (!named) return refuse(response, 'access_token')
    const proof = createHmac('sha256', told.clientSecret).update(token).digest('hex')
    if (url.searchParams.get('appsecret_proof') !== proof) return refuse(response, 'appsecret_proof')
    if (url.searchParams.get('fields') !== 'id,name,email') return refuse(response, 'fields')
    if (named.silentAt === 'me') return void told.unanswered++
    if (named.silentAt === 'half of me') {
      told.unanswered++
      return void response.writeHead(200, { 'content-type': 'application/json' }).write('{"id":')
    }
    json(response, 200, named.person)
  }

  server.on('request', (request, response) => {
    const url = new URL(request.url ?? '/', issuer)
    if (/^\/v\d+\.\d+\/dialog\/oauth$/.test(url.pathname)) return dialog(url, response)
    if (/^\/v\d+\.\d+\/me$/.test(url.pathname)) return me(url, request, response)
    if (/^\/v\d+\.\d+\/oauth\/access_token$/.test(url.pathname)) {
      return void trade(request, response).catch((error: unknown) => response.destroy(error as Error))
    }
    refuse(response, url.pathname)
  })
  return told
}
