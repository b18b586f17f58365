import { sql } from 'kysely'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Socket } from 'phoenix'
import * as v from 'valibot'
import { afterEach, expect, it } from 'vitest'
import WebSocket from 'ws'
import { OFFICE_EVENTS, officeTopic } from '#contract/channel/office-channel.ts'
import { MISSED_FACTS_MAX } from '#contract/limits.ts'
import type { Database } from '#server/database/database.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { createFactHub } from '#server/facts/fact-hub.ts'
import { holdOffice } from '#server/facts/hold-office.ts'
import { systemRandom } from '#server/platform/random.ts'
import { systemTimers } from '#server/platform/timers.ts'
import { callNext } from '#server/queue/call/call-next.ts'
import { callReservation } from '#server/queue/call/call-reservation.ts'
import { giveUp } from '#server/queue/hold/give-up.ts'
import type { QueueContext } from '#server/queue/queue-context.ts'
import { takeTicket } from '#server/queue/take/take-ticket.ts'
import type { BookingContext } from '#server/reservations/reservations-context.ts'
import { createRealtime } from '#server/realtime/create-realtime.ts'
import { bookReservation } from '#server/reservations/book-reservation.ts'
import { cancelReservation } from '#server/reservations/cancel-reservation.ts'
import { confirmByOffice } from '#server/reservations/confirm-by-office.ts'
import type { Caller } from '#server/web/caller.ts'
import { eachDatabase, onPostgres } from '#tests/support/databases.ts'
import { queueOffice } from '#tests/support/queue-office.ts'
import { reservation } from '#tests/support/queue-reservations.ts'
import { ANSWERS, blockAt, reservationOffice } from '#tests/support/reservation-office.ts'
import { waitFor } from '#tests/support/wait-for.ts'
import { closeEverything } from '#tests/phoenix/harness.ts'
import { refusalOf } from '#tests/phoenix/raw-client.ts'

const closing: (() => Promise<void> | void)[] = []
afterEach(async () => {
  await closeEverything()
  for (const close of closing.splice(0).reverse()) await close()
})

/** A token is the user's id, `clerk`, or nothing we know. */
async function callerOf({ db }: Database, token: string): Promise<Caller> {
  const session = { session_id: token, expires_at: new Date('2099-01-01') }
  if (token === 'clerk') return { kind: 'clerk', clerk_id: 1, ...session }
  // A number is given to an open session alone.
  await sql`
    insert into sessions (id, user_id, cookie_hash, token_hash, created_at, expires_at)
    select id, id, sha256(id::text::bytea), sha256(id::text::bytea), created_at, ${session.expires_at}::timestamptz
    from users where id = ${token}::uuid
    on conflict do nothing`.execute(db)
  return { kind: 'user', user_id: token, temporal: true, ...session }
}

/** One server process as far as sockets go: its own facts, its own endpoint, on a shared database. */
async function startProcess(database: Database, queue: QueueContext & BookingContext) {
  const facts = createFactHub(error => {
    throw error
  })
  const faults: unknown[] = []
  const context = { ...queue, tell: facts.tell }
  const realtime = await createRealtime({
    database,
    clock: queue.clock,
    timers: systemTimers,
    random: systemRandom,
    facts,
    queue: context,
    proofOfPoll: token => token,
    callerOf: token => callerOf(database, token),
    openSessions: async ids => new Map(ids.map(id => [id, true])),
    meetSeatOf: () => Promise.reject(new Error('nobody meets here')),
    socket: {},
    onNewsElsewhere: () => {},
    onSessionEnd: () => {},
    onFault: error => void faults.push(error),
  })
  const http = createServer()
  http.on('upgrade', (request, socket, head) => realtime.endpoint.handleUpgrade(request, socket, head))
  await new Promise<void>(resolve => void http.listen(0, '127.0.0.1', resolve))
  closing.push(async () => {
    await realtime.close()
    http.closeAllConnections()
    http.close()
  })
  const { port } = http.address() as AddressInfo
  return { context, realtime, faults, url: `ws://127.0.0.1:${port}/socket` }
}

