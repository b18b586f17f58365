import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import * as v from 'valibot'
import { problem, type Problem } from '#contract/problem.ts'
import type { Database } from '#server/database/database.ts'
import { openMemoryDatabase } from '#tests/support/memory-database.ts'
import { createHttp } from '#server/http/create-http.ts'
import { createLog } from '#server/http/logging.ts'
import { createMetrics } from '#server/http/metrics.ts'
import { DEFAULT_RATE_LIMITS } from '#server/http/rate-limits.ts'
import { noPressure } from '#server/platform/pressure.ts'
import { systemRandom } from '#server/platform/random.ts'
import { systemTimers, type Timers } from '#server/platform/timers.ts'
import { PERSON, startTestServer, type TestServer } from '#tests/support/server.ts'
import { PATIENCE_MS, waitFor } from '#tests/support/wait-for.ts'

/** Whose body is refused is heard out for as long as a slow machine takes, not for a second. */
const patient: Timers = {
  ...systemTimers,
  after: (ms, run) => systemTimers.after(ms === 1_000 ? PATIENCE_MS : ms, run),
}

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ timers: patient })
})
afterAll(() => server.close())

/** Every refusal has the shape of the contract, says its status twice alike, and may be kept by nobody. */
async function problemOf(response: Response): Promise<Problem> {
  expect(response.headers.get('content-type')).toBe('application/problem+json; charset=utf-8')
  expect(response.headers.get('cache-control')).toBe('no-store')
  const body = v.parse(problem, await response.json())
  expect(body.status).toBe(response.status)
  return body
}

const post = (body: string, type = 'application/json') =>
  fetch(server.url('login', '/handover/redeem'), {
    method: 'POST',
    headers: { origin: server.origin, 'content-type': type },
    body,
  })

