import { FADE_MINUTES, type FlowHabits, QUARTER_MINUTES, QUARTERS } from './flow.ts'

/** Somebody who took a number, in minutes of the office's own day. */
export interface PastTurn {
  came: number
  /** The last time: from then on they were attended. */
  called: number | null
  /** The first time, where they were called again: so long they waited. */
  first?: number | null
  /** Attended, or nobody had come to the desk. */
  ended: number | null
  /** Gave up. */
  left: number | null
}

/** A day of a line that is over. */
export interface PastDay {
  turns: readonly PastTurn[]
  /** When desks were open that serve the line; each for itself, from and to in minutes of the day. */
  open: readonly { from: number; to: number }[]
  /** Those who came to be called first, and how many minutes of a desk they took. */
  above: readonly { came: number; minutes: number }[]
}

const quarters = (): number[] => Array.from({ length: QUARTERS }, () => 0)

/**
 * In minutes. What took longer somebody forgot to end, most likely: it says nothing about how long it took.
 */
export const LONGEST_ATTENTION = 180

const tookOf = ({ called, ended }: PastTurn): number | null =>
  called === null || ended === null || ended < called || ended - called > LONGEST_ATTENTION
    ? null
    : ended - called

/**
 * Desks while people came and were called: one that somebody forgot to close is open to nobody all night.
 */
function worked({ turns, open }: PastDay): PastDay['open'] {
  const first = Math.min(...turns.map(({ came }) => came))
  const last = Math.max(...turns.map(turn => (turn.called ?? Number.NEGATIVE_INFINITY) + (tookOf(turn) ?? 0)))
  return open
    .map(({ from, to }) => ({
      from: Math.max(from, first - QUARTER_MINUTES),
      to: Math.min(to, last + QUARTER_MINUTES),
    }))
    .filter(({ from, to }) => from < to)
}

/**
 * What the finished days of a line say of the next one.
 * @returns null where nobody was called, or it is not known at which desks
 */
export function habitsOf(days: readonly PastDay[]): FlowHabits | null {
  const lived = days.map(day => ({ ...day, open: worked(day) })).filter(({ open }) => open.length > 0)
  if (lived.length === 0) return null
  const open = quarters()
  const lasted = quarters()
  const claimed = quarters()
  const work = { calls: 0, minutes: 0 }
  let waited = 0
  let leavers = 0
  for (const day of lived) {
    for (const { from, to } of day.open) spread(open, from, to, 1)
    spread(
      lasted,
      Math.min(...day.open.map(({ from }) => from)),
      Math.max(...day.open.map(({ to }) => to)),
      1,
    )
    for (const { came, minutes } of day.above)
      spread(claimed, came, came + QUARTER_MINUTES, minutes / QUARTER_MINUTES)
    for (const turn of day.turns) {
      const { came, called, left, first = null } = turn
      waited += Math.max(0, (first ?? called ?? left ?? came) - came)
      if (left !== null) leavers++
      const took = tookOf(turn)
      if (took === null) continue
      work.calls++
      work.minutes += took
    }
  }
  const desks = usually(open, lasted)
  return {
    desks,
    claimed: claimed.map(minutes => minutes / (lived.length * QUARTER_MINUTES)),
    work,
    leaving: waited > 0 ? leavers / waited : 0,
    fade: fading(lived, desks),
  }
}

/** So much is taken as seen already, of desks that fade as they do where nothing is known. */
const SEEN_BEFORE = 5
const FADE_LEAST = 5
const FADE_MOST = 240

/**
 * How soon desks that are more or fewer than usual are as many as usual: a pause is over in minutes, a
 * clerk who is ill is missed all day. By how much of what is unusual is left a quarter of an hour later, as
 * of a first-order autoregression.
 * @see G. Box and G. Jenkins, "Time Series Analysis", 1970, chapter 3
 */
function fading(days: readonly PastDay[], desks: readonly number[]): number {
  let left = SEEN_BEFORE * Math.exp(-QUARTER_MINUTES / FADE_MINUTES)
  let seen = SEEN_BEFORE
  for (const { open } of days) {
    const last = Math.max(...open.map(({ to }) => to))
    let before: number | null = null
    for (let quarter = Math.ceil(Math.min(...open.map(({ from }) => from)) / QUARTER_MINUTES); ; quarter++) {
      const middle = (quarter + 0.5) * QUARTER_MINUTES
      if (middle >= last) break
      const there = open.filter(({ from, to }) => from <= middle && middle < to).length
      const unusual: number = there - desks[quarter % QUARTERS]!
      if (before !== null) {
        left += before * unusual
        seen += (before ** 2 + unusual ** 2) / 2
      }
      before = unusual
    }
  }
  const fade = left > 0 ? -QUARTER_MINUTES / Math.log(left / seen) : 0
  return Math.min(FADE_MOST, Math.max(FADE_LEAST, fade))
}

/**
 * Desks while the day lasted. When it lasted on no day nobody knows; most likely those who worked longest
 * would have gone on.
 */
function usually(open: readonly number[], lasted: readonly number[]): number[] {
  let before = 0
  return open.map((minutes, quarter) => {
    const of = lasted[quarter] ?? 0
    if (of > 0) before = minutes / of
    return before
  })
}

/**
 * Adds to each quarter the minutes of it that lie between two moments, so many times; midnight is passed.
 */
function spread(into: number[], from: number, to: number, times: number): void {
  const last = Math.min(to, from + QUARTERS * QUARTER_MINUTES)
  for (let begin = Math.max(0, from); begin < last; ) {
    const quarter = Math.floor(begin / QUARTER_MINUTES)
    const end = Math.min(last, (quarter + 1) * QUARTER_MINUTES)
    into[quarter % QUARTERS]! += (end - begin) * times
    begin = end
  }
}
