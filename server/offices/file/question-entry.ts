import * as v from 'valibot'
import { ANSWER_LENGTH_MAX } from '#contract/limits.ts'
import { FIELD_TYPES } from '#contract/rest/forms.ts'
import { slug, text, whole } from './entry-words.ts'

/** Names that every object has already: by none of them anything that was sent is taken in. */
const NO_KEYS = ['constructor', 'prototype']

const questionEntry = v.strictObject({
  id: v.pipe(
    slug,
    v.check(id => !NO_KEYS.includes(id), 'no answer is ever kept by this id'),
    v.description('By this the answer is kept.'),
  ),
  fieldType: v.picklist(FIELD_TYPES),
  question: v.pipe(text(200), v.description('What the person reads.')),
  options: v.optional(
    v.pipe(
      v.array(text(120)),
      v.minLength(1),
      v.description('What may be chosen: of a select, and only there.'),
    ),
  ),
  limit: v.pipe(
    v.optional(v.nullable(whole(1, ANSWER_LENGTH_MAX)), null),
    v.description('The longest answer, in characters; null is the general limit.'),
  ),
  required: v.optional(v.boolean(), true),
  validCharacter: v.pipe(
    v.optional(v.nullable(text(300)), null),
    v.description('A regular expression that the whole answer must match.'),
  ),
  validMessage: v.pipe(
    v.optional(v.nullable(text(200)), null),
    v.description('What the person reads when the answer does not do.'),
  ),
  active: v.pipe(v.optional(v.boolean(), true), v.description('False: kept in the file, but not asked.')),
})
export type QuestionEntry = v.InferOutput<typeof questionEntry>

export const formEntry = v.pipe(v.array(questionEntry), v.maxLength(30))
