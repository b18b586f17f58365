import * as v from 'valibot'
import { isSeen } from '#contract/rules/seen-text.ts'

/** What the entries of an offices file are made of. */

const slugShape = /^[a-z0-9]+(-[a-z0-9]+)*$/
export const slug = v.pipe(
  v.string(),
  v.regex(slugShape, 'a slug is small letters and digits, joined by single dashes'),
  v.maxLength(64),
)
/**
 * What the office writes stands on walls and phones as it is: a sign that is not seen is a slip, and is
 * named.
 */
export const text = (longest: number) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.minLength(1),
    v.maxLength(longest),
    v.check(isSeen, 'holds signs that are not seen (of direction, or without width): write it anew'),
  )
export const whole = (min: number, max: number) =>
  v.pipe(v.number(), v.integer(), v.minValue(min), v.maxValue(max))
