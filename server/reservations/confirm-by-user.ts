import { notFound } from '#server/web/refusal.ts'
import type { OwnReservation } from './cancel-reservation.ts'
import { changeReservations, UNCHANGED } from './change-reservations.ts'
import { isOverdue } from './overdue.ts'
import { notStanding } from './reservation-refusals.ts'
import type { ReservationsContext } from './reservations-context.ts'
import { type StandingReservation, reserveUpdated, standingReservation } from './standing-reservation.ts'

/**
 * Its owner says that they will come. Said again, it is so already.
 * @throws Refusal not-found; reserve-invalid for one that the office did not confirm, or that no longer
 * stands
 * @see rule RES-11
 */
export async function confirmByUser(context: ReservationsContext, own: OwnReservation): Promise<void> {
  const found = await standingReservation(context.database.db, own)
  if (!found) throw notFound('the reservation')
  await changeReservations(context, found.office_id, async (transaction, at) => {
    const standing = await standingReservation(transaction, own)
    if (standing?.state === 'user-confirmed') return UNCHANGED
    if (standing?.state !== 'confirmed' || isOverdue(standing, at)) throw notStanding()
    const confirmed: StandingReservation = { ...standing, state: 'user-confirmed' }
    await transaction
      .updateTable('reservations')
      .set({ state: confirmed.state })
      .where('id', '=', own.id)
      .execute()
    return { facts: [reserveUpdated(confirmed, at)] }
  })
}
