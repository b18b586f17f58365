import { isPromised } from '#contract/rules/reservation-state.ts'
import type { DoneAt } from '#server/facts/clerk-office.ts'
import { noteAct } from '#server/facts/note-act.ts'
import { notFound } from '#server/web/refusal.ts'
import { changeReservations, UNCHANGED } from './change-reservations.ts'
import { isOverdue } from './overdue.ts'
import { answerJobsOf, reservationJobsOf } from './reservation-jobs.ts'
import { notStanding } from './reservation-refusals.ts'
import type { ReservationsContext } from './reservations-context.ts'
import { type StandingReservation, reserveUpdated, standingReservation } from './standing-reservation.ts'

/**
 * The office says yes to a reservation. Said again, it is so already.
 * @param whose the office is the clerk's: who may work there is for the caller to know
 * @throws Refusal not-found; reserve-invalid where the time to say so is over, or it no longer stands
 */
export async function confirmByOffice(
  context: ReservationsContext,
  whose: DoneAt & { id: string },
): Promise<void> {
  await changeReservations(context, whose, async (transaction, at) => {
    const standing = await standingReservation(transaction, whose)
    if (!standing) throw notFound('the reservation')
    if (isPromised(standing)) return UNCHANGED
    if (standing.state !== 'pending' || isOverdue(standing, at)) throw notStanding()
    const confirmed: StandingReservation = { ...standing, state: 'confirmed' }
    await transaction
      .updateTable('reservations')
      .set({ state: confirmed.state, confirmed_at: at })
      .where('id', '=', whose.id)
      .execute()
    const { office_id, clerk_id, id: reservation_id } = whose
    const about = { reservation_id, line_id: standing.line_id }
    await noteAct(transaction, { office_id, clerk_id, at, act: 'reservation-confirmed', ...about })
    return {
      facts: [reserveUpdated(confirmed, at)],
      jobs: agreed => [...reservationJobsOf(confirmed, at), ...answerJobsOf(confirmed, at, agreed)],
    }
  })
}
