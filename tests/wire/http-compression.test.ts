import { get as ask, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { CATEGORIES } from '#contract/categories.ts'
import { NUMBERS_HELD_MAX } from '#contract/limits.ts'
import { queueOffice } from '#tests/support/queue-office.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

/** From about here on an answer for everybody is packed. */
const WORTH_PACKING_BYTES = 2_048

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ demo: true })
})
afterAll(async () => {
  await server.close()
  await server.database.close()
})

/** As it comes over the wire: nothing unpacks it on the way. */
async function get(path: string, headers: Record<string, string>) {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    ask(`${server.origin}${path}`, { headers }, resolve).on('error', reject)
  })
  const { statusCode: status, headers: said } = response
  return { status, said, body: await buffer(response) }
}

async function stateOfSomeOffice(): Promise<string> {
  const office = await server.database.db
    .selectFrom('offices')
    .select('slug')
    .orderBy('id')
    .executeTakeFirstOrThrow()
  return `/api/v1/state/${office.slug}`
}

const UNPACK = { br: brotliDecompressSync, gzip: gunzipSync } as const

it.each(['br', 'gzip'] as const)('how an office stands and the categories go out by %s', async encoding => {
  for (const path of ['/api/v1/categories', await stateOfSomeOffice()]) {
    const packed = await get(path, { 'accept-encoding': encoding })
    expect(packed.said).toMatchObject({ 'content-encoding': encoding })
    expect(packed.said.vary).toContain('accept-encoding')
    const plain = await get(path, {})
    expect(plain.said['content-encoding']).toBeUndefined()
    expect(plain.said.vary).toContain('accept-encoding')
    expect(packed.body.length).toBeLessThan(plain.body.length / 2)
    const text = UNPACK[encoding](packed.body).toString()
    expect(JSON.parse(text)).toMatchObject(
      path.endsWith('categories') ? [...CATEGORIES] : { seq: expect.any(Number) },
    )
  }
})

it('each encoding has a tag of its own, by which it is not sent again', async () => {
  const tags = new Set<string>()
  for (const encoding of ['br', 'gzip', 'identity', 'br;q=0']) {
    const headers = { 'accept-encoding': encoding }
    const first = await get('/api/v1/categories', headers)
    tags.add(String(first.said.etag))
    const again = await get('/api/v1/categories', { ...headers, 'if-none-match': String(first.said.etag) })
    expect(again).toMatchObject({ status: 304, said: { etag: first.said.etag } })
    expect(again.said['content-encoding']).toBeUndefined()
    expect(again.body).toHaveLength(0)
  }
  expect(tags.size).toBe(3)
})

it('an answer with what is a session’s own goes out as it is: its packed length would tell of what stands in it', async () => {
  const me = await server.signInTemporary()
  const office = await queueOffice(server.database)
  office.clock.at = server.clock.now()
  const { tuid } = await office.take(await office.line(), me.user_id)
  const own = [
    '/api/v1/user/tickets',
    '/api/v1/tickets?status=active',
    `/api/v1/user/v2/tickets/${tuid}`,
    '/api/v1/user/reserves',
    '/api/v3/user/reserves',
    '/services/reservations/v2/user',
    '/services/users/v2/preferences',
    '/services/push/openings',
    `/services/wait/customerwaiting?tuid=${tuid}`,
    '/services/login/session',
  ]
  for (const path of own) {
    const answer = await get(path, {
      'accept-encoding': 'br, gzip',
      authorization: `Bearer ${me.token}`,
      cookie: me.cookie,
      origin: server.origin,
    })
    expect([path, answer.status]).toEqual([path, 200])
    expect([path, answer.said['content-encoding']]).toEqual([path, undefined])
    expect(String(answer.said['cache-control'])).not.toContain('public')
  }
})

it('long enough to be worth it, it is not packed either: what says whether is whose it is, not how long', async () => {
  const me = await server.signInTemporary({ dni: 'LARGO1234' })
  const office = await queueOffice(server.database)
  office.clock.at = server.clock.now()
  for (let held = 0; held < NUMBERS_HELD_MAX; held += 1) await office.take(await office.line(), me.user_id)
  const headers = { 'accept-encoding': 'br, gzip', authorization: `Bearer ${me.token}` }
  const answer = await get('/api/v1/user/tickets', headers)
  expect(answer.body.length).toBeGreaterThan(WORTH_PACKING_BYTES)
  expect(answer.said['content-encoding']).toBeUndefined()
  // The same asker, and what is everybody's.
  expect((await get('/api/v1/categories', headers)).said['content-encoding']).toBe('br')
})
