// The desk's own, beside limits.ts: that one is part of what a customer's phone downloads first.

/** A break at a modulo, and how long a line may rest before it thaws by itself, in minutes. */
export const BREAK_MINUTES = { min: 1, max: 120 } as const
export const FREEZE_MINUTES = { min: 1, max: 480 } as const
/** A clerk's own words why a line rests. */
export const FREEZE_NOTE_MAX = 120
/** What a clerk notes of somebody's turn. */
export const TURN_NOTE_MAX = 280
/** Services an office may list, the letters of a name, and how often one person got one. */
export const SERVICES_MAX = 30
export const SERVICE_NAME_MAX = 60
export const DELIVERED_MAX = 99
/** A prepared sentence, and how many an office may have. */
export const MESSAGE_LENGTH_MAX = 160
export const MESSAGES_MAX = 20
/** The same people are told something at most so often. */
export const MESSAGE_PAUSE_MS = 60_000
/** A modulo at which nothing was done for so long is offered to whoever needs it. */
export const MODULO_IDLE_MS = 2 * 3_600_000
/** Where nobody is called for so long after closing time, nobody is going to be. */
export const CLOSING_IDLE_MS = 30 * 60_000
/** A name as a clerk types it for somebody else. */
export const BOOKED_NAME_MAX = 80
/** A clerk's own words why a reservation is cancelled. */
export const CANCEL_REASON_MAX = 200
/** What is typed to find a reservation, and how many are shown of those that are found. */
export const FIND_LENGTH_MAX = 80
export const FOUND_MAX = 50
/** An office as an entry of the offices file, in a request: some hundred lines with forms of their own. */
export const SETTINGS_BYTES_MAX = 512 * 1_024
/** Changes of an office's settings that are kept. */
export const SETTINGS_CHANGES_KEPT = 20
/** Minutes in which a missed number comes back to the front: what an office may set, and has unset. */
export const MISSED_GRACE_MINUTES = { min: 0, max: 120, default: 15 } as const
/** How often a call repeats by itself before it is missed: likewise. */
export const CALL_REPEATS = { min: 0, max: 5, default: 2 } as const