/** A phone: the genuine client, joined to one office, remembering all that it was told. */
async function joinOffice(url: string, slug: string, token: string | null, lastSeq?: number | null) {
  const socket = new Socket(url, {
    transport: WebSocket as unknown as typeof globalThis.WebSocket,
    ...(token === null ? {} : { authToken: token }),
  })
  socket.connect()
  closing.push(
    () =>
      new Promise<void>(resolve => {
        socket.disconnect(resolve)
      }),
  )
  const events: { event: string; payload: Record<string, never> & { [key: string]: unknown } }[] = []
  const channel = socket.channel(officeTopic(slug), lastSeq === undefined ? {} : { last_seq: lastSeq })
  channel.onMessage = (event, payload) => {
    // Of a push that a slow machine keeps waiting the client tells an event without a name.
    if (!/^(phx_|chan_|null$)/.test(event)) events.push({ event, payload })
    return payload
  }
  const reply = await new Promise<{ status: string; response: Record<string, unknown> }>(resolve => {
    channel
      .join()
      .receive('ok', response => resolve({ status: 'ok', response }))
      .receive('error', response => resolve({ status: 'error', response }))
  })
  const push = (event: string, payload: object) =>
    new Promise<{ status: string; response: Record<string, unknown> }>(resolve => {
      channel
        .push(event, payload)
        .receive('ok', response => resolve({ status: 'ok', response }))
        .receive('error', response => resolve({ status: 'error', response }))
    })
  const heard = (event: string) => events.filter(one => one.event === event).map(one => one.payload)
  /** All that was heard of an event, once there is any. */
  const hears = (event: string) =>
    waitFor(event, () => {
      const all = heard(event)
      return all.length > 0 ? all : undefined
    })
  return { socket, channel, reply, events, heard, hears, push }
}

