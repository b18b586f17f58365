import { HELD_STATES } from '#contract/rules/reservation-state.ts'
import { giveUp } from '#server/queue/hold/give-up.ts'
import { cancelReservation } from '#server/reservations/cancel-reservation.ts'
import { Refusal } from '#server/web/refusal.ts'
import type { OwnDataContext } from './own-data-context.ts'

/** Called, ended or given up in the meantime: there is nothing to give back any more. */
const unlessOver = (error: unknown) => {
  if (!(error instanceof Refusal)) throw error
}

/**
 * Gives back what a person holds, by the verbs with which they would do so themselves: the line moves up, the
 * slot is free, and everybody hears of it. A number that was called is the desk's to end.
 */
export async function giveBack(context: OwnDataContext, userId: string): Promise<void> {
  const { db } = context.database
  const waiting = await db
    .selectFrom('tickets')
    .select('id')
    .where('user_id', '=', userId)
    .where('state', 'in', ['waiting', 'parked'])
    .execute()
  for (const { id } of waiting) await giveUp(context, { tuid: id, user_id: userId }).catch(unlessOver)
  const held = await db
    .selectFrom('reservations')
    .select('id')
    .where('user_id', '=', userId)
    .where('state', 'in', [...HELD_STATES])
    .execute()
  for (const { id } of held) await cancelReservation(context, { id, user_id: userId }).catch(unlessOver)
}
