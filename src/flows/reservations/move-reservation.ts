import type { ReservationRequest } from '#contract/rest/reservations.ts'
import { ApiError } from '#src/api/api-error.ts'
import { actOnReservation } from './act-on-reservation.ts'
import type { FlowContext } from '../flow-context.ts'
import { isBlockTaken, recordTakenBlock } from './record-taken-block.ts'
import type { Outcome } from '../outcome.ts'
import { recordReservation } from './refresh-reservation.ts'

/**
 * `unknown`: it may have been moved, and nobody could be asked. It may be asked for again: it then is so
 * already.
 */
export type MoveOutcome = Outcome | { status: 'unknown' }

/** No answer came: where does it stand? */
async function lookWhereItStands(
  context: FlowContext,
  id: string,
  from: string,
): Promise<MoveOutcome | null> {
  try {
    const reservation = await context.api.reservations.one(id)
    await recordReservation(context, reservation)
    return Date.parse(reservation.from) === Date.parse(from) ? { status: 'done' } : null
  } catch (error) {
    if (error instanceof ApiError) return { status: 'unknown' }
    throw error
  }
}

/**
 * Moves a reservation to another block of its line. The slot that is held is not given up before the new one
 * is.
 *
 * @see rule RES-07
 */
export async function moveReservation(
  context: FlowContext,
  id: string,
  block: ReservationRequest['block'],
): Promise<MoveOutcome> {
  let isUncertain = false
  const outcome = await actOnReservation(context, async () => {
    try {
      return await context.api.reservations.move(id, block)
    } catch (error) {
      isUncertain = error instanceof ApiError && error.isUncertain
      throw error
    }
  })
  if (outcome.status === 'done') return outcome
  if (isUncertain) return (await lookWhereItStands(context, id, block.from)) ?? outcome
  const receipt = isBlockTaken(outcome.code) ? await context.db.reservations.get(id) : null
  if (receipt)
    recordTakenBlock(
      context,
      { officeSlug: receipt.officeSlug, lineId: receipt.line.id, block },
      outcome.code,
    )
  return outcome
}
