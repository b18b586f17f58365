import * as v from 'valibot'
import { whole } from './entry-words.ts'

const clockTime = (shape: RegExp, message: string) => v.pipe(v.string(), v.regex(shape, message))

export const hoursEntry = v.strictObject({
  days: v.pipe(v.array(whole(1, 7)), v.minLength(1), v.description('Weekdays, 1 Monday to 7 Sunday.')),
  from: v.pipe(
    clockTime(/^([01]\d|2[0-3]):[0-5]\d$/, 'a time is HH:MM, from 00:00 to 23:59'),
    v.description('HH:MM on the office’s own wall.'),
  ),
  to: v.pipe(
    clockTime(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/, 'a time is HH:MM, up to 24:00'),
    v.description('HH:MM; 24:00 is the end of the day.'),
  ),
})
export type HoursEntry = v.InferOutput<typeof hoursEntry>
