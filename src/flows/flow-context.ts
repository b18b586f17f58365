import type { Language } from '#contract/primitives.ts'
import type { FlagList } from '#contract/rest/flags.ts'
import type { NotificationPreferences, Session } from '#contract/rest/login.ts'
import type { LineState, LineStop } from '#contract/rest/offices.ts'
import type { Poll } from '#contract/rest/polls.ts'
import type { TimeBlock } from '#contract/rest/reservations.ts'
import type { Ticket } from '#contract/rest/tickets.ts'
import type { ApiError } from '#src/api/api-error.ts'
import type { Api } from '#src/api/create-api.ts'
import type { Database } from '#src/db/open-database.ts'
import type { StorageProblem } from '#src/db/storage-problem.ts'
import type { KnownUser } from '#src/db/user-data.ts'
import type { BookingWish } from '#src/domain/booking-wish.ts'
import type { FailureCode } from '#src/domain/failure-codes.ts'
import type { NewNotice, NoticeKind } from '#src/domain/notice.ts'
import type { ReservationDraft } from '#src/domain/reservation-draft.ts'
import type { TakingWish } from '#src/domain/taking-wishes.ts'
import type { Alarm } from '#src/platform/alarm.ts'
import type { CameraDoor } from '#src/platform/camera.ts'
import type { Clock } from '#src/platform/clock.ts'
import type { Connectivity } from '#src/platform/connectivity.ts'
import type { Cookies } from '#src/platform/cookies.ts'
import type { OtherPages } from '#src/platform/other-pages.ts'
import type { Position, PositionFinder } from '#src/platform/position.ts'
import type { PushDoor } from '#src/platform/push-door.ts'
import type { Random } from '#src/platform/random.ts'
import type { StorageKeeper } from '#src/platform/storage-keeper.ts'
import type { Timers } from '#src/platform/timers.ts'
import type { Visibility } from '#src/platform/visibility.ts'
import type { MeetSocket } from '#src/socket/meet-channel.ts'
import type { ChannelState, OfficeSocket } from '#src/socket/office-socket.ts'

/** Who is here. */
export interface SessionPort {
  /** Null for a guest. A user without a token was remembered, and could not be asked for yet (no network). */
  user(): KnownUser | null
  token(): string | null
  /** Nobody is here, and somebody was until their session ended by itself. */
  hasExpired(): boolean
  /**
   * Settles once the server has said who is here, or could not be asked; at once where nobody is asking. A
   * press in the moment after a reload waits for it, or the server would take a person for a guest.
   */
  whenKnown(): Promise<void>
  /** Settles as soon as there is a user, though the device alone should know of them; or as `whenKnown`. */
  whenNamed(): Promise<void>
  loading(): void
  signedIn(session: Session): void
  remembered(user: KnownUser): void
  /** Which policies they have accepted by now. */
  accepted(versions: readonly string[]): void
  expired(): void
  signedOut(): void
  failed(code: FailureCode): void
}

export type TakingStep = 'checking' | 'joining' | 'asking' | 'confirming'

/** Why there is no number. `unknown`: it may have been given. */
export interface TakingProblem {
  code: FailureCode | 'unknown'
  message: string | null
  /** It may be asked for again as declared ("No fui yo"). */
  declarable?: boolean
}

/** The numbers that are being taken: one a line at most. */
export interface NewTicketPort {
  ongoing(): TakingWish[]
  /** Those of which nobody knows whether there is a number. */
  unknown(): TakingWish[]
  begin(wish: TakingWish): void
  setStep(lineId: number, step: TakingStep): void
  /** @param temporal for a temporary user it is over, but does not count as finished (TKT-02) */
  taken(lineId: number, tuid: string, temporal: boolean): void
  failed(lineId: number, failure: TakingProblem): void
  clear(): void
}

export type BookingStep = TakingStep

/** Why there is no reservation. `unknown`: it may have been made. */
export interface BookingProblem extends TakingProblem {
  /** The answers that the server found at fault, by question id. */
  fields?: ApiError['fields']
}

/** The reservation that is being booked (RES-16). */
export interface BookingPort {
  /** The one under way, or null. */
  ongoing(): BookingWish | null
  /** The one of which nobody knows whether it was made, or null. */
  unknown(): BookingWish | null
  begin(wish: BookingWish): void
  /** Of whose request it is no more, because they left meanwhile, it says nothing. */
  setStep(requestId: string, step: BookingStep): void
  /** It is made: as `created` until it is confirmed. */
  settle(id: string, isConfirmed: boolean): void
  /** One that was made earlier on this page is confirmed now. */
  confirm(id: string): void
  failed(lineId: number, failure: BookingProblem): void
  /** One that was made earlier is over. */
  drop(id: string): void
  clear(): void
}

/** What the wizard was told, by line. */
export interface ReservationDraftsPort {
  /** @param change `requestId`: should nobody hear what became of it, it is repeated by this */
  change(lineId: number, change: Pick<ReservationDraft, 'requestId'>): void
  forget(lineId: number): void
  /** Their session ended by itself: what they typed so far is theirs. */
  leftBy(userId: string): void
  /** They came in: what somebody else left behind is forgotten. */
  keepFor(userId: string): void
  clear(): void
}

/** What was typed of how an attention was, by ticket. */
export interface PollDraftsPort {
  forget(ticketId: string): void
  clear(): void
}

