import { TICKET_RECENCY_MS } from '#contract/limits.ts'

/** Nobody waits for longer: they went home. */
export const LONGEST_WAIT_MINUTES = TICKET_RECENCY_MS / 60_000

/** Minutes between which a wait is said to end. */
export interface Range {
  from: number
  to: number
}

/** A range is at most this many times as wide as its middle is long, and so many minutes more (WAIT-03). */
const WIDTH_OF_MIDDLE = 1.2
const WIDTH_BESIDE = 5

/**
 * As it may be told: whole minutes, none of them negative or beyond `most`, and no wider than says something;
 * what is wider is narrowed about its middle. Whatever grows with the people ahead still does.
 * @param most when nobody waits any longer: the office closes, or they have gone home
 */
export function boundRange(range: Range, most: number): Range {
  const from = clamp(range.from, 0, most)
  const to = clamp(range.to, 0, most)
  const middle = (from + to) / 2
  const half = (WIDTH_OF_MIDDLE * middle + WIDTH_BESIDE) / 2
  const last = Math.min(Math.round(to), Math.floor(middle + half), Math.floor(most))
  // Where most of a minute is left until closing, or a wrong clock left an impossible pace, it would begin
  // after its end. It is kept with the number, and no number may be refused for it.
  return { from: Math.min(Math.max(Math.round(from), Math.ceil(middle - half)), last), to: last }
}

const clamp = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most)
