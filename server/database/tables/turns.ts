import type { ColumnType } from 'kysely'
import type { ReservationState } from '#contract/rules/reservation-state.ts'
import type { TicketMessage, TicketState } from '#contract/rest/tickets.ts'
import type { Day, Json, WithDefault } from './columns.ts'

// Numbers and booked times, and what keeps them from being taken in heaps.

export interface LineDaysTable {
  line_id: number
  day: Day
  last_number: WithDefault<number>
}

export interface OfficeSequencesTable {
  office_id: number
  last_seq: WithDefault<number>
}

/** Declared on the phone, or given at the desk. */
export type TicketPreference = 'declared' | 'given' | 'refused'

export interface TicketsTable {
  id: string
  office_id: number
  line_id: number
  day: Day
  /** Null for the ticket by which a reservation is called. */
  number: number | null
  prefix: string
  user_id: string | null
  identity_hash: Uint8Array | null
  request_id: string | null
  /** `taken-back`: a reservation was called by it that is due again. Nobody is shown it any more. */
  state: TicketState | 'taken-back'
  /** numeric: arithmetic on it belongs in SQL. */
  place: ColumnType<string, string | number, string | number>
  passes: WithDefault<number>
  told_10: WithDefault<boolean>
  told_5: WithDefault<boolean>
  /** Minutes that were told with the number; null where nobody was told anything (STAT-02). */
  told_from: ColumnType<number | null, number | null | undefined, number | null>
  told_to: ColumnType<number | null, number | null | undefined, number | null>
  /**
   * What the flow said then, in minutes, whatever was told; null where nothing was learned of the line yet.
   */
  told_flow: ColumnType<number | null, number | null | undefined, number | null>
  on_my_way: WithDefault<boolean>
  inserted_at: Date
  called_at: Date | null
  /** Of one that was called again, or sent to another line after its call; see `called_at` otherwise. */
  first_called_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  calls: WithDefault<number>
  calls_taken_back: WithDefault<number>
  /** A clerk said that they came. */
  arrived_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  /** How it stood before a call that is not its first; null while it is not called. */
  before_call: ColumnType<object | null, object | null | undefined, object | null>
  modulo_id: number | null
  clerk_id: number | null
  ended_at: Date | null
  meta: Uint8Array | null
  reservation_id: ColumnType<string | null, string | null | undefined, string | null>
  disputed: WithDefault<boolean>
  /** A provider vouched for the document under which it was taken (DOC-04). */
  proven: WithDefault<boolean>
  hand: ColumnType<number | null, number | null | undefined, number | null>
  parked_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  /** How often it came back after it was missed. */
  returns: WithDefault<number>
  /** The line that gave the number, where it waits in another one by now. */
  given_in: ColumnType<number | null, number | null | undefined, number | null>
  /** Next at this modulo, and at no other one as long as that is open. */
  for_modulo_id: ColumnType<number | null, number | null | undefined, number | null>
  /** Refused: a clerk took it away. Forgotten with the day. */
  preference: ColumnType<
    TicketPreference | null,
    TicketPreference | null | undefined,
    TicketPreference | null
  >
  /** Where it would stand without its preference; null where that moved it nowhere. */
  arrival_place: ColumnType<string | null, string | number | null | undefined, string | number | null>
  /** What the office said last to whoever holds it. */
  message: ColumnType<TicketMessage | null, string | null | undefined, string | null>
}

export interface ReservationsTable {
  id: string
  office_id: number
  line_id: number
  /** Null where a desk booked it for somebody. */
  user_id: string | null
  identity_hash: Uint8Array | null
  request_id: string
  state: ReservationState
  block_from: Date
  block_to: Date
  slot: number
  slots: number
  meet: WithDefault<boolean>
  once_in: string | null
  inserted_at: Date
  confirm_by: Date | null
  confirmed_at: Date | null
  deleted_at: Date | null
  called_at: Date | null
  before_call: ColumnType<string | null, string | null | undefined, string | null>
  ended_at: Date | null
  meta: Uint8Array | null
  disputed: WithDefault<boolean>
  /** As of tickets. */
  proven: WithDefault<boolean>
  /** The name of whom a desk booked it for, sealed; null for a user's own, and once it is forgotten. */
  booked_for: ColumnType<Uint8Array | null, Uint8Array | null | undefined, Uint8Array | null>
  /** The person is at the office. */
  arrived_at: ColumnType<Date | null, Date | null | undefined, Date | null>
}

/** Said of an attention, at most once. One that nobody has rated or declined has no row. */
export interface PollsTable {
  ticket_id: string
  rating: number | null
  description: Uint8Array | null
  answered_at: Date | null
  declined_at: Date | null
  /** Of the turn that it is about: its line, and the day on which it was taken. */
  line_id: ColumnType<number | null, number | null | undefined, number | null>
  day: ColumnType<Day | null, Day | null | undefined, Day | null>
}

/** What a clerk noted of a turn, for those who work there; until the day is over. */
export interface TicketNotesTable {
  ticket_id: string
  /** Sealed. */
  note: Uint8Array
  noted_at: Date
}

/** What was done for somebody who was called, by the office's own name for it. */
export interface TicketServicesTable {
  ticket_id: string
  service: string
  /** 1 to 99: nothing of it is no row. */
  quantity: number
  noted_at: Date
}

/** What days that are over say of a line: @see server/wait. */
export interface LineHabitsTable {
  line_id: number
  learned_on: Day
  per_call: number | null
  habits: Json<unknown> | null
  calibration: Json<unknown> | null
}

/** What the turns of a day that is over were counted to be; gone as soon as one of them changes. */
export interface DayFiguresTable {
  office_id: number
  day: Day
  /** As `figures/` reads them: nobody else does. */
  turns: Json<unknown>
  /** Its turns go: it stays, whatever changes. */
  final: WithDefault<boolean>
  /** As `figures/` reads them, of a day that is final; before that they are counted from what people said. */
  ratings: ColumnType<unknown, string | null | undefined, string | null>
}

export interface TicketAddressesTable {
  ticket_id: string
  key: string
}

export interface KnocksTable {
  kind: string
  key: string
  since: Date
  times: number
}
