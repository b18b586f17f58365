/**
 * The product's constants. Durations are in milliseconds and end in _MS.
 * @see specification §9, and docs/decisions where the specification is silent
 */

/** A number must be in the hand this long after it was asked for, the join of the channel included. */
export const TICKET_REQUEST_TIMEOUT_MS = 14_000
/** How long `ticket:new` waits for the server's reply. */
export const TICKET_PUSH_TIMEOUT_MS = 8_000
export const CHANNEL_JOIN_TIMEOUT_MS = 12_000
export const RESERVATION_SAGA_TIMEOUT_MS = 25_000
export const RESERVATION_CONFIRM_TIMEOUT_MS = 20_000
export const RESERVATION_REFETCH_MS = 3_000
export const WAIT_SERVICE_TIMEOUT_MS = 5_000
/**
 * Patience with every other request: the specification names none, and a request that never ends helps
 * nobody.
 */
export const REQUEST_TIMEOUT_MS = 10_000

export const FLAGS_REFRESH_MS = 60_000
/** The poll's question waits this long, and one notice for one subject is not raised twice within it. */
export const NOTIFICATION_ENQUEUE_DELAY_MS = 120_000

export const OFFICES_CACHE_MS = { min: 10 * 60_000, max: 30 * 60_000 } as const
export const LINES_CACHE_MS = { min: 60_000, max: 5 * 60_000 } as const

/** People ahead at which the almost-there notice is given, once each. */
export const ALMOST_THERE_THRESHOLDS = [10, 5] as const

export const TOO_MANY_REQUESTS_COOKIE = 'zq_number_of_try_webapp'
export const TOO_MANY_REQUESTS_COOKIE_MS = 24 * 3_600_000
export const TOO_MANY_REQUESTS_COUNT_MAX = 3

/** A ticket older than this is historic, and its channel is not rejoined. */
export const TICKET_RECENCY_MS = 21_600_000
export const HISTORY_PAGE_SIZE = 10
/** A page of results is this many times the cards that fit the window. */
export const SCROLL_PAGING_FACTOR = 4
/** A ticket may let others pass at most this often: without a limit those who come in person are shut out. */
export const TICKET_PASSES_MAX = 2
/**
 * So often a person comes back by themselves with a number whose call they missed; the front of the line is
 * open to the first time alone, or being missed would be a way to pass others.
 */
export const TICKET_RETURNS_MAX = 2
/** After so long a call repeats by itself, as often as its office says. */
export const CALL_REPEATS_AFTER_MS = 40_000
/** How many people one may let pass at a time. */
export const PASS_PLACES = { min: 1, max: 20 } as const

export const AUTH_COOKIE_MS = 15 * 24 * 3_600_000
/** A wall or a kiosk that was switched off for so long is let in by its link again. */
export const DEVICE_SESSION_MS = 90 * 24 * 3_600_000
export const VIDEO_ENTRY_BEFORE_MS = 15 * 60_000
export const RESERVATION_HIDDEN_AFTER_MS = 30 * 60_000
/** "Probar el aviso": a notice that was not shown by then did not come. */
export const PUSH_TEST_PATIENCE_MS = 15_000
/**
 * For so long it is known what became of a clerk's press: longer than an office is shut over holidays while a
 * desk stands open, its lid closed. Of what is older a desk does not believe that it was not done.
 */
export const PRESSES_KEPT_MS = 15 * 24 * 3_600_000
/** For so long a clerk may take back a call, unless it was said that the person came (DESK-03). */
export const CALL_TAKE_BACK_MS = 60_000
/** Why somebody was called out of turn, as it may be written (DESK-02). */
export const CALL_REASON_MAX = 200
/** Rows of one of the desk's lists; of what is over, the newest. */
export const DESK_LIST_MAX = 500
/** A push reminds of a reservation so long before it begins. */
export const RESERVATION_REMINDERS_MS = { day: 24 * 3_600_000, soon: 30 * 60_000 } as const
/**
 * From so long before its time the desk may call a reservation by itself; by turn it is called from its time
 * on.
 */
