import { DAY_PARTS_FROM } from '#contract/limits.ts'
import type { TimeBlock } from '#contract/rest/reservations.ts'
import { wallTime } from '#contract/rules/office-time.ts'

const DAY_PARTS = ['morning', 'afternoon', 'night'] as const
export type DayPart = (typeof DAY_PARTS)[number]

export interface BlocksOfPart {
  part: DayPart
  /** In their order of time. Full ones are there with 0 `availables`. */
  blocks: TimeBlock[]
}

function partOf({ from }: TimeBlock, timeZone: string): DayPart {
  const { minutes } = wallTime(new Date(from), timeZone)
  if (minutes >= DAY_PARTS_FROM.night) return 'night'
  return minutes >= DAY_PARTS_FROM.afternoon ? 'afternoon' : 'morning'
}

/**
 * The blocks of a day that are still to come, by the part of the day in which they begin on the office's
 * wall. Parts without a block are left out.
 *
 * @param timeZone the office's
 * @param now milliseconds since the epoch
 * @see rules RES-01 and RES-03, docs/decisions "Reservations"
 */
export function groupBlocks(blocks: readonly TimeBlock[], timeZone: string, now: number): BlocksOfPart[] {
  const coming = blocks
    .filter(({ from }) => Date.parse(from) > now)
    .sort((a, b) => Date.parse(a.from) - Date.parse(b.from))
  return DAY_PARTS.map(part => ({
    part,
    blocks: coming.filter(block => partOf(block, timeZone) === part),
  })).filter(group => group.blocks.length > 0)
}
