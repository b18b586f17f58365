import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type ClientHttp2Session, connect, type IncomingHttpHeaders } from 'node:http2'
import { type AddressInfo, type Server } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { afterEach, describe, expect, it, onTestFinished } from 'vitest'
import WebSocket from 'ws'
import { SERVICE_BASES } from '#contract/bases.ts'
import type { CaptchaChallenge } from '#contract/rest/captcha.ts'
import type { Session } from '#contract/rest/login.ts'
import { ownPolicy } from '#server/policies/own-policy.ts'
import { createTlsServer } from '#server/http/tls-server.ts'
import { makeSelfSignedCertificate } from '#tests/support/self-signed-certificate.ts'
import { solveCaptcha } from '#tests/support/solve-captcha.ts'
import { PERSON, startTestServer, type TestServer } from '#tests/support/server.ts'

const CATEGORIES = `${SERVICE_BASES.v1}/categories`
const tls = makeSelfSignedCertificate('localhost')
const trusting = { ca: tls.cert, servername: 'localhost', checkServerIdentity: () => undefined }

/** Much less than what a connection on which nothing is asked stays. */
const SOON = { timeout: 20_000 }

interface Answer {
  headers: IncomingHttpHeaders & { ':status'?: number }
  body: string
}

async function ask(
  session: ClientHttp2Session,
  headers: Record<string, string>,
  body?: string,
): Promise<Answer> {
  const stream = session.request(headers, { endStream: body === undefined })
  if (body !== undefined) stream.end(body)
  const [answered] = (await once(stream, 'response')) as [Answer['headers']]
  let text = ''
  for await (const part of stream.setEncoding('utf8')) text += String(part)
  return { headers: answered, body: text }
}

describe('a server that ends TLS itself', () => {
  let server: TestServer
  let session: ClientHttp2Session
  async function start() {
    server = await startTestServer({ settings: { tls } })
    session = connect(server.origin, trusting)
    await once(session, 'connect')
  }
  afterEach(async () => {
    session?.destroy()
    await server?.close()
  })

  it('501: a method that nobody knows', async () => {
    await start()
    const { headers, body } = await ask(session, { ':method': 'FOO', ':path': CATEGORIES })
    expect(headers[':status']).toBe(501)
    expect(JSON.parse(body)).toMatchObject({ code: 'method-not-allowed' })
  })

  it('answers many requests at once over one HTTP/2 connection', async () => {
    await start()
    expect(session.alpnProtocol).toBe('h2')
    const answers = await Promise.all(Array.from({ length: 40 }, () => ask(session, { ':path': CATEGORIES })))
    expect(new Set(answers.map(({ headers }) => headers[':status']))).toEqual(new Set([200]))
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1)
    expect(JSON.parse(answers[0]?.body ?? '')).not.toEqual([])
  })

  it('bounds how many one client may have under way', async () => {
    await start()
    if (session.remoteSettings.maxConcurrentStreams === undefined) await once(session, 'remoteSettings')
    expect(session.remoteSettings.maxConcurrentStreams).toBe(100)
  })

  /** What the temporary login answers over this connection, to whoever has proved their work. */
  async function signIn(): Promise<Answer> {
    const challenge = await ask(session, { ':path': `${SERVICE_BASES.login}/captcha` })
    const captchaToken = await solveCaptcha(JSON.parse(challenge.body) as CaptchaChallenge)
    const person = { ...PERSON, sessionId: randomUUID(), policy: ownPolicy.version, captchaToken }
    return ask(session, post(), JSON.stringify(person))
  }
  const post = () => ({
    ':method': 'POST',
    ':path': `${SERVICE_BASES.login}/temporaryV2`,
    'content-type': 'application/json',
    origin: server.origin,
  })

  it('reads a body, and refuses one that is none', async () => {
    await start()
    const warned: string[] = []
    const warn = ({ name }: Error) => void warned.push(name)
    process.on('warning', warn)
    onTestFinished(() => void process.off('warning', warn))
    const refused = await ask(session, post(), '{"name":')
    expect(refused.headers[':status']).toBe(400)
    expect(refused.headers['content-type']).toContain('application/problem+json')
    const { headers, body } = await signIn()
    expect(headers[':status']).toBe(200)
    expect(headers['set-cookie']?.[0]).toContain('Secure')
    const { token } = JSON.parse(body) as Session
    const me = { ':path': `${SERVICE_BASES.users}/preferences`, authorization: `Bearer ${token}` }
    expect((await ask(session, me)).headers[':status']).toBe(200)
    expect(warned).toEqual([])
  })

  it('is also spoken to by sockets, which upgrade HTTP/1.1, and by those that poll', async () => {
    await start()
    const { token } = JSON.parse((await signIn()).body) as Session
    const bearer = `base64url.bearer.phx.${Buffer.from(token).toString('base64url')}`
    const address = `${server.origin.replace('https', 'wss')}/socket/websocket?vsn=2.0.0`
    const socket = new WebSocket(address, ['phoenix', bearer], { ca: tls.cert, rejectUnauthorized: false })
    await once(socket, 'open')
    const poll = {
      ':path': '/socket/longpoll?vsn=2.0.0',
      ':authority': new URL(server.origin).host,
      'x-phoenix-authtoken': token,
    }
    const polled = await ask(session, { ...poll, origin: server.origin })
    expect(JSON.parse(polled.body)).toMatchObject({ status: 410, token: expect.any(String) })
    const elsewhere = await ask(session, { ...poll, origin: 'https://elsewhere.example' })
    expect(JSON.parse(elsewhere.body)).toMatchObject({ status: 403 })
    const closed = once(socket, 'close')
    await server.close()
    expect((await closed)[0]).toBe(1012)
  })

  it('outlives who speaks no HTTP, and who takes back what they asked for', async () => {
    await start()
    const { port, hostname: host } = new URL(server.origin)
    const rude = connectTls({ ...trusting, port: Number(port), host, ALPNProtocols: ['http/1.1'] })
    await once(rude, 'secureConnect')
    rude.write('this is no request\r\n\r\n')
    const [said] = (await once(rude, 'data')) as [Buffer]
    expect(String(said)).toMatch(/^HTTP\/1\.1 400 [^]*bad-request/)
    rude.destroy()
    const nonsense = connectTls({ ...trusting, port: Number(port), host, ALPNProtocols: ['h2'] })
    await once(nonsense, 'secureConnect')
    nonsense.on('error', () => {}).end('this is no frame either')
    await once(nonsense.resume(), 'close')
    for (let at = 0; at < 200; at++) {
      const stream = session.request(post(), { endStream: false })
      stream.on('error', () => {}).write('{')
      stream.close()
    }
    const other = connect(server.origin, trusting)
    expect((await ask(other, { ':path': CATEGORIES })).headers[':status']).toBe(200)
    other.destroy()
  })

  it('that drains answers, and asks who is connected to come by another connection', async () => {
    await start()
    server.drain()
    const { headers } = await ask(session, { ':path': CATEGORIES })
    expect(headers[':status']).toBe(200)
    expect(headers['connection']).toBeUndefined()
    await expect.poll(() => session.closed, SOON).toBe(true)
  })

  it('that goes answers what is under way, and waits for nobody who only stays connected', async () => {
    await start()
    const idle = connect(server.origin, trusting)
    await once(idle, 'connect')
    const stream = session.request(post(), { endStream: false })
    stream.write('{')
    // Answered in order: whoever has it knows that the request before it has come.
    await new Promise<void>(came => session.ping(() => came()))
    const answered = once(stream, 'response') as Promise<[Answer['headers']]>
    const closed = server.close()
    stream.end('"name":')
    expect((await answered)[0][':status']).toBe(400)
    stream.resume()
    await closed
    await expect.poll(() => idle.closed && session.closed, SOON).toBe(true)
  })
})

