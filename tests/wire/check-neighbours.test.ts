import { createSocket } from 'node:dgram'
import { writeFileSync } from 'node:fs'
import { createServer as createPushService } from 'node:http'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { createServer as createSecureServer } from 'node:tls'
import { describe, expect, it } from 'vitest'
import { judgeCertificate } from '#commands/checks/check-certificates.ts'
import { SECRET_BYTES } from '#server/secrets/protection.ts'
import { describeWith } from '#tests/support/describe-with.ts'
import { startMailServer } from '#tests/support/mail-server.ts'
import { makeSelfSignedCertificate } from '#tests/support/self-signed-certificate.ts'
import { missingTurnServer, startTurnServer } from '#tests/support/turn-server.ts'
import { checkRig } from './check-rig.ts'

/** How long a neighbour thinks once all are asked: who would not wait for it asks the database meanwhile. */
const LINGERS_MS = 300

const DAY_MS = 24 * 3_600_000
const SECRET = Buffer.alloc(SECRET_BYTES, 9).toString('base64')
const { check, at: fileAt, afterwards } = checkRig()

/** A push service that answers, and says what time it is there. */
async function pushServiceAt(ahead: number) {
  const server = createPushService((_request, response) => {
    response.sendDate = false
    response.setHeader('date', new Date(Date.now() + ahead).toUTCString())
    response.writeHead(404).end()
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  afterwards(() => server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

describe('numerito check · its neighbours', () => {
  it('says that a certificate runs out tomorrow', async () => {
    const { cert, key } = makeSelfSignedCertificate()
    const [certFile, keyFile] = [fileAt('cert.pem'), fileAt('key.pem')]
    writeFileSync(certFile, cert)
    writeFileSync(keyFile, key)
    const { exit, out } = await check({
      NUMERITO_ORIGIN: 'https://localhost:9',
      NUMERITO_TLS_CERT: certFile,
      NUMERITO_TLS_KEY: keyFile,
    })
    expect(out).toMatch(/^fail {2}certificate .*NUMERITO_TLS_CERT runs out on .*renew it now/m)
    // It ends TLS itself: no proxy is missed that nobody counts.
    expect(out).not.toContain('NUMERITO_PROXY_HOPS')
    expect(exit).toBe(1)
  })

  it.each([
    [30, 0, 'ok'],
    [10, 0, 'warn'],
    [1, 0, 'fail'],
    [1, 3, 'fail'],
    [1, -3, 'fail'],
  ])('of a certificate of %i days says %i days from now: %s', (days, later, is) => {
    const { cert } = makeSelfSignedCertificate('numerito.example', days)
    const at = new Date(Date.now() + later * DAY_MS)
    expect(judgeCertificate(cert, 'it', 'numerito.example', at).is).toBe(is)
    expect(judgeCertificate(cert, 'it', 'another.example', at).is).toBe('fail')
  })

  it('finds out by a push service that the clock is an hour behind, and that the service can be reached', async () => {
    const late = await check({ NUMERITO_PUSH_HOSTS: await pushServiceAt(3_600_000) })
    expect(late.out).toMatch(/^fail {2}clock .*is 3[56]\d\d s behind/m)
    const host = await pushServiceAt(0)
    const right = await check({ NUMERITO_PUSH_HOSTS: host, NUMERITO_PUSH_CONTACT: 'mailto:a@numerito.cl' })
    expect(right.out).toMatch(/^ok {4}clock .*agrees/m)
    expect(right.out).not.toContain(`${host} cannot`)
    expect(right.out).not.toContain('NUMERITO_PUSH_CONTACT')
    const away = await check({ NUMERITO_PUSH_HOSTS: 'http://127.0.0.1:9' })
    expect(away.out).toMatch(/^warn {2}push .*127\.0\.0\.1:9 cannot be reached/m)
    expect(away.out).toMatch(/^warn {2}push .*NUMERITO_PUSH_CONTACT/m)
  })

  it('asks its neighbours first, for an embedded database that is opened holds all else up', async () => {
    const happened: string[] = []
    const thought = Promise.withResolvers<void>()
    /** Answers once all three are asked, and some moments later: long enough for whoever would not wait. */
    const lingering = (name: string, answer: () => void) => {
      happened.push(`${name} asked`)
      if (happened.length === 3) setTimeout(thought.resolve, LINGERS_MS)
      void thought.promise.then(() => {
        happened.push(`${name} answers`)
        answer()
      })
    }
    const push = createPushService((_request, response) =>
      lingering('push', () => void response.writeHead(404).end()),
    )
    const mail = createTcpServer(socket => lingering('mail', () => void socket.end('554 not now\r\n')))
    const database = createTcpServer(socket => {
      happened.push('database')
      socket.destroy()
    })
    for (const server of [push, mail, database]) {
      await new Promise<void>(resolve => void server.listen(0, '127.0.0.1', resolve))
      afterwards(() => server.close())
    }
    const turn = createSocket('udp4')
    turn.on('message', (_message, { port, address }) =>
      lingering('turn', () => turn.send('it is there', port, address)),
    )
    await new Promise<void>(resolve => void turn.bind(0, '127.0.0.1', resolve))
    afterwards(() => turn.close())
    const at = (server: { address(): unknown }) => `127.0.0.1:${(server.address() as AddressInfo).port}`
    const { out } = await check({
      DATABASE_URL: `postgresql://nobody@${at(database)}/x`,
      NUMERITO_SECRET: SECRET,
      NUMERITO_PUSH_HOSTS: `http://${at(push)}`,
      NUMERITO_SMTP_URL: `smtp://${at(mail)}`,
      NUMERITO_MAIL_FROM: 'Numerito <avisos@numerito.example>',
      NUMERITO_TURN_URLS: `turn:${at(turn)}?transport=udp`,
      NUMERITO_TURN_SECRET: 'a secret',
    })
    expect(happened.slice(0, 3).toSorted()).toEqual(['mail asked', 'push asked', 'turn asked'])
    expect(happened.slice(3, 6).toSorted()).toEqual(['mail answers', 'push answers', 'turn answers'])
    expect(happened.slice(6)).toEqual(['database'])
    expect(out).toMatch(/^ok {4}TURN .* answers$/m)
  })

  it('looks at the certificate that people see at the origin, which a proxy may hold', async () => {
    const { cert, key } = makeSelfSignedCertificate('localhost')
    const proxy = createSecureServer({ cert, key })
    await new Promise<void>(resolve => void proxy.listen(0, '127.0.0.1', resolve))
    afterwards(() => proxy.close())
    const origin = `https://localhost:${(proxy.address() as AddressInfo).port}`
    const soon = await check({ NUMERITO_ORIGIN: origin })
    expect([soon.exit, soon.out]).toEqual([
      1,
      expect.stringMatching(/^fail {2}certificate +https:\/\/localhost:\d+ runs out on .*renew it now/m),
    ])
    const away = await check({ NUMERITO_ORIGIN: 'https://localhost:9' })
    expect(away.out).toMatch(/^warn {2}certificate +https:\/\/localhost:9 cannot be reached from here/m)
  })

  it('asks the mail server whether it lets us in', async () => {
    const mail = await startMailServer()
    const settings = { NUMERITO_SMTP_URL: mail.settings.url, NUMERITO_MAIL_FROM: mail.settings.from }
    expect((await check(settings)).out).toMatch(/^ok {4}e-mail .*lets us in/m)
    await mail.close()
    const { exit, out } = await check(settings)
    expect([exit, out]).toEqual([1, expect.stringMatching(/^fail {2}e-mail .*the mail server/m)])
  })
})

describeWith(missingTurnServer(), 'numerito check · coturn', () => {
  it('asks the TURN server whether it is there', async () => {
    const turn = await startTurnServer('a secret')
    afterwards(() => turn.close())
    const tcp = turn.url.replace('udp', 'tcp')
    const settings = { NUMERITO_TURN_URLS: `${turn.url},${tcp}`, NUMERITO_TURN_SECRET: 'a secret' }
    const { out } = await check(settings)
    expect(out.match(/^ok {4}TURN .* answers$/gm)).toHaveLength(2)
    await turn.kill()
    const gone = await check(settings)
    expect(gone.out.match(/^fail {2}TURN .*does not answer/gm)).toHaveLength(2)
  })
})
