import type { WaitRange } from '#contract/rest/offices.ts'

/** Why somebody who waits has to wait longer than was said; what the screen can say. */
export type Slower = 'more-ahead' | 'fewer-desks' | 'slower'

/** What is said of a wait, and when it was first said so. */
export interface SaidWait {
  wait: WaitRange
  ahead: number | null
  /** Milliseconds since the epoch, by this device. */
  at: number
  /** Null where it did not become longer. */
  slower: Slower | null
}

const MINUTE_MS = 60_000
/** By so little nobody's plans change: a figure that trembles is believed less than one that stands. */
const TREMBLES = { minutes: 2, part: 0.15 }

const middle = ({ from, to, about }: WaitRange) => about ?? (from + to) / 2

/** What is left of it later. */
export function leftOf({ wait, at }: Pick<SaidWait, 'wait' | 'at'>, now: number): WaitRange {
  const elapsed = Math.max(0, Math.round((now - at) / MINUTE_MS))
  const left = (minutes: number) => Math.max(0, minutes - elapsed)
  const { about } = wait
  return {
    ...wait,
    from: left(wait.from),
    to: left(wait.to),
    ...(about !== undefined && { about: left(about) }),
  }
}

const isOfOneKind = (one: WaitRange, other: WaitRange) =>
  one.now === other.now &&
  one.closes_first === other.closes_first &&
  one.opens_at === other.opens_at &&
  one.holds === other.holds

/**
 * What is to be said after news: what was said, as time takes it away, for as long as the news hardly
 * differs; else the news, and where it takes longer now, why. Asked again with the same news it says the
 * same.
 * @param before what was said last of this number; null where nothing was
 */
export function calmWait(
  before: SaidWait | null,
  news: { wait: WaitRange | null; ahead: number | null; at: number },
): SaidWait | null {
  const { wait, ahead, at } = news
  if (wait === null) return null
  if (before === null) return { wait, ahead, at, slower: null }
  const expected = middle(leftOf(before, at))
  const more = middle(wait) - expected
  const trembles = Math.max(TREMBLES.minutes, TREMBLES.part * expected)
  // Who let others pass asked for it, and looks whether it was done.
  const isFurther = ahead !== null && before.ahead !== null && ahead > before.ahead
  if (isOfOneKind(before.wait, wait) && Math.abs(more) <= trembles && !isFurther) return before
  return { wait, ahead, at, slower: more > 0 ? reasonOf(before, { wait, isFurther }) : null }
}

function reasonOf(before: SaidWait, { wait, isFurther }: { wait: WaitRange; isFurther: boolean }): Slower {
  if (isFurther) return 'more-ahead'
  return (wait.desks ?? 0) < (before.wait.desks ?? 0) ? 'fewer-desks' : 'slower'
}
