import * as v from 'valibot'
import { DELIVERED_MAX, SERVICE_NAME_MAX, SERVICES_MAX, TURN_NOTE_MAX } from '../desk-limits.ts'
import { CALL_REASON_MAX } from '../limits.ts'
import { count, id, isoTime, uuid } from '../primitives.ts'
import { moduloDay, warningLimits } from './desk-day.ts'
import { givenAnswer } from './forms.ts'
import { deskRole } from './desk-acts.ts'
import { lineState, modulo, office, waitRange } from './offices.ts'
import { paperSecret } from './paper.ts'
import { preferential } from './preference.ts'
import { TICKET_STATES, type TicketState } from './tickets.ts'
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

/** A reservation as its office's desks see it. No identity number but what the form asked. */
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
  /** When somebody noted that the person is here. */
  arrived_at: v.nullable(isoTime),
  /** Whom to expect; null once that is forgotten. */
  name: v.nullable(v.string()),
  /** A desk booked it for somebody: no phone can be told. */
  by_desk: v.boolean(),
  /** By which a phone takes it over: /r/{secret}; null where one has it, or it no longer can be. */
  secret: v.nullable(paperSecret),
  answers: v.array(givenAnswer),
})
export type DeskReservation = v.InferOutput<typeof deskReservation>
/** GET desk/offices/{officeId}/reservations?day=YYYY-MM-DD: of that day (today unless told), by time. */
export const deskReservations = v.object({ day: v.string(), reservations: v.array(deskReservation) })
export type DeskReservations = v.InferOutput<typeof deskReservations>

/**
 * The clerk's word about the one who stands at their desk, without which nobody leaves it: they came and were
 * attended, or nobody came (DESK-06). It names whom it is about: said twice, it says nothing of the next.
 */
export const saidArrival = v.object({ tuid: uuid, arrived: v.boolean() })
export type SaidArrival = v.InferOutput<typeof saidArrival>
/** Of who stands at a desk: the word about them, or that the clerk sees nobody there. */
export type SaidHere = SaidArrival | 'nobody'
/**
 * How a body says it. `nobody`, so that nothing is done to whom another window called: a page of the release
 * before says neither, and a server of it reads no more than `here`.
 */
const ofWhoIsHere = { here: v.optional(saidArrival), nobody: v.optional(v.boolean()) }

/** A service of the office's, by its name, and how often somebody got it. */
export const deliveredService = v.object({
  service: v.pipe(v.string(), v.minLength(1), v.maxLength(SERVICE_NAME_MAX)),
  quantity: v.pipe(count, v.minValue(1), v.maxValue(DELIVERED_MAX)),
})
export type DeliveredService = v.InferOutput<typeof deliveredService>
/**
 * What was done for somebody, by the names of the services. One that the office does not list any more stays
 * as it was noted.
 */
const delivered = v.array(deliveredService)

/**
 * The ticket that stands at a desk now. No identity number, and a name of a reservation alone: the desk needs
 * neither to call.
 */
export const deskTicket = v.object({
  tuid: uuid,
  ticket: v.string(),
  line_id: id,
  line_name: v.string(),
  state: v.picklist(['called', 'attended', 'skipped']),
  inserted_at: isoTime,
  called_at: isoTime,
  /** Without those that were taken back. */
  calls: count,
  /** The clerk said that they came; null until then. */
  arrived_at: v.nullable(isoTime),
  /** Milliseconds from this answer on in which the call can be taken back; null where it cannot. */
  take_back_ms: v.nullable(count),
  on_my_way: v.boolean(),
  /** Attended by video: the call is entered from here, and nobody comes. */
  meet: v.boolean(),
  /** The law lets this person go first, they said or a clerk saw. */
  preferential: v.boolean(),
  /** On paper: nobody's phone could be told. */
  on_paper: v.boolean(),
  /** A phone acknowledged the notice of the newest call ("aviso recibido"). */
  notice_received: v.boolean(),
  /** "Documento repetido: pide la cédula": as of a reservation. */
  document_repeated: v.boolean(),
  answers: v.array(givenAnswer),
  note: v.nullable(v.string()),
  delivered,
  /** Where it is a reservation that was called. */
  reserve: v.nullable(
    v.object({
      id: uuid,
      code: v.string(),
      from: isoTime,
      to: isoTime,
      meet: v.boolean(),
      /** As of a reservation. */
      name: v.nullable(v.string()),
      by_desk: v.boolean(),
    }),
  ),
})
export type DeskTicket = v.InferOutput<typeof deskTicket>