describe('a refusal', () => {
  it('404: there is nothing', async () => {
    const response = await server.ask('v1', '/nothing')
    expect(await problemOf(response)).toMatchObject({ status: 404, code: 'not-found', title: 'Not Found' })
  })

  it.each([`/state/${'a'.repeat(5_000)}`, '/state/a%00b', '/offices/99999999999', '/lines/99999999999/info'])(
    '404: a name or number that nothing could have is one that nothing has: %.40s',
    async path => {
      expect(await problemOf(await server.ask('v1', path))).toMatchObject({ status: 404, code: 'not-found' })
    },
  )

  it.each([
    ['DELETE', '/offices/1'],
    ['PUT', '/categories'],
    ['PATCH', '/state/nowhere/lines/none'],
  ])('405: %s %s is a place that does not know the method, and says which it knows', async (method, path) => {
    const response = await server.ask('v1', path, { method })
    expect(await problemOf(response)).toMatchObject({ status: 405, code: 'method-not-allowed' })
    expect(response.headers.get('allow')).toBe('GET, HEAD')
  })

  it('400: a wrong body names each field, in its place, and repeats nothing of what was sent', async () => {
    const body = { ...PERSON, email: 'ximena at correo', name: 7, phone: undefined }
    const response = await server.ask('login', '/temporaryV2', {
      body: { captchaToken: 'x', sessionId: 'no-uuid', ...body },
    })
    const refused = await problemOf(response)
    expect(refused.code).toBe('bad-request')
    expect(refused.fields?.map(({ path }) => path).sort()).toEqual(['email', 'name', 'phone', 'sessionId'])
    expect(refused.message).toContain('phone: is missing')
    expect(JSON.stringify(refused)).not.toContain('ximena at correo')
  })

  it('400: a wrong field deep inside is named by its path', async () => {
    const { token } = await server.signInTemporary()
    const response = await server.ask('users', '/preferences', {
      token,
      body: { site: 'web', notifications: { push: 'yes', never_show_popup_notifications: 1 } },
    })
    const { fields } = await problemOf(response)
    expect(fields?.map(({ path }) => path)).toEqual([
      'notifications.push',
      'notifications.never_show_popup_notifications',
    ])
  })

  it('keys that nobody knows are no fault', async () => {
    expect(await problemOf(await post('{"code":"x","more":1}'))).toMatchObject({
      code: 'handover-code-invalid',
    })
  })

  it.each([
    ['not JSON', '{"code":'],
    ['nothing', ''],
    ['null', 'null'],
    ['an array', '[]'],
    ['a number for an object', '7'],
    ['a poisoned prototype', '{"__proto__":{"code":"x"}}'],
  ])('400: a body that is %s', async (_what, body) => {
    expect(await problemOf(await post(body))).toMatchObject({ status: 400, code: 'bad-request' })
  })

  it('413: a body of more than 64 kB', async () => {
    const refused = await problemOf(await post(JSON.stringify({ code: 'x'.repeat(64 * 1_024) })))
    expect(refused).toMatchObject({ status: 413, code: 'payload-too-large' })
  })

  it('413 reaches whoever still writes: the body is heard out before the connection ends', async () => {
    const body = JSON.stringify({ code: 'x'.repeat(128 * 1_024) })
    const socket = connect(Number(new URL(server.origin).port), '127.0.0.1')
    let answer = ''
    socket.setEncoding('utf8').on('data', text => void (answer += text))
    const closed = once(socket, 'close')
    socket.write(
      `POST ${new URL(server.url('login', '/handover/redeem')).pathname} HTTP/1.1\r\nhost: x\r\norigin: ${server.origin}\r\n` +
        `content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`,
    )
    // Whoever came after it is answered already: it was refused by now, and is only heard out.
    expect((await server.ask('v1', '/categories')).status).toBe(200)
    expect(answer).toBe('')
    socket.write(body)
    await closed
    expect(answer).toMatch(/^HTTP\/1\.1 413 [^]*"code":"payload-too-large"/)
  })

  it('415: a body of another kind', async () => {
    const refused = await problemOf(await post('<code/>', 'application/xml'))
    expect(refused).toMatchObject({ status: 415, code: 'unsupported-media-type' })
  })

  it.each([
    '/api/v1/%',
    '/api/v1/%E0%A4%A',
    '/api/v1/lines/1%00',
    '//api/v1/categories',
    '/api/v1/../../etc/passwd',
  ])('an address that is none: %s', async path => {
    const { status, body } = await rawRequest(`GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`)
    expect([400, 404]).toContain(status)
    expect(body).toMatch(/"code":"(bad-request|not-found)"/)
  })

  it.each([
    ['two lengths', 'content-length: 12\r\ncontent-length: 13'],
    ['a length beside chunks', 'content-length: 12\r\ntransfer-encoding: chunked'],
    ['chunks beside a length', 'transfer-encoding: chunked\r\ncontent-length: 12'],
    ['chunks that are not the last word', 'transfer-encoding: chunked, identity'],
    ['a length that is none', 'content-length: +12'],
  ])(
    '400: a message of which two could tell two ends, and nothing that stands behind it: %s',
    async (_what, said) => {
      const { status, body } = await rawRequest(
        `POST /services/login/handover/redeem HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n${said}\r\n\r\n` +
          '0\r\n\r\nGET /healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n',
      )
      expect(status).toBe(400)
      expect(JSON.parse(body)).toMatchObject({ status: 400, code: 'bad-request' })
    },
  )

  it.each(['/', '/api/v1/categories', '/healthz'])(
    'TRACE repeats nothing of what was asked: %s',
    async path => {
      const { status, body } = await rawRequest(
        `TRACE ${path} HTTP/1.1\r\nhost: x\r\nx-own: canary\r\nconnection: close\r\n\r\n`,
      )
      expect([404, 405]).toContain(status)
      expect(body).not.toContain('canary')
    },
  )

  it('501: a method that nobody knows, with no warning for it', async () => {
    const { status, body } = await rawRequest(`DESCRIBE / RTSP/1.0\r\nhost: x\r\nconnection: close\r\n\r\n`)
    expect(status).toBe(501)
    expect(JSON.parse(body)).toMatchObject({ status: 501, code: 'method-not-allowed' })
  })

  it('an address that means nothing is answered under a policy, too', async () => {
    const response = await fetch(`${server.origin}/api/%zz`)
    expect(await problemOf(response)).toMatchObject({ status: 400, code: 'bad-request' })
    expect(response.headers.get('content-security-policy')).toBe("default-src 'none'")
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(response.headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/)
  })

  describe('whoever would rather speak another protocol', () => {
    const ask = (path: string) =>
      rawRequest(`GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: upgrade, close\r\nupgrade: h2c\r\n\r\n`)

    it('is answered in the one that they spoke', async () => {
      expect(await ask('/api/v1/categories')).toMatchObject({
        status: 200,
        body: expect.stringContaining('['),
      })
      expect((await ask('/nothing')).status).toBe(404)
    })

    /** A Node that cannot ask first. */
    const asOldNode = ({ app }: TestServer) => {
      const node = app.server as { shouldUpgradeCallback?: unknown }
      const asked = node.shouldUpgradeCallback
      node.shouldUpgradeCallback = () => true
      return () => {
        node.shouldUpgradeCallback = asked
      }
    }

    it('is refused in words by a Node that cannot ask first, and not cut off', async () => {
      const asNow = asOldNode(server)
      try {
        const { status, body } = await ask('/api/v1/categories')
        expect(status).toBe(400)
        expect(JSON.parse(body)).toMatchObject({
          code: 'bad-request',
          message: 'no other protocol is spoken here',
        })
      } finally {
        asNow()
      }
    })

    it.each([
      { who: 'goes after the body', goes: true },
      { who: 'never goes', goes: false },
    ])('holds no connection there afterwards: whoever $who', async ({ goes }) => {
      // By what the client says, and not by the end of a moment; or else by that alone.
      const own = await startTestServer(goes ? { timers: patient } : {})
      onTestFinished(() => own.close())
      asOldNode(own)
      const client = connect({ port: Number(new URL(own.origin).port), allowHalfOpen: true })
      const [held] = (await once(own.app.server, 'connection')) as [Socket]
      onTestFinished(() => void [client, held].map(socket => socket.destroy()))
      client.on('error', () => undefined)
      const upgrade = 'connection: upgrade\r\nupgrade: h2c\r\ncontent-length: 4'
      client.write(`POST /api/v1/x HTTP/1.1\r\nhost: x\r\n${upgrade}\r\n\r\n`)
      expect(String(await once(client, 'data'))).toContain('400 Bad Request')
      client.write('body')
      if (goes) client.destroy()
      await waitFor('no connection', () => held.closed, 10_000)
    })
  })

  it('400: a parameter that is said twice is none of the two', async () => {
    const { token } = await server.signInTemporary()
    const ask = (query: string) => server.ask('v1', `/tickets?${query}`, { token })
    expect((await ask('status=history')).status).toBe(200)
    const refused = await problemOf(await ask('status=history&status=history'))
    expect(refused.fields?.map(({ path }) => path)).toEqual(['status'])
  })

  it('400: what is not HTTP at all', async () => {
    const { status, body } = await rawRequest('HELLO\r\n\r\n')
    expect(status).toBe(400)
    expect(JSON.parse(body)).toMatchObject({ status: 400, code: 'bad-request' })
  })
})

