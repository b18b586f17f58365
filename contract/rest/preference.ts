import * as v from 'valibot'
import { isoTime } from '../primitives.ts'

/** Laws by which people go first: Chile's Ley 21.768, Brazil's Lei 14.626 (of the Lei 10.048). */
export const PREFERENCE_LAWS = ['cl-21768', 'br-14626'] as const
export type PreferenceLaw = (typeof PREFERENCE_LAWS)[number]

/**
 * How an office asks whether somebody is preferential; null where it asks nobody. `own`: its own custom,
 * without a law.
 */
export const preferenceQuestion = v.nullable(v.picklist([...PREFERENCE_LAWS, 'own']))
export type PreferenceQuestion = v.InferOutput<typeof preferenceQuestion>

/** The person says that the law lets them go first. Which of its groups they are of is not asked. */
export const preferential = v.optional(v.boolean())

/** Why one was called before another. */
export const WHY_BEFORE = [
  /** Neither was called yet. */
  'nobody-called',
  /** The other had not come. */
  'came-later',
  /** The other no longer waited. */
  'had-left',
  /** The desk that called does not serve the other's line. */
  'other-lines',
  /** The office's rule for preferential people. */
  'preference',
  /** A reservation whose time had come. */
  'reservation',
  /** Of two reservations, the one whose person was there. */
  'arrived',
  /** Of two reservations, the earlier time, or the one booked first. */
  'time',
  /** Between two reservations it is a number's turn. */
  'between',
  'priority',
  /** Of two lines, the one whose first came earlier. */
  'arrival',
  /** Before the other in their line. */
  'place',
  /** The other let people pass. */
  'let-pass',
  /** A clerk's choice. */
  'chosen',
  /** What was kept of that day's reasons is gone. */
  'forgotten',
] as const
export type WhyBefore = (typeof WHY_BEFORE)[number]

const asked = v.pipe(v.string(), v.trim(), v.toUpperCase(), v.minLength(1), v.maxLength(12))
/** GET desk/offices/{officeId}/why-before?first=A039&second=P007, in either order. */
export const whyBeforeQuery = v.object({ first: asked, second: asked })

const turn = v.object({
  ticket: v.string(),
  line_name: v.string(),
  /** When they came; of a reservation, when it was booked for. */
  inserted_at: isoTime,
  called_at: v.nullable(isoTime),
})
/** `first`: the one who was called before the other. */
export const deskWhyBefore = v.object({ first: turn, second: turn, why: v.picklist(WHY_BEFORE) })
export type DeskWhyBefore = v.InferOutput<typeof deskWhyBefore>

/** POST desk/offices/{officeId}/tickets/{tuid}/preference: gives it, or takes it away. */
export const deskPreference = v.object({ preferential: v.boolean() })