describe('a connection by TLS', () => {
  let server: Server | undefined
  afterEach(() => void server?.close())

  /** @returns where it listens, and the timers that it has set */
  async function serve(idleMs: number) {
    const late: { ms: number; call: () => void }[] = []
    const timers = {
      after(ms: number, call: () => void) {
        const planned = { ms, call }
        late.push(planned)
        return () => void late.splice(late.indexOf(planned) >>> 0, 1)
      },
      every: () => () => {},
    }
    const tlsServer = createTlsServer(
      { ...tls, requestTimeoutMs: 30_000, idleMs, timers },
      (request, response) => void request.resume().on('end', () => response.end('thanks')),
    )
    server = tlsServer
    tlsServer.listen(0, '127.0.0.1')
    await once(tlsServer, 'listening')
    const { port } = tlsServer.address() as AddressInfo
    return { origin: `https://127.0.0.1:${port}`, port, late }
  }
  async function begin() {
    const { origin, late } = await serve(60_000)
    const session = connect(origin, trusting)
    const stream = session.request({ ':method': 'POST', ':path': '/' })
    stream.write('a part of')
    await expect.poll(() => late.length).toBe(1)
    return { session, stream, late }
  }

  it('closes a request whose body does not come, when its time is over', async () => {
    const { session, stream, late } = await begin()
    expect(late[0]?.ms).toBe(30_000)
    const closed = once(stream, 'close')
    late[0]?.call()
    await closed
    session.destroy()
  })

  it('closes none whose body has come', async () => {
    const { session, stream, late } = await begin()
    stream.end(' a body')
    let answer = ''
    for await (const part of stream.setEncoding('utf8')) answer += String(part)
    expect(answer).toBe('thanks')
    expect(late).toEqual([])
    session.destroy()
  })

  it('is closed when nothing is asked on it, over HTTP/2', async () => {
    const { origin } = await serve(50)
    const session = connect(origin, trusting)
    await ask(session, { ':path': '/' })
    await expect.poll(() => session.closed, SOON).toBe(true)
  })

  it('is closed when nothing is asked on it, over HTTP/1.1', async () => {
    const { port } = await serve(50)
    const socket = connectTls({ ...trusting, port, host: '127.0.0.1', ALPNProtocols: ['http/1.1'] })
    await once(socket, 'secureConnect')
    socket.resume().write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n')
    await once(socket, 'close')
  })
})
