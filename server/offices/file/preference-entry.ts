import * as v from 'valibot'
import { PREFERENCE_LAWS } from '#contract/rest/preference.ts'
import type { Preference } from '#server/database/tables/offices.ts'
import { text, whole } from './entry-words.ts'

/** Whom the law lets go first at an office, and how. */
export const preferenceEntry = v.strictObject({
  law: v.pipe(
    v.optional(v.nullable(v.picklist(PREFERENCE_LAWS)), null),
    v.description('Whose words the question has; without one, the office’s own custom.'),
  ),
  rule: v.pipe(
    v.optional(
      v.union([
        v.literal('next'),
        v.strictObject({ one_in: whole(2, 10) }),
        v.strictObject({ modulos: v.pipe(v.array(text(20)), v.minLength(1)) }),
      ]),
      'next',
    ),
    v.description(
      'next: before all others; one_in: one of so many in each line; modulos: at these, and next while none is open.',
    ),
  ),
  before_reservations: v.pipe(
    v.optional(v.boolean(), true),
    v.description('Before reservations whose time has come, too.'),
  ),
})
export type PreferenceEntry = v.InferOutput<typeof preferenceEntry>

export const preferenceOf = ({ law, rule, before_reservations }: PreferenceEntry): Preference => ({
  law,
  rule,
  before_reservations,
})