eachDatabase('the office channel', open => {
  it('[CHAN-03] refuses a guest, and an office that does not exist', async () => {
    const database = await open()
    const office = await queueOffice(database)
    const { url, faults } = await startProcess(database, office.context)
    expect(await refusalOf({ ws: url })).toBe(403)
    const user = await office.user()
    for (const slug of ['no-such-office', 'No Office', 'a\u0000', 'a'.repeat(1_000)]) {
      const lost = await joinOffice(url, slug, user)
      expect(lost.reply).toEqual({ status: 'error', response: { reason: 'not-found' } })
    }
    expect(faults).toEqual([])
  })

  it('[CHAN-01] [TKT-01] gives a number through the channel: the ticket to its owner, the display to everyone', async () => {
    const database = await open()
    const office = await queueOffice(database)
    const line = await office.line()
    const { url } = await startProcess(database, office.context)
    const owner = await office.user()
    const phone = await joinOffice(url, office.slug, owner)
    const other = await joinOffice(url, office.slug, await office.user())
    expect(phone.reply.status).toBe('ok')

    const answer = await phone.push('ticket:new', {
      line_id: line,
      user_id: owner,
      request_id: systemRandom.uuid(),
    })
    expect(answer.status).toBe('ok')
    const [mine] = await phone.hears('ticket:created')
    const [theirs] = await other.hears('ticket:created')
    expect(mine).toMatchObject({
      seq: 1,
      ticket: 'A001',
      owned: { ticket: 'A001', user_id: owner, tuid: answer.response.tuid },
    })
    expect(theirs).toMatchObject({ seq: 1, ticket: 'A001', waiting: 1 })
    // What is broadcast holds no more than the wall display.
    expect(JSON.stringify(theirs)).not.toContain(owner)
    expect(JSON.stringify(theirs)).not.toContain(String(answer.response.tuid))
  })

  it('[KEEP-04] passes over what a newer release beside it has said, and tells all that comes after', async () => {
    const database = await open()
    const office = await queueOffice(database)
    const line = await office.line()
    const { url, context, faults } = await startProcess(database, office.context)
    const take = async () =>
      takeTicket(context, {
        office: { office_id: office.office_id },
        line_id: line,
        user_id: await office.user(),
        request_id: systemRandom.uuid(),
        meta: undefined,
      })
    const phone = await joinOffice(url, office.slug, await office.user())
    await take()
    await database.transaction(async trx => {
      await holdOffice(trx, office.office_id)
      const { last_seq } = await trx
        .selectFrom('office_sequences')
        .select('last_seq')
        .where('office_id', '=', office.office_id)
        .executeTakeFirstOrThrow()
      const seq = last_seq + 1
      await sql`
        insert into facts (office_id, seq, kind, at, line_id, detail)
        values (${office.office_id}, ${seq}, 'line:moved_to_the_moon', now(), ${line}, '{}')`.execute(trx)
      await sql`update office_sequences set last_seq = ${seq} where office_id = ${office.office_id}`.execute(
        trx,
      )
    })
    await take()
    await waitFor('the second number', () => phone.heard('ticket:created').length === 2)
    const back = await joinOffice(url, office.slug, await office.user(), 0)
    expect(back.reply.response.missed).toMatchObject([{ payload: { seq: 1 } }, { payload: { seq: 3 } }])
    expect(faults).toEqual([])
  })

  it('[AUTH-10] believes no user_id but the token’s own', async () => {
    const database = await open()
    const office = await queueOffice(database)
    const line = await office.line()
    const { url } = await startProcess(database, office.context)
    const phone = await joinOffice(url, office.slug, await office.user())
    const victim = await office.user()
    const answer = await phone.push('ticket:new', {
      line_id: line,
      user_id: victim,
      request_id: systemRandom.uuid(),
    })
    expect(answer).toMatchObject({ status: 'error', response: { code: 'forbidden' } })
    expect(await office.waiting(line)).toEqual([])
  })

  it('[TKT-08] says why no number was given, by ticket:error with the request’s own id', async () => {
    const database = await open()
    const office = await queueOffice(database)
    const kiosk = await office.line({ type: 'kiosk' })
    const { url } = await startProcess(database, office.context)
    const owner = await office.user()
    const phone = await joinOffice(url, office.slug, owner)
    const request_id = systemRandom.uuid()
    const answer = await phone.push('ticket:new', { line_id: kiosk, user_id: owner, request_id })
    expect(answer).toMatchObject({ status: 'error', response: { code: 'kiosk-only' } })
    expect(await phone.hears('ticket:error')).toEqual([{ code: 'kiosk-only', request_id }])
    const bad = await phone.push('ticket:new', { line_id: 'one', user_id: owner, request_id })
    expect(bad).toMatchObject({
      status: 'error',
      response: { code: 'bad-request', fields: [{ path: 'line_id' }] },
    })
  })

  it('[TKT-11] a repeated request brings the first one’s ticket in its reply', async () => {
    const database = await open()
    const office = await queueOffice(database)
    const line = await office.line()
    const { url } = await startProcess(database, office.context)
    const owner = await office.user()
    const phone = await joinOffice(url, office.slug, owner)
    const request = { line_id: line, user_id: owner, request_id: systemRandom.uuid() }
    const first = await phone.push('ticket:new', request)
    const again = await phone.push('ticket:new', request)
    expect(again.response).toMatchObject({ tuid: first.response.tuid, ticket: { ticket: 'A001' } })
    expect(await office.waiting(line)).toEqual([1])
  })

  it('[CHAN-07] brings what was missed, in order, with what belongs to the owner', async () => {
    const database = await open()
    const office = await queueOffice(database)
    const line = await office.line()
    const clerk = await office.clerk('3')
    const { url, context } = await startProcess(database, office.context)
    const owner = await office.user()
    const { tuid } = await office.take(line, owner)
    const before = await joinOffice(url, office.slug, owner)
    const seen = before.reply.response.seq as number
    before.channel.leave()

    await callNext(context, { ...clerk, line_ids: [] })
    const back = await joinOffice(url, office.slug, owner, seen)
    expect(back.reply.response).toMatchObject({
      seq: seen + 1,
      reset: false,
      missed: [{ event: 'call:created', payload: { seq: seen + 1, ticket: 'A001', modulo: '3', tuid } }],
    })
    // Who has seen nothing yet may say so: there is nothing that they missed.
    const first = await joinOffice(url, office.slug, owner, null)
    expect(first.reply).toMatchObject({
      status: 'ok',
      response: { seq: seen + 1, reset: false, missed: [] },
    })
    const stranger = await joinOffice(url, office.slug, await office.user(), seen)
    expect(JSON.stringify(stranger.reply.response)).not.toContain(tuid)
  })

  it('[CHAN-07] says «fetch anew» to a client that missed too much, or knows more than happened', async () => {
    const database = await open()
    const office = await queueOffice(database)
    const { url } = await startProcess(database, office.context)
    const phone = await joinOffice(url, office.slug, await office.user(), 99)
    expect(phone.reply.response).toMatchObject({ seq: 0, reset: true, missed: [] })

    await office.fill(await office.line(), MISSED_FACTS_MAX + 1)
    const seq = MISSED_FACTS_MAX + 1
    const away = await joinOffice(url, office.slug, await office.user(), 0)
    expect(away.reply.response).toMatchObject({ seq, reset: true, missed: [] })
    const nearly = await joinOffice(url, office.slug, await office.user(), 1)
    expect(nearly.reply.response).toMatchObject({ seq, reset: false })
    expect(nearly.reply.response.missed).toHaveLength(MISSED_FACTS_MAX)
  })

  it('[CHAN-07] follows a log that went back, as a database does that is restored under the server', async () => {
    const database = await open()
    const office = await queueOffice(database)
    const line = await office.line()
    const clerk = await office.clerk('3')
    const { url, context, faults } = await startProcess(database, office.context)
    const owner = await office.user()
    const phone = await joinOffice(url, office.slug, owner)
    const { tuid } = await office.take(line, owner)
    // What is said by this process, and lost with the database that knew it.
    for (let nth = 0; nth < 3; nth++)
      await takeTicket(context, {
        office: { office_id: office.office_id },
        line_id: line,
        user_id: await office.user(),
        request_id: systemRandom.uuid(),
      })
    await waitFor('the numbers to be said', () => phone.heard('ticket:created').length === 4)
    const { seq } = phone.heard('ticket:created')[0] ?? expect.fail()
    await sql`delete from facts where office_id = ${office.office_id}::integer and seq > ${seq}`.execute(
      database.db,
    )
    await sql`
      update office_sequences set last_seq = ${seq} where office_id = ${office.office_id}::integer`.execute(
      database.db,
    )
    office.clock.advance(1_000)
    // Those who listen are sent to ask anew, once.
    let opened = 0
    phone.socket.onOpen(() => {
      opened += 1
    })
    await waitFor('the phone to come back', () => opened > 0, 10_000)
    await waitFor('the phone to be joined again', () => phone.channel.state === 'joined')
    const later = await joinOffice(url, office.slug, owner, Number(seq) + 3)
    expect(later.reply.response).toMatchObject({ reset: true })
    expect(faults).toMatchObject([{ message: expect.stringContaining('a log went back') }])
    await callNext(context, { ...clerk, line_ids: [] })
    expect(await phone.hears('call:created')).toMatchObject([{ tuid, seq: Number(seq) + 1 }])
  })

  it('[CHAN-08] [OFF-08] keeps waiting people, minutes and the last call current', async () => {
    const database = await open()
    const office = await queueOffice(database)
    const line = await office.line()
    const clerk = await office.clerk('3')
    const { url, context } = await startProcess(database, office.context)
    const phone = await joinOffice(url, office.slug, await office.user())
    const process = { ...office, context }
    await process.fill(line, 3)
    // Facts told by this very process reach the sockets.
    await callNext(context, { ...clerk, line_ids: [line] })
    const estimate = await waitFor('the estimate', () =>
      phone.heard('time:estimate').find(one => (one as { call?: unknown }).call === 'A001'),
    )
    expect(estimate).toMatchObject({ line_id: line, waiting: 2, queue: { raw_tickets: ['A002', 'A003'] } })
  })

  it('[CALL-03] tells the owner alone that five are ahead', async () => {
    const database = await open()
    const office = await queueOffice(database)
    const line = await office.line()
    const clerk = await office.clerk('3')
    const { url, context } = await startProcess(database, office.context)
    await office.fill(line, 6)
    const owner = await office.user()
    const { tuid } = await office.take(line, owner)
    const phone = await joinOffice(url, office.slug, owner)
    const other = await joinOffice(url, office.slug, await office.user())
    await callNext(context, { ...clerk, line_ids: [line] })
    expect(await phone.hears('ticket:almost_there')).toMatchObject([{ tuid, ahead: 5 }])
    await other.hears('call:created')
    expect(other.heard('ticket:almost_there')).toEqual([])
  })
})