export interface NoticesPort {
  /** @returns whether it was raised: the same for the same subject within 120 s is not (NOTE-02) */
  raise(notice: NewNotice): boolean
  /** Whether it was raised about this subject, and nobody has taken it away. */
  stands(kind: NoticeKind, subject: string): boolean
  /** What was said about a subject is not so any more, and may be said anew. */
  forget(subject: string): void
  /** Nobody is called by this number any more. */
  forgetCalls(tuid: string): void
  clear(): void
}

export interface ConnectionPort {
  setOnline(isOnline: boolean): void
  /** @param state null: the channel is no longer there */
  setChannel(officeSlug: string, state: ChannelState | null): void
}

export interface FlagsPort {
  areKnown(): boolean
  setFlags(toggles: FlagList['toggles']): void
}

export interface PreferencesPort {
  current(): NotificationPreferences
  /** Whether they are the person's own, and not the defaults for want of an answer. */
  areKnown(): boolean
  setLoading(): void
  setLoaded(preferences: NotificationPreferences): void
  /** The defaults hold. */
  setFailed(): void
  /** Nobody's: the defaults hold. */
  reset(): void
}

/** Whether what the server keeps of a person's favourites is known here. */
export interface FavoritesPort {
  setLoading(): void
  setLoaded(): void
  setFailed(code: FailureCode): void
  /** Nobody's. */
  reset(): void
}

/** The switch of push notices, in its true state. */
export interface PushSwitchPort {
  setWorking(): void
  /** @param knownAt for `unconfirmed`: when the server last said so, milliseconds, or null */
  setState(state: PushSwitchState, knownAt?: number | null): void
}

/**
 * `on`: the server would ring this very browser. `unconfirmed`: it would when it was last asked, and cannot
 * be asked now. `off`: it may be switched on. `blocked`: the person or the phone refused, and only its
 * settings can change that. `needs-install`: only the installed app may (iPhone). `failed`: it was tried and
 * did not work; it may be tried again.
 */
export type PushSwitchState =
  | 'on'
  | 'unconfirmed'
  | 'off'
  | 'blocked'
  | 'needs-install'
  | 'unsupported'
  | 'failed'

export interface UiPort {
  language(): Language
  alarm(): { sound: boolean; vibration: boolean }
  customerParams(): Record<string, string>
  /** What the browser's storage suffers from, or null (OFFL-05). */
  storageProblem(): StorageProblem | null
  tooManyRequests(refusal: { count: number; retryAfterMs: number | null }): void
  /** Where the person is was found before. */
  hasPlace(): boolean
  setPosition(position: Position): void
}

/** What the server lists, as the screens hold it (react-query). */
export interface ServerDataPort {
  /** The moving figures of an office's lines; `at` ISO 8601. */
  applyLines(officeSlug: string, lines: readonly LineState[], at: string): void
  freezeLine(officeSlug: string, lineId: number, frozen: boolean, stopped: LineStop | null): void
  /** What is free now in some blocks of a line (RES-07). */
  applyBlocks(officeSlug: string, lineId: number, blocks: readonly TimeBlock[]): void
  /** What is known of a line's blocks was wrong. */
  refetchBlocks(officeSlug: string, lineId: number): void
  /** Puts a called ticket on page 1 of the history (CALL-01). */
  addToHistory(ticket: Ticket): void
  refetchHistory(): void
  /** What may still be rated. */
  applyPolls(polls: readonly Poll[]): void
  /** One of them need not be rated any more. */
  endPoll(ticketId: string): void
  /** What is known of the office is too old to be mended. */
  refetchOffice(officeSlug: string): void
  /** The office itself is another one: its hours, its lines, what it asks. */
  refetchSettings(officeSlug: string): void
  /** What is known of the account is old. */
  refetchAccount(): void
  /** Somebody else is here from now on: what was listed for the one before is asked for anew. */
  refetchPerson(): void
  /** Forgets what belongs to the person. */
  forgetPerson(): void
}

/** Everything that a flow may need; each says by its type what it does need. */
export interface FlowContext {
  clock: Clock
  /** Milliseconds of a clock that nobody sets: the other one may be put right while somebody waits. */
  elapsed(): number
  timers: Timers
  random: Random
  connectivity: Connectivity
  visibility: Visibility
  storage: StorageKeeper
  cookies: Cookies
  alarm: Alarm
  pushDoor: PushDoor
  otherPages: OtherPages
  positionFinder: PositionFinder
  api: Api
  socket: OfficeSocket & MeetSocket
  camera: CameraDoor
  connectPeer(configuration: RTCConfiguration): RTCPeerConnection
  db: Database
  session: SessionPort
  newTicket: NewTicketPort
  booking: BookingPort
  reservationDrafts: ReservationDraftsPort
  pollDrafts: PollDraftsPort
  /** What goes on by the verbs of the person who is here; `stays`: whether one is nobody's in particular. */
  errands: {
    clear(stays?: (verb: string, errand: { isRunning: boolean; outcome: unknown }) => boolean): void
  }
  notices: NoticesPort
  connection: ConnectionPort
  flags: FlagsPort
  preferences: PreferencesPort
  favorites: FavoritesPort
  pushSwitch: PushSwitchPort
  ui: UiPort
  serverData: ServerDataPort
}
