import * as v from 'valibot'
import { TICKET_ERROR_CODES } from '../error-codes.ts'
import { ALMOST_THERE_THRESHOLDS } from '../limits.ts'
import { count, id, isoTime, slug, uuid } from '../primitives.ts'
import { lineState, lineStop, waitRange } from '../rest/offices.ts'
import { preferential } from '../rest/preference.ts'
import { reservation, timeBlock } from '../rest/reservations.ts'
import { declared, ticket, ticketMessage, ticketMeta } from '../rest/tickets.ts'

/** The topic of an office: web:{officeSlug} (CHAN-01). */
export const officeTopic = (officeSlug: string) => `web:${officeSlug}`

/**
 * What a client says when it joins. `last_seq` is the newest fact of the office that it saw, absent or null
 * the first time.
 */
export const joinRequest = v.object({ last_seq: v.nullish(count) })

/** Why a join is refused for now: the server cannot keep up. The client joins again by itself. */
export const JOIN_BUSY = 'busy'

/**
 * A push from client to server. `user_id` must be the token's own. Without a `request_id` it is a wish of its
 * own.
 */
export const ticketNew = v.object({
  line_id: id,
  user_id: uuid,
  request_id: v.optional(uuid),
  meta: v.optional(ticketMeta),
  declared,
  preferential,
})
export type TicketNew = v.InferOutput<typeof ticketNew>

/** Every fact of an office carries its sequence number, and when it happened. */
const fact = { seq: count, at: isoTime, officeSlug: slug }
const display = { line_id: id, ticket: v.string() }

/** A number was taken. The owner's copy carries the ticket; everyone else's does not. */
export const ticketCreated = v.object({ ...fact, ...display, waiting: count, owned: v.optional(ticket) })

/**
 * A number was called, or called again. `tuid` and `line_name` are in the owner's copy only.
 * @see specification §3 "Call event"
 */
export const callCreated = v.object({
  ...fact,
  ...display,
  modulo: v.string(),
  waiting: count,
  /** What those who come to the line now would wait; null where nothing is known. */
  wait: v.nullable(waitRange),
  /** 1 the first time, 2 and more when called again; those that were taken back count, for the phone rang. */
  calls: count,
  reserve_id: v.nullable(v.string()),
  ruid: v.nullable(v.string()),
  tuid: v.optional(uuid),
  line_name: v.optional(v.string()),
  office_name: v.optional(v.string()),
})

/**
 * The call was none: the number stands where it stood, the reservation is due again. `tuid` and `ruid` are in
 * the owner's copy only.
 */
export const callTakenBack = v.object({
  ...fact,
  ...display,
  waiting: count,
  tuid: v.optional(uuid),
  ruid: v.optional(uuid),
})
/** Called, and did not come. */
export const ticketSkipped = v.object({
  ...fact,
  ...display,
  tuid: v.optional(uuid),
  owned: v.optional(ticket),
})
export const ticketAttended = v.object({ ...fact, ...display, tuid: v.optional(uuid) })
/** Given up by its owner, or expired. */
export const ticketLeft = v.object({ ...fact, ...display, waiting: count, tuid: v.optional(uuid) })
/** Its owner let others pass: the order changed, no number did. */
export const ticketPassed = v.object({ ...fact, ...display, tuid: v.optional(uuid) })
/** Missed or parked, and waits again; `ahead` people stand before it. */
export const ticketReturned = v.object({
  ...fact,
  ...display,
  waiting: count,
  ahead: count,
  tuid: v.optional(uuid),
  owned: v.optional(ticket),
})
/** Stands aside: nobody calls it by turn. */
export const ticketParked = v.object({
  ...fact,
  ...display,
  tuid: v.optional(uuid),
  owned: v.optional(ticket),
})
/** Waits in another line with the number that it has, or next at the module named. `line_id`: where now. */
export const ticketTransferred = v.object({
  ...fact,
  ...display,
  waiting: count,
  ahead: count,
  from_line_id: id,
  modulo: v.nullable(v.string()),
  tuid: v.optional(uuid),
  owned: v.optional(ticket),
})
/** A phone follows a number that was on paper alone. Goes to its owner alone. */
export const ticketFollowed = v.object({ ...fact, ...display, tuid: uuid, owned: v.optional(ticket) })
/** Goes to the owner alone. */
export const ticketAlmostThere = v.object({
  ...fact,
  ...display,
  tuid: uuid,
  ahead: v.picklist(ALMOST_THERE_THRESHOLDS),
  line_name: v.string(),
})
/**
 * A reservation was made, confirmed, moved or ended: what is free in its blocks now. `ruid` and the
 * reservation itself are in the owner's copy only.
 */
