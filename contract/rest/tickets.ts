import * as v from 'valibot'
import { PASS_PLACES, TICKET_PASSES_MAX } from '../limits.ts'
import { count, id, isoTime, messageTexts, slug, uuid } from '../primitives.ts'
import { plainDni } from '../rules/dni.ts'
import { seenText } from '../rules/seen-text.ts'
import { answers } from './forms.ts'
import { waitRange } from './offices.ts'
import { preferential } from './preference.ts'

/**
 * `parked`: stands aside, while its owner fetches something. `removed`: a clerk took it away, as a number of
 * somebody who is not there or not who they said. `sent-home`: its line closed for the day.
 */
export const TICKET_STATES = [
  'waiting',
  'called',
  'parked',
  'attended',
  'skipped',
  'given-up',
  'expired',
  'removed',
  'sent-home',
] as const
export type TicketState = (typeof TICKET_STATES)[number]

export const ticketMessage = v.object({ id: uuid, at: isoTime, texts: messageTexts })
export type TicketMessage = v.InferOutput<typeof ticketMessage>

/** A number in its owner's hand. Goes to nobody else. `id` and `tuid` are the same. */
export const ticket = v.object({
  id: uuid,
  tuid: uuid,
  /** The number as it is shown: A042. */
  ticket: v.string(),
  /** Null for the ticket by which a reservation was called: it is called by its code. */
  number: v.nullable(count),
  prefix: v.string(),
  line_id: id,
  line: slug,
  line_name: v.string(),
  office: slug,
  office_name: v.string(),
  officeSlug: slug,
  officeId: id,
  category_id: slug,
  /** The office's own, in which its times are shown (I18N-02). */
  time_zone: v.string(),
  user_id: uuid,
  state: v.picklist(TICKET_STATES),
  inserted_at: isoTime,
  called: v.boolean(),
  called_at: v.nullable(isoTime),
  /** Attended by video: its owner and the module that calls meet in a call, and nobody goes anywhere. */
  meet: v.optional(v.boolean(), false),
  /**
   * The desk to go to, once called; of one by video, the desk that calls. Of one that waits: it was
   * transferred there, and is called next.
   */
  modulo: v.nullable(v.string()),
  /** People who are called before this one; null once called. */
  ahead: v.nullable(count),
  wait: v.nullable(waitRange),
  /** How often this ticket may still let others pass; 0 while it is the next at a module. */
  passes_left: count,
  /** The person said "Voy". */
  on_my_way: v.boolean(),
  /** How often its owner may still come back with it, where the call was missed. */
  returns_left: v.optional(count, 0),
  /** Until when a missed one comes back to the front of its line; null where it comes to the end. */
  front_until: v.optional(v.nullable(isoTime), null),
  /** Until when the office holds one that stands aside; null while it does not. */
  aside_until: v.optional(v.nullable(isoTime), null),
  /** The reservation that was called by this ticket. */
  reserve: v.nullable(uuid),
  temporaryUser: v.boolean(),
  /** What the office said last. */
  message: v.optional(v.nullable(ticketMessage)),
  /** The office's newest fact that this answer knows of. */
  seq: count,
})
export type Ticket = v.InferOutput<typeof ticket>

export const ticketMeta = v.object({
  rut: v.optional(v.pipe(v.string(), v.transform(seenText), v.maxLength(20))),
  dni: v.optional(v.pipe(v.string(), v.transform(plainDni), v.maxLength(30))),
  answers: v.optional(answers),
  /** utm_source and the like, kept as customer params (SHELL-07). */
  params: v.optional(v.record(v.pipe(v.string(), v.maxLength(32)), v.pipe(v.string(), v.maxLength(256)))),
})
export type TicketMeta = v.InferOutput<typeof ticketMeta>

/**
 * "No fui yo": whoever asks declares that the document is theirs under which another person took something.
 * What is taken so stands beside it, and the office sees that one document was used twice.
 */
export const declared = v.optional(v.boolean())

/**
 * POST /offices/{officeId}/tickets/new. `request_id` makes a repeated request give the first one's ticket
 * (TKT-11); without one, as §7 has it, each request is a wish of its own, and the second is refused like any
 * second number.
 */
export const ticketRequest = v.object({
  line_id: id,
  request_id: v.optional(uuid),
  meet: v.optional(v.boolean()),
  meta: v.optional(ticketMeta),
  declared,
  preferential,
})
export type TicketRequest = v.InferOutput<typeof ticketRequest>

/** GET /tickets?status=active, GET /user/tickets. */
export const ticketList = v.array(ticket)

/** GET /tickets?status=history&page=n: pages from 1, of HISTORY_PAGE_SIZE, newest first. */
export const ticketHistory = v.object({ tickets: v.array(ticket), page: count, pages: count, total: count })
export type TicketHistory = v.InferOutput<typeof ticketHistory>

/**
 * POST turns/tickets/{tuid}/pass: how many people to let pass. `passes_left` is what the ticket said as it
 * was asked: each time makes it less, so that a repeated request lets nobody pass once more; without it each
 * request is a wish of its own.
 */
export const passRequest = v.object({
  places: v.pipe(v.number(), v.integer(), v.minValue(PASS_PLACES.min), v.maxValue(PASS_PLACES.max)),
  passes_left: v.optional(v.pipe(count, v.maxValue(TICKET_PASSES_MAX))),
})

/**
 * GET wait/customerwaiting?tuid=… or ?ruid=…: the waiting room's question, of a ticket or of a reservation. A
 * reservation waits for its time: `ahead` counts the earlier ones of that day that are still to be called,
 * `wait` runs to its block. Once called it has a ticket, and the answer is that one's.
 */
export const customerWaiting = v.object({
  /** Null for a reservation that was not called. */
  tuid: v.nullable(uuid),
  /** Null for a number of the line. */
  ruid: v.nullable(uuid),
  state: v.picklist(TICKET_STATES),
  ahead: v.nullable(count),
  waiting: count,
  wait: v.nullable(waitRange),
  call: v.nullable(v.string()),
  at: isoTime,
})
export type CustomerWaiting = v.InferOutput<typeof customerWaiting>

/** GET attention/check?id=…&type=ticket|reserve. */
export const attentionCheck = v.object({
  id: v.string(),
  type: v.picklist(['ticket', 'reserve']),
  attending: v.boolean(),
  attended: v.boolean(),
  modulo: v.nullable(v.string()),
})
export type AttentionCheck = v.InferOutput<typeof attentionCheck>
