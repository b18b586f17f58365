import { changeTurns } from '../turn/change-turns.ts'
import type { AtDesk } from '#server/facts/clerk-office.ts'
import { nobodyCalled, requireDesk } from './desk.ts'
import { endAttention } from './end-attention.ts'
import type { QueueContext } from '../queue-context.ts'

/**
 * The one at this clerk's desk is done.
 * @throws Refusal no-modulo, nobody-called
 */
export async function markAttended(context: QueueContext, input: AtDesk): Promise<void> {
  await changeTurns(context, input.office_id, async (transaction, at) => {
    const { turn } = await requireDesk(transaction, input)
    if (turn?.state !== 'called') throw nobodyCalled()
    return await endAttention(transaction, turn, 'attended', at)
  })
}
