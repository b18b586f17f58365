import { changeTurns } from '../turn/change-turns.ts'
import type { OfWhoIsThere } from './became-of.ts'
import { requireDesk } from './desk.ts'
import { leaveDesk } from './leave-desk.ts'
import type { QueueContext } from '../queue-context.ts'

/**
 * The one at this clerk's desk is done.
 * @throws Refusal no-modulo, nobody-called, desk-moved
 */
export async function markAttended(context: QueueContext, input: OfWhoIsThere): Promise<void> {
  await changeTurns(context, input, async (transaction, at) =>
    leaveDesk(transaction, input, await requireDesk(transaction, input), 'attended', at),
  )
}
