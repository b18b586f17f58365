import type { FlowContext } from '../flow-context.ts'
import type { Failure } from '../outcome.ts'
import { loadReservations } from '../reservations/load-reservations.ts'
import { recordReservation } from '../reservations/refresh-reservation.ts'
import { holdPaper } from './hold-paper.ts'

export type FollowedSlip = { status: 'following'; id: string } | Failure

/**
 * Makes this phone the one that has what a desk booked for somebody, by the QR of their slip.
 * @see rule DESK-11, docs/decisions/booked-for-somebody.md
 */
export async function followSlip(context: FlowContext, secret: string): Promise<FollowedSlip> {
  return await holdPaper<FollowedSlip>(context, {
    secret,
    async take() {
      const reservation = await context.api.reservations.followSlip(secret)
      await recordReservation(context, reservation)
      return { status: 'following', id: reservation.id }
    },
    load: () => loadReservations(context),
  })
}
