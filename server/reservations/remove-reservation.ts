import { isHeld } from '#contract/rules/reservation-state.ts'
import type { DoneAt } from '#server/facts/clerk-office.ts'
import { noteAct } from '#server/facts/note-act.ts'
import { notFound } from '#server/web/refusal.ts'
import { changeReservations, UNCHANGED } from './change-reservations.ts'
import { answerJobsOf } from './reservation-jobs.ts'
import { notStanding } from './reservation-refusals.ts'
import type { ReservationsContext } from './reservations-context.ts'
import {
  blocksAround,
  type StandingReservation,
  reserveUpdated,
  standingReservation,
  stretchOf,
} from './standing-reservation.ts'

/**
 * A clerk takes away a reservation: one that was not made by whom its document names, or one that is
 * cancelled for somebody, who asked for it or whom the office cannot attend; then with the reason, which is
 * noted. The slot is free, and its owner, if it has one, is told. One that is gone already simply is so. One
 * that was called is removed as the ticket that it then is, by the queue.
 * @throws Refusal not-found; reserve-invalid for one that was called, attended or missed
 * @see rules DOC-01, DESK-11
 */
export async function removeReservation(
  context: ReservationsContext,
  which: DoneAt & { id: string; reason?: string | undefined },
): Promise<void> {
  await changeReservations(context, which.office_id, async (transaction, at) => {
    const standing = await standingReservation(transaction, which)
    if (!standing) throw notFound('the reservation')
    const { state } = standing
    if (state === 'removed' || state === 'cancelled' || state === 'expired') return UNCHANGED
    if (!isHeld(standing)) throw notStanding()
    const removed: StandingReservation = { ...standing, state: 'removed' }
    await transaction
      .updateTable('reservations')
      .set({ state: removed.state, deleted_at: at, ended_at: at })
      .where('id', '=', which.id)
      .execute()
    const { office_id, clerk_id, id: reservation_id, reason } = which
    const about = { reservation_id, line_id: standing.line_id, reason }
    await noteAct(transaction, { office_id, clerk_id, at, act: 'reservation-removed', ...about })
    const blocks = await blocksAround(transaction, standing.line_id, [stretchOf(standing)], at)
    return { facts: [reserveUpdated(removed, at, blocks)], jobs: answerJobsOf(removed, at) }
  })
}
