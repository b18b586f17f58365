import { randomUUID } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import { expect, it } from 'vitest'
import type { Figures } from '#contract/rest/figures.ts'
import { addDays, wallTime } from '#contract/rules/office-time.ts'
import { RESERVATION_STATES } from '#contract/rules/reservation-state.ts'
import type { Database } from '#server/database/database.ts'
import { json } from '#server/database/json-column.ts'
import { openDatabase } from '#server/database/open-database.ts'
import type { Tables } from '#server/database/tables.ts'
import { keepDays } from '#server/figures/keep-days.ts'
import { officeFigures } from '#server/figures/office-figures.ts'
import { answerPoll } from '#server/polls/answer-poll.ts'
import { callReservation } from '#server/queue/call/call-reservation.ts'
import { markAbsent } from '#server/queue/desk/mark-absent.ts'
import { markAttended } from '#server/queue/desk/mark-attended.ts'
import { noteDelivered } from '#server/queue/desk/note-delivered.ts'
import { noteTurn } from '#server/queue/desk/note-turn.ts'
import { removeTicket } from '#server/queue/desk/remove-ticket.ts'
import { transferTicket } from '#server/queue/desk/transfer-ticket.ts'
import { giveUp } from '#server/queue/hold/give-up.ts'
import { ticketsHistory } from '#server/queue/hold/tickets-history.ts'
import { forgetNobodies } from '#server/retention/forget-nobodies.ts'
import { pruneReservations } from '#server/retention/prune-reservations.ts'
import { pruneTurns } from '#server/retention/prune-turns.ts'
import { createProtection, SECRET_BYTES } from '#server/secrets/protection.ts'
import { readActs } from '#server/staff/read-acts.ts'
import type { StaffContext } from '#server/staff/staff-context.ts'
import { eachDatabase, onPostgres } from '#tests/support/databases.ts'
import { NOON, queueOffice } from '#tests/support/queue-office.ts'
import { reservation } from '#tests/support/queue-reservations.ts'
import { waitFor } from '#tests/support/wait-for.ts'
import { WAITS_FOR_US } from '#tests/support/waits-for-us.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const KEPT_DAYS = 400
const protection = createProtection(new Uint8Array(SECRET_BYTES).fill(7))
const OPENED_AND_LEFT = 95

