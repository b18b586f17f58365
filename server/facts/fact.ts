import type { OfficeFactName } from '#contract/channel/office-channel.ts'
import type { LineStop, WaitRange } from '#contract/rest/offices.ts'
import type { TimeBlock } from '#contract/rest/reservations.ts'
import type { TicketMessage } from '#contract/rest/tickets.ts'
import type { ReservationState } from '#contract/rules/reservation-state.ts'

/**
 * What each kind of fact says beyond its columns. Public: what the wall display may show. Whose ticket it is
 * stands in the columns, and only its owner is told.
 */
export interface FactDetails {
  'ticket:created': { ticket: string; waiting: number }
  /** Facts of before 0.2.0 say nothing of the wait. */
  'call:created': {
    ticket: string
    modulo: string
    waiting: number
    wait?: WaitRange | null
    calls: number
    /** Which automatic repeat this is, from 1; absent when a clerk called. */
    repeat?: number
  }
  /**
   * The call was taken back: everything is as it was before it. `ahead`: how many stand before it; null where
   * it does not wait. Facts of before 0.4.0 do not say it.
   */
  'call:taken_back': { ticket: string; waiting: number; ahead?: number | null }
  'ticket:skipped': { ticket: string }
  'ticket:attended': { ticket: string }
  'ticket:left': { ticket: string; waiting: number; why: 'given-up' | 'expired' | 'removed' | 'sent-home' }
  'ticket:passed': { ticket: string; places: number }
  'ticket:followed': { ticket: string }
  /** `ahead`: how many stand before it from then on. */
  'ticket:returned': {
    ticket: string
    waiting: number
    ahead: number
    from: 'skipped' | 'parked'
    by: 'owner' | 'desk'
  }
  'ticket:parked': { ticket: string }
  /** The fact's own line is the new one; `modulo`: next at this one, or null where in the line's order. */
  'ticket:transferred': {
    ticket: string
    waiting: number
    ahead: number
    from_line_id: number
    modulo: string | null
  }
  'ticket:almost_there': { ticket: string; ahead: 5 | 10 }
  'ticket:message': { ticket: string; message: TicketMessage }
  /** Facts of before 0.4.0 do not say why. */
  'line:frozen': { frozen: boolean; stopped?: LineStop | null }
  /** A clerk moved somebody; who it is stands in the tables alone. */
  'line:reordered': Record<string, never>
  /** Somebody changed its settings. What is different now stands in the tables alone. */
  'office:changed': Record<string, never>
  /** The blocks whose free slots changed, as they stand now. */
  'reserve:updated': { state: ReservationState; blocks: TimeBlock[] }
}

interface FactOf<Name extends OfficeFactName> {
  name: Name
  office_id: number
  /** 1, 2, 3 … without gaps, in the order of the commits of its office. */
  seq: number
  at: Date
  /** Null where it is about the office itself. */
  line_id: Name extends 'office:changed' ? null : number
  ticket_id: string | null
  /**
   * Of the reservation itself, and of the ticket by which one is called; absent or null where it is about
   * neither.
   */
  reservation_id?: string | null
  /**
   * The owner of the ticket, or of the reservation; null for a paper number, for what a desk booked for
   * somebody, and for facts of the line.
   */
  user_id: string | null
  detail: FactDetails[Name]
  /**
   * Of a number that may stand elsewhere than behind everybody: said in the process that gave it alone, and
   * kept nowhere.
   */
  stands_anywhere?: true
}

export type Fact = { [Name in OfficeFactName]: FactOf<Name> }[OfficeFactName]
/** A fact before the log gave it its place. */
export type NewFact = { [Name in OfficeFactName]: Omit<FactOf<Name>, 'seq'> }[OfficeFactName]

/**
 * Told after the commit, by the process that committed. It may fail to arrive elsewhere (the process may die
 * in between), so whoever serves other processes' facts also looks at the log.
 */
export type TellFacts = (facts: readonly Fact[]) => void
