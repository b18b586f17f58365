import { changeTurns } from '../turn/change-turns.ts'
import type { AtDesk } from '#server/facts/clerk-office.ts'
import { deskMoved } from './became-of.ts'
import { nobodyCalled, requireDesk, standingAt } from './desk.ts'
import type { QueueContext } from '../queue-context.ts'

/**
 * «Sí, atiendo»: the one who was called came, and when. Said again, it is so already, since the first time.
 * @throws Refusal no-modulo, nobody-called, desk-moved
 * @see rule DESK-06
 */
export async function sayArrived(context: QueueContext, input: AtDesk & { tuid: string }): Promise<void> {
  await changeTurns(context, input.office_id, async (transaction, at) => {
    const standing = standingAt(await requireDesk(transaction, input))
    if (!standing) throw nobodyCalled()
    if (standing.ticket_id !== input.tuid) throw deskMoved()
    await transaction
      .updateTable('tickets')
      .set({ arrived_at: at })
      .where('id', '=', input.tuid)
      .where('arrived_at', 'is', null)
      .execute()
    return []
  })
}
