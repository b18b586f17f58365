import fc from '#tests/support/fast-check.ts'
import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import type { Database } from '#server/database/database.ts'
import { linePaces, readPaces } from '#server/queue/lines/line-pace.ts'
import { createSharedPaces } from '#server/queue/lines/shared-paces.ts'
import type { Movement } from '#server/wait/by-pace.ts'
import { eachDatabase } from '#tests/support/databases.ts'
import { explaining, type Plan, rowsRead } from '#tests/support/explained-plans.ts'
import { NOON, queueOffice } from '#tests/support/queue-office.ts'
import { PATIENCE_MS } from '#tests/support/wait-for.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const DAY = 24 * 60 * MINUTE
const PAST_DAYS = 14

/** In milliseconds before now: when somebody was called, and how long they had waited by then. */
interface Call {
  ago: number
  waited: number
}

/** What the windows show, by the definition: all calls are looked at, once for each day. */
function moved(calls: readonly Call[]): { lately: Movement; usually: Movement } {
  const lately = { calls: 0, minutes: 0 }
  const usually = { calls: 0, minutes: 0 }
  for (let days = 0; days <= PAST_DAYS; days++) {
    const [oldest, newest] = days === 0 ? [60 * MINUTE, 0] : [30 * MINUTE, -30 * MINUTE]
    const seen = calls
      .filter(({ ago }) => ago < days * DAY + oldest && ago >= days * DAY + newest)
      .toSorted((one, other) => other.ago - one.ago)
    const movement = days === 0 ? lately : usually
    for (const [index, { ago, waited }] of seen.entries()) {
      const before = seen[index - 1]
      if (!before) continue
      movement.calls += 1
      movement.minutes += Math.min(before.ago - ago, waited) / MINUTE
    }
  }
  return { lately, usually }
}

/** Most near an edge of a window, where one second decides. */
const someCalls = fc.uniqueArray(
  fc.record({
    ago: fc
      .tuple(
        fc.nat({ max: PAST_DAYS + 2 }),
        fc.constantFrom(-30, 0, 30, 60),
        fc.integer({ min: -1800, max: 1800 }),
        fc.boolean(),
      )
      .map(
        ([days, edge, seconds, near]) => days * DAY + edge * MINUTE + (near ? seconds % 3 : seconds) * SECOND,
      )
      .filter(ago => ago >= 0),
    waited: fc.integer({ min: 0, max: 3600 }).map(seconds => seconds * SECOND),
  }),
  { maxLength: 120, selector: ({ ago }) => ago },
)

