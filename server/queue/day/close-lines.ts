import { type RawBuilder, sql, type Transaction } from 'kysely'
import type { Closing } from '#contract/rest/desk-day.ts'
import { officeDayAt } from '#contract/rules/office-day.ts'
import { addDays, type OpeningTimes, wallTime } from '#contract/rules/office-time.ts'
import { instantOfWallTime } from '#contract/rules/wall-stretches.ts'
import { ATTENDED_STILL } from '#locales/messages/texts.ts'
import type { Tables } from '#server/database/tables.ts'
import type { DoneAt } from '#server/facts/clerk-office.ts'
import { noteAct } from '#server/facts/note-act.ts'
import type { NewFact } from '#server/facts/fact.ts'
import type { Random } from '#server/platform/random.ts'
import { type LineChoice, linesOfOffice } from '../lines/lines-of-office.ts'
import { stopNews } from '../lines/stop-news.ts'
import type { QueueContext } from '../queue-context.ts'
import { changeTurns } from '../turn/change-turns.ts'
import { endWaiting } from '../turn/end-waiting.ts'
import { messageTurns } from '../turn/message-turns.ts'
import { leaveModulos } from './leave-modulos.ts'
import { openingTimes } from '../turn/opening-times.ts'

const WEEK_DAYS = 7

/** When a line that closes now gives numbers again: with the office's next day, or at most in a week. */
export const nextDayOf = (office: OpeningTimes, at: Date): Date =>
  officeDayAt(at, office).next ??
  instantOfWallTime(addDays(wallTime(at, office.time_zone).day, WEEK_DAYS), 0, office.time_zone)

/** The same of a clerk's word, which is about today: before the doors open it is about the day to come. */
function dayAfterToday(office: OpeningTimes, at: Date): Date {
  const next = nextDayOf(office, at)
  const isToday = wallTime(next, office.time_zone).day === wallTime(at, office.time_zone).day
  return isToday && officeDayAt(at, office).isOver ? nextDayOf(office, next) : next
}

/**
 * Closes lines for the day, and tells those who wait what happens to them; who has been told already that
 * they are attended still is told no second time. One that is closed for longer stays so, and the clock
 * changes none that is closed. The caller holds the office.
 * @param spared of `tickets`, in SQL: who waits on where the others are sent home
 * @param byClock that the office's hours are over, and nobody said so
 */
export async function shutLines(
  { random }: { random: Random },
  transaction: Transaction<Tables>,
  {
    line_ids,
    until,
    waiting,
    spared = sql`false`,
    byClock = false,
  }: {
    line_ids: readonly number[]
    until: Date
    waiting: Closing
    spared?: RawBuilder<unknown> | undefined
    byClock?: boolean
  },
  at: Date,
): Promise<NewFact[]> {
  const { rows } = await sql<{ id: number; was_closed: boolean }>`
    update lines l set closed_until = ${until}::timestamptz, closed_by_clock = ${byClock}::boolean
    from (
      select id, coalesce(closed_until > ${at}::timestamptz, false) as was_closed from lines
      where id = any(${line_ids}::integer[])
    ) before
    where l.id = before.id and (
      not before.was_closed
      or not ${byClock}::boolean and (
        l.closed_until < ${until}::timestamptz
        or l.closed_by_clock and l.closed_until = ${until}::timestamptz
      )
    )
    returning l.id, before.was_closed`.execute(transaction)
  const closed = rows.filter(({ was_closed }) => !was_closed).map(({ id }) => id)
  const news = await stopNews(transaction, rows, at)
  const told =
    waiting === 'finish'
      ? await messageTurns(
          transaction,
          sql`t.state = 'waiting' and t.line_id = any(${closed}::integer[])`,
          { id: random.uuid(), texts: ATTENDED_STILL },
          at,
        )
      : await endWaiting(
          transaction,
          sql`line_id = any(${line_ids}::integer[]) and not ${spared}`,
          'sent-home',
          at,
        )
  return [...news, ...told]
}

/**
 * A clerk closes a line for today, or the whole office's day: then the modulos at which nobody stands close
 * too, unless those who wait are to be attended first.
 * @throws Refusal not-found, where the office has no such line
 * @see rule DESK-09
 */
export async function closeLines(
  context: QueueContext,
  input: LineChoice & DoneAt & { waiting: Closing },
): Promise<void> {
  const { office_id, clerk_id, line_id, waiting } = input
  const line_ids = await linesOfOffice(context.database.db, input)
  await changeTurns(context, input, async (transaction, at) => {
    const until = dayAfterToday(await openingTimes(transaction, office_id), at)
    const facts = await shutLines(context, transaction, { line_ids, until, waiting }, at)
    if (facts.length > 0) {
      await noteAct(transaction, {
        office_id,
        clerk_id,
        at,
        act: 'line-closed',
        line_id,
        detail: { waiting },
      })
    }
    if (line_id === null && waiting === 'send-home') await leaveModulos(transaction, office_id, { at })
    return facts
  })
}

/**
 * A line that was closed for today gives numbers again, or all of an office. Who was sent home stays so.
 * @throws Refusal not-found, where the office has no such line
 */
export async function reopenLines(context: QueueContext, input: LineChoice & DoneAt): Promise<void> {
  const { office_id, clerk_id, line_id } = input
  const line_ids = await linesOfOffice(context.database.db, input)
  await changeTurns(context, input, async (transaction, at) => {
    const { rows } = await sql<{ id: number }>`
      update lines l set closed_until = null, closed_by_clock = false
      where l.id = any(${line_ids}::integer[]) and l.closed_until is not null
      returning l.id`.execute(transaction)
    if (rows.length === 0) return []
    await noteAct(transaction, { office_id, clerk_id, at, act: 'line-reopened', line_id })
    return await stopNews(transaction, rows, at)
  })
}
