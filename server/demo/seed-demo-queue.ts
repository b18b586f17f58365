import type { Insertable, Transaction } from 'kysely'
import { wallTime } from '#contract/rules/office-time.ts'
import type { Database } from '#server/database/database.ts'
import type { Tables } from '#server/database/tables.ts'
import type { TicketsTable } from '#server/database/tables/turns.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Random } from '#server/platform/random.ts'
import { placeOf } from '#server/queue/turn/day-place.ts'
import { type DemoDesk, type DemoLine, type DemoOffice, openSince } from './demo-offices.ts'

const MINUTE_MS = 60_000
/** Between two calls of a line, before the demonstration began. */
const GAP_MINUTES = 3
const CALLED_MAX = 5
/** So long ago the first of those came who are in the past that is written. */
const PAST_MINUTES = 40
/** Waiting people a line begins with: mostly few, sometimes many. */
const WAITING = { fewest: 3, most: 14 }
const ROWS_AT_ONCE = 400

export interface SeedContext {
  database: Pick<Database, 'transaction'>
  clock: Clock
  random: Random
}

interface Numbering {
  day: string
  /** The newest number of the day so far. */
  last: number
}

function chooser({ fraction }: Random) {
  return (from: number, to: number) => from + Math.floor(fraction() * (to - from + 1))
}

/** What happened at a line before anybody looked: some were called, others wait. All are paper numbers. */
function pastOf(
  line: DemoLine,
  desk: DemoDesk,
  numbering: Numbering,
  { at, openMinutes, random }: { at: Date; openMinutes: number; random: Random },
) {
  const between = chooser(random)
  const waiting = WAITING.fewest + Math.floor(random.fraction() ** 2 * (WAITING.most - WAITING.fewest + 1))
  const called = Math.min(CALLED_MAX, Math.floor(openMinutes / GAP_MINUTES))
  // By late morning the dispenser has given many; only the newest are kept as tickets.
  const before = numbering.last > 0 ? 0 : Math.floor(openMinutes / (GAP_MINUTES + between(0, 3)))
  const ago = (minutes: number) =>
    new Date(at.getTime() - Math.min(minutes, openMinutes) * MINUTE_MS - between(0, 20) * 1_000)
  const { day } = numbering
  const rows = Array.from({ length: called + waiting }, (_, index) => {
    const number = numbering.last + before + index + 1
    const isCalled = index < called
    const calledAgo = (called - index) * GAP_MINUTES
    return {
      id: random.uuid(),
      office_id: desk.office_id,
      line_id: line.id,
      day,
      number,
      prefix: line.prefix,
      state: isCalled ? ('attended' as const) : ('waiting' as const),
      place: placeOf(day, number),
      user_id: null,
      identity_hash: null,
      request_id: null,
      inserted_at: ago(isCalled ? calledAgo + 20 : (called + waiting - index) * 2),
      called_at: isCalled ? ago(calledAgo) : null,
      calls: isCalled ? 1 : 0,
      modulo_id: isCalled ? desk.modulo_id : null,
      clerk_id: isCalled ? desk.clerk_id : null,
      ended_at: isCalled ? ago(calledAgo - GAP_MINUTES + 1) : null,
      meta: null,
    }
  })
  return { rows, last: numbering.last + before + called + waiting }
}

/** Seats the clerks of the offices that are open, where nobody else sits. */
async function openDesks(
  transaction: Transaction<Tables>,
  offices: readonly (DemoOffice & { openMinutes: number })[],
  at: Date,
) {
  const seated = await transaction
    .selectFrom('modulos')
    .select(['id', 'clerk_id'])
    .where('clerk_id', 'is not', null)
    .execute()
  const busy = new Set(seated.flatMap(({ id, clerk_id }) => [`modulo ${id}`, `clerk ${clerk_id}`]))
  const seats = offices.flatMap(({ desks, openMinutes }) => {
    // Since then the numbers of the past were called, too.
    const changed_at = new Date(at.getTime() - Math.min(openMinutes, PAST_MINUTES) * MINUTE_MS)
    return desks.map(desk => ({ ...desk, changed_at }))
  })
  for (const { modulo_id, clerk_id, changed_at } of seats) {
    if (busy.has(`modulo ${modulo_id}`) || busy.has(`clerk ${clerk_id}`)) continue
    await transaction
      .updateTable('modulos')
      .set({ clerk_id, opened_at: at, changed_at })
      .where('id', '=', modulo_id)
      .execute()
  }
}

/**
 * Gives each line of the offices that are open now a past, if it has too few waiting: numbers that were
 * called, and people who wait. Writes rows, not facts, because nobody can have missed them: to be called
 * before the server listens.
 */
export async function seedDemoQueue(
  { database, clock, random }: SeedContext,
  offices: readonly DemoOffice[],
): Promise<void> {
  const at = clock.now()
  const open = offices.flatMap(office => {
    const openMinutes = openSince(office, at)
    return openMinutes === null ? [] : [{ ...office, openMinutes, day: wallTime(at, office.time_zone).day }]
  })
  await database.transaction(async transaction => {
    await openDesks(transaction, open, at)
    const waiting = await transaction
      .selectFrom('tickets')
      .select(['line_id', row => row.fn.countAll<number>().as('count')])
      .where('state', '=', 'waiting')
      .groupBy('line_id')
      .execute()
    const enough = new Set(waiting.filter(row => row.count >= WAITING.fewest).map(row => row.line_id))
    const numberings = await transaction.selectFrom('line_days').selectAll().execute()
    const lastOf = new Map(numberings.map(row => [`${row.line_id} ${row.day}`, row.last_number]))

    const tickets: Insertable<TicketsTable>[] = []
    const days: { line_id: number; day: string; last_number: number }[] = []
    for (const { lines, desks, day, openMinutes } of open) {
      for (const [index, line] of lines.entries()) {
        const desk = desks[index % Math.max(1, desks.length)]
        if (!desk || !line.isFed || enough.has(line.id)) continue
        const numbering = { day, last: lastOf.get(`${line.id} ${day}`) ?? 0 }
        const { rows, last } = pastOf(line, desk, numbering, { at, openMinutes, random })
        tickets.push(...rows)
        days.push({ line_id: line.id, day, last_number: last })
      }
    }
    for (let start = 0; start < days.length; start += ROWS_AT_ONCE) {
      await transaction
        .insertInto('line_days')
        .values(days.slice(start, start + ROWS_AT_ONCE))
        .onConflict(conflict =>
          conflict
            .columns(['line_id', 'day'])
            .doUpdateSet({ last_number: row => row.ref('excluded.last_number') }),
        )
        .execute()
    }
    for (let start = 0; start < tickets.length; start += ROWS_AT_ONCE) {
      await transaction
        .insertInto('tickets')
        .values(tickets.slice(start, start + ROWS_AT_ONCE))
        .execute()
    }
  })
}
