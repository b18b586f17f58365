import * as v from 'valibot'

/** What the entries of an offices file are made of. */

const slugShape = /^[a-z0-9]+(-[a-z0-9]+)*$/
export const slug = v.pipe(
  v.string(),
  v.regex(slugShape, 'a slug is small letters and digits, joined by single dashes'),
  v.maxLength(64),
)
export const text = (longest: number) => v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(longest))
export const whole = (min: number, max: number) =>
  v.pipe(v.number(), v.integer(), v.minValue(min), v.maxValue(max))