eachDatabase('a reservation on the office channel', open => {
  it('[RES-05] [RES-07] reserve:updated brings its owner the reservation, and everybody only what is free', async () => {
    const office = await reservationOffice(await open())
    const line = await office.reserveLine({ slots: 2, confirm_minutes: 30 })
    const { url, context } = await startProcess(office.context.database, office.context)
    const owner = await office.user()
    const phone = await joinOffice(url, office.slug, owner)
    const other = await joinOffice(url, office.slug, await office.user())
    const block = blockAt(await office.blocks(line, '2026-11-23'), 40)
    const { from, to } = block
    /** Each is read anew for its owner, so the next comes only once this one was heard. */
    const both = (count: number) =>
      waitFor(`reserve:updated ${count}`, () => {
        const heard = [phone, other].map(each => each.heard('reserve:updated'))
        return heard.every(each => each.length === count) ? heard : undefined
      })

    const { id } = await bookReservation(context, {
      line_id: line,
      from,
      to,
      user_id: owner,
      temporal: true,
      request_id: systemRandom.uuid(),
      keeps: true,
      meet: false,
      meta: { answers: ANSWERS },
    })
    await both(1)
    await confirmByOffice(context, { id, office_id: office.office_id })
    await both(2)
    await cancelReservation(context, { id, user_id: owner })
    const [mine = [], theirs = []] = await both(3)

    const everyone = [
      { confirmed: false, blocks: [{ ...block, availables: 1 }] },
      { confirmed: true, blocks: [] },
      { confirmed: false, blocks: [block] },
    ].map((said, index) => ({ ...said, seq: index + 1, line_id: line, officeSlug: office.slug }))
    const states = ['pending', 'confirmed', 'cancelled']
    expect(mine).toMatchObject(
      everyone.map((said, index) => ({ ...said, ruid: id, owned: { id, state: states[index] } })),
    )
    expect(theirs).toEqual(everyone.map(said => ({ ...said, at: expect.any(String) })))
    for (const payload of [...mine, ...theirs]) v.parse(OFFICE_EVENTS['reserve:updated'], payload)

    const back = await joinOffice(url, office.slug, owner, 0)
    expect(back.reply.response.missed).toMatchObject(
      everyone.map(said => ({ event: 'reserve:updated', payload: { ...said, ruid: id } })),
    )
    const stranger = await joinOffice(url, office.slug, await office.user(), 0)
    for (const secret of [id, owner, ...Object.values(ANSWERS)])
      expect(JSON.stringify(stranger.reply.response)).not.toContain(secret)
  })

  it('[CALL-01] call:created names the reservation by reserve_id and ruid to its owner, and to nobody else', async () => {
    const office = await queueOffice(await open())
    const line = await office.line()
    const clerk = await office.clerk('3')
    const { url, context } = await startProcess(office.context.database, office.context)
    const { id, code, user_id } = await reservation(office, line, { inMinutes: 10 })
    const phone = await joinOffice(url, office.slug, user_id)
    const other = await joinOffice(url, office.slug, await office.user())
    await callReservation(context, { ...clerk, id })
    const [mine] = await phone.hears('call:created')
    const [theirs] = await other.hears('call:created')
    const everyone = { ticket: code, line_id: line, modulo: '3', officeSlug: office.slug }
    expect(mine).toMatchObject({ ...everyone, reserve_id: id, ruid: id, tuid: expect.any(String) })
    expect(theirs).toMatchObject({ ...everyone, reserve_id: null, ruid: null })
    for (const secret of [id, user_id, String(mine?.tuid)])
      expect(JSON.stringify(theirs)).not.toContain(secret)
    for (const payload of [mine, theirs]) v.parse(OFFICE_EVENTS['call:created'], payload)
  })
})

