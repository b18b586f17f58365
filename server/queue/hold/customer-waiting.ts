import { PROMISED_STATES } from '#contract/rules/reservation-state.ts'
import { stateList } from '#server/database/state-list.ts'
import { type Kysely, sql } from 'kysely'
import type { ReservationState } from '#contract/rules/reservation-state.ts'
import type { CustomerWaiting, TicketState } from '#contract/rest/tickets.ts'
import type { OpeningTimes } from '#contract/rules/office-time.ts'
import type { Tables } from '#server/database/tables.ts'
import { notFound } from '#server/web/refusal.ts'
import { callsSince, lastCallSince } from '../lines/last-call.ts'
import { shownNumber } from '../turn/shown-number.ts'
import type { Reading } from './owned-tickets.ts'
import { ticketOfOwner } from './ticket-of-owner.ts'

/** What is waited for, by its own id or by its reservation's, and who says that it is theirs. */
export interface WaitingQuestion {
  id: string
  user_id: string
}

/** What the person waits for, without what moves in the line around it. */
type Waiter = Pick<CustomerWaiting, 'tuid' | 'ruid' | 'state' | 'ahead' | 'wait'> & { line_id: number }

interface LineRow extends OpeningTimes {
  waiting: number
  call: string | null
  called_at: Date | null
}

interface OwnReservation {
  ticket_id: string | null
  line_id: number
  state: ReservationState
  block_from: Date
  block_to: Date
  ahead: number
}

const MINUTE_MS = 60_000

/** A reservation that nobody called has no ticket: what the ticket's word for its state would be. */
const AS_TICKET: Record<ReservationState, TicketState> = {
  pending: 'waiting',
  confirmed: 'waiting',
  'user-confirmed': 'waiting',
  called: 'called',
  attended: 'attended',
  missed: 'skipped',
  cancelled: 'given-up',
  expired: 'expired',
  removed: 'removed',
}

async function waitingByNumber(context: Reading, tuid: string, user_id: string): Promise<Waiter | null> {
  const ticket = await ticketOfOwner(context, { tuid, user_id })
  if (!ticket) return null
  const { state, ahead, wait, line_id, reserve } = ticket
  return { tuid, ruid: reserve, state, ahead, wait, line_id }
}

async function waitingByTime(context: Reading, { id, user_id }: WaitingQuestion): Promise<Waiter | null> {
  const { rows } = await sql<OwnReservation>`
    select r.line_id, r.state, r.block_from, r.block_to,
      (select t.id from tickets t where t.reservation_id = r.id) as ticket_id,
      (select count(*) from reservations e
        where e.line_id = r.line_id and e.deleted_at is null and e.state in ${stateList(PROMISED_STATES)}
          and e.block_from < r.block_from
          -- no day is longer, and of those before it not one row need be read
          and e.block_from > r.block_from - interval '25 hours'
          and (e.block_from at time zone o.time_zone)::date = (r.block_from at time zone o.time_zone)::date) as ahead
    from reservations r join offices o on o.id = r.office_id
    where r.id = ${id}::uuid and r.user_id = ${user_id}::uuid`.execute(context.database.db)
  const [own] = rows
  if (!own) return null
  if (own.ticket_id !== null) return waitingByNumber(context, own.ticket_id, user_id)
  const { line_id, ahead, block_from, block_to } = own
  const state = AS_TICKET[own.state]
  if (state !== 'waiting') return { tuid: null, ruid: id, state, ahead: null, wait: null, line_id }
  const minutesUntil = (time: Date) =>
    Math.max(0, Math.ceil((time.getTime() - context.clock.now().getTime()) / MINUTE_MS))
  const wait = { from: minutesUntil(block_from), to: minutesUntil(block_to) }
  return { tuid: null, ruid: id, state, ahead, wait, line_id }
}

async function lineAround(
  db: Kysely<Tables>,
  lineId: number,
  at: Date,
): Promise<Pick<CustomerWaiting, 'waiting' | 'call'>> {
  const { rows } = await sql<LineRow>`
    select o.time_zone, o.hours, o.closures, last.call, last.called_at,
      (select count(*) from tickets t where t.line_id = l.id and t.state = 'waiting') as waiting
    from lines l join offices o on o.id = l.office_id
    left join lateral (
      select ${shownNumber(sql`t.prefix`, sql`t.number`)} as call, t.called_at from tickets t
      where t.line_id = l.id and t.called_at is not null order by t.called_at desc limit 1
    ) last on true
    where l.id = ${lineId}::integer`.execute(db)
  const [line] = rows
  if (!line) throw notFound('the line')
  return { waiting: line.waiting, call: lastCallSince(line, callsSince(at, line)) }
}

/**
 * What the waiting room asks every few seconds, for a number or for a reservation.
 * @throws Refusal not-found
 * @see rule WAIT-01
 */
export async function customerWaiting(context: Reading, question: WaitingQuestion): Promise<CustomerWaiting> {
  const waiter =
    (await waitingByNumber(context, question.id, question.user_id)) ??
    (await waitingByTime(context, question))
  if (!waiter) throw notFound('the ticket')
  const { line_id, ...own } = waiter
  const at = context.clock.now()
  const line = await context.together(`around ${line_id}`, () => lineAround(context.database.db, line_id, at))
  return { ...own, ...line, at: at.toISOString() }
}
