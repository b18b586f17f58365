import { wallTime } from '#contract/rules/office-time.ts'
import type { LinePlan } from './line-plan.ts'
import { reservationRefusal } from './reservation-refusals.ts'
import { type Block, bookableBlocks } from './time-blocks.ts'

/** A block as somebody asks for it: ISO 8601, as on the wire. */
export interface WishedBlock {
  from: string
  to: string
}

/**
 * The block that is meant.
 * @throws Refusal reserve-not-open; reserve-in-the-past; reserve-invalid where the line has no such block, or
 * attends not in this way
 */
export function blockOfWish(plan: LinePlan, wish: WishedBlock, meet: boolean, at: Date): Block {
  if (!plan.open) throw reservationRefusal('reserve-not-open')
  const [from, to] = [Date.parse(wish.from), Date.parse(wish.to)]
  if (from <= at.getTime()) throw reservationRefusal('reserve-in-the-past')
  const allowed = plan.modalities === 'both' || plan.modalities === (meet ? 'video' : 'in-person')
  if (!allowed || Number.isNaN(from)) throw reservationRefusal('reserve-invalid')
  const { day } = wallTime(new Date(from), plan.time_zone)
  const block = bookableBlocks(plan, day, at).find(each => each.from === from && each.to === to)
  if (!block) throw reservationRefusal('reserve-invalid')
  return block
}

/**
 * When the office has to have confirmed it; null where nobody has to. At its time at the latest: then it is
 * too late.
 */
export function confirmBy(plan: LinePlan, block: Block, at: Date): Date | null {
  if (plan.confirm_minutes === null) return null
  return new Date(Math.min(at.getTime() + plan.confirm_minutes * 60_000, block.from))
}
