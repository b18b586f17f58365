import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { SERVICE_BASES } from '#contract/bases.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

/** Services at one origin, whose application is served at two others. */
const OURS = 'https://app.numerito.example'
const ALSO_OURS = 'https://numerito.example'
const NOT_OURS = ['https://evil.example', 'https://app.numerito.example.evil.example', 'null', `${OURS}:444`]
const { socket: _, ...SERVICES } = SERVICE_BASES
const ONCE = { max: 8, windowMs: 60_000 }

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ settings: { origins: [OURS, ALSO_OURS] } })
})
afterAll(() => server.close())

const ask = (
  path: string,
  origin: string,
  init: { method?: string; headers?: Record<string, string> } = {},
) => fetch(server.origin + path, { ...init, headers: { origin, ...init.headers } })
const preflight = (path: string, origin: string) =>
  ask(path, origin, {
    method: 'OPTIONS',
    headers: {
      'access-control-request-method': 'PATCH',
      'access-control-request-headers': 'authorization,content-type',
    },
  })

/** What an answer permits, by name. */
const permits = ({ headers }: Response) =>
  Object.fromEntries([...headers].filter(([name]) => name.startsWith('access-control-')))

it.each(Object.entries(SERVICES))(
  'the %s service is open to pages of our origins, each by its name; a cookie may come where one opens something',
  async (service, base) => {
    const credentials = service === 'login' || service === 'desk'
    for (const origin of [OURS, ALSO_OURS]) {
      const answer = await ask(`${base}/nothing`, origin)
      expect(permits(answer)).toEqual({
        'access-control-allow-origin': origin,
        'access-control-expose-headers': 'content-disposition, date, retry-after',
        ...(credentials && { 'access-control-allow-credentials': 'true' }),
      })
      expect(answer.headers.get('vary')).toContain('origin')
      const before = await preflight(`${base}/nothing`, origin)
      expect(before.status).toBe(204)
      expect(permits(before)).toMatchObject({
        'access-control-allow-origin': origin,
        'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
        'access-control-allow-headers': 'authorization, content-type, numerito-press',
        'access-control-max-age': '7200',
      })
    }
  },
)

it('whatever our pages read of an answer’s head, those of another origin can read as well', async () => {
  const source = join(import.meta.dirname, '../../src')
  const read = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter(file => /\.tsx?$/.test(file))
    .flatMap(file => [
      ...readFileSync(join(source, file), 'utf8').matchAll(/\bheaders\.(?:get|has)\(\s*['"`]([\w-]+)/g),
    ])
    .map(([, name]) => name)
  // One that is known: what is read in other words would be found nowhere.
  expect(read).toContain('retry-after')
  const answer = await ask(`${SERVICES.desk}/nothing`, OURS)
  const readable = answer.headers.get('access-control-expose-headers')?.split(', ')
  expect(read.filter(name => !readable?.includes(String(name)))).toEqual([])
})

it.each(NOT_OURS)('a stranger’s page gets nothing: %s', async origin => {
  for (const base of Object.values(SERVICES)) {
    const answer = await ask(`${base}/nothing`, origin)
    expect(permits(answer)).toEqual({})
    // Or what a shared cache kept for one would be given to the other.
    expect(answer.headers.get('vary')).toContain('origin')
    const before = await preflight(`${base}/nothing`, origin)
    expect([before.status, permits(before)]).toEqual([403, {}])
  }
  expect((await ask(`${SERVICES.login}/session`, origin)).status).toBe(403)
  expect((await ask(`${SERVICES.desk}/session`, origin, { method: 'DELETE' })).status).toBe(403)
  const poll = await ask('/socket/longpoll?vsn=2.0.0', origin)
  expect([await poll.json(), permits(poll)]).toEqual([{ status: 403 }, {}])
})

it('nothing but the services is open to another origin', async () => {
  for (const path of ['/', '/healthz', '/metrics', '/sw.js', '/api/docs/json'])
    expect(permits(await ask(path, OURS)), path).toEqual({})
  expect((await preflight('/healthz', OURS)).status).not.toBe(204)
})

it('an answer that may be kept depends on who asks, also where it comes ready-made', async () => {
  const kept = await ask(`${SERVICES.v3}/offices/web`, OURS)
  expect(kept.headers.get('cache-control')).toContain('public')
  expect(kept.headers.get('vary')).toBe('origin, accept-encoding')
})

it('[SEC-02] preflights are counted like everything else, and who asked too often can read it', async () => {
  const strict = await startTestServer({
    database: server.database,
    settings: { origins: [OURS] },
    rateLimits: { address: ONCE },
  })
  const path = `${SERVICES.v1}/categories`
  const question = {
    method: 'OPTIONS',
    headers: { origin: OURS, 'access-control-request-method': 'GET' },
  }
  for (let asked = 0; asked < ONCE.max; asked += 1)
    expect((await fetch(strict.origin + path, question)).status).toBe(204)
  expect((await fetch(strict.origin + path, question)).status).toBe(429)
  const refused = await fetch(strict.origin + path, { headers: { origin: OURS } })
  expect(refused.status).toBe(429)
  expect(refused.headers.get('access-control-allow-origin')).toBe(OURS)
  await strict.close()
})
