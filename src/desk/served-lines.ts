import * as v from 'valibot'
import { id } from '#contract/primitives.ts'
import type { Settings } from '#src/platform/settings.ts'

/** The lines that a clerk chose to call from, by id; null is all of them, also those that come later. */
export type LineChoice = readonly number[] | null

const kept = v.nullable(v.array(id))
const keyOf = (clerkId: number, officeId: number) => `numerito-desk-lines-${clerkId}-${officeId}`

/** What this device kept before the server did; null where that is nothing but all of them. */
export function readKeptChoice(settings: Settings, clerkId: number, officeId: number): LineChoice {
  const text = settings.read(keyOf(clerkId, officeId))
  if (text === null) return null
  try {
    return v.parse(kept, JSON.parse(text))
  } catch {
    return null
  }
}

export function forgetKeptChoice(settings: Settings, clerkId: number, officeId: number): void {
  settings.write(keyOf(clerkId, officeId), 'null')
}

interface Line {
  line_id: number
}

/**
 * Of the office's lines, those that are served. Chosen lines that the office no longer has are none of them.
 */
export function servedLines<Served extends Line>(lines: readonly Served[], choice: LineChoice): Served[] {
  return lines.filter(line => choice === null || choice.includes(line.line_id))
}

/**
 * Of what is booked, what a desk serves. What was kept of a line that is gone is every desk's: no choice can
 * name it any more.
 * @param lines those that the office has
 */
export function servedBookings<Booked extends Line>(
  booked: readonly Booked[],
  lines: readonly Line[],
  choice: LineChoice,
): Booked[] {
  const standing = new Set(lines.map(({ line_id }) => line_id))
  const own = new Set(servedLines(booked, choice))
  return booked.filter(each => own.has(each) || !standing.has(each.line_id))
}

/** The choice with one line taken in or left out. With every line in it, it is all of them again. */
export function chooseLine(
  lines: readonly Line[],
  choice: LineChoice,
  lineId: number,
  isServed: boolean,
): LineChoice {
  const chosen = lines
    .map(line => line.line_id)
    .filter(id => (id === lineId ? isServed : choice === null || choice.includes(id)))
  return chosen.length === lines.length ? null : chosen
}
