import { randomUUID } from 'node:crypto'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { MACHINE_CALLS_MAX, MACHINE_TOKEN_MS } from '#contract/limits.ts'
import type { MachineCalls, MachineNumber, MachineState } from '#contract/rest/machines.ts'
import type { Database } from '#server/database/database.ts'
import { listLinks } from '#server/devices/links/list-links.ts'
import { makeLink } from '#server/devices/links/make-link.ts'
import { revokeLink } from '#server/devices/links/revoke-link.ts'
import { pruneFacts } from '#server/facts/prune-facts.ts'
import { DEFAULT_RATE_LIMITS } from '#server/http/rate-limits.ts'
import { startSession } from '#server/identity/start-session.ts'
import { callAgain } from '#server/queue/call/call-again.ts'
import { callNext } from '#server/queue/call/call-next.ts'
import { takeBackCall } from '#server/queue/call/take-back-call.ts'
import { freezeLine } from '#server/queue/desk/freeze-line.ts'
import { markAttended } from '#server/queue/desk/mark-attended.ts'
import { issuePaperNumber } from '#server/queue/take/issue-paper-number.ts'
import { takeTicket } from '#server/queue/take/take-ticket.ts'
import { eachDatabase } from '#tests/support/databases.ts'
import { MovingClock } from '#tests/support/moving-clock.ts'
import { NOON, queueOffice } from '#tests/support/queue-office.ts'
import { startTestServer, type TestServer, type TestServerOptions } from '#tests/support/server.ts'
import { closeEverything } from '#tests/phoenix/harness.ts'
import { connectRaw } from '#tests/phoenix/raw-client.ts'

const DAY_MS = 24 * 3_600_000
const closing: (() => Promise<unknown>)[] = []

