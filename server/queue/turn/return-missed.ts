import { sql, type Transaction } from 'kysely'
import type { TicketState } from '#contract/rest/tickets.ts'
import { TICKET_RETURNS_MAX } from '#contract/limits.ts'
import { officeDaySpan } from '#contract/rules/office-day.ts'
import type { OpeningTimes } from '#contract/rules/office-time.ts'
import type { Tables } from '#server/database/tables.ts'
import type { NewFact } from '#server/facts/fact.ts'
import { Refusal } from '#server/web/refusal.ts'
import { enterLine } from './enter-line.ts'
import { reservationNews } from './reservation-turn.ts'
import { staleBefore } from './stale-tickets.ts'
import { aboutTurn } from './turn-fact.ts'

/** What says where a number comes back to whose call was missed, and whether it does. */
export interface Missed extends OpeningTimes {
  inserted_at: Date
  /** When it was missed. */
  ended_at: Date
  returns: number
  missed_grace_minutes: number
}

/** What is known of a number that comes back. */
interface ReturningTurn extends Omit<Missed, 'ended_at'> {
  tuid: string
  state: TicketState
  line_id: number
  ended_at: Date | null
}

const MINUTE_MS = 60_000

/** Until when it comes back to the front of its line; null where it comes to the end. */
export function frontUntil({ returns, ended_at, missed_grace_minutes }: Missed): Date | null {
  return returns > 0 ? null : new Date(ended_at.getTime() + missed_grace_minutes * MINUTE_MS)
}

/** Its day is over, or it is so old that it would expire where it waits. */
function isPast({ inserted_at, ended_at, ...times }: Missed, at: Date): boolean {
  return inserted_at <= staleBefore(at) || ended_at < officeDaySpan(at, times).from
}

/** How often its owner may still come back with it by themselves. */
export const returnsLeft = (turn: Missed, at: Date): number =>
  isPast(turn, at) ? 0 : Math.max(0, TICKET_RETURNS_MAX - turn.returns)

export const returnTooLate = () => new Refusal('return-too-late', 409, 'its day is over, or it is too old')

/** The ticket as it stands now; undefined where there is none. */
export async function missedTurn(
  transaction: Transaction<Tables>,
  { tuid, office_id }: { tuid: string; office_id: number },
): Promise<ReturningTurn | undefined> {
  const { rows } = await sql<ReturningTurn>`
    select t.id as tuid, t.state, t.line_id, t.inserted_at, t.ended_at, t.returns,
      o.missed_grace_minutes, o.time_zone, o.hours, o.closures
    from tickets t join offices o on o.id = t.office_id
    where t.id = ${tuid}::uuid and t.office_id = ${office_id}::integer`.execute(transaction)
  return rows[0]
}

/**
 * A number whose call was missed waits again: within the office's grace at the front of its line, the first
 * time; else at its end. Its reservation, where it is one, is called as it was. One that waits or is called
 * already is simply so.
 * @throws Refusal ticket-not-missed, return-too-late
 * @see rule DESK-04
 */
export async function returnMissed(
  transaction: Transaction<Tables>,
  turn: ReturningTurn,
  by: 'owner' | 'desk',
  at: Date,
): Promise<NewFact[]> {
  const { tuid, state, line_id, ended_at } = turn
  if (state === 'waiting' || state === 'called') return []
  if (state !== 'skipped' || ended_at === null)
    throw new Refusal('ticket-not-missed', 409, 'its call was not missed')
  const missed = { ...turn, ended_at }
  if (isPast(missed, at)) throw returnTooLate()
  const front = frontUntil(missed)
  const before = front !== null && at <= front ? 'front' : 'end'
  const entered = await enterLine(transaction, { tuid, from: 'skipped', line_id, before })
  if (!entered) return []
  if (entered.reservation_id !== null) {
    await transaction
      .updateTable('reservations')
      .set({ state: 'called', ended_at: null })
      .where('id', '=', entered.reservation_id)
      .execute()
  }
  const { ticket, waiting, ahead } = entered
  return [
    {
      ...aboutTurn(entered, at),
      name: 'ticket:returned',
      detail: { ticket, waiting, ahead, from: 'skipped', by },
    },
    ...reservationNews(entered, 'called', at),
  ]
}
