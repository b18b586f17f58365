import {
  CALL_REPEATS,
  MESSAGE_LENGTH_MAX,
  MISSED_GRACE_MINUTES,
  SERVICE_NAME_MAX,
} from '#contract/desk-limits.ts'
import {
  ANSWER_LENGTH_MAX,
  POLICY_TEXT_MAX,
  POLICY_VERSION_MAX,
  RESERVE_CONFIRM_MINUTES_MAX,
  RESERVE_DAYS_AHEAD_MAX,
  RESERVE_MINUTES,
  RESERVE_SLOTS_MAX,
} from '#contract/limits.ts'
import type { Place } from './place.ts'

interface Bounds {
  min: number
  max: number
}

/** By the last keys of their places; as the file's schema has them, whose word it is. */
const NUMBERS: readonly (readonly [RegExp, Bounds])[] = [
  [/limits\.rut_tickets$/, { min: 0, max: 1_000 }],
  [/calls\.repeats$/, CALL_REPEATS],
  [/calls\.grace_minutes$/, MISSED_GRACE_MINUTES],
  [/\.numbers$/, { min: 1, max: 10_000 }],
  [/^warnings\./, { min: 1, max: 1_000 }],
  [/\.one_in$/, { min: 2, max: 10 }],
  [/\.priority$/, { min: -1_000, max: 1_000 }],
  [/\.fallback_minutes$/, { min: 1, max: 480 }],
  [/\.limit$/, { min: 1, max: ANSWER_LENGTH_MAX }],
  [/reservations\.minutes$/, RESERVE_MINUTES],
  [/reservations\.slots$/, { min: 1, max: RESERVE_SLOTS_MAX }],
  [/reservations\.days_ahead$/, { min: 0, max: RESERVE_DAYS_AHEAD_MAX }],
  [/reservations\.confirm_minutes$/, { min: 1, max: RESERVE_CONFIRM_MINUTES_MAX }],
]

const LENGTHS: readonly (readonly [RegExp, number])[] = [
  [/^name$/, 120],
  [/^address$/, 160],
  [/^networks.*\.address$/, 50],
  [/^modulos\[/, 20],
  [/^services\[/, SERVICE_NAME_MAX],
  [/\.options\[/, 120],
  [/\.question$/, 200],
  [/\.validMessage$/, 200],
  [/\.validCharacter$/, 300],
  [/^messages.*\.texts\./, MESSAGE_LENGTH_MAX],
  [/^policy\.version$/, POLICY_VERSION_MAX],
  [/^policy\./, POLICY_TEXT_MAX],
  [/(name|district|region|executive|folder)$/, 80],
]

/** From which number to which; undefined where it is no number. */
export const numberBounds = (place: Place): Bounds | undefined =>
  NUMBERS.find(([form]) => form.test(place))?.[1]

/** How many letters fit. */
export const lengthMax = (place: Place): number | undefined => LENGTHS.find(([form]) => form.test(place))?.[1]
