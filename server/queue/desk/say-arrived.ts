import { changeTurns } from '../turn/change-turns.ts'
import type { AtDesk } from '#server/facts/clerk-office.ts'
import { noteAct } from '#server/facts/note-act.ts'
import { deskMoved } from './became-of.ts'
import { actAtDesk, nobodyCalled, requireDesk, standingAt } from './desk.ts'
import type { QueueContext } from '../queue-context.ts'

/**
 * «Sí, atiendo»: the one who was called came, and when. Said again, it is so already, since the first time.
 * @throws Refusal no-modulo, nobody-called, desk-moved
 * @see rule DESK-06
 */
export async function sayArrived(context: QueueContext, input: AtDesk & { tuid: string }): Promise<void> {
  await changeTurns(context, input, async (transaction, at) => {
    const desk = await requireDesk(transaction, input)
    const standing = standingAt(desk)
    if (!standing) throw nobodyCalled()
    if (standing.ticket_id !== input.tuid) throw deskMoved()
    if (standing.has_arrived) return []
    const { office_id, clerk_id, tuid } = input
    await transaction.updateTable('tickets').set({ arrived_at: at }).where('id', '=', tuid).execute()
    await noteAct(transaction, { office_id, clerk_id, at, act: 'arrived', ...actAtDesk(desk) })
    return []
  })
}
