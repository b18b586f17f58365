import { notWaiting, type OwnTurn, ownTurn } from '../turn/own-turn.ts'
import type { QueueContext } from '../queue-context.ts'

/**
 * "Voy": the desk sees that the person is coming. Changes no turn, so the office is not held for it.
 * @throws Refusal not-found, ticket-not-waiting (neither waiting nor called)
 */
export async function sayOnMyWay({ database }: QueueContext, input: OwnTurn): Promise<void> {
  const result = await database.db
    .updateTable('tickets')
    .set({ on_my_way: true })
    .where('id', '=', input.tuid)
    .where('user_id', '=', input.user_id)
    .where('state', 'in', ['waiting', 'called'])
    .executeTakeFirst()
  if (result.numUpdatedRows > 0n) return
  await ownTurn(database.db, input)
  throw notWaiting()
}
