import type { WaitRange } from '#contract/rest/offices.ts'

/** Streets are no straight lines: so much longer is the way on foot. */
const DETOUR = 1.3
const METRES_A_MINUTE = 75
/** To find the door, and the line. */
const SPARE_MINUTES = 5
/** Who is nearer is as good as there; nobody walks for longer. */
const WALK_MINUTES = { least: 3, most: 60 }
const MINUTE_MS = 60_000

export interface Leaving {
  walkMinutes: number
  /** When to leave at the latest so as to be there at the earliest call, milliseconds since the epoch. */
  at: number
}

/**
 * When whoever waits elsewhere should set out on foot.
 * @param metres as the crow flies; Infinity where the way is not known
 * @param told how long they wait, and when that was said, milliseconds since the epoch
 * @returns null where the way is not known, hardly one, or too far to walk
 */
export function leaveAt(metres: number, told: { wait: WaitRange; at: number }): Leaving | null {
  const walkMinutes = Math.ceil((metres * DETOUR) / METRES_A_MINUTE)
  if (!(walkMinutes >= WALK_MINUTES.least && walkMinutes <= WALK_MINUTES.most)) return null
  return { walkMinutes, at: told.at + (told.wait.from - walkMinutes - SPARE_MINUTES) * MINUTE_MS }
}