export const RESERVATION_CALL_BEFORE_MS = 15 * 60_000
/** Minutes from midnight on the office's wall: morning before the first, night from the second on. */
export const DAY_PARTS_FROM = { afternoon: 12 * 60, night: 19 * 60 } as const
/** By itself: what reads it out of an object the build cannot leave out of the first paint. */
const RESERVE_MINUTES_MAX = 480
/** What an office's file may ask of a line that takes reservations. */
export const RESERVE_MINUTES = { min: 5, max: RESERVE_MINUTES_MAX } as const
/** No reservation is longer. */
export const RESERVE_LONGEST_MS = RESERVE_MINUTES_MAX * 60_000
export const RESERVE_SLOTS_MAX = 100
export const RESERVE_DAYS_AHEAD_MAX = 365
export const RESERVE_CONFIRM_MINUTES_MAX = 7 * 24 * 60
/** How long the credentials for a video attention's servers are good. */
export const VIDEO_CREDENTIALS_MS = 2 * 3_600_000
/**
 * Two browsers that have not found each other by then are told that they do not: where all goes well it takes
 * a second or two, and before this each side has begun anew, the office's thrice. Both go on trying.
 */
export const VIDEO_CONNECT_PATIENCE_MS = 30_000
export const LOADER_ROTATION_MS = 1_000
export const DESKTOP_BREAKPOINT_PX = 768
/** From this distance on, in metres, kilometres are shown. */
export const KILOMETRE_FROM_M = 1_000

/** Offices of which one asks at once how long one would wait there. */
export const OFFICE_WAITS_MAX = 50
/** Days over which an office shows everybody how what it said of the wait came true. */
export const TOLD_WAITS_DAYS = 30
/** Offices whose wait the server keeps for all who ask. */
export const OFFICE_WAITS_KEPT_MAX = 20_000
/** After this a list asks again how long one would wait. */
export const OFFICE_WAITS_REFRESH_MS = 30_000

/** By which somebody signs in and is named (§5, §9). */
export const EMAIL_MAX = 60
export const PERSON_NAME_MAX = 32
export const FORM_LIMITS = { name: PERSON_NAME_MAX, tel: 60, email: EMAIL_MAX } as const
/** Letters of a password; of more than that nobody types one, and to hash it takes long. */
export const PASSWORD_MIN = 8
export const PASSWORD_MAX = 128
/** A link by which somebody comes to work at an office, works once within this. */
export const INVITATION_MS = 72 * 3_600_000
/** As it is sent, before it is judged: letters may come as several signs each. */
export const PASSWORD_TYPED_MAX = 1_024
/** How long the links are good that are sent by e-mail. */
export const MAIL_LINK_MS = {
  'confirm-email': 3 * 24 * 3_600_000,
  'reset-password': 3_600_000,
  // Counted from the change on: whoever reads their e-mail once a week still takes their account back.
  'email-changed': 7 * 24 * 3_600_000,
} as const
/** E-mails of one kind that one account is sent within an hour. */
export const MAILS_AN_HOUR = 3
/** Sign-ups of an address within an hour that cost it no work; beyond, each is proved by a captcha. */
export const SIGN_UPS_FREE = 5
/** How often an account may ask within the hour for an e-mail of its own. */
export const EMAIL_CHANGES_FREE = 3
/** When somebody was seen last is kept to this. */
export const LAST_SEEN_MS = 3_600_000
/** A solved captcha, as it is sent. */
export const CAPTCHA_TOKEN_MAX = 4_000
/** A policy is to be read on a telephone. */
export const POLICY_TEXT_MAX = 20_000
export const POLICY_VERSION_MAX = 40
/** A rut or dni, as it is typed. */
export const IDENTITY_LENGTH_MAX = 20
/** An answer longer than this is refused, whatever the question says. */
export const ANSWER_LENGTH_MAX = 1_000

