import { PROMISED_STATES } from '#contract/rules/reservation-state.ts'
import { stateList } from '#server/database/state-list.ts'
import { type RawBuilder, sql } from 'kysely'
import { RESERVE_LONGEST_MS } from '#contract/limits.ts'
import { missedBefore, wentHomeBefore } from '#contract/rules/missed-before.ts'

/** SQL over the reservation `r`: somebody said yes to it, and it was neither called nor cancelled. */
export const isPromised = sql<boolean>`(r.deleted_at is null and r.state in ${stateList(PROMISED_STATES)})`

/**
 * SQL over the reservation `r`: its time has come, so it is called by turn. One by video is not: whoever
 * attends it has to be before a camera, and calls it by their own choice. Whoever did not come by then is not
 * called any more: the reservation has left its owner's list, too (RES-10).
 */
export function isDue(at: Date): RawBuilder<boolean> {
  const [ended, wentHome] = [missedBefore(at), wentHomeBefore(at)]
  // Of those who said at the last moment that they are here, and are about to go.
  const earliest = missedBefore(wentHome)
  const longBefore = (moment: Date) => new Date(moment.getTime() - RESERVE_LONGEST_MS)
  // Both times between two bounds: so whichever index is asked reads the last hours, and not all that was
  // ever booked.
  return sql`(
    ${isPromised} and not r.meet
    and r.block_from > ${longBefore(earliest)}::timestamptz and r.block_from <= ${at}::timestamptz
    and r.block_to > ${earliest}::timestamptz and r.block_to <= ${new Date(at.getTime() + RESERVE_LONGEST_MS)}::timestamptz
    and (r.block_to > ${ended}::timestamptz or r.arrived_at > ${wentHome}::timestamptz)
  )`
}
