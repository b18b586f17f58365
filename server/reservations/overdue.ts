import { isPromised } from '#contract/rules/reservation-state.ts'
import { isSure } from '#server/platform/clock.ts'
import { Refusal } from '#server/web/refusal.ts'
import { expireReservations } from './expire-reservations.ts'
import { missedBefore, wentHomeBefore } from '#contract/rules/missed-before.ts'
import type { ReservationsContext } from './reservations-context.ts'
import type { StandingReservation } from './standing-reservation.ts'

/** Nobody confirmed it in time, or it was missed, and the sweep that says so is on its way. */
export function isOverdue(
  {
    state,
    confirm_by,
    block_to,
    arrived_at,
  }: Pick<StandingReservation, 'state' | 'confirm_by' | 'block_to' | 'arrived_at'>,
  at: Date,
): boolean {
  if (state === 'pending' && confirm_by !== null && confirm_by <= at) return true
  const isHere = arrived_at !== null && arrived_at > wentHomeBefore(at)
  return isPromised({ state }) && block_to <= missedBefore(at) && !isHere
}

/** What stands in a change's way is over, and has to be ended at these offices first. */
export class Overdue extends Error {
  override readonly name: string = 'Overdue'
  readonly officeIds: readonly number[]

  constructor(officeIds: readonly number[]) {
    super('reservations in the way are overdue')
    this.officeIds = officeIds
  }
}

/**
 * Does a change, and where something overdue stood in its way ends that and does it again.
 * @throws Refusal unavailable, where the time of day by which it is overdue is in doubt
 */
export async function pastOverdue<T>(context: ReservationsContext, change: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await change()
    } catch (error) {
      if (!(error instanceof Overdue)) throw error
      if (!isSure(context.clock))
        throw new Refusal('unavailable', 503, 'the time of day is in doubt: ask again')
      for (const office_id of error.officeIds) await expireReservations(context, { office_id })
    }
  }
}