/** After this the waiting room asks the server again. */
export const WAIT_REFRESH_MS = 20_000
/**
 * While it is called it asks this often: few are, and somebody who was told to come must not be the last to
 * hear that it is over.
 */
export const CALLED_REFRESH_MS = 4_000
/** Carrying session and receipts to another browser. */
export const HANDOVER_CODE_MS = 10 * 60_000
/** A solved captcha is good for this long, and once. */
export const CAPTCHA_MS = 5 * 60_000
/** No receipt of delivery within this, and the message goes by WhatsApp where the person chose it. */
export const DELIVERY_RECEIPT_WAIT_MS = 15_000
/** How long a call stands: the push service keeps the message no longer. */
export const CALL_STANDS_MS = 10 * 60_000
/**
 * Browsers of one person that are told, the ones that came last. Without an end one person's invented
 * endpoints would make every notice of theirs a flood of ours at a push service.
 */
export const SUBSCRIPTIONS_MAX = 10
/** Openings that one person may wish to be told of; of more the oldest goes. */
export const OPENING_WISHES_MAX = 10
/**
 * The person behind a temporary user is forgotten this long after the last turn, at the latest: so the policy
 * says that they accepted. An operator may keep them for less.
 */
export const TEMPORARY_PERSON_KEPT_MS = 30 * 24 * 3_600_000
/** At most so many facts are replayed to a client that was away; beyond that it fetches anew. */
export const MISSED_FACTS_MAX = 500

/** Waiting numbers that one person may hold, over all lines. */
export const NUMBERS_HELD_MAX = 5
/** Waiting numbers of one address, unless an office names it as its own. */
export const ADDRESS_NUMBERS_MAX = 40
/** The proof of work doubles each time that an address took so many numbers within the hour … */
export const NUMBERS_TO_DOUBLE = 10
/** … and not more often than this: up to about 8 s on a phone. */
export const PROOF_DOUBLINGS_MAX = 3
/**
 * Whom a paper or a slip that no phone follows lets in within an hour: whoever scans it twice, in two
 * browsers, or hears no answer, and nobody who takes numbers with it in bulk.
 */
export const PAPER_ENTRIES_MAX = 5
/**
 * How often a person, and an address, may learn within an hour that a document is in use. Beyond: 429
 * (DOC-03).
 */
export const DOCUMENT_CLASHES_MAX = 3
/**
 * Wrong passwords that cost a clerk no pause: for one name at one address, and at one address for all names.
 */
export const SIGN_IN_FREE = { name: 5, address: 20 } as const
/** The pause after those, doubled each time: it slows a guesser down, and keeps nobody from their desk. */
export const SIGN_IN_PAUSE_MS = { first: 1_000, max: 4_000 } as const
/**
 * Whoever need not wait for that pause proves some work instead, doubled so often: several seconds on a
 * laptop, half a minute on a cheap phone, for each try. It bounds how long the right clerk waits at a new
 * browser while somebody guesses without end.
 */
export const SIGN_IN_PROOF_DOUBLINGS = 5
/** A browser where a clerk signed in is known so long; browsers keep no cookie longer. */
export const KNOWN_BROWSER_MS = 400 * 24 * 3_600_000
/** How often a session may change its document. */
export const DOCUMENT_CHANGES_MAX = 2
/** What is counted of sessions and addresses is forgotten after this. */
export const KNOCKS_KEPT_MS = 3_600_000
/** From the first press to the way back from a provider: typing a password there, and a second factor. */
export const PROVIDER_ATTEMPT_MS = 10 * 60_000
/** A provider's server that has not answered by then is as good as down. */
export const PROVIDER_ANSWER_MS = 10_000
/** So often an attempt may be asked to become a session: with a password that is wrong, or another e-mail. */
export const PROVIDER_CLAIMS_MAX = 10
/** So often a page asks how far its attempt is; the provider's window calls out before, where it can. */
export const PROVIDER_POLL_MS = 2_000
/** An address within the application, to come back to. */
export const RETURN_PATH_MAX = 500
/** Offices that one person may keep as favourites, and lines besides. */
export const FAVORITES_MAX = 100