/**
 * The desk's lists: who waits, who was called and attended today, who stands aside, who was missed, and who
 * left before they were attended.
 */
export const DESK_LISTS = {
  waiting: ['waiting'],
  called: ['called', 'attended'],
  parked: ['parked'],
  missed: ['skipped'],
  finished: ['given-up', 'expired', 'removed', 'sent-home'],
} as const satisfies Record<string, readonly TicketState[]>
export type DeskListName = keyof typeof DESK_LISTS
export const DESK_LIST_NAMES = [
  'waiting',
  'called',
  'parked',
  'missed',
  'finished',
] as const satisfies readonly DeskListName[]

/** A number in a list. No identity number but what the form asked. */
export const deskRow = v.object({
  tuid: uuid,
  ticket: v.string(),
  line_id: id,
  line_name: v.string(),
  /** How it came: in a phone, on paper, booked before, or attended by video. */
  came: v.picklist(['phone', 'paper', 'reservation', 'video']),
  /** A phone has it, and is told of it: not what is on paper, nor what a desk booked for somebody. */
  has_phone: v.optional(v.boolean(), true),
  state: v.picklist(TICKET_STATES),
  inserted_at: isoTime,
  called_at: v.nullable(isoTime),
  arrived_at: v.nullable(isoTime),
  ended_at: v.nullable(isoTime),
  /** Since when it stands aside. */
  parked_at: v.nullable(isoTime),
  /** Of one that was missed: until when it comes back to the front of its line; null where to its end. */
  front_until: v.nullable(isoTime),
  /** Where it was called. */
  modulo: v.nullable(v.string()),
  on_my_way: v.boolean(),
  document_repeated: v.boolean(),
  /** The law lets this person go first, they said or a clerk saw. */
  preferential: v.boolean(),
  /** Of one that was booked, whom to expect. */
  name: v.nullable(v.string()),
  answers: v.array(givenAnswer),
  /** What a clerk noted of it, for those who work there. */
  note: v.nullable(v.string()),
  delivered,
})
export type DeskRow = v.InferOutput<typeof deskRow>
/**
 * GET desk/offices/{officeId}/tickets?list=…: those who wait in the order of the calls, those who stand aside
 * by their arrival, the others newest first. POST …/tickets/{tuid}/bring-back (a missed one), …/put-back and
 * …/call-parked (one that stands aside); …/remove and …/reservations/{id}/remove take one away.
 */
export const deskListQuery = v.object({ list: v.picklist(DESK_LIST_NAMES) })
export const deskList = v.object({
  /** When it was answered, by the server's clock. */
  at: isoTime,
  /** At most DESK_LIST_MAX. */
  tickets: v.array(deskRow),
  /** How many there are in each list. */
  counts: v.object({ waiting: count, called: count, parked: count, missed: count, finished: count }),
})
export type DeskList = v.InferOutput<typeof deskList>

/** GET desk/offices/{officeId}: what the clerk sees. */
export const deskState = v.object({
  /** What the server's clock shows. */
  at: isoTime,
  office_id: id,
  office_name: v.string(),
  /** The office has a rule for preferential people. */
  preference: v.boolean(),
  /** What the office does for people, by its own names, in its own order. None: nothing is noted. */
  services: v.array(v.string()),
  /**
   * `clerk` and `clerk_id`: who has it. One that the office has no more is here while somebody sits or stands
   * there; `open` says that somebody can be sent to it.
   */
  modulos: v.array(
    v.object({
      ...modulo.entries,
      ...moduloDay.entries,
      clerk: v.nullable(v.string()),
      clerk_id: v.nullable(id),
    }),
  ),
  /** The module that this clerk opened, or null. */
  modulo: v.nullable(modulo),
  /** From which lines it calls; null where none is open. */
  served: v.nullable(
    v.object({
      /** Null: all of them, also those that come later. */
      line_ids: v.nullable(v.array(id)),
      /** The office prescribes them for the module, the clerk chose them, or nobody ever did. */
      by: v.picklist(['office', 'clerk', 'nobody']),
    }),
  ),
  /** Whom the next call to it would call, if nothing happened before; null where it would call nobody. */
  next: v.nullable(v.object({ ticket: v.string(), line_id: id })),
  /**
   * `on_paper`: of those who wait, how many no phone tells. `waiting_since`: when the one who waits longest
   * took their number; `longest`: who that is.
   */
  lines: v.array(
    v.object({
      ...lineState.entries,
      name: v.string(),
      prefix: v.string(),
      /** Attended by video, hence never on paper. */
      virtual: v.boolean(),
      /** Else one only books a time. */
      takes_tickets: v.boolean(),
      on_paper: count,
      waiting_since: v.nullable(isoTime),
      longest: v.nullable(v.object({ tuid: uuid, ticket: v.string() })),
    }),
  ),
  /** From when on the light of warning is amber, and red. */
  warnings: warningLimits,
  current: v.nullable(deskTicket),
  seq: count,
})
export type DeskState = v.InferOutput<typeof deskState>

