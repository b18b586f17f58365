import { noteAct } from '#server/facts/note-act.ts'
import { notFound, Refusal } from '#server/web/refusal.ts'
import type { QueueContext } from '../queue-context.ts'
import { changeTurns } from '../turn/change-turns.ts'
import { enterLine } from '../turn/enter-line.ts'
import { returnTooLate } from '../turn/return-missed.ts'
import { staleBefore } from '../turn/stale-tickets.ts'
import { aboutTurn } from '../turn/turn-fact.ts'
import type { SetAside } from './bring-back.ts'

export const notParked = () => new Refusal('ticket-not-parked', 409, 'it does not stand aside')

/**
 * A parked number waits again, at its own time of arrival. One that waits already is simply so.
 * @throws Refusal not-found, for a number of another office as for none; ticket-not-parked; return-too-late,
 * where it would expire there
 * @see rule DESK-07
 */
export async function putBack(context: QueueContext, input: SetAside): Promise<void> {
  const { office_id, clerk_id, tuid } = input
  await changeTurns(context, input, async (transaction, at) => {
    const turn = await transaction
      .selectFrom('tickets')
      .select(['state', 'line_id', 'inserted_at'])
      .where('id', '=', tuid)
      .where('office_id', '=', office_id)
      .executeTakeFirst()
    if (!turn) throw notFound('the ticket')
    if (turn.state === 'waiting') return []
    if (turn.state !== 'parked') throw notParked()
    if (turn.inserted_at <= staleBefore(at)) throw returnTooLate()
    const { line_id } = turn
    const entered = await enterLine(transaction, { tuid, from: 'parked', line_id, before: 'arrival' })
    if (!entered) throw notParked()
    await noteAct(transaction, { office_id, clerk_id, at, act: 'put-back', ticket_id: tuid, line_id })
    const { ticket, waiting, ahead } = entered
    return [
      {
        ...aboutTurn(entered, at),
        name: 'ticket:returned',
        detail: { ticket, waiting, ahead, from: 'parked', by: 'desk' },
      },
    ]
  })
}
