/** How the demonstration's people and clerks behave. Durations are in milliseconds. */

/** One attention. A customer of the application gets a long one: long enough to find the module. */
export const SERVICE_MS = { shortest: 60_000, longest: 150_000, ofCustomer: 110_000 } as const
/** Between two tickets at a desk, where the clerk said that the first was done. */
export const PAUSE_MS = { shortest: 4_000, longest: 15_000 } as const
/** A desk where nobody waits looks again after this. */
export const IDLE_MS = { shortest: 15_000, longest: 45_000 } as const
/** After somebody was called, somebody else comes in. */
export const ARRIVAL_MS = { shortest: 5_000, longest: 60_000 } as const

/** So long an office lets a reservation wait for its yes. */
export const CONFIRM_AFTER_MS = 8_000

/** So many of those called with a paper number do not come. */
export const ABSENT_SHARE = 0.07
/** So many are said to be attended before the next is called, where somebody watches. */
export const ATTENDED_SHARE = 0.3

/** Below this people come of themselves; from `full` on nobody joins the line. */
export const LINE = { thin: 3, full: 14 } as const

/** What the demonstration may ask of the database: on a laptop each verb is a write to the disk. */
export const VERBS_A_SECOND = 3
/** Of these, for offices that nobody has a number at or looks at. */
const BACKGROUND_VERBS_A_SECOND = 2.4
/** Where nobody watches: issued, called, and sometimes marked absent. */
const VERBS_A_TICKET = 2 + ABSENT_SHARE

/** An office is looked at for this long after somebody looked. */
export const LOOKED_AT_MS = 10 * 60_000

/**
 * How many times slower than natural the desks in the background work, so that all of them together stay
 * within what the demonstration may ask. Where few offices are open, at night, it is 1.
 */
export function backgroundStretch(openDesks: number): number {
  const meanSeconds = (SERVICE_MS.shortest + SERVICE_MS.longest) / 2 / 1_000
  return Math.max(1, (openDesks * VERBS_A_TICKET) / (meanSeconds * BACKGROUND_VERBS_A_SECOND))
}

/** How likely it is that somebody comes for the one who was just called. Lines level out at a few people. */
export function arrivalChance(waiting: number): number {
  if (waiting < LINE.thin) return 1
  return Math.min(1, Math.max(0, (LINE.full - waiting) / 10))
}

export const between = (
  { shortest, longest }: { shortest: number; longest: number },
  random: { fraction(): number },
): number => shortest + random.fraction() * (longest - shortest)
