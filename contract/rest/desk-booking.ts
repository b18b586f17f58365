import * as v from 'valibot'
import { BOOKED_NAME_MAX, CANCEL_REASON_MAX, FIND_LENGTH_MAX } from '../desk-limits.ts'
import { count, id, isoDay, isoTime, slug, uuid } from '../primitives.ts'
import { seenText } from '../rules/seen-text.ts'
import { deskReservation } from './desk.ts'
import { answers, question } from './forms.ts'
import { ticketMeta } from './tickets.ts'

/**
 * GET desk/offices/{officeId}/bookable: the lines that take reservations, and what the desk asks when it
 * books for somebody else. By video one meets with the phone by which one booked: there a desk only moves.
 */
export const deskBookable = v.object({
  lines: v.array(
    v.object({
      line_id: id,
      slug,
      name: v.string(),
      by_video_alone: v.boolean(),
      /** Length of a block. */
      minutes: count,
      /** The first and the last day that may be booked, in the office's zone. */
      first_day: isoDay,
      last_day: isoDay,
      /** The office counts by the document what one person holds: without one nothing is booked. */
      document_needed: v.boolean(),
      /** What the desk asks beside the name. */
      questions: v.array(question),
    }),
  ),
})
export type DeskBookable = v.InferOutput<typeof deskBookable>
export type BookableLine = DeskBookable['lines'][number]

const block = v.object({ from: isoTime, to: isoTime })

/**
 * POST desk/offices/{officeId}/reservations: a time for somebody else, by their name as it is typed. The same
 * id is the same reservation. 201, or 200 where it was made before.
 */
export const deskBooking = v.object({
  line_id: id,
  block,
  request_id: uuid,
  name: v.pipe(
    v.string(),
    v.transform(seenText),
    v.trim(),
    v.minLength(1),
    v.maxLength(BOOKED_NAME_MAX),
    // PostgreSQL takes it in no text.
    v.regex(/^\P{Cc}*$/u),
  ),
  ...v.pick(ticketMeta, ['rut', 'dni']).entries,
  answers: v.optional(answers, {}),
})

/** POST …/reservations/{id}/move: to another block of its line, or leaves it where it is. */
export const deskMove = v.object({ block })

/** POST …/reservations/{id}/remove: without a reason where it was not made by whom its document names. */
export const deskRemoval = v.nullish(
  v.object({
    reason: v.optional(v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(CANCEL_REASON_MAX))),
  }),
)

/**
 * POST …/reservations/find: by a name, a code or a whole document, from today on. What is looked for stands
 * in no address.
 */
export const deskFind = v.object({
  text: v.pipe(v.string(), v.trim(), v.minLength(2), v.maxLength(FIND_LENGTH_MAX)),
})
export const deskFound = v.object({
  /** By their time, at most FOUND_MAX. */
  reservations: v.array(deskReservation),
  /** There are more. */
  more: v.boolean(),
})
export type DeskFound = v.InferOutput<typeof deskFound>
