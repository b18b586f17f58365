import { isHeld } from '#contract/rules/reservation-state.ts'
import { hasClashedTooOften, tooManyClashes } from '#server/knocks/clashes.ts'
import { DocumentClash } from '#server/web/refusal.ts'
import { type HeldReservation, refuseForHeld, refuseForOverdue } from '../held-by-person.ts'
import { onePerRefusal, reservationRefusal } from '../reservation-refusals.ts'
import { stretchOf } from '../standing-reservation.ts'
import { slotBeside } from '../take-slot.ts'
import { overlaps } from '../time-blocks.ts'
import type { BookingRequest } from './booking-request.ts'
import type { SeenBooker, SeenReservation } from './read-bookings.ts'

/** What somebody holds, and under which document. */
export type UnderDocument = HeldReservation & Pick<SeenReservation, 'identity' | 'disputed'>

/** A time may be booked. */
export interface MayBook {
  slot: number
  /** Slots of the block that are free then. */
  left: number
  /** Booked beside another person's under the same document. */
  disputed: boolean
  /** Under a document that a provider vouched for (DOC-04). */
  proven: boolean
}

/**
 * Where the office allows one reservation a person, another user's under the same document speaks against one
 * more. Who declares that the document is theirs books all the same, once for each document and line; and
 * what was declared speaks against nobody.
 * @returns whether the reservation is a disputed one
 * @throws DocumentClash 1005, 1002, 4010; Overdue
 */
export function weighDocument(
  { plan, declared }: Pick<BookingRequest, 'plan' | 'declared'>,
  identity: string | null,
  standing: readonly UnderDocument[],
  at: Date,
): boolean {
  const { one_per } = plan
  if (one_per === null || identity === null) return false
  const reach = { line: 'line_id', office: 'office_id', organization: 'organization_id' } as const
  // Of the asker's own none is among them: it would have been refused already.
  const others = standing.filter(
    other =>
      other.identity === identity &&
      isHeld(other) &&
      (other.disputed ? other.line_id === plan.line_id : other[reach[one_per]] === plan[reach[one_per]]),
  )
  refuseForOverdue(others, at)
  if (others.every(({ disputed }) => disputed)) return false
  const declarable = !others.some(({ disputed }) => disputed)
  if (!declared || !declarable) throw new DocumentClash(onePerRefusal(one_per), declarable)
  return true
}

/** The line or its office was changed since its plan was read, and the request weighed by it. */
export class PlanOutdated extends Error {
  override readonly name: string = 'PlanOutdated'
}

/**
 * Whether somebody gets the block that they ask for.
 * @param standing what may stand in the way, and what those before them in the round have booked
 * @returns the reservation that the request has already, or what it gets
 * @throws PlanOutdated; Refusal of one who holds another, or had too many clashes; DocumentClash; BlockFull;
 * Overdue
 * @see rules RES-04, RES-07, RES-09, DOC-01, DOC-02, DOC-03, DOC-04
 */
export function judgeBooking(
  asked: BookingRequest,
  { earlier, identity, proven, settings, clashes }: SeenBooker,
  standing: readonly SeenReservation[],
  at: Date,
): { repeated: string } | MayBook {
  const { plan, block, user_id } = asked
  const own = standing.filter(other => other.user_id === user_id)
  const same = earlier ?? own.find(({ request_id }) => request_id === asked.request_id)?.id
  if (same !== undefined) return { repeated: same }
  if (settings !== plan.version) throw new PlanOutdated()
  if (plan.proven_only && !proven) throw reservationRefusal('document-not-proven')
  // Where the office sets no limit no document is looked at.
  const mayClash = asked.clash_key !== null && plan.one_per !== null && !asked.declared && !proven
  if (mayClash && hasClashedTooOften(clashes)) throw tooManyClashes()
  refuseForHeld(own.filter(isHeld), plan, block, at)
  // Whoever proved that the document is theirs is refused for nothing that others said of it (DOC-04).
  const disputed = !proven && weighDocument(asked, identity, standing, at)
  const taken = standing.filter(other => other.line_id === plan.line_id && overlaps(stretchOf(other), block))
  return { ...slotBeside(taken, plan, block, at), disputed, proven }
}