/** Days of which figures are counted at once: a year, with its 29 February. */
export const FIGURES_DAYS_MAX = 366
/** Patience with them: whoever is the first to ask of a year waits until it is counted. */
export const FIGURES_TIMEOUT_MS = 60_000
/** Today's figures move: while somebody looks they are asked for again after this. */
export const FIGURES_REFRESH_MS = 30_000

/** How an attention is rated, and how much may be written beside it. */
export const POLL_RATINGS = { min: 1, max: 5 } as const
export const POLL_DESCRIPTION_MAX = 500
/** Whoever has not rated an attention by then is offered it no more. */
export const POLL_OPEN_MS = 7 * 24 * 3_600_000
/** Later than this after its time nobody is asked any more: who went home has other things to do. */
export const POLL_ASKED_WITHIN_MS = 2 * 3_600_000
/**
 * The code that shows that a WhatsApp number is one's own: digits, how long it is good, how often one may
 * err.
 */
export const WHATSAPP_CODE_DIGITS = 6
export const WHATSAPP_CODE_MS = 10 * 60_000
export const WHATSAPP_CODE_TRIES = 5
/** Within this the same code is still under way: to ask again sends no second one. */
export const WHATSAPP_CODE_AGAIN_MS = 60_000
/**
 * Codes within an hour, each of which costs money: of one person, to one number, from one address (behind
 * which a waiting room may stand).
 */
export const WHATSAPP_CODES_MAX = { person: 3, number: 3, address: 30 } as const

/** Calls that a wall shows, and that it is told of: of a burst, each is spoken. */
export const WALL_CALLS = { shown: 5, told: 12 } as const
/** A call that is older than this when a wall learns of it is shown, and not sounded as if it were new. */
export const CALL_SOUNDS_WITHIN_MS = 30_000
/** A wall's call stands large for so long, unless another one comes. */
export const CALL_LARGE_MS = 45_000
/** A wall asks anew this often, though nothing was said. */
export const WALL_REFRESH_MS = 20_000
/** A kiosk asks this often how the lines stand. */
export const KIOSK_REFRESH_MS = 5_000
/** Nobody touched a kiosk for so long: it is back at its question. */
export const KIOSK_IDLE_MS = 20_000
/** So long a code is that somebody types at a kiosk: what stands behind RV. */
export const KIOSK_CODE_LENGTH = 3
/** A number stays on a kiosk's screen for so long: paper may run out, and a camera takes its time. */
export const KIOSK_NUMBER_SHOWN_MS = 40_000
/** When a wall or a kiosk was seen last is kept to this. */
export const DEVICE_SEEN_MS = 60_000
/** A machine's token that nobody used for so long is over. */
export const MACHINE_TOKEN_MS = 400 * 24 * 3_600_000
/** Calls that one answer tells a machine; the rest is asked for after them. */
export const MACHINE_CALLS_MAX = 100
/** Webhooks of an office. */
export const WEBHOOKS_MAX = 5
export const WEBHOOK_URL_MAX = 500
/** A secret that was replaced signs beside the new one for so long. */
export const WEBHOOK_FORMER_SECRET_MS = 24 * 3_600_000
/**
 * A webhook that took nothing for so long is switched off: before the log forgets what it still had to be
 * told.
 */
export const WEBHOOK_GIVEN_UP_MS = 36 * 3_600_000
/** Links of an office that stand at once, its machines' tokens among them. */
export const OFFICE_LINKS_MAX = 20
export const LINK_NAME_MAX = 40
