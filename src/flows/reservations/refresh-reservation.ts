import type { Reservation } from '#contract/rest/reservations.ts'
import { ApiError } from '#src/api/api-error.ts'
import { isWished } from '#src/domain/check-reservation-wish.ts'
import type { FlowContext } from '../flow-context.ts'
import { failureOf } from '../failure-of.ts'
import { keepTheirs } from '../keep-theirs.ts'
import { DONE, type Outcome } from '../outcome.ts'

/** One whose making nobody heard of, come to light. */
function settleUnknown({ booking, reservationDrafts }: FlowContext, reservation: Reservation): void {
  const wish = booking.unknown()
  if (!wish || !isWished(reservation, wish)) return
  booking.settle(reservation.id, reservation.confirmed)
  reservationDrafts.forget(wish.lineId)
}

/**
 * Takes in a reservation as the server tells it, with what must be said about it: the office confirmed it,
 * let the time for it pass, or took it away.
 */
export async function recordReservation(context: FlowContext, reservation: Reservation): Promise<void> {
  const { booking, clock, db, notices } = context
  const { id, state, confirmed, deleted, seq } = reservation
  const kept = await db.reservations.get(id)
  // Overtaken on its way by what came live.
  if (kept && kept.seq > seq) return
  const receipt = await keepTheirs(context, reservation.user_id, inside =>
    inside.reservations.keep(reservation, clock.now()),
  )
  // Overtaken in this very moment.
  if (receipt === null || receipt.seq > seq) return
  settleUnknown(context, reservation)
  if (deleted) booking.drop(id)
  else if (confirmed) booking.confirm(id)
  if (state === 'removed' && kept && kept.state !== 'removed') {
    const code = reservation.meet ? 'meeting-removed' : 'reservation-removed'
    notices.raise({ kind: 'generic-error', subject: id, code })
  }
  if (kept?.state !== 'pending') return
  if (state === 'confirmed') notices.raise({ kind: 'success', subject: id, code: 'reservation-confirmed' })
  if (state === 'expired') notices.raise({ kind: 'generic-error', subject: id, code: 'reservation-expired' })
}

/**
 * Asks what has become of a reservation. One of ours that the server does not know (any more) is over; of
 * whoever was here before it knows nothing that it would tell us.
 */
export async function refreshReservation(context: FlowContext, id: string): Promise<Outcome> {
  const { api, db, session } = context
  try {
    await recordReservation(context, await api.reservations.one(id))
    return DONE
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) {
      const kept = await db.reservations.get(id)
      if (kept && kept.user_id === session.user()?.user_id) await endReservation(context, id)
    }
    return failureOf(error)
  }
}

/** It is cancelled, or was never there: the slot is free again, and the receipt says so. */
export async function endReservation(
  { booking, clock, db }: Pick<FlowContext, 'booking' | 'clock' | 'db'>,
  id: string,
): Promise<void> {
  booking.drop(id)
  const deleted_at = new Date(clock.now()).toISOString()
  await db.reservations.change(id, null, {
    state: 'cancelled',
    deleted: true,
    deleted_at,
    cancel_waits: false,
  })
}
