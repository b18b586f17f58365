import { sql } from 'kysely'
import type { ReservationState } from '#contract/rules/reservation-state.ts'
import type { NewFact } from '#server/facts/fact.ts'
import type { Turn } from './turn-fact.ts'

/** The code of the reservation `r`, in SQL (RES-12). */
export const reservationCode = sql<string>`('RV' || upper(right(r.id::text, 3)))`

/** What becomes of a reservation with its ticket. */
export const becameReservation = (became: 'attended' | 'skipped') =>
  became === 'attended' ? 'attended' : 'missed'

/**
 * What a turn says of its reservation, where it is one that was called. Its slot is used up, so no block has
 * more room.
 */
export function reservationNews(turn: Turn, state: ReservationState, at: Date): NewFact[] {
  const { reservation_id, office_id, line_id, user_id } = turn
  if (reservation_id === null) return []
  const about = { office_id, line_id, user_id, reservation_id, ticket_id: null, at }
  return [{ ...about, name: 'reserve:updated', detail: { state, blocks: [] } }]
}
