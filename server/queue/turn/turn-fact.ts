import { sql } from 'kysely'
import { shownNumber } from './shown-number.ts'

/** A ticket as a fact speaks of it: what a statement that changed it hands back. */
export interface Turn {
  ticket_id: string
  /** Where it is a reservation that is called. */
  reservation_id: string | null
  office_id: number
  line_id: number
  user_id: string | null
  /** The number as it is shown. */
  ticket: string
}

/** The columns of a Turn, of the tickets that a statement calls `t`. */
export const turnColumns = sql`
  t.id as ticket_id, t.reservation_id, t.office_id, t.line_id, t.user_id, ${shownNumber(sql`t.prefix`, sql`t.number`)} as ticket`

/** How many wait in the line of `t`, as they stood before the statement. */
export const waitingBefore = sql`
  (select count(*) from tickets w where w.line_id = t.line_id and w.state = 'waiting')`

/** How many of its line wait before `t`. */
export const aheadInLine = sql`(
  select count(*) from tickets w
  where w.line_id = t.line_id and w.state = 'waiting' and (w.place, w.number) < (t.place, t.number)
)`

/** The columns that every fact about a ticket shares. */
export function aboutTurn({ ticket_id, reservation_id, office_id, line_id, user_id }: Turn, at: Date) {
  return { ticket_id, reservation_id, office_id, line_id, user_id, at }
}