export const reserveUpdated = v.object({
  ...fact,
  line_id: id,
  confirmed: v.boolean(),
  blocks: v.array(timeBlock),
  ruid: v.optional(uuid),
  owned: v.optional(reservation),
})
/** A line gives no numbers any more, and why; or gives them again. */
export const lineFrozen = v.object({
  ...fact,
  line_id: id,
  frozen: v.boolean(),
  stopped: v.optional(v.nullable(lineStop)),
})
/** The office says something to whoever holds a number. Goes to its owner alone. */
export const ticketMessaged = v.object({ ...fact, ...display, tuid: uuid, message: ticketMessage })
/** The order of a line is another, by the office's hand: who moved, and why, is not said. */
export const lineReordered = v.object({ ...fact, line_id: id })

/** The office itself is another: its hours, its lines, its modules. Whoever shows it asks anew (ADMIN-02). */
export const officeChanged = v.object({ ...fact })

/** The moving figures of a line; not a fact (it is derived), so it has no place in the sequence (CHAN-08). */
export const timeEstimate = v.object({ ...lineState.entries, at: isoTime })

export const ticketError = v.object({ code: v.picklist(TICKET_ERROR_CODES), request_id: v.optional(uuid) })

/** The facts of an office, by event name. What is missed is replayed in the same shapes. */
export const OFFICE_FACTS = {
  'ticket:created': ticketCreated,
  'call:created': callCreated,
  'call:taken_back': callTakenBack,
  'ticket:skipped': ticketSkipped,
  'ticket:attended': ticketAttended,
  'ticket:left': ticketLeft,
  'ticket:passed': ticketPassed,
  'ticket:followed': ticketFollowed,
  'ticket:returned': ticketReturned,
  'ticket:parked': ticketParked,
  'ticket:transferred': ticketTransferred,
  'ticket:almost_there': ticketAlmostThere,
  'ticket:message': ticketMessaged,
  'line:frozen': lineFrozen,
  'line:reordered': lineReordered,
  'office:changed': officeChanged,
  'reserve:updated': reserveUpdated,
} as const
export type OfficeFactName = keyof typeof OFFICE_FACTS

/** Everything that the server may push on the topic. */
export const OFFICE_EVENTS = {
  ...OFFICE_FACTS,
  'time:estimate': timeEstimate,
  'ticket:error': ticketError,
} as const
export type OfficeEventName = keyof typeof OFFICE_EVENTS
export type OfficeEvent<Name extends OfficeEventName> = v.InferOutput<(typeof OFFICE_EVENTS)[Name]>

/**
 * The reply to a join: where the sequence stands, and what was missed since `last_seq`, oldest first. `reset`
 * says that too much was missed to be replayed: fetch anew.
 */
export const joinReply = v.object({
  seq: count,
  reset: v.boolean(),
  missed: v.array(v.object({ event: v.string(), payload: v.unknown() })),
  lines: v.array(lineState),
})
export type JoinReply = v.InferOutput<typeof joinReply>

/**
 * The reply to `ticket:new`: ok says that it is on its way; the ticket itself comes by `ticket:created`. A
 * request that repeats an earlier one makes no new fact, so there the reply brings the first one's ticket
 * (TKT-11).
 */
export const ticketNewReply = v.object({ tuid: uuid, ticket: v.optional(ticket) })
export type TicketNewReply = v.InferOutput<typeof ticketNewReply>
