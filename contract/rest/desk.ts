import * as v from 'valibot'
import { count, id, isoTime, uuid } from '../primitives.ts'
import { givenAnswer } from './forms.ts'
import { deskRole } from './desk-acts.ts'
import { lineState, modulo, office, waitRange } from './offices.ts'
import { paperSecret } from './paper.ts'
import { RESERVATION_STATES } from '../rules/reservation-state.ts'

/** POST desk/session. */
export const deskLogin = v.object({
  // Names are written small, however somebody types theirs. A control character is in nobody's, and
  // PostgreSQL does not take every one.
  user: v.pipe(v.string(), v.trim(), v.toLowerCase(), v.minLength(1), v.maxLength(60), v.regex(/^\P{Cc}*$/u)),
  password: v.pipe(v.string(), v.minLength(1), v.maxLength(200)),
  /**
   * A solved challenge of GET desk/captcha: this try waits for no pause that others' wrong passwords
   * brought.
   */
  captchaToken: v.optional(v.pipe(v.string(), v.maxLength(4_000))),
})

/** A clerk at work. */
export const deskSession = v.object({
  clerk_id: id,
  name: v.string(),
  token: v.string(),
  expires_at: isoTime,
  /** Where they work or what they lead, and what they may do there. */
  offices: v.array(v.object({ ...office.entries, role: deskRole })),
  /** The first administrator, where there is no office yet: to be named by them. */
  founds: v.boolean(),
})
export type DeskSession = v.InferOutput<typeof deskSession>

/** A reservation as its office's desks see it. No name and no identity number but what the form asked. */
export const deskReservation = v.object({
  id: uuid,
  code: v.string(),
  from: isoTime,
  to: isoTime,
  line_id: id,
  line_name: v.string(),
  meet: v.boolean(),
  state: v.picklist(RESERVATION_STATES),
  confirm_by: v.nullable(isoTime),
  /**
   * "Documento repetido: pide la cédula": two people booked under one document, and one of them says it is
   * theirs.
   */
  document_repeated: v.boolean(),
  answers: v.array(givenAnswer),
})
export type DeskReservation = v.InferOutput<typeof deskReservation>
/** GET desk/offices/{officeId}/reservations?day=YYYY-MM-DD: of that day (today unless told), by time. */
export const deskReservations = v.object({ day: v.string(), reservations: v.array(deskReservation) })
export type DeskReservations = v.InferOutput<typeof deskReservations>

/** The ticket that stands at a desk now. No name and no identity number: the desk needs neither to call. */
export const deskTicket = v.object({
  tuid: uuid,
  ticket: v.string(),
  line_id: id,
  line_name: v.string(),
  state: v.picklist(['called', 'attended', 'skipped']),
  inserted_at: isoTime,
  called_at: isoTime,
  calls: count,
  on_my_way: v.boolean(),
  /** Attended by video: the call is entered from here, and nobody comes. */
  meet: v.boolean(),
  /** On paper: nobody's phone could be told. */
  on_paper: v.boolean(),
  /** A phone acknowledged the notice of the newest call ("aviso recibido"). */
  notice_received: v.boolean(),
  /** "Documento repetido: pide la cédula": as of a reservation. */
  document_repeated: v.boolean(),
  answers: v.array(givenAnswer),
  /** Where it is a reservation that was called. */
  reserve: v.nullable(
    v.object({ id: uuid, code: v.string(), from: isoTime, to: isoTime, meet: v.boolean() }),
  ),
})
export type DeskTicket = v.InferOutput<typeof deskTicket>

/**
 * GET desk/offices/{officeId}/lines/{lineId}/waiting: who waits, in the order in which they will be called.
 * POST desk/offices/{officeId}/tickets/{tuid}/remove and …/reservations/{id}/remove take one away.
 */
export const deskWaiting = v.object({
  tickets: v.array(
    v.object({
      tuid: uuid,
      ticket: v.string(),
      inserted_at: isoTime,
      on_my_way: v.boolean(),
      /** Nobody's phone: from the office's own dispenser. */
      is_paper: v.boolean(),
      document_repeated: v.boolean(),
    }),
  ),
})
export type DeskWaiting = v.InferOutput<typeof deskWaiting>

/** GET desk/offices/{officeId}: what the clerk sees. */
export const deskState = v.object({
  office_id: id,
  office_name: v.string(),
  /** `clerk` and `clerk_id`: who has it open. */
  modulos: v.array(v.object({ ...modulo.entries, clerk: v.nullable(v.string()), clerk_id: v.nullable(id) })),
  /** The module that this clerk opened, or null. */
  modulo: v.nullable(modulo),
  lines: v.array(v.object({ ...lineState.entries, name: v.string(), prefix: v.string() })),
  current: v.nullable(deskTicket),
  seq: count,
})
export type DeskState = v.InferOutput<typeof deskState>

/**
 * POST desk/offices/{officeId}/tickets: a number for somebody without a phone. The same id is the same
 * number.
 */
export const deskGive = v.object({ line_id: id, request_id: uuid })
/**
 * What stands on a paper number. GET desk/offices/{officeId}/tickets/{tuid}/paper prints it again, for as
 * long as it is nobody's phone's.
 */
export const paperNumber = v.object({
  tuid: uuid,
  ticket: v.string(),
  line_id: id,
  line_name: v.string(),
  office_name: v.string(),
  time_zone: v.string(),
  inserted_at: isoTime,
  /** People who are called before it. */
  ahead: count,
  wait: v.nullable(waitRange),
  /** By which a phone follows it: /n/{secret}, and the first one that does keeps it. */
  secret: paperSecret,
})
export type PaperNumber = v.InferOutput<typeof paperNumber>

/**
 * POST desk/offices/{officeId}/modulo; null closes it. `from`: the clerk who left it open, and from nobody
 * who came in between; whoever stands there stands at this clerk's then.
 */
export const deskModulo = v.object({ modulo_id: v.nullable(id), from: v.optional(id) })
/** POST desk/offices/{officeId}/call: the next of these lines, or of all when the list is empty. */
export const deskCall = v.object({ line_ids: v.array(id) })
/** POST desk/offices/{officeId}/lines/{lineId}/frozen. */
export const deskFreeze = v.object({ frozen: v.boolean() })
