import { changeTurns } from '../turn/change-turns.ts'
import { type OfWhoIsThere, requireMeant } from './became-of.ts'
import { requireDesk, standingAt } from './desk.ts'
import { leaveDesk } from './leave-desk.ts'
import type { QueueContext } from '../queue-context.ts'

/**
 * The one at this clerk's desk is done.
 * @throws Refusal no-modulo, nobody-called, desk-moved
 */
export async function markAttended(context: QueueContext, input: OfWhoIsThere): Promise<void> {
  await changeTurns(context, input, async (transaction, at, agreed) => {
    const desk = await requireDesk(transaction, input)
    requireMeant(standingAt(desk), input.tuid)
    return await leaveDesk(transaction, input, desk, 'attended', at, agreed)
  })
}
