/**
 * Every code that an answer of the server may carry. The sentence that a person reads comes from the
 * application's catalogues, by code.
 * @see specification §8, docs/decisions "Both ends"
 */

/** Codes of `ticket:error`, and of the same refusals by REST (TKT-08, TKT-09). */
export const TICKET_ERROR_CODES = [
  'invalid-rut',
  'office-ticket-limit-reached',
  'rut-line-limit-reached',
  'line-frozen',
  'timeout',
  'line-no-slug',
  'line-no-prefix',
  'line-no-exist',
  'other',
  // Ours: the specification's catalogue has no code for these.
  'already-has-ticket',
  'too-many-numbers',
  'address-ticket-limit-reached',
  'office-closed',
  'kiosk-only',
  'form-invalid',
  'document-not-proven',
  /** For today. */
  'line-closed',
  /** It could not be served before the office closes. */
  'too-late-today',
] as const
export type TicketErrorCode = (typeof TICKET_ERROR_CODES)[number]

/** Of these, why nobody gives a number on paper, at a kiosk or at a desk: each has words at both. */
export type PaperErrorCode = Extract<
  TicketErrorCode,
  'line-no-exist' | 'line-no-prefix' | 'line-frozen' | 'line-closed' | 'office-closed' | 'too-late-today'
>

/** Refusals around a ticket that one holds. */
export const TURN_ERROR_CODES = [
  'ticket-not-waiting',
  'pass-limit-reached',
  'nobody-behind',
  /** Another phone follows the paper number. */
  'paper-followed',
  /** No paper of this office's server, or its number is over. */
  'paper-invalid',
  /** Another phone has what a desk booked. */
  'slip-followed',
  /** No slip of this office's server, or its time is past, given back, or called. */
  'slip-invalid',
  /** It was not called in vain: it waits, is called, or is over. */
  'ticket-not-missed',
  'return-limit-reached',
  /** Its day, or the six hours of a number, are over. */
  'return-too-late',
] as const
export type TurnErrorCode = (typeof TURN_ERROR_CODES)[number]

export const LOGIN_ERROR_CODES = [
  'captcha-invalid',
  'captcha-used',
  'captcha-expired',
  'user-and-password-required',
  'wrong-credentials',
  'session-expired',
  'user-is-guest',
  'handover-code-invalid',
  'document-in-use',
  'document-changes-used',
  // Ours: accounts, and how one comes into them.
  'account-exists',
  'email-changes-used',
  'password-too-common',
  'password-too-short',
  'password-required',
  'link-invalid',
  'holds-the-same',
  'provider-refused',
  'provider-unavailable',
  'attempt-invalid',
  'account-to-link',
  'document-taken',
  'document-proven',
  'person-incomplete',
  'provider-linked',
  'last-way-in',
] as const
export type LoginErrorCode = (typeof LOGIN_ERROR_CODES)[number]

