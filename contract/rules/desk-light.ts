import type { WarningLimits } from '../rest/desk-day.ts'

/** What makes the light what it is: how long somebody waits says more than how many do. */
export type DeskLight =
  | { level: 'green' }
  | { level: 'amber' | 'red'; because: 'minutes' | 'waiting'; limit: number }

/**
 * The light of a desk's lines.
 * @param longest minutes that the one has waited who waits longest; null where nobody does
 */
export function deskLight(
  { waiting, longest }: { waiting: number; longest: number | null },
  limits: WarningLimits,
): DeskLight {
  for (const level of ['red', 'amber'] as const) {
    // More than so many minutes, but so many people.
    if (longest !== null && longest > limits.minutes[level])
      return { level, because: 'minutes', limit: limits.minutes[level] }
    if (waiting >= limits.waiting[level]) return { level, because: 'waiting', limit: limits.waiting[level] }
  }
  return { level: 'green' }
}

const MINUTE_MS = 60_000

interface WaitedIn {
  waiting_since: string | null
  longest: { tuid: string; ticket: string } | null
}

/** Somebody who waits longer than the office wants. */
export interface LongWait<Line> {
  line: Line
  longest: { tuid: string; ticket: string }
  /** Whole ones. */
  minutes: number
  level: 'amber' | 'red'
}

/**
 * Of each line the one who waits longest, where that is longer than the light's amber; the longest wait
 * first.
 * @param at milliseconds since the epoch, by the server's clock
 */
export function longWaits<Line extends WaitedIn>(
  lines: readonly Line[],
  at: number,
  { minutes: { amber, red } }: WarningLimits,
): LongWait<Line>[] {
  return lines
    .flatMap((line): LongWait<Line>[] => {
      const { waiting_since, longest } = line
      if (waiting_since === null || longest === null) return []
      const waited = (at - Date.parse(waiting_since)) / MINUTE_MS
      if (waited <= amber) return []
      return [{ line, longest, minutes: Math.floor(waited), level: waited > red ? 'red' : 'amber' }]
    })
    .sort((a, b) => b.minutes - a.minutes)
}
