import { type RawBuilder, sql, type Transaction } from 'kysely'
import { CLOSING_IDLE_MS } from '#contract/desk-limits.ts'
import type { DeskAct } from '#contract/rest/desk-acts.ts'
import type { Closing } from '#contract/rest/desk-day.ts'
import { officeDayAt } from '#contract/rules/office-day.ts'
import { type OpeningTimes, wallTime } from '#contract/rules/office-time.ts'
import { instantOfWallTime } from '#contract/rules/wall-stretches.ts'
import { eachByItself } from '#server/database/each-by-itself.ts'
import type { Tables } from '#server/database/tables.ts'
import { isSure } from '#server/platform/clock.ts'
import { linesOfOffice } from '../lines/lines-of-office.ts'
import type { QueueContext } from '../queue-context.ts'
import { changeTurns } from '../turn/change-turns.ts'
import { isDue } from '../turn/due-reservation.ts'
import { nextDayOf, shutLines } from './close-lines.ts'
import { leaveModulos } from './leave-modulos.ts'
import { openingTimes } from '../turn/opening-times.ts'

interface OfficeAtWork extends OpeningTimes {
  id: number
}

/** Where somebody waits, or a modulo is open: all other offices have nothing to close. */
const officesAtWork = async ({ database }: QueueContext): Promise<OfficeAtWork[]> =>
  await database.db
    .selectFrom('offices as o')
    .select(['o.id', 'o.time_zone', 'o.hours', 'o.closures'])
    .where(
      sql<boolean>`(
        o.id in (select t.office_id from tickets t where t.state = 'waiting')
        or o.id in (select m.office_id from modulos m where m.clerk_id is not null)
      )`,
    )
    .orderBy('o.id')
    .execute()

const laterOf = (one: Date, other: Date): Date => (one > other ? one : other)

const dayBegan = (at: Date, timeZone: string): Date =>
  instantOfWallTime(wallTime(at, timeZone).day, 0, timeZone)

/** By these a clerk lets somebody wait, who stood before them. */
const SENT_ON: readonly DeskAct[] = ['transferred', 'brought-back', 'put-back', 'call-taken-back']

/** SQL over `tickets`: a clerk has let them wait since then. */
const sentOn = (since: Date): RawBuilder<boolean> => sql<boolean>`exists (
  select from desk_acts a
  where a.ticket_id = tickets.id and a.act = any(${SENT_ON}::text[]) and a.at > ${since}::timestamptz
)`

/**
 * Somebody is to be attended still, and somebody is there to call them: whoever booked, whose time was
 * promised; those whom a clerk sent on; and those who wait where the office says so.
 */
async function isFinishing(
  transaction: Transaction<Tables>,
  { id, closing, line_ids }: { id: number; closing: Closing; line_ids: readonly number[] },
  { closedAt, lately, since, at }: { closedAt: Date; lately: Date; since: Date; at: Date },
): Promise<boolean> {
  const { rows } = await sql<{ is_finishing: boolean }>`
    select exists (select from modulos m where m.office_id = ${id}::integer and m.clerk_id is not null)
      and (
        exists (
          select from tickets
          where line_id = any(${line_ids}::integer[]) and state = 'waiting' and ${sentOn(since)}
        )
        or (
          exists (select from reservations r where r.office_id = ${id}::integer and ${isDue(at)})
          or ${closing === 'finish'}::boolean
            and exists (
              select from tickets t where t.line_id = any(${line_ids}::integer[]) and t.state = 'waiting'
            )
        )
        and (
          ${closedAt > lately}::boolean
          or exists (
            select from lines l join tickets t on t.line_id = l.id
            where l.office_id = ${id}::integer and t.called_at > ${lately}::timestamptz
          )
        )
      ) as is_finishing`.execute(transaction)
  return rows[0]?.is_finishing === true
}

/**
 * Closes the offices whose day is over by their own clock: their lines, and what is left at their modulos.
 * Those who wait are attended still where the office says so, for as long as somebody calls them; else they
 * are sent home, and told, but for those whom a clerk sends on after that. The modulos stay open while one of
 * these waits, or somebody who booked is due. To be called about once a minute; while the time of day is in
 * doubt nobody's day ends by it.
 * @param ending aborted where no further step may begin: what is left is done the next time
 * @see rules DESK-08, DESK-09
 */
export async function closeOffices(context: QueueContext, ending?: AbortSignal): Promise<void> {
  const { clock, database } = context
  if (!isSure(clock)) return
  const close = async ({ id: office_id, ...known }: OfficeAtWork) => {
    if (!officeDayAt(clock.now(), known).isOver) return
    const line_ids = await linesOfOffice(database.db, { office_id, line_id: null })
    await changeTurns(context, office_id, async (transaction, at) => {
      // Once more, while nobody can change them: they may be others since the office was found.
      const { closing, updated_at, ...times } = await openingTimes(transaction, office_id)
      const { isOver, ends } = officeDayAt(at, times)
      if (!isOver) return []
      // By other settings a day ends when these are saved, whenever the last hours were.
      const closedAt = laterOf(ends ?? at, updated_at)
      const lately = new Date(at.getTime() - CLOSING_IDLE_MS)
      const since = ends === null ? lately : laterOf(ends, lately)
      const moments = { closedAt, lately, since, at }
      const finishes = await isFinishing(transaction, { id: office_id, closing, line_ids }, moments)
      const shut = {
        line_ids,
        until: nextDayOf(times, at),
        waiting: finishes ? closing : 'send-home',
        spared: finishes ? sentOn(since) : undefined,
        byClock: true,
      }
      const facts = await shutLines(context, transaction, shut, at)
      // On a day without hours, and with none the day before, those who sat down today stay until midnight.
      const before = ends ?? dayBegan(at, times.time_zone)
      if (!finishes) await leaveModulos(transaction, office_id, { before, at })
      return facts
    })
  }
  await eachByItself(await officesAtWork(context), close, ending)
}