async function rawRequest(request: string) {
  const socket = connect(Number(new URL(server.origin).port), '127.0.0.1')
  socket.write(request)
  const answer = await text(socket)
  const [head = '', body = ''] = answer.split('\r\n\r\n')
  return { status: Number(head.split(' ')[1]), body }
}

describe('a fault of ours', () => {
  const lines: string[] = []
  let database: Database
  beforeAll(async () => {
    // Long enough to be opened on any machine: the first connection has no more time than the others.
    database = await openMemoryDatabase({ acquireTimeout: 2_000 })
  })
  afterAll(() => database.close())

  async function broken() {
    const app = await createHttp({
      version: '0',
      origins: [],
      services: {},
      whatsapp: false,
      tls: null,
      proxyHops: 0,
      random: systemRandom,
      log: createLog('info', { write: line => void lines.push(line) }),
      metrics: createMetrics(),
      health: { database, timers: systemTimers, environment: 'lab', isDraining: () => false },
      callerOf: async () => ({ kind: 'guest' }),
      known: { note() {}, end() {}, of: () => null },
      rateLimits: DEFAULT_RATE_LIMITS,
      pressure: noPressure,
      applicationDirectory: null,
      pageContentOf: async () => null,
      clock: { now: () => new Date() },
      elapsed: () => performance.now(),
      withdrawsWorker: false,
    })
    app.get('/throws', async () => {
      throw new Error('select * from users where rut = 12345678-5')
    })
    app.get('/says-too-much', { schema: { response: { 200: v.object({ id: v.number() }) } } }, async () => ({
      id: 1,
      person: 'Ximena',
    }))
    app.get('/says-otherwise', { schema: { response: { 200: v.object({ id: v.number() }) } } }, async () => {
      return { id: 'one' } as unknown as { id: number }
    })
    app.get('/asks', async () => database.db.selectFrom('users').selectAll().execute())
    return app
  }

  it('is told to nobody outside, and to the log with its stack', async () => {
    const app = await broken()
    const response = await app.inject('/throws')
    expect(response.statusCode).toBe(500)
    expect(response.json()).toEqual({
      type: 'about:blank',
      title: 'Internal Server Error',
      status: 500,
      code: 'internal',
      message: 'something went wrong here',
    })
    expect(lines.join('\n')).toContain('http-problems.test.ts')
    await app.close()
  })

  it('an answer says what its schema allows and no more; one that does not fit is not given', async () => {
    const app = await broken()
    expect((await app.inject('/says-too-much')).json()).toEqual({ id: 1 })
    const otherwise = await app.inject('/says-otherwise')
    expect(otherwise.statusCode).toBe(500)
    expect(otherwise.body).not.toContain('one')
    await app.close()
  })

  it('a database that does not answer is 503, with a time to ask again', async () => {
    const app = await broken()
    let release = () => {}
    const held = database.transaction(
      () =>
        new Promise<void>(resolve => {
          release = resolve
        }),
    )
    const response = await app.inject('/asks')
    expect(response.statusCode).toBe(503)
    expect(response.headers['retry-after']).toBe('5')
    expect(response.json()).toMatchObject({ code: 'unavailable', retry_after: 5 })
    const health = await app.inject('/healthz')
    expect(health.statusCode).toBe(503)
    expect(health.json()).toMatchObject({ status: 'unavailable', database: false })
    release()
    await held
    expect((await app.inject('/healthz')).statusCode).toBe(200)
    await app.close()
  })
})
