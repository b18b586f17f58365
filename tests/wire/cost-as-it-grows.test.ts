import { sql, type Transaction } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { NUMBERS_TO_DOUBLE, TICKET_RECENCY_MS } from '#contract/limits.ts'
import type { Database } from '#server/database/database.ts'
import type { Tables } from '#server/database/tables.ts'
import { addressKey } from '#server/knocks/asker.ts'
import { countKnock } from '#server/knocks/count-knock.ts'
import { proofDoublings } from '#server/knocks/proof-doublings.ts'
import { deskState } from '#server/queue/call/desk-state.ts'
import { whyBefore } from '#server/queue/call/why-before.ts'
import { closeOffices } from '#server/queue/day/close-offices.ts'
import { expireTickets } from '#server/queue/turn/expire-tickets.ts'
import { createQueueMemory } from '#server/queue/queue-memory.ts'
import { systemTimers } from '#server/platform/timers.ts'
import { eachDatabase } from '#tests/support/databases.ts'
import { explaining, indexesRead, type Plan } from '#tests/support/explained-plans.ts'
import { NOON, queueOffice } from '#tests/support/queue-office.ts'
import { reservation } from '#tests/support/queue-reservations.ts'
import { rowsReadByKeptPlans } from '#tests/support/rows-read-by-kept-plans.ts'

const HOUR_MS = 3_600_000
/** As a year leaves behind, or a country: enough that whoever reads it all is told from whoever does not. */
const MANY = 3_000
/** What one office, one day or one person has; the planner may read some of it twice. */
const FEW = 150