eachDatabase('the machines of an office', open => {
  let database: Database
  beforeAll(async () => {
    database = await open()
  })
  afterEach(async () => {
    await closeEverything()
    for (const close of closing.splice(0).reverse()) await close()
  })

  async function serve(options: TestServerOptions = {}): Promise<TestServer> {
    const server = await startTestServer({ database, clock: new MovingClock(NOON), ...options })
    closing.push(() => server.close())
    return server
  }

  /** An office with a line and a desk on the server's own queue, and what its machines ask. */
  async function opened(server: TestServer, options: Parameters<typeof queueOffice>[1] = {}) {
    const office = await queueOffice(database, options)
    const { office_id } = office
    const { queue } = server
    const machine = (gives = false, name = 'Letrero') =>
      makeLink(queue, { office_id, made_by: null, use: 'machine', name, gives })
    const look = async <Answer>(token: string, below: string) => {
      const response = await server.ask('v1', `/machine/${below}`, { token })
      expect(response.status).toBe(200)
      return (await response.json()) as Answer
    }
    const line_id = await office.line()
    return {
      ...office,
      line_id,
      machine,
      state: (token: string) => look<MachineState>(token, 'state'),
      calls: (token: string, after?: number) =>
        look<MachineCalls>(token, `calls${after === undefined ? '' : `?after=${after}`}`),
      wish: (token: string, line = line_id, request_id = randomUUID()) =>
        server.ask('v1', '/machine/numbers', { token, body: { line_id: line, request_id } }),
      give: (line = line_id) => issuePaperNumber(queue, { office_id, line_id: line }),
    }
  }

  const codeOf = async (response: Response) => [
    response.status,
    ((await response.json()) as { code: string }).code,
  ]

  it('[ADMIN-01] a supervisor makes a token, which is told once and listed, and whose end is at once', async () => {
    const server = await serve()
    const office = await opened(server)
    const { clerk_id } = await office.clerk()
    await database.db
      .updateTable('clerk_offices')
      .set({ role: 'supervisor' })
      .where('clerk_id', '=', clerk_id)
      .execute()
    const { token: desk } = await startSession({ ...office.context, clock: server.clock }, database.db, {
      clerk_id,
    })
    const path = `/offices/${office.office_id}/links`
    const wish = { use: 'machine', name: ' Dispensador ', gives: true }
    for (const wrong of [
      { ...wish, gives: 'yes' },
      { ...wish, name: ' ' },
      { use: 'machine', name: 'x' },
    ])
      expect((await server.ask('desk', path, { token: desk, body: wrong })).status).toBe(400)
    const made = await server.ask('desk', path, { token: desk, body: wish })
    expect(made.status).toBe(201)
    const { id, secret: token } = (await made.json()) as { id: number; secret: string }
    server.clock.advance(90_000)
    expect((await office.wish(token)).status).toBe(201)
    const listed = (await (await server.ask('desk', path, { token: desk })).json()) as { links: unknown[] }
    expect(listed.links).toEqual([
      {
        id,
        use: 'machine',
        name: 'Dispensador',
        gives: true,
        languages: [],
        made_at: NOON.toISOString(),
        made_by: 'Ana',
        devices: 1,
        last_seen_at: new Date(NOON.getTime() + 90_000).toISOString(),
      },
    ])
    const revoked = await server.ask('desk', `${path}/${id}/revoke`, { token: desk, method: 'POST' })
    expect(await revoked.json()).toEqual({ links: [] })
    for (const below of ['state', 'calls'])
      expect(await codeOf(await server.ask('v1', `/machine/${below}`, { token }))).toEqual([
        401,
        'session-expired',
      ])
    expect(await codeOf(await office.wish(token))).toEqual([401, 'session-expired'])
    expect(server.logged.join('')).not.toContain(token)
    const acts = await database.db
      .selectFrom('desk_acts')
      .select(['act', 'detail'])
      .where('clerk_id', '=', clerk_id)
      .where('act', 'like', 'link-%')
      .orderBy('id')
      .execute()
    const detail = { use: 'machine', device: 'Dispensador' }
    expect(acts).toEqual([
      { act: 'link-made', detail },
      { act: 'link-revoked', detail },
    ])
  })

  it('a token does what it is for at its own office, and nothing else: it opens no screen and hears no socket', async () => {
    const server = await serve()
    const [office, elsewhere] = [await opened(server), await opened(server)]
    const { secret: looks } = await office.machine(false)
    const { secret: gives } = await office.machine(true)
    expect(await codeOf(await office.wish(looks))).toEqual([403, 'forbidden'])
    expect(await codeOf(await office.wish(gives, elsewhere.line_id))).toEqual([404, 'line-no-exist'])
    expect((await office.state(gives)).office.id).toBe(office.office_id)
    expect(await office.waiting(office.line_id)).toEqual([])
    for (const use of ['wall', 'kiosk']) {
      const address = `/devices/${use}/${office.slug}/session`
      expect(await codeOf(await server.ask('desk', address, { body: { secret: gives } }))).toEqual([
        401,
        'link-invalid',
      ])
      expect((await server.ask('desk', `/devices/${use}`, { token: gives })).status).toBe(403)
    }
    expect((await server.ask('desk', `/offices/${office.office_id}`, { token: gives })).status).toBe(403)
    const socket = await connectRaw({ ws: `${server.origin.replace('http', 'ws')}/socket` }, { token: gives })
    expect((await socket.join(`web:${office.slug}`))[4]).toMatchObject({ response: { reason: 'forbidden' } })
    // A wall's link and a customer's session are no machine.
    const { token } = await server.signInTemporary()
    expect(await codeOf(await server.ask('v1', '/machine/state', { token }))).toEqual([403, 'forbidden'])
    expect(await codeOf(await server.ask('v1', '/machine/state'))).toEqual([401, 'unauthorized'])
  })

  it('pages of other origins are told nothing, also with a token', async () => {
    const server = await serve({ settings: { origins: ['https://numerito.example'] } })
    const office = await opened(server)
    const { secret: token } = await office.machine()
    const allowed = async (origin: string) => {
      const response = await server.ask('v1', '/machine/state', { token, headers: { origin } })
      return response.headers.get('access-control-allow-origin')
    }
    expect(await allowed('https://letrero.example')).toBeNull()
    expect(await allowed('https://numerito.example')).toBe('https://numerito.example')
    const preflight = await server.ask('v1', '/machine/numbers', {
      method: 'OPTIONS',
      headers: { origin: 'https://letrero.example', 'access-control-request-method': 'POST' },
    })
    expect(preflight.status).toBe(403)
  })

  it('a token lasts as long as it is used, and not long after', async () => {
    const server = await serve()
    const office = await opened(server)
    const { secret: token } = await office.machine()
    for (let nth = 0; nth < 3; nth += 1) {
      server.clock.advance(MACHINE_TOKEN_MS - DAY_MS)
      await office.state(token)
    }
    server.clock.advance(MACHINE_TOKEN_MS)
    expect(await codeOf(await server.ask('v1', '/machine/state', { token }))).toEqual([
      401,
      'session-expired',
    ])
  })

  it('[WALL-02] looks at its office as the room sees it: who waits, what is open, and no name', async () => {
    const server = await serve()
    const office = await opened(server, { hours: [{ weekday: 6, from: '09:00', to: '13:00' }] })
    const { line_id, office_id } = office
    const kiosk = await office.line({ type: 'kiosk', prefix: 'K' })
    const reserved = await office.line({ takes_tickets: false })
    await office.line({ type: 'hidden' })
    await office.line({ virtual: true })
    const { user_id } = await server.signInTemporary({ name: 'Canela Quetzal' })
    await takeTicket(server.queue, { office: { office_id }, line_id, user_id, request_id: randomUUID() })
    await freezeLine(server.queue, { office_id, line_id: kiosk, frozen: true })
    const { secret: token } = await office.machine()
    const state = await office.state(token)
    const { lines, ...rest } = state
    expect(rest).toEqual({
      at: NOON.toISOString(),
      seq: 2,
      office: {
        id: office_id,
        slug: office.slug,
        name: `Sucursal ${office.slug}`,
        time_zone: 'America/Santiago',
      },
      open: true,
      opens: null,
    })
    const short = lines.map(line => [line.line_id, line.waiting, line.frozen, line.gives])
    expect(short).toEqual([
      [line_id, 1, false, true],
      [kiosk, 0, true, true],
      [reserved, 0, false, false],
    ])
    for (const secret of ['Canela', user_id]) expect(JSON.stringify(state)).not.toContain(secret)
    server.clock.advance(DAY_MS)
    const next = { weekday: 6, at: '09:00', inDays: 6 }
    expect(await office.state(token)).toMatchObject({ open: false, opens: next })
  })

  it('[WALL-01] is told each call once, from where it stood, and what was taken back', async () => {
    const server = await serve()
    const office = await opened(server)
    const { line_id } = office
    const virtual = await office.line({ virtual: true, prefix: 'V' })
    const desk = await office.clerk('Caja 4')
    const { secret: token } = await office.machine()
    const call = (line_ids: number[] = [line_id]) => callNext(server.queue, { ...desk, line_ids })
    const short = ({ calls }: MachineCalls) =>
      calls.map(({ event, ticket, modulo }) => `${event} ${ticket} ${modulo}`)
    for (let nth = 0; nth < 2; nth += 1) await office.give()
    await office.give(virtual)
    const none = await office.calls(token)
    expect(none).toEqual({ seq: 3, reset: true, calls: [] })
    const called = await call()
    const one = await office.calls(token, none.seq)
    expect(one).toEqual({
      seq: 4,
      reset: false,
      calls: [
        { seq: 4, event: 'call:created', line_id, ticket: 'A001', modulo: 'Caja 4', at: NOON.toISOString() },
      ],
    })
    expect(await office.calls(token, one.seq)).toEqual({ seq: 4, reset: false, calls: [] })
    await callAgain(server.queue, desk)
    await takeBackCall(server.queue, { ...desk, tuid: called.tuid })
    await call([virtual])
    await markAttended(server.queue, desk)
    await call()
    const more = await office.calls(token, one.seq)
    expect(short(more)).toEqual([
      'call:created A001 Caja 4',
      'call:taken_back A001 null',
      'call:created A001 Caja 4',
    ])
    // Who begins anew is told what stands, whoever waits for video aside.
    const anew = await office.calls(token)
    expect([anew.reset, short(anew)]).toEqual([true, ['call:created A001 Caja 4']])
    // The next day begins without the calls of this one.
    server.clock.advance(DAY_MS)
    expect(await office.calls(token)).toMatchObject({ reset: true, calls: [] })
    // A number that this server never gave, as after a backup was brought back.
    expect((await office.calls(token, anew.seq + 1)).reset).toBe(true)
    for (const wrong of ['-1', 'x', '1.5', '1'.repeat(16)])
      expect((await server.ask('v1', `/machine/calls?after=${wrong}`, { token })).status).toBe(400)
  })

  it('[WALL-01] is told many calls in parts, and begins anew where the log does not reach back', async () => {
    const server = await serve()
    const office = await opened(server)
    const desk = await office.clerk('Caja 4')
    const { secret: token } = await office.machine()
    await office.give()
    await callNext(server.queue, { ...desk, line_ids: [] })
    for (let nth = 0; nth < MACHINE_CALLS_MAX; nth += 1) await callAgain(server.queue, desk)
    const first = await office.calls(token, 0)
    expect(first.calls).toHaveLength(MACHINE_CALLS_MAX)
    const rest = await office.calls(token, first.seq)
    expect(rest.calls).toHaveLength(1)
    expect(rest).toMatchObject({ reset: false, calls: [{ seq: first.seq + 1 }], seq: first.seq + 1 })
    server.clock.advance(3 * DAY_MS)
    await office.give()
    await pruneFacts({ database, clock: server.clock }, 2 * DAY_MS)
    expect(await office.calls(token, 0)).toMatchObject({ reset: true, calls: [] })
    expect(await office.calls(token, rest.seq)).toMatchObject({ reset: false, seq: rest.seq + 1 })
  })

  it('[KIOSK-01] gives a number once for each request, with the people before it and the address for its QR', async () => {
    const server = await serve()
    const office = await opened(server)
    const { line_id } = office
    const { secret: token } = await office.machine(true)
    await office.fill(line_id, 2)
    const request_id = randomUUID()
    const answers = await Promise.all([1, 2, 3].map(() => office.wish(token, line_id, request_id)))
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
    const numbers = (await Promise.all(answers.map(answer => answer.json()))) as MachineNumber[]
    expect(numbers[0]).toMatchObject({ ticket: 'A003', line_id, ahead: 2, inserted_at: NOON.toISOString() })
    expect(new Set(numbers.map(({ address }) => address)).size).toBe(1)
    expect(Object.keys(numbers[0] ?? {})).not.toContain('tuid')
    expect(await office.waiting(line_id)).toEqual([1, 2, 3])
    // Whoever scans it follows it with their phone.
    const [, origin, secret] =
      /^(https?:\/\/[^/]+)\/n\/([A-Za-z0-9_-]{43})$/.exec(numbers[0]?.address ?? '') ?? []
    expect(new URL(origin ?? '').port).toBe(new URL(server.origin).port)
    const phone = await server.signInTemporary()
    const followed = await server.ask('turns', '/papers', { token: phone.token, body: { secret } })
    expect(followed.status).toBe(200)
    await freezeLine(server.queue, { office_id: office.office_id, line_id, frozen: true })
    expect((await codeOf(await office.wish(token)))[1]).toBe('line-frozen')
  })

  it('[KIOSK-01] repeats a request whose answer it lost, and is told the number that was called and attended meanwhile', async () => {
    const server = await serve()
    const office = await opened(server)
    const { line_id } = office
    const desk = await office.clerk()
    const { secret: token } = await office.machine(true)
    const request_id = randomUUID()
    const wish = async () => {
      const answer = await office.wish(token, line_id, request_id)
      return { status: answer.status, said: (await answer.json()) as MachineNumber }
    }
    const first = await wish()
    expect(first).toMatchObject({ status: 201, said: { ticket: 'A001' } })
    const over = { status: 201, said: { ...first.said, wait: null } }
    await callNext(server.queue, { ...desk, line_ids: [] })
    expect(await wish()).toEqual(over)
    await markAttended(server.queue, desk)
    expect(await wish()).toEqual(over)
    expect(await office.waiting(line_id)).toEqual([])
  })

  it('[KIOSK-01] a machine that asks without end is slowed down, and no other with it', async () => {
    const { ticket, session } = DEFAULT_RATE_LIMITS
    const server = await serve({ rateLimits: { ticket, session } })
    const office = await opened(server)
    const [one, other] = [await office.machine(true), await office.machine(true)]
    for (let nth = 0; nth < ticket.max; nth += 1) expect((await office.wish(one.secret)).status).toBe(201)
    expect((await office.wish(one.secret)).status).toBe(429)
    expect((await office.wish(other.secret)).status).toBe(201)
    for (let nth = ticket.max + 1; nth < session.max; nth += 1) await office.state(one.secret)
    expect(await codeOf(await server.ask('v1', '/machine/state', { token: one.secret }))).toEqual([
      429,
      'too-many-requests',
    ])
    await office.state(other.secret)
  })

  it('a token that is revoked while it is used is refused from then on, in whatever order', async () => {
    const server = await serve()
    const office = await opened(server)
    for (let nth = 0; nth < 8; nth += 1) {
      const { id, secret } = await office.machine(true)
      await Promise.all([
        office.wish(secret),
        revokeLink(server.queue, { office_id: office.office_id, link_id: id }),
      ])
      expect((await office.wish(secret)).status).toBe(401)
    }
    expect(await listLinks(server.queue, office.office_id)).toEqual([])
  })
})
