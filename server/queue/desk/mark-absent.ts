import { changeTurns } from '../turn/change-turns.ts'
import { type OfWhoIsThere, requireMeant } from './became-of.ts'
import { requireDesk, standingAt } from './desk.ts'
import { leaveDesk } from './leave-desk.ts'
import type { QueueContext } from '../queue-context.ts'

/**
 * The one who was called did not come. Until the next is called, callAgain may still bring them back.
 * @throws Refusal no-modulo, nobody-called, desk-moved
 * @see rule CALL-04
 */
export async function markAbsent(context: QueueContext, input: OfWhoIsThere): Promise<void> {
  await changeTurns(context, input, async (transaction, at, agreed) => {
    const desk = await requireDesk(transaction, input)
    requireMeant(standingAt(desk), input.tuid)
    return await leaveDesk(transaction, input, desk, 'skipped', at, agreed)
  })
}