eachDatabase('the pace of a line', open => {
  let database: Database
  beforeAll(async () => {
    database = await open()
  })

  const insertCalls = (office_id: number, line_id: number, calls: readonly Call[], behind = 0) =>
    sql`
    insert into tickets (id, office_id, line_id, day, number, prefix, state, place, inserted_at, called_at, calls)
    select gen_random_uuid(), ${office_id}::integer, ${line_id}::integer, '2026-01-01', n + ${behind}::integer, 'A', 'attended', n,
           ${NOON}::timestamptz - (ago + waited) * interval '1 ms', ${NOON}::timestamptz - ago * interval '1 ms', 1
    from unnest(${calls.map(call => call.ago)}::bigint[], ${calls.map(call => call.waited)}::bigint[])
      with ordinality as c (ago, waited, n)`.execute(database.db)

  it('is what the calls of the last hour, and of this hour on fourteen days, say', async () => {
    const office = await queueOffice(database)
    await fc.assert(
      fc.asyncProperty(someCalls, async calls => {
        const line = await office.line()
        await insertCalls(office.office_id, line, calls)
        const pace = (await linePaces(database.db, [line], NOON)).get(line)
        const expected = moved(calls)
        for (const when of ['lately', 'usually'] as const) {
          expect(pace?.[when].calls).toBe(expected[when].calls)
          expect(pace?.[when].minutes).toBeCloseTo(expected[when].minutes, 6)
        }
      }),
      { numRuns: 40 },
    )
  })

  it('is read from those hours alone, however much lies behind the line', async () => {
    const office = await queueOffice(database)
    const line = await office.line()
    const perDay = 24
    const hourly = Array.from({ length: 365 * perDay }, (_, hour) => ({
      ago: (hour * DAY) / perDay + MINUTE,
      waited: 5 * MINUTE,
    }))
    await insertCalls(office.office_id, line, hourly)
    await sql`analyze tickets`.execute(database.db)
    const plans: Plan[] = []
    await linePaces(database.db.withPlugin(explaining(plans)), [line], NOON)
    expect(plans).toHaveLength(1)
    const read = plans.map(plan => rowsRead(plan, 'tickets'))
    // One call in each window.
    expect(read[0]).toBeGreaterThanOrEqual(PAST_DAYS + 1)
    expect(read[0]).toBeLessThan(5 * (PAST_DAYS + 1))
  })

  it('shared, reads the past days once a minute, and what moves now each time', async () => {
    const office = await queueOffice(database)
    const line = await office.line()
    const other = await office.line()
    const call = (ago: number) => ({ ago, waited: 20 * MINUTE })
    const days = Array.from({ length: PAST_DAYS }, (_, day) => [
      call((day + 1) * DAY),
      call((day + 1) * DAY + MINUTE),
    ])
    await insertCalls(office.office_id, line, [call(MINUTE), call(2 * MINUTE), ...days.flat()])
    await insertCalls(office.office_id, other, days.flat())
    const shared = createSharedPaces()
    const paceAfter = async (ms: number, id = line) =>
      (await shared.of(database.db, [line, id], new Date(NOON.getTime() + ms))).get(id)
    const first = await paceAfter(0)
    expect(first).toEqual((await linePaces(database.db, [line], NOON)).get(line))
    expect(first?.usually.calls).toBe(PAST_DAYS)

    const plans: Plan[] = []
    await shared.of(database.db.withPlugin(explaining(plans)), [line], NOON)
    expect(plans.map(plan => rowsRead(plan, 'tickets') < PAST_DAYS)).toEqual([true])

    // Half a minute later somebody was called, and what was yesterday has changed, as it never does.
    await insertCalls(office.office_id, line, [call(-30 * SECOND), call(DAY + 2 * MINUTE)], 100)
    const soon = await paceAfter(MINUTE - 1)
    expect(soon?.lately.calls).toBe(2)
    expect(soon?.usually).toEqual(first?.usually)
    expect((await paceAfter(MINUTE))?.usually.calls).toBe(PAST_DAYS + 1)
    // Whoever knows one line knows nothing of another.
    expect((await paceAfter(MINUTE, other))?.usually.calls).toBe(PAST_DAYS)
    expect((await paceAfter(MINUTE))?.usually.calls).toBe(PAST_DAYS + 1)
  })

  it('shared, is planned once for what moves, however often it is asked', async () => {
    // Asked for with an option, so it is a new one: what the others have in their tables would count.
    const own = await open({ acquireTimeout: PATIENCE_MS })
    const office = await queueOffice(own)
    const line = await office.line()
    const shared = createSharedPaces()
    const kept = await own.transaction(async db => {
      // The first reads what is usual, too; the next five are planned each, to see what that gains.
      for (let time = 0; time < 1 + 5 + 10; time++) await shared.of(db, [line], NOON)
      const { rows } = await sql<{ kept: number }>`
        select generic_plans::integer as kept from pg_prepared_statements
        where statement like ${'%asked as materialized%fallback_minutes%'}`.execute(db)
      return rows.map(row => row.kept)
    })
    expect(kept.toSorted((one, other) => one - other)).toEqual([0, 10])
  })

  it('takes attentions to last as they did in the last four hours, read once a minute', async () => {
    const office = await queueOffice(database)
    const line = await office.line()
    const desk = await office.clerk()
    let number = 0
    // What somebody forgot for three hours says nothing.
    const attended = (ago: number, lasted: number) =>
      sql`
      insert into tickets (
        id, office_id, line_id, day, number, prefix, state, place, inserted_at, called_at, ended_at, calls, modulo_id
      ) select gen_random_uuid(), ${office.office_id}::integer, ${line}::integer, '2026-01-01', ${++number}::integer, 'A',
        'attended', ${number}::integer, over - took, over - took, over, 1, ${desk.modulo_id}::integer
      from (
        select ${NOON}::timestamptz - ${ago}::integer * interval '1 minute' as over, ${lasted}::integer * interval '1 minute' as took
      ) past`.execute(database.db)
    for (const [ago, lasted] of [
      [1, 5],
      [239, 7],
      [241, 11],
      [9, 190],
      [70, 175],
    ] as const)
      await attended(ago, lasted)
    const known = { calls: 3, minutes: 5 + 7 + 175 }
    expect((await linePaces(database.db, [line], NOON)).get(line)?.work).toEqual(known)
    const shared = createSharedPaces()
    const workAfter = async (ms: number) =>
      (await shared.of(database.db, [line], new Date(NOON.getTime() + ms))).get(line)?.work
    expect(await workAfter(0)).toEqual(known)
    const plans: Plan[] = []
    await shared.of(database.db.withPlugin(explaining(plans)), [line], new Date(NOON.getTime() + SECOND))
    // Two are of the last hour, and their calls may have been made in it.
    expect(plans.map(plan => rowsRead(plan, 'tickets') <= 2)).toEqual([true])
    await attended(0, 3)
    expect(await workAfter(MINUTE - 1)).toEqual(known)
    // By then what ended 239 minutes before noon is no longer lately.
    expect(await workAfter(MINUTE)).toEqual({ calls: 3, minutes: 5 + 175 + 3 })
  })

  it('shared, takes no figures of a clock that was set back for young ones', async () => {
    const office = await queueOffice(database)
    const line = await office.line()
    const shared = createSharedPaces()
    const usualCalls = async (at: number) =>
      (await shared.of(database.db, [line], new Date(at))).get(line)?.usually.calls
    expect(await usualCalls(NOON.getTime() + DAY)).toBe(0)
    await insertCalls(office.office_id, line, [
      { ago: DAY, waited: MINUTE },
      { ago: DAY + MINUTE, waited: MINUTE },
    ])
    expect(await usualCalls(NOON.getTime())).toBe(1)
  })

  it('[WAIT-04] knows which minute of the day it is by the office’s own clock', async () => {
    const minutes: (number | undefined)[] = []
    // The first of them is at noon; the last is ahead by half an hour more.
    for (const time_zone of ['America/Santiago', 'UTC', 'Asia/Kolkata']) {
      const line = await (await queueOffice(database, { time_zone })).line()
      const at = new Date(NOON.getTime() + 30 * SECOND)
      minutes.push((await readPaces(database.db, [line], at)).get(line)?.moving.minuteOfDay)
    }
    expect(minutes).toEqual([12 * 60 + 0.5, 15 * 60 + 0.5, 20 * 60 + 30.5])
  })
})
