import { type RawBuilder, sql } from 'kysely'
import type { ReservationState } from '#contract/rest/reservations.ts'
import type { NewFact } from '#server/facts/fact.ts'
import { isPromised } from './due-reservation.ts'
import { type Turn, turnColumns, waitingBefore } from './turn-fact.ts'

/** Who calls, when, and the id that the reservation's ticket gets. */
export interface ReservationCall {
  tuid: string
  modulo_id: number
  clerk_id: number
  at: Date
}

/** The code of the reservation `r`, in SQL (RES-12). */
export const reservationCode = sql<string>`('RV' || upper(right(r.id::text, 3)))`

/**
 * Part of a WITH: `promised` calls the reservation `r` that `which` names, if it stands still, and `entered` writes
 * the ticket by which it is called, and hands it back as a Turn with the people who wait in its line: they are as many as before.
 *
 * Its ticket has no number of the line and counts for no limit of numbers, so it carries no identity; it waited from its
 * time on, or not at all where it is called before. The answers stay with the reservation.
 */
export const callingReservation = (which: RawBuilder<unknown>, call: ReservationCall) => sql`
  promised as (
    update reservations r set state = 'called', called_at = ${call.at}::timestamptz
    where ${which} and ${isPromised}
    returning r.*
  ), entered as (
    insert into tickets as t (
      id, office_id, line_id, day, number, prefix, user_id, state, place, told_10, told_5,
      inserted_at, called_at, calls, modulo_id, clerk_id, reservation_id
    )
    select ${call.tuid}::uuid, r.office_id, r.line_id, (${call.at}::timestamptz at time zone o.time_zone)::date,
           null::integer, ${reservationCode}, r.user_id, 'called', 0, true, true,
           least(r.block_from, ${call.at}::timestamptz), ${call.at}::timestamptz, 1,
           ${call.modulo_id}::integer, ${call.clerk_id}::integer, r.id
    from promised r join offices o on o.id = r.office_id
    returning ${turnColumns}, ${waitingBefore} as waiting
  )`

/** What a turn says of its reservation, where it is one that was called. Its slot is used up, so no block has more room. */
export function reservationNews(turn: Turn, state: ReservationState, at: Date): NewFact[] {
  const { reservation_id, office_id, line_id, user_id } = turn
  if (reservation_id === null) return []
  const about = { office_id, line_id, user_id, reservation_id, ticket_id: null, at }
  return [{ ...about, name: 'reserve:updated', detail: { state, blocks: [] } }]
}
