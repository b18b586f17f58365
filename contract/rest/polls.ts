import * as v from 'valibot'
import { POLL_DESCRIPTION_MAX, POLL_RATINGS } from '../limits.ts'
import { id, isoTime, slug, uuid } from '../primitives.ts'

/** 1 is very bad, 5 is very good. */
export const rating = v.pipe(
  v.number(),
  v.integer(),
  v.minValue(POLL_RATINGS.min),
  v.maxValue(POLL_RATINGS.max),
)

/** What somebody writes beside the rating; empty where they wrote nothing. */
const description = v.pipe(v.string(), v.trim(), v.maxLength(POLL_DESCRIPTION_MAX))

/** An attention that its owner may still rate. Goes to nobody else. */
export const poll = v.object({
  ticket_id: uuid,
  office_id: id,
  office_name: v.string(),
  officeSlug: slug,
  category_id: slug,
  line_id: id,
  line_name: v.string(),
  /** The number as it is shown: A042; a reservation's code. */
  ticket: v.string(),
  /** The reservation that was called by this ticket. */
  reserve: v.nullable(uuid),
  /** When the attention ended. */
  ended_at: isoTime,
  /** The office's own, in which that is shown (I18N-02). */
  time_zone: v.string(),
})
export type Poll = v.InferOutput<typeof poll>

/** GET /user/polls: the newest first. */
export const pollList = v.array(poll)

/** POST /user/polls. */
export const pollRequest = v.object({
  poll: v.object({
    rating,
    description: v.optional(description, ''),
    ticket_id: uuid,
    office_id: id,
  }),
})
export type PollRequest = v.InferOutput<typeof pollRequest>

/** An answer as it is kept: the first one. */
export const pollAnswer = v.object({
  rating,
  description: v.string(),
  ticket_id: uuid,
  office_id: id,
  answered_at: isoTime,
})
export type PollAnswer = v.InferOutput<typeof pollAnswer>
