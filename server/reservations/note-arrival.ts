import { isPromised } from '#contract/rules/reservation-state.ts'
import { officeDaySpan } from '#contract/rules/office-day.ts'
import type { DoneAt } from '#server/facts/clerk-office.ts'
import { noteAct } from '#server/facts/note-act.ts'
import { notFound } from '#server/web/refusal.ts'
import { changeReservations, UNCHANGED } from './change-reservations.ts'
import { notStanding } from './reservation-refusals.ts'
import type { ReservationsContext } from './reservations-context.ts'
import { reserveUpdated, standingReservation } from './standing-reservation.ts'

/**
 * Somebody who has booked is here: from their time on they go before those of whom nobody said so. Said
 * again, it is so already, and stays as it was the first time.
 * @param whose the office is the clerk's: who may work there is for the caller to know
 * @throws Refusal not-found; reserve-invalid where it is of another day, or waits no more
 * @see rules PRIO-01, DESK-11
 */
export async function noteArrival(
  context: ReservationsContext,
  whose: DoneAt & { id: string },
): Promise<void> {
  await changeReservations(context, whose, async (transaction, at) => {
    const standing = await standingReservation(transaction, whose)
    if (!standing) throw notFound('the reservation')
    const times = await transaction
      .selectFrom('offices')
      .select(['time_zone', 'hours', 'closures'])
      .where('id', '=', whose.office_id)
      .executeTakeFirstOrThrow()
    const today = officeDaySpan(at, times)
    const isToday = today.from <= standing.block_from && standing.block_from < today.to
    if (!isPromised(standing) || !isToday) throw notStanding()
    const { numUpdatedRows } = await transaction
      .updateTable('reservations')
      .set({ arrived_at: at })
      .where('id', '=', whose.id)
      .where('arrived_at', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return UNCHANGED
    const { office_id, clerk_id, id: reservation_id } = whose
    const about = { reservation_id, line_id: standing.line_id }
    await noteAct(transaction, { office_id, clerk_id, at, act: 'reservation-arrived', ...about })
    return { facts: [reserveUpdated(standing, at)] }
  })
}
