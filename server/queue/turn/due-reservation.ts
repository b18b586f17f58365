import { PROMISED_STATES } from '#contract/rules/reservation-state.ts'
import { stateList } from '#server/database/state-list.ts'
import { type RawBuilder, sql } from 'kysely'
import { RESERVATION_HIDDEN_AFTER_MS, RESERVE_MINUTES, TICKET_RECENCY_MS } from '#contract/limits.ts'

/**
 * Whoever did not come by then is not called any more: the reservation has left its owner's list, too
 * (RES-10).
 */
const LATEST_MS = RESERVATION_HIDDEN_AFTER_MS
const LONGEST_MS = RESERVE_MINUTES.max * 60_000
/** Whoever said in time that they are here waits for as long as somebody with a number. */
const EARLIEST_MS = LATEST_MS + TICKET_RECENCY_MS

/** SQL over the reservation `r`: somebody said yes to it, and it was neither called nor cancelled. */
export const isPromised = sql<boolean>`(r.deleted_at is null and r.state in ${stateList(PROMISED_STATES)})`

/**
 * SQL over the reservation `r`: its time has come, so it is called by turn. One by video is not: whoever
 * attends it has to be before a camera, and calls it by their own choice.
 */
export function isDue(at: Date): RawBuilder<boolean> {
  const ms = at.getTime()
  // Both times between two bounds: so whichever index is asked reads the last hours, and not all that was
  // ever booked.
  return sql`(
    ${isPromised} and not r.meet
    and r.block_from > ${new Date(ms - EARLIEST_MS - LONGEST_MS)}::timestamptz and r.block_from <= ${at}::timestamptz
    and r.block_to > ${new Date(ms - EARLIEST_MS)}::timestamptz and r.block_to <= ${new Date(ms + LONGEST_MS)}::timestamptz
    and (
      r.block_to > ${new Date(ms - LATEST_MS)}::timestamptz
      or r.arrived_at > ${new Date(ms - TICKET_RECENCY_MS)}::timestamptz
    )
  )`
}
