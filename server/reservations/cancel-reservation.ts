import { isHeld } from '#contract/rules/reservation-state.ts'
import { notFound } from '#server/web/refusal.ts'
import { changeReservations, UNCHANGED } from './change-reservations.ts'
import { notStanding } from './reservation-refusals.ts'
import type { ReservationsContext } from './reservations-context.ts'
import {
  blocksAround,
  type StandingReservation,
  reserveUpdated,
  standingReservation,
  stretchOf,
} from './standing-reservation.ts'

/** A reservation, and who says that it is theirs. */
export interface OwnReservation {
  id: string
  user_id: string
}

/**
 * Gives the slot back at once. One that is cancelled, or that expired, simply is so already.
 * @throws Refusal not-found; reserve-invalid for one that was called, attended or missed
 * @see rule RES-08
 */
export async function cancelReservation(context: ReservationsContext, own: OwnReservation): Promise<void> {
  const found = await standingReservation(context.database.db, own)
  if (!found) throw notFound('the reservation')
  await changeReservations(context, found.office_id, async (transaction, at) => {
    const standing = await standingReservation(transaction, own)
    if (!standing || standing.state === 'cancelled' || standing.state === 'expired') return UNCHANGED
    if (!isHeld(standing)) throw notStanding()
    const cancelled: StandingReservation = { ...standing, state: 'cancelled' }
    await transaction
      .updateTable('reservations')
      .set({ state: cancelled.state, deleted_at: at, ended_at: at })
      .where('id', '=', own.id)
      .execute()
    const blocks = await blocksAround(transaction, standing.line_id, [stretchOf(standing)], at)
    return { facts: [reserveUpdated(cancelled, at, blocks)] }
  })
}
