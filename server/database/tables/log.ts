import type { ColumnType, Generated } from 'kysely'
import type { WhyBefore } from '#contract/rest/preference.ts'
import type { Json, WithDefault } from './columns.ts'

// What happened, what is still to be done, and how the server stands.

export type CallRule = 'preference' | 'reservation' | 'order' | 'chosen'

/** One who stood first somewhere, and by what the one who was called went before them. */
export interface StoodBehind {
  /** Of the ticket, or of the reservation. */
  id: string
  line_id: number
  by: WhyBefore
}

export interface FactsTable {
  office_id: number
  seq: number
  kind: string
  at: Date
  line_id: number | null
  ticket_id: string | null
  reservation_id: ColumnType<string | null, string | null | undefined, string | null>
  user_id: string | null
  detail: Json<Record<string, unknown>>
}

/** Why somebody was called, beside the fact of the call: for the office's clerks, and for the day. */
export interface CallReasonsTable {
  office_id: number
  seq: number
  rule: CallRule
  line_ids: Json<number[]>
  stood: Json<StoodBehind[]>
}

/** Where a preferential number came to stand, or where it stood again without preference: likewise. */
export interface LineMovesTable {
  office_id: number
  seq: number
  ticket_id: string
  /** How many stood before it then. */
  ahead: number
}

export interface DeskActsTable {
  id: Generated<number>
  office_id: number
  at: Date
  clerk_id: number
  /** One of DESK_ACTS. */
  act: string
  ticket_id: string | null
  reservation_id: string | null
  line_id: number | null
  modulo_id: number | null
  reason: string | null
  detail: Json<Record<string, unknown>>
}

/** What became of a clerk's press; `done` false where it was asked about first, and happens no more. */
export interface DeskPressesTable {
  clerk_id: number
  id: string
  at: Date
  done: boolean
}

export interface JobsTable {
  id: Generated<number>
  kind: string
  key: string
  payload: Json<Record<string, unknown>>
  /** 'infinity' once it was given up: it is never due, and no look for due jobs comes past it. */
  run_at: Date
  attempts: WithDefault<number>
  locked_until: Date | null
  last_error: string | null
  /** When it should have run at first, of one that failed. */
  failing_since: ColumnType<Date | null, never, Date | null>
}

export interface FlagsTable {
  name: string
  enabled: boolean
  variant: ColumnType<{ name: string; enabled: boolean } | null, string | null, string | null>
}

/** Of the database itself: where the installation went, and where it came from. */
export interface MovesTable {
  way: 'away' | 'here'
  id: string
  /** A directory, or an address without its password. */
  place: string
  began_at: Date
  /** Away: once the other place is about to have it. */
  done_at: Date | null
}

export interface WriteProbeTable {
  ballast: Uint8Array
}