export const DESK_ERROR_CODES = [
  /** As many links of the office stand as may be. */
  'links-full',
  'webhooks-full',
  /** This server does not post there. */
  'webhook-address-refused',
  'modulo-taken',
  'no-modulo',
  'nobody-waiting',
  /** The office does not prescribe this line for the clerk's modulo. */
  'line-not-served',
  /** The office prescribes the lines of the clerk's modulo. */
  'lines-prescribed',
  'nobody-called',
  /** Nobody has said whether who stands there came (DESK-06). */
  'arrival-unsaid',
  /** Somebody else stands there than was spoken of: what was pressed has happened already, or elsewhere. */
  'desk-moved',
  /** This very press was heard before: what became of it can be asked. */
  'press-known',
  'call-stands',
  'ticket-not-callable',
  'reserve-too-early',
  'reserve-not-callable',
  /** Who waits in a clerk's lines was transferred to other modulos. */
  'waiting-for-others',
  'ticket-not-parked',
  /** Somebody stands at the clerk's own modulo. */
  'modulo-occupied',
  /** Nobody sits at the modulo to which somebody should go. */
  'modulo-closed',
  /** Where they are already, or where nobody can attend them. */
  'transfer-nowhere',
  'no-preference',
  /** Somebody else noted something of the same turn meanwhile. */
  'note-changed',
  /** Somebody else noted something else of what was done for the same person meanwhile. */
  'delivered-changed',
  /** The office does not list it any more. */
  'service-gone',
  /** Nobody called them yet, or nobody came. */
  'not-attended',
  /** Who stands at the modulo is done with first. */
  'somebody-here',
  'on-break',
  /** These people were told something a moment ago. */
  'message-too-soon',
  /** On paper, or not there: nobody's phone can be told. */
  'nobody-to-tell',
  // What somebody with another role may do there.
  'supervisors-only',
  'administrators-only',
  'last-supervisor',
  'invitation-invalid',
  'invitation-used',
  'invitation-over',
  'user-taken',
  'works-elsewhere',
  // What stands in the way of other settings (ADMIN-02).
  'settings-moved',
  'day-ends',
  'reservations-affected',
  'line-waited-for',
  /** Nobody changed anything, or something else was changed since. */
  'nothing-to-undo',
] as const
export type DeskErrorCode = (typeof DESK_ERROR_CODES)[number]

/** Of a wall or a kiosk: its link was revoked, or never was. */
export const DEVICE_ERROR_CODES = ['link-invalid'] as const
export type DeviceErrorCode = (typeof DEVICE_ERROR_CODES)[number]

export const PUSH_ERROR_CODES = [
  'push-service-unknown',
  'no-subscription',
  'whatsapp-number-invalid',
  'whatsapp-undeliverable',
  'whatsapp-code-wrong',
  'whatsapp-code-over',
  'whatsapp-codes-used',
] as const
export type PushErrorCode = (typeof PUSH_ERROR_CODES)[number]

/** Refusals around a video attention. */
export const VIDEO_ERROR_CODES = [
  'meet-too-early',
  'meet-not-called',
  'meet-other-modulo',
  'meet-over',
  'not-by-video',
] as const
export type VideoErrorCode = (typeof VIDEO_ERROR_CODES)[number]

/** Refusals around a rating: it was given already, otherwise. */
export const POLL_ERROR_CODES = ['poll-answered'] as const
export type PollErrorCode = (typeof POLL_ERROR_CODES)[number]

export const GENERAL_ERROR_CODES = [
  'bad-request',
  'unauthorized',
  'forbidden',
  'not-found',
  'too-many-requests',
  'payload-too-large',
  'unsupported-media-type',
  'method-not-allowed',
  'conflict',
  /** A flag says that this is not offered now. */
  'switched-off',
  'unavailable',
  /** The server can read and keep nothing more, until somebody makes room. */
  'storage-full',
  'internal',
  /** Of offices or of lines, as many are kept as may be. */
  'favorites-full',
] as const
export type GeneralErrorCode = (typeof GENERAL_ERROR_CODES)[number]

/** Reservation refusals by number, as §8 lists them. */
export const RESERVATION_ERROR_CODES = [
  '1002',
  '1005',
  '1006',
  '1007',
  '4010',
  '4016',
  'user-have',
  'reserve-in-the-past',
  'reserve-already-exists',
  'reserve-invalid',
  // Ours: the specification's catalogue has no code for these.
  'reserve-form-invalid',
  'reserve-not-open',
  'document-not-proven',
] as const
export type ReservationErrorCode = (typeof RESERVATION_ERROR_CODES)[number]

export type ErrorCode =
  | TicketErrorCode
  | TurnErrorCode
  | LoginErrorCode
  | DeskErrorCode
  | DeviceErrorCode
  | PushErrorCode
  | GeneralErrorCode
  | ReservationErrorCode
  | VideoErrorCode
  | PollErrorCode
