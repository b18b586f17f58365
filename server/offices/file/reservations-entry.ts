import * as v from 'valibot'
import {
  RESERVE_CONFIRM_MINUTES_MAX,
  RESERVE_DAYS_AHEAD_MAX,
  RESERVE_MINUTES,
  RESERVE_SLOTS_MAX,
} from '#contract/limits.ts'
import { isoDay } from '#contract/primitives.ts'
import { MODALITIES } from '#contract/rest/reservations.ts'
import { whole } from './entry-words.ts'
import { hoursEntry } from './hours-entry.ts'
import { formEntry } from './question-entry.ts'

/** What an office says about the times that are booked in all of its lines. */
export const officeReservationsEntry = v.strictObject({
  one_per: v.pipe(
    v.optional(v.nullable(v.picklist(['line', 'office', 'organization'])), null),
    v.description('One person may hold one reservation in each of these; null sets no limit.'),
  ),
})

/** Which times may be booked in a line, and how. */
export const lineReservationsEntry = v.strictObject({
  minutes: v.pipe(
    v.optional(whole(RESERVE_MINUTES.min, RESERVE_MINUTES.max), 15),
    v.description('How long a block is. Blocks follow each other from the start of each entry of the hours.'),
  ),
  slots: v.pipe(
    v.optional(whole(1, RESERVE_SLOTS_MAX), 1),
    v.description('How many people may book the same block.'),
  ),
  days_ahead: v.pipe(
    v.optional(whole(0, RESERVE_DAYS_AHEAD_MAX), 30),
    v.description('How many days after today may be booked; 0 is today alone.'),
  ),
  hours: v.pipe(
    v.optional(v.nullable(v.array(hoursEntry)), null),
    v.description('When times may be booked; null is whenever the office is open.'),
  ),
  unavailable_days: v.pipe(
    v.optional(v.array(isoDay), []),
    v.description('Days on which nothing may be booked here, YYYY-MM-DD, besides those of the office.'),
  ),
  modalities: v.pipe(
    v.optional(v.pipe(v.array(v.picklist(MODALITIES)), v.minLength(1))),
    v.description('In person, by video or both. If left out: video for a virtual line, else in person.'),
  ),
  confirm_minutes: v.pipe(
    v.optional(v.nullable(whole(1, RESERVE_CONFIRM_MINUTES_MAX)), null),
    v.description(
      'Minutes that the office has to confirm a reservation before it gives its slot back; null confirms at once.',
    ),
  ),
  form: v.pipe(
    v.optional(v.nullable(formEntry), null),
    v.description('What is asked before a time is booked; null is the default form, [] asks nothing.'),
  ),
})
