import * as v from 'valibot'
import { ANSWER_LENGTH_MAX } from '../limits.ts'
import { id } from '../primitives.ts'
import { seenText } from '../rules/seen-text.ts'
import { preferenceQuestion } from './preference.ts'

export const FIELD_TYPES = [
  'text',
  'name',
  'tel',
  'email',
  'rut',
  'dni',
  'number',
  'textarea',
  'select',
  'checkbox',
] as const

/**
 * A question of an office's form. `validCharacter` is a regular expression that the whole answer must match;
 * `validMessage` is what the person reads when it does not.
 * @see specification §3, rules FORM-01 and FORM-02
 */
export const question = v.object({
  id: v.string(),
  fieldType: v.picklist(FIELD_TYPES),
  question: v.string(),
  /** What is proposed as its answer, for the person to change; null where nothing is. */
  answer: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(ANSWER_LENGTH_MAX)))),
  /** What may be chosen, for a select. */
  options: v.optional(v.array(v.string())),
  limit: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(ANSWER_LENGTH_MAX))),
  required: v.boolean(),
  validCharacter: v.nullable(v.string()),
  validMessage: v.nullable(v.string()),
  active: v.boolean(),
  officeId: id,
})
export type Question = v.InferOutput<typeof question>

/**
 * GET /offices/{officeId}/lines/{lineId}/forms[?ticket=true]: an empty list asks nothing. `preference`: how
 * it is asked, before a number, whether the law lets the person go first.
 */
export const form = v.object({
  questions: v.array(question),
  preference: v.optional(preferenceQuestion, null),
})
export type Form = v.InferOutput<typeof form>

/** Answers by question id, as they travel in `meta.answers`; a clerk reads them. */
export const answers = v.record(
  v.pipe(v.string(), v.maxLength(64)),
  v.pipe(v.string(), v.maxLength(ANSWER_LENGTH_MAX), v.transform(seenText)),
)
export type Answers = v.InferOutput<typeof answers>

/** An answer beside what was asked, as whoever attends reads it. */
export const givenAnswer = v.object({
  ...v.pick(question, ['id', 'fieldType', 'question']).entries,
  answer: v.string(),
})
export type GivenAnswer = v.InferOutput<typeof givenAnswer>