onPostgres('several processes', freshUrl => {
  it('what happens on one reaches the phones on the other, once and in order', async () => {
    const database = await openDatabase({ dataDirectory: ':memory:', databaseUrl: await freshUrl() })
    closing.push(() => database.close())
    const office = await queueOffice(database)
    const line = await office.line()
    const clerk = await office.clerk('3')
    const one = await startProcess(database, office.context)
    const two = await startProcess(database, office.context)
    const owner = await office.user()
    const phone = await joinOffice(two.url, office.slug, owner)
    const request = { line_id: line, user_id: owner, request_id: systemRandom.uuid() }
    const { response } = await phone.push('ticket:new', request)
    // The clerk's desk is on the other process.
    await callNext(one.context, { ...clerk, line_ids: [] })
    expect(await phone.hears('call:created')).toMatchObject([{ tuid: response.tuid, modulo: '3' }])

    const next = await joinOffice(one.url, office.slug, owner)
    const again = await phone.push('ticket:new', { ...request, request_id: systemRandom.uuid() })
    await giveUp(two.context, { tuid: String(again.response.tuid), user_id: owner })
    await next.hears('ticket:left')
    const seqs = next.events.filter(event => 'seq' in event.payload).map(event => event.payload.seq)
    expect(seqs).toEqual([3, 4])
    expect([...one.faults, ...two.faults]).toEqual([])
  })
})
