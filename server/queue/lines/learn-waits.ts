import { type Kysely, type RawBuilder, sql } from 'kysely'
import { calendarNow } from '#server/database/calendar-now.ts'
import { eachByItself } from '#server/database/each-by-itself.ts'
import { InTrouble } from '#server/database/in-trouble.ts'
import { inLane } from '#server/database/lanes.ts'
import type { Tables } from '#server/database/tables.ts'
import { isSure } from '#server/platform/clock.ts'
import { CALIBRATE_LEAST, type Calibration, calibrate } from '#server/wait/calibrate.ts'
import type { FlowHabits } from '#server/wait/flow.ts'
import { habitsOf } from '#server/wait/habits.ts'
import type { QueueContext } from '../queue-context.ts'
import { type LineOfOffice, PAST_DAYS, readFinishedWaits, readPastDays } from './past-days.ts'

/** Lines that one run learns of: a second or two of the busiest office. */
const LINES_A_RUN = 40
/** Habits change slowly, and numbers with fewer digits are read sooner. */
const DIGITS = 1_000

const inTrouble = new InTrouble()

const shorter = (list: readonly number[]) => list.map(value => Math.round(value * DIGITS) / DIGITS)

/**
 * Of which nothing was learned since the office's midnight, and something can be; those that wait for it
 * longest first, and behind them those of these ids, in their order.
 */
async function linesBehind(
  db: Kysely<Tables>,
  calendar: RawBuilder<unknown>,
  last: readonly number[],
): Promise<LineOfOffice[]> {
  const { rows } = await sql<LineOfOffice>`
    select l.id as line_id, l.office_id, l.priority, o.time_zone, calendar.today
    from lines l join offices o on o.id = l.office_id
    join ${calendar} on calendar.time_zone = o.time_zone
    left join line_habits h on h.line_id = l.id
    where l.active and o.active and (h.learned_on is null or h.learned_on < calendar.today) and exists (
      select from tickets t where coalesce(t.given_in, t.line_id) = l.id
        and t.day between calendar.today - ${PAST_DAYS}::integer and calendar.today - 1
    )
    order by array_position(${last}::integer[], l.id) nulls first, h.learned_on nulls first, l.id
    limit ${LINES_A_RUN}::integer`.execute(db)
  return rows
}

async function keep(
  db: Kysely<Tables>,
  { line_id, today }: LineOfOffice,
  habits: FlowHabits | null,
  calibration: Calibration | null,
): Promise<void> {
  // Somebody was called and gone in the same moment: that takes no desk any time, and says nothing.
  const per_call = habits && habits.work.minutes > 0 ? habits.work.minutes / habits.work.calls : null
  const known = per_call === null ? null : habits
  const learned = {
    learned_on: today,
    per_call,
    habits:
      known && JSON.stringify({ ...known, desks: shorter(known.desks), claimed: shorter(known.claimed) }),
    calibration:
      calibration &&
      JSON.stringify({
        flow: shorter(calibration.flow),
        low: shorter(calibration.low),
        high: shorter(calibration.high),
      }),
  }
  await db
    .insertInto('line_habits')
    .values({ line_id, ...learned })
    .onConflict(conflict => conflict.column('line_id').doUpdateSet(learned))
    .execute()
}

/**
 * Learns from days that are over how lines go, each line's after its office's midnight: what desks there
 * usually are, how long attentions take, and by how much what was said was off. Where a line has too few
 * finished waits, those of its whole office stand in. In the lane of those who look, a line at a time;
 * nobody who takes a number waits for more than one of its statements. While the time of day is in doubt
 * nothing is learned: the day would be the wrong one. Lines that failed have their turn after all others. To
 * be called about once a minute.
 * @param ending aborted where no further step may begin: what is left is done the next time
 * @returns of how many lines
 * @throws what the first threw that failed, once all others are done
 * @see rule WAIT-04
 */
export async function learnWaits(
  { database, clock }: Pick<QueueContext, 'database' | 'clock'>,
  ending?: AbortSignal,
): Promise<number> {
  if (!isSure(clock)) return 0
  const { db } = database
  const calendar = await inLane('readers', () => calendarNow(db, clock.now()))
  if (ending?.aborted) return 0
  const lines = await inLane('readers', () => linesBehind(db, calendar, inTrouble.idsAt(database)))
  let learned = 0
  const learnOf = async (line: LineOfOffice) => {
    const habits = habitsOf(await inLane('readers', () => readPastDays(db, line)))
    const own = await inLane('readers', () => readFinishedWaits(db, line))
    const finished =
      own.length >= CALIBRATE_LEAST
        ? own
        : await inLane('readers', () => readFinishedWaits(db, { ...line, line_id: null }))
    await inLane('readers', () => keep(db, line, habits, calibrate(finished)))
    learned += 1
  }
  const learn = (line: LineOfOffice) => inTrouble.whether(database, line.line_id, () => learnOf(line))
  await eachByItself(lines, learn, ending)
  return learned
}
