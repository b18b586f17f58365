import { changeTurns } from '../turn/change-turns.ts'
import type { AtDesk } from '#server/facts/clerk-office.ts'
import { noteAct } from '#server/facts/note-act.ts'
import { actAtDesk, nobodyCalled, requireDesk } from './desk.ts'
import { endAttention } from './end-attention.ts'
import type { QueueContext } from '../queue-context.ts'

/**
 * The one at this clerk's desk is done.
 * @throws Refusal no-modulo, nobody-called
 */
export async function markAttended(context: QueueContext, input: AtDesk): Promise<void> {
  await changeTurns(context, input.office_id, async (transaction, at) => {
    const desk = await requireDesk(transaction, input)
    const { turn } = desk
    if (turn?.state !== 'called') throw nobodyCalled()
    await noteAct(transaction, { ...input, at, act: 'attended', ...actAtDesk(desk) })
    return await endAttention(transaction, turn, 'attended', at)
  })
}