/**
 * POST desk/offices/{officeId}/tickets: a number for somebody without a phone. The same id is the same
 * number, whatever became of it since. Preferential where the clerk saw that the law lets its person go
 * first.
 */
export const deskGive = v.object({ line_id: id, request_id: uuid, preferential })
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
  /** People who are called before it; 0 where it no longer waits. */
  ahead: count,
  wait: v.nullable(waitRange),
  /** By which a phone follows it: /n/{secret}, and the first one that does keeps it. */
  secret: paperSecret,
})
export type PaperNumber = v.InferOutput<typeof paperNumber>

/**
 * POST desk/offices/{officeId}/modulo; null closes it. `from`: the clerk who left it open, and from nobody
 * who came in between; whoever stands there stands at this clerk's then. `here`: of who stands at the module
 * that is left; `nobody`: that nobody does.
 */
export const deskModulo = v.object({ modulo_id: v.nullable(id), from: v.optional(id), ...ofWhoIsHere })
/**
 * POST desk/offices/{officeId}/call: the next of the lines that the module serves; of these alone, where some
 * are named. None is called from that the office does not prescribe for a module.
 */
export const deskCall = v.object({ line_ids: v.optional(v.array(id), []), ...ofWhoIsHere })
/**
 * POST desk/offices/{officeId}/served-lines: from which lines this clerk calls, at whichever module of the
 * office; null is all of them, also those that come later.
 */
export const deskServed = v.object({ line_ids: v.nullable(v.array(id)) })
/** POST desk/offices/{officeId}/reservations/{id}/call. */
export const deskCallReservation = v.nullish(v.object(ofWhoIsHere))
/** POST desk/offices/{officeId}/tickets/{tuid}/call: out of turn, and why. */
export const deskCallTicket = v.object({
  reason: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(CALL_REASON_MAX)),
  ...ofWhoIsHere,
})
const noted = v.nullable(
  v.pipe(
    v.string(),
    v.trim(),
    v.minLength(1),
    v.maxLength(TURN_NOTE_MAX),
    // Lines may end in it; nothing else that is no letter.
    v.regex(/^[\P{Cc}\n]*$/u),
  ),
)
/**
 * POST desk/offices/{officeId}/tickets/{tuid}/note: what those who work there should know of this turn; null
 * takes it away. `was`: the note that was read before, so that nobody writes over what somebody else noted
 * meanwhile.
 */
export const deskNote = v.object({ note: noted, was: noted })
/** In a request: what was noted before of services that are listed no more comes back with the rest. */
const deliveredWish = v.pipe(
  v.array(deliveredService),
  v.maxLength(4 * SERVICES_MAX),
  v.check(
    list => new Set(list.map(({ service }) => service)).size === list.length,
    'a service is named once, with how often',
  ),
)
/**
 * POST desk/offices/{officeId}/tickets/{tuid}/delivered: all that was done for this person, who was called;
 * an empty list takes away what was noted. `was`: what was read before, as of a note.
 */
export const deskDelivered = v.object({ delivered: deliveredWish, was: deliveredWish })
/** POST desk/offices/{officeId}/arrived and …/take-back: of the one who stands at the desk. */
export const deskStanding = v.object({ tuid: uuid })
const meant = v.object({ tuid: v.optional(uuid) })
/**
 * POST desk/offices/{officeId}/call-again, …/absent, …/attended and …/park: of whom the clerk sees at the
 * desk, and of nobody else who stands there by now. A page of a release before names nobody.
 */
export const deskMeant = v.nullish(meant)
/**
 * POST desk/offices/{officeId}/transfer: the one at this desk goes on in another line (`anyway`: also where
 * it is frozen or closed for today), or is the next at another module. `tuid`: whom the clerk sees, as above.
 */
export const deskTransfer = v.union([
  v.object({ ...meant.entries, line_id: id, anyway: v.optional(v.boolean()) }),
  v.object({ ...meant.entries, modulo_id: id }),
])
