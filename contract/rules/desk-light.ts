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