/** An office after its day, of which something is left in every table that speaks of turns. */
async function pastDay(database: Database, time_zone = 'America/Santiago') {
  const office = await queueOffice(database, { time_zone })
  const { context, clock, office_id } = office
  await database.db
    .updateTable('offices')
    .set({ services: json(['Copia']) })
    .where('id', '=', office_id)
    .execute()
  const [line, other] = [await office.line(), await office.line({ prefix: 'B' })]
  const desk = await office.clerk('Módulo 1')
  await database.db
    .updateTable('clerk_offices')
    .set({ role: 'supervisor' })
    .where('office_id', '=', office_id)
    .execute()
  const { day } = wallTime(clock.at, time_zone)
  const tuids = await office.fill(line, 5)
  const [attended = '', , leaves = '', isFalse = ''] = tuids
  const regular = (await office.ticket(attended)).user_id ?? ''
  clock.advance(3 * MINUTE)
  await office.call(desk, [line])
  await noteTurn(context, { ...desk, tuid: attended, note: 'Trae el poder', was: null })
  await noteDelivered(context, {
    ...desk,
    tuid: attended,
    delivered: [{ service: 'Copia', quantity: 3 }],
    was: [],
  })
  clock.advance(7 * MINUTE)
  await markAttended(context, desk)
  const rating = {
    rating: 4,
    description: 'Rosa fue amable',
    ticket_id: attended,
    office_id,
    user_id: regular,
  }
  const rate = () => answerPoll({ database, clock, protection }, rating)
  await rate()
  await office.call(desk, [line])
  await markAbsent(context, desk)
  await giveUp(context, { tuid: leaves, user_id: (await office.ticket(leaves)).user_id ?? '' })
  await removeTicket(context, { ...desk, tuid: isFalse })
  const booked = await reservation(office, other, { inMinutes: 5, user_id: regular })
  const cancelled = await reservation(office, other, { inMinutes: 60, state: 'cancelled' })
  await callReservation(context, { ...desk, id: booked.id })
  clock.advance(4 * MINUTE)
  await markAttended(context, desk)
  await office.call(desk, [line])
  await transferTicket(context, { ...desk, to: { line_id: other } })
  await office.call(desk, [other])
  await markAttended(context, desk)
  await sql`
    insert into push_deliveries (id, subscription_id, user_id, ticket_id, kind, sent_at)
    values (${randomUUID()}, ${randomUUID()}, ${regular}, ${attended}, 'call', ${NOON})`.execute(database.db)

  const count = async (table: 'tickets' | 'reservations' | 'line_days' | 'modulo_hours' | 'desk_acts') => {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from ${sql.table(table)} t where ${
        table === 'line_days'
          ? sql`line_id = any(${[line, other]}::integer[])`
          : sql`office_id = ${office_id}`
      }`.execute(database.db)
    return rows[0]?.count
  }
  return {
    ...office,
    newLine: office.line,
    line,
    other,
    desk,
    day,
    tuids,
    attended,
    regular,
    booked,
    cancelled,
    rate,
    /** The módulo is closed. */
    leave: () =>
      sql`update modulos set clerk_id = null, opened_at = null, changed_at = ${clock.at}`.execute(
        database.db,
      ),
    count,
    prune: (ending?: AbortSignal) => pruneTurns(context, KEPT_DAYS, ending),
    figures: async (): Promise<Omit<Figures, 'at' | 'today'>> => {
      const {
        at: _at,
        today: _today,
        ...all
      } = await officeFigures(context, { office_id, from: day, to: day })
      return all
    },
    acts: async () =>
      (await readActs(context as unknown as StaffContext, desk, { day })).acts.map(({ act, ticket }) => [
        act,
        ticket,
      ]),
  }
}

eachDatabase('turns of long ago', open => {
  it('[STAT-01] [STAT-02] go when their days are over, and every figure stays as it was', async () => {
    const database = await open()
    const office = await pastDay(database)
    office.clock.advance(3 * DAY)
    const before = await office.figures()
    expect(before).toMatchObject({ all: { taken: 4, attended: 3 }, ratings: { of: 1, mean: 4 } })
    expect(before.services).toMatchObject([{ service: 'Copia', quantity: 3 }])
    const acts = await office.acts()
    expect(acts).toContainEqual(['called', 'A001'])
    await database.db.updateTable('desk_acts').set({ reason: 'viene con muletas' }).execute()
    office.clock.advance((KEPT_DAYS - 2) * DAY)
    expect(await office.prune()).toBe(6)
    expect(await office.count('tickets')).toBe(0)
    for (const table of [
      'polls',
      'ticket_notes',
      'ticket_services',
      'push_deliveries',
      'ticket_addresses',
    ] as const)
      expect(await database.db.selectFrom(table).selectAll().execute(), table).toEqual([])
    expect(await office.figures()).toEqual(before)
    expect((await office.figures()).ratings).toEqual({ of: 1, mean: 4 })
    // What clerks did is told of its number still; what they wrote of a person, nobody could take away later.
    expect(await office.acts()).toEqual(acts)
    const said = database.db.selectFrom('desk_acts').select('act').where('reason', 'is not', null)
    expect((await said.where('act', 'in', ['called', 'attended', 'removed']).execute()).length).toBe(0)
    await office.prune()
    expect(await office.figures()).toEqual(before)
  })

  it('[STAT-01] whatever would have its day counted anew leaves it: there is nothing to count', async () => {
    const database = await open()
    const office = await pastDay(database)
    office.clock.advance((KEPT_DAYS + 1) * DAY)
    const before = await office.figures()
    await office.prune()
    await database.db.updateTable('offices').set({ time_zone: 'Pacific/Easter' }).execute()
    await sql`delete from day_figures`.execute(database.db)
    await keepDays(office.context)
    expect(await office.figures()).toEqual(before)
  })

  it('stay for as many days as are said, by the office’s own calendar', async () => {
    const database = await open()
    // There it is the day before yet.
    const [here, west] = [await pastDay(database), await pastDay(database, 'Pacific/Midway')]
    expect(addDays(west.day, 0)).toBe(here.day)
    await sql`
      insert into tickets (id, office_id, line_id, day, number, prefix, state, place, inserted_at, ended_at)
      values (gen_random_uuid(), ${here.office_id}, ${here.line}, ${here.day}::date - 1, 9, 'A', 'given-up', 9, ${NOON}, ${NOON})`.execute(
      database.db,
    )
    here.clock.at = new Date(Date.parse(`${addDays(here.day, KEPT_DAYS)}T23:59:00-03:00`))
    expect(await here.prune()).toBe(1)
    here.clock.at = new Date(Date.parse(`${addDays(here.day, KEPT_DAYS + 1)}T00:01:00-03:00`))
    expect(await here.prune()).toBe(6)
    expect(await west.count('tickets')).toBe(6)
  })

  it('stay where one of that day is not over, and where the time of day is in doubt', async () => {
    const database = await open()
    const office = await pastDay(database)
    await office.fill(office.line, 1)
    office.clock.advance((KEPT_DAYS + 1) * DAY)
    const [late] = await office.fill(office.line, 1)
    expect(await office.prune()).toBe(0)
    expect(await office.count('tickets')).toBe(8)
    await sql`update tickets set state = 'expired', ended_at = ${office.clock.at} where state = 'waiting' and day = ${office.day}`.execute(
      database.db,
    )
    const doubtful = { ...office.context, clock: { now: () => office.clock.at, isSure: () => false } }
    expect(await pruneTurns(doubtful, KEPT_DAYS)).toBe(0)
    expect(await office.prune()).toBe(7)
    expect((await office.ticket(late ?? '')).state).toBe('waiting')
  })

  it('go from offices that are closed for ever, whose days nobody counted', async () => {
    const database = await open()
    // Behind many others, of which nothing is old.
    await sql`
      insert into offices (slug, name, category_slug, organization_id, address, district, region, time_zone, hours, updated_at)
      select 'otra-' || n, 'Otra', 'notarias', 1, '', '', '', 'America/Santiago', '[]', ${NOON}
      from generate_series(1, 200) as n`.execute(database.db)
    const office = await pastDay(database)
    await office.leave()
    const before = await office.figures()
    await database.db.updateTable('offices').set({ active: false }).execute()
    office.clock.advance((KEPT_DAYS + 1) * DAY)
    expect(await office.prune()).toBe(6)
    expect(await office.figures()).toEqual(before)
  })

  it('[KEEP-07] go once where two servers are at it, with nobody who takes a number kept waiting', async () => {
    const database = await open()
    const office = await pastDay(database)
    const { clock } = office
    await sql`
      insert into tickets (id, office_id, line_id, day, number, prefix, state, place, inserted_at, ended_at)
      select gen_random_uuid(), ${office.office_id}, ${office.line}, day, n, 'A', 'given-up', n, ${NOON}, ${NOON}
      from generate_series(1, 450) as n, (values (${office.day}::date - 1), (${office.day}::date - 2)) as days (day)`.execute(
      database.db,
    )
    clock.advance((KEPT_DAYS + 1) * DAY)
    const [one, two] = await Promise.all([office.prune(), office.prune(), office.fill(office.line, 3)])
    const left = await office.prune()
    expect(one + two + left).toBe(906)
    expect(await office.waiting(office.line)).toEqual([1, 2, 3])
    const { all } = await officeFigures(office.context, {
      office_id: office.office_id,
      from: addDays(office.day, -2),
      to: addDays(office.day, -1),
    })
    expect(all).toMatchObject({ taken: 900, left: 900 })
  })

  it('[KEEP-06] go on the next time where the server ended, and are counted whole meanwhile', async () => {
    const database = await open()
    const office = await pastDay(database)
    await sql`
      insert into tickets (id, office_id, line_id, day, number, prefix, state, place, inserted_at, ended_at)
      select gen_random_uuid(), ${office.office_id}, ${office.line}, ${office.day}, n, 'A', 'given-up', n, ${NOON}, ${NOON}
      from generate_series(100, 700) as n`.execute(database.db)
    await sql`
      insert into polls (ticket_id, line_id, day, rating, answered_at)
      select id, line_id, day, 1, ${NOON} from tickets where number = 650`.execute(database.db)
    const { clock, context } = office
    clock.advance((KEPT_DAYS + 1) * DAY)
    const before = await office.figures()
    const ending = new AbortController()
    // The server is told to end while the first step is under way.
    const first = await pruneTurns(
      { database, clock: { now: () => (setImmediate(() => ending.abort()), context.clock.now()) } },
      KEPT_DAYS,
      ending.signal,
    )
    expect(first).toBeLessThan(607)
    expect(before.ratings).toEqual({ of: 2, mean: 2.5 })
    expect(await office.figures()).toEqual(before)
    // Somebody who missed their call comes back after all.
    await sql`update tickets set state = 'waiting', ended_at = null where number = 700`.execute(database.db)
    expect(first + (await office.prune())).toBe(606)
    expect(await office.count('tickets')).toBe(1)
    expect(await office.figures()).toEqual(before)
  })

  it('[TKT-06] [TKT-11] leave their owner the newer ones, and a request of then asks anew', async () => {
    const database = await open()
    const office = await pastDay(database)
    const { request_id } = await office.ticket(office.attended)
    office.clock.advance((KEPT_DAYS + 1) * DAY)
    const { tuid } = await office.take(office.line, office.regular)
    await giveUp(office.context, { tuid, user_id: office.regular })
    await office.prune()
    const { tickets, total } = await ticketsHistory(office.context, { user_id: office.regular, page: 1 })
    expect([tickets.map(each => each.tuid), total]).toEqual([[tuid], 1])
    await expect(office.rate()).rejects.toMatchObject({ code: 'not-found' })
    const again = await office.take(office.line, office.regular, { request_id: request_id ?? '' })
    expect(again.tuid).not.toBe(office.attended)
    expect((await office.ticket(again.tuid)).number).toBe(2)
  })

  it('take along what is left of somebody forgotten, and nobody who is known or may come back', async () => {
    const database = await open()
    const office = await pastDay(database)
    const owners = await Promise.all(
      office.tuids.map(async tuid => (await office.ticket(tuid)).user_id ?? ''),
    )
    const [booker = '', known = '', account = '', comesBack = '', nobody = ''] = owners
    await sql`update users set person = '\\x00' where id = ${known}`.execute(database.db)
    await sql`update users set temporal = false where id = ${account}`.execute(database.db)
    await sql`
      insert into sessions (id, user_id, cookie_hash, token_hash, created_at, expires_at)
      values (${randomUUID()}, ${comesBack}, '\\x01', '\\x01', ${NOON}, ${NOON})`.execute(database.db)
    await sql`insert into preferences (user_id, site, notifications) values (${nobody}, 'web', '{}')`.execute(
      database.db,
    )
    office.clock.advance((KEPT_DAYS + 1) * DAY)
    await office.prune()
    const left = async () =>
      (await database.db.selectFrom('users').select('id').execute()).map(({ id }) => id)
    expect(new Set(await left())).toEqual(
      new Set([booker, known, account, comesBack, office.cancelled.user_id]),
    )
    expect(await pruneReservations(office.context, KEPT_DAYS)).toBe(2)
    expect(new Set(await left())).toEqual(new Set([known, account, comesBack]))
  })

  it('take the last numbers and open hours of their day along, but a line’s newest', async () => {
    const database = await open()
    const office = await pastDay(database)
    expect([await office.count('line_days'), await office.count('modulo_hours')]).toEqual([1, 0])
    office.clock.advance(OPENED_AND_LEFT * MINUTE)
    await office.leave()
    expect(await office.count('modulo_hours')).toBe(1)
    office.clock.advance((KEPT_DAYS + 1) * DAY)
    const before = await office.figures()
    await office.prune()
    expect([await office.count('line_days'), await office.count('modulo_hours')]).toEqual([1, 0])
    expect(await office.figures()).toEqual(before)
    await office.fill(office.line, 1)
    expect(await office.count('line_days')).toBe(2)
  })

  it('leave the hours of two nights to the day on which they began, where that is not over', async () => {
    const database = await open()
    const office = await pastDay(database)
    await sql`
      insert into tickets (id, office_id, line_id, day, number, prefix, state, place, inserted_at)
      values (gen_random_uuid(), ${office.office_id}, ${office.line}, ${office.day}::date - 2, 9, 'A', 'waiting', 9, ${NOON})`.execute(
      database.db,
    )
    await sql`
      insert into modulo_hours (office_id, modulo_id, opened_at, closed_at, line_ids)
      values (${office.office_id}, ${office.desk.modulo_id}, ${NOON}::timestamptz - interval '44 hours', ${NOON}, '[]')`.execute(
      database.db,
    )
    office.clock.advance((KEPT_DAYS + 1) * DAY)
    expect(await office.prune()).toBe(6)
    expect(await office.count('modulo_hours')).toBe(1)
    await sql`update tickets set state = 'expired', ended_at = ${NOON} where state = 'waiting'`.execute(
      database.db,
    )
    expect(await office.prune()).toBe(1)
    expect(await office.count('modulo_hours')).toBe(0)
  })

  it('[STAT-01] take the open hours of days along on which nobody came, once they are kept for good', async () => {
    const database = await open()
    const office = await pastDay(database)
    await office.leave()
    const openedBetween = (opened: string, closed: string) =>
      sql`
      insert into modulo_hours (office_id, modulo_id, opened_at, closed_at, line_ids)
      values (${office.office_id}, ${office.desk.modulo_id}, ${NOON}::timestamptz + ${opened}::interval,
        ${NOON}::timestamptz + ${closed}::interval, '[]')`.execute(database.db)
    // Left open for two nights, and then opened for an hour now and then.
    await openedBetween('-10 days', '-8 days')
    await openedBetween('-7 days', '-7 days +1 hour')
    await openedBetween('5 days', '5 days 1 hour')
    const figures = async () => {
      const days = { from: addDays(office.day, -12), to: addDays(office.day, 6) }
      const asked = await officeFigures(office.context, { office_id: office.office_id, ...days })
      return { ...asked, at: null, today: null }
    }
    office.clock.advance((KEPT_DAYS - 3) * DAY)
    const before = await figures()
    expect(before.capacity?.days).toBe(6)
    expect(await office.prune()).toBe(0)
    // Of the day itself, and of the one that is still to come.
    expect(await office.count('modulo_hours')).toBe(2)
    await sql`delete from day_figures`.execute(database.db)
    expect(await figures()).toEqual(before)
    office.clock.advance(10 * DAY)
    expect(await office.prune()).toBe(6)
    expect(await office.count('modulo_hours')).toBe(0)
    await sql`delete from day_figures`.execute(database.db)
    expect(await figures()).toEqual(before)
  })

  it('reservations go once they are over and nothing refers to them; those to come stay', async () => {
    const database = await open()
    const office = await pastDay(database)
    office.clock.advance((KEPT_DAYS + 1) * DAY)
    await reservation(office, office.other, { inMinutes: 60 })
    const stuck = await reservation(office, office.other, {
      inMinutes: -(KEPT_DAYS + 2) * 24 * 60,
      state: 'called',
    })
    expect(await pruneReservations(office.context, KEPT_DAYS)).toBe(1)
    await database.db
      .insertInto('desk_acts')
      .values({
        office_id: office.office_id,
        at: NOON,
        clerk_id: office.desk.clerk_id,
        act: 'reservation-arrived',
        reservation_id: office.booked.id,
        ticket_id: null,
        line_id: office.other,
        modulo_id: null,
        reason: 'viene con muletas',
        detail: '{}',
      })
      .execute()
    const acts = await office.acts()
    await office.prune()
    expect(await pruneReservations(office.context, KEPT_DAYS)).toBe(1)
    expect(await office.count('reservations')).toBe(2)
    expect(await office.acts()).toEqual(acts)
    expect(acts).toContainEqual(['reservation-arrived', `RV${office.booked.id.slice(-3).toUpperCase()}`])
    const said = database.db.selectFrom('desk_acts').select('act').where('reason', 'is not', null)
    expect(await said.execute()).toEqual([])
    // One that was called and that nobody ended.
    const standing = database.db.selectFrom('reservations').select('id').where('id', '=', stuck.id)
    expect(await standing.execute()).toHaveLength(1)
  })

  it('reservations go whichever way they ended; one that nobody ended stays', async () => {
    const database = await open()
    const office = await queueOffice(database)
    const line = await office.line()
    const longAgo = { inMinutes: -(KEPT_DAYS + 2) * 24 * 60 }
    for (const state of RESERVATION_STATES) await reservation(office, line, { ...longAgo, state })
    expect(await pruneReservations(office.context, KEPT_DAYS)).toBe(5)
    const left = await database.db
      .selectFrom('reservations')
      .select('state')
      .where('office_id', '=', office.office_id)
      .orderBy('state')
      .execute()
    expect(left.map(({ state }) => state)).toEqual(['called', 'confirmed', 'pending', 'user-confirmed'])
  })
})

onPostgres('of nobody', freshUrl => {
  it('[KEEP-03] the id goes with the last two of their turns, though two servers should take away one each', async () => {
    const databaseUrl = await freshUrl()
    const servers = [1, 2].map(() => openDatabase({ dataDirectory: ':memory:', databaseUrl }))
    const [one, other] = (await Promise.all(servers)) as [Database, Database]
    try {
      const office = await queueOffice(one)
      const user_id = await office.user()
      for (const line of [await office.line(), await office.line()]) await office.take(line, user_id)
      await sql`update tickets set state = 'given-up', ended_at = inserted_at`.execute(one.db)
      const ids = (await one.db.selectFrom('tickets').select('id').execute()).map(({ id }) => id)
      const takeAway = async (transaction: Transaction<Tables>, id: string | undefined) => {
        await transaction
          .deleteFrom('tickets')
          .where('id', '=', id ?? '')
          .execute()
        await forgetNobodies(transaction, [{ user_id }])
      }
      let later: Promise<void> | undefined
      await one.transaction(async transaction => {
        await takeAway(transaction, ids[0])
        later = other.transaction(trx => takeAway(trx, ids[1]))
        let isDone = false
        void later.finally(() => {
          isDone = true
        })
        await waitFor('the other server', async () => {
          const { rows } = await sql.raw(WAITS_FOR_US).execute(transaction)
          return isDone || rows.length > 0
        })
      })
      await later
      expect(await one.db.selectFrom('users').select('id').execute()).toEqual([])
    } finally {
      await Promise.all([one.close(), other.close()])
    }
  })
})