eachDatabase('what is read, however much there is', open => {
  let database: Database
  beforeAll(async () => {
    database = await open()
  })

  /** Numbers that are over, each called some seconds before the one before it. */
  const attended = (to: { office_id: number; line_id: number; modulo_id: number | null; before: Date }) =>
    sql`
    insert into tickets (id, office_id, line_id, day, number, prefix, state, place, modulo_id, inserted_at, called_at, ended_at, calls)
    select gen_random_uuid(), ${to.office_id}::integer, ${to.line_id}::integer, date '2020-01-01' + n % 40, n, 'A', 'attended', n,
      ${to.modulo_id}::integer, ${to.before}::timestamptz - n * interval '3 s', ${to.before}::timestamptz - n * interval '2 s',
      ${to.before}::timestamptz - n * interval '1 s', 1
    from generate_series(1, ${MANY}::integer) as n`.execute(database.db)

  it('a desk’s state is not all that was called at the other desks since it opened', async () => {
    const office = await queueOffice(database)
    const line_id = await office.line()
    const clerk = await office.clerk()
    const other = await office.clerk()
    office.clock.advance(8 * HOUR_MS)
    await attended({ ...other, line_id, before: new Date(NOON.getTime() + 3 * HOUR_MS) })
    await office.fill(line_id, 2)
    await office.call(clerk)
    await sql`analyze tickets`.execute(database.db)
    const read = await rowsReadByKeptPlans(database, 'tickets', async here => {
      const memory = createQueueMemory({ database: here, clock: office.clock, timers: systemTimers })
      const state = await deskState({ ...office.context, ...memory, database: here }, clerk)
      expect(state.current).not.toBeNull()
      expect(state.modulos.find(({ id }) => id === other.modulo_id)).toMatchObject({
        idle_since: expect.any(String),
      })
    })
    expect(read).toBeLessThan(FEW)
  })

  it('[PAST-01] «¿Por qué antes?» is not all numbers and times that the office ever had', async () => {
    const office = await queueOffice(database)
    const line_id = await office.line({ prefix: 'A' })
    const clerk = await office.clerk()
    await attended({ ...clerk, line_id, before: new Date(NOON.getTime() - 48 * HOUR_MS) })
    await sql`
      insert into reservations (id, office_id, line_id, user_id, request_id, state, block_from, block_to, slot, slots, inserted_at, deleted_at, ended_at)
      select gen_random_uuid(), ${office.office_id}::integer, ${line_id}::integer, ${await office.user()}::uuid, gen_random_uuid(),
        case when n % 2 = 0 then 'attended' else 'cancelled' end, b.at, b.at + interval '15 min', 1, 1, b.at,
        case when n % 2 = 1 then b.at end, b.at
      from generate_series(1, ${MANY}::integer) as n, lateral (select ${NOON}::timestamptz - n * interval '1 day' as at) b`.execute(
      database.db,
    )
    const due = await reservation(office, line_id, { inMinutes: -1 })
    await office.fill(line_id, 1)
    await office.call(clerk)
    await sql`analyze tickets`.execute(database.db)
    await sql`analyze reservations`.execute(database.db)
    const asked = { office_id: office.office_id, first: due.code, second: 'A001' }
    const ask = (here: Database) => whyBefore({ ...office.context, database: here }, asked)
    expect((await ask(database)).first.ticket).toBe(due.code)
    expect(await rowsReadByKeptPlans(database, 'tickets', ask)).toBeLessThan(FEW)
    expect(await rowsReadByKeptPlans(database, 'reservations', ask)).toBeLessThan(FEW)
    const plans: Plan[] = []
    const explained = { ...database, db: database.db.withPlugin(explaining(plans, 'from reservations ')) }
    // The plan is all that is answered.
    await expect(ask(explained)).rejects.toThrow('the number does not exist')
    expect(plans.flatMap(indexesRead)).toEqual(
      expect.arrayContaining(['reservations_of_office', 'reservations_let_go']),
    )
  })

  it('[DESK-09] who waits at an office whose day is over is not everybody who waits in the country', async () => {
    const elsewhere = await queueOffice(database)
    await sql`
      with crowded as (
        insert into lines (office_id, slug, name, prefix, type)
        select ${elsewhere.office_id}::integer, 'crowded-' || n, 'Fila', 'A', 'normal' from generate_series(1, 300) as n
        returning id
      )
      insert into tickets (id, office_id, line_id, day, number, prefix, state, place, inserted_at, calls)
      select gen_random_uuid(), ${elsewhere.office_id}::integer, id, '2020-01-01', n, 'A', 'waiting', n, ${NOON}::timestamptz, 0
      from crowded, generate_series(1, ${MANY}::integer / 300) as n`.execute(database.db)
    const hours = [1, 2, 3, 4, 5, 6, 7].map(weekday => ({ weekday, from: '09:00', to: '13:45' }))
    const office = await queueOffice(database, { hours })
    await database.db
      .updateTable('offices')
      .set({ closing: 'finish' })
      .where('id', '=', office.office_id)
      .execute()
    const line_id = await office.line()
    await office.clerk()
    await office.fill(line_id, 2)
    office.clock.advance(2 * HOUR_MS)
    await sql`analyze tickets`.execute(database.db)
    const close = (here: Database) =>
      closeOffices({
        ...office.context,
        database: { ...here, transaction: change => change(here.db as Transaction<Tables>) },
      })
    // Once for all offices: where anybody waits.
    expect(await rowsReadByKeptPlans(database, 'tickets', close)).toBeLessThan(MANY + FEW)
    // They are attended still.
    expect(await office.waiting(line_id)).toHaveLength(2)
    expect(office.told.map(({ name }) => name)).toContain('line:frozen')
  })

  it('[SEC-03] a proof for an address that took many numbers reads the offices that name one, and no others', async () => {
    const { context, nameNetworks } = await queueOffice(database)
    await sql`
      insert into offices (slug, name, category_slug, organization_id, address, district, region, latitude, longitude, time_zone, hours, closures, updated_at)
      select 'far-' || n, 'Lejos', 'notarias', 1, 'Bandera 1', 'Santiago', 'Metropolitana', -33, -70, 'America/Santiago', '[]', '[]', ${NOON}::timestamptz
      from generate_series(1, ${MANY}::integer) as n`.execute(database.db)
    await sql`analyze offices`.execute(database.db)
    const asked = { address: '192.0.2.7', at: NOON, protect: context.protect }
    const keys = [addressKey(asked, context.protect)]
    await countKnock(database.db, { kind: 'number', keys, at: NOON, times: 2 * NUMBERS_TO_DOUBLE })
    const doublings = ({ db }: Database) => proofDoublings(db, asked)
    expect(await doublings(database)).toBe(2)
    expect(await rowsReadByKeptPlans(database, 'offices', doublings)).toBeLessThan(FEW)
    await nameNetworks([{ address: '192.0.2.0/24', numbers: 400 }])
    expect(await doublings(database)).toBe(0)
  })

  it('[TKT-05] whoever comes back after a night ends what they held, and not the night of all other offices', async () => {
    const elsewhere = await queueOffice(database)
    const far = await elsewhere.line()
    const [stays] = await elsewhere.fill(far, 1)
    const office = await queueOffice(database)
    const line_id = await office.line()
    const user_id = await office.user()
    const { tuid: held } = await office.take(line_id, user_id)
    office.clock.advance(TICKET_RECENCY_MS + 1)
    await office.take(line_id, user_id)
    expect(await office.ticket(held)).toMatchObject({ state: 'expired' })
    expect(await elsewhere.ticket(stays ?? '')).toMatchObject({ state: 'waiting' })
    await expireTickets(office.context)
    expect(await elsewhere.ticket(stays ?? '')).toMatchObject({ state: 'expired' })
  })
})
