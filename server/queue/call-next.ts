import type { AtDesk } from '#server/facts/clerk-office.ts'
import { isSure } from '#server/platform/clock.ts'
import { Refusal } from '#server/web/refusal.ts'
import { approaching } from './approaching.ts'
import { callFact } from './call-fact.ts'
import { callFirst, type FirstOf } from './call-first.ts'
import { changeTurns } from './change-turns.ts'
import { requireDesk } from './desk.ts'
import { endAttention } from './end-attention.ts'
import type { QueueContext } from './queue-context.ts'
import { reservationNews } from './reservation-turn.ts'
import { endStaleTickets } from './stale-tickets.ts'

export type CallNext = AtDesk & FirstOf

/**
 * Calls the next to this clerk's modulo, a ticket or a reservation that is due. Whoever still stood there was attended.
 * @throws Refusal no-modulo; nobody-waiting, and then nothing changed: the one at the desk stays
 * @see rules CALL-01, CALL-03
 */
export async function callNext(context: QueueContext, input: CallNext): Promise<{ tuid: string }> {
  let tuid = ''
  await changeTurns(context, input.office_id, async (transaction, at) => {
    const desk = await requireDesk(transaction, input)
    const before =
      desk.turn?.state === 'called' ? await endAttention(transaction, desk.turn, 'attended', at) : []
    // Between two sweeps somebody may have become stale: the log has to say that they left before another is called.
    const left = isSure(context.clock) ? await endStaleTickets(transaction, input.office_id, at) : []
    const { clerk_id } = input
    const call = { tuid: context.random.uuid(), modulo_id: desk.modulo_id, clerk_id, at }
    const turn = await callFirst(transaction, input, call)
    if (!turn) throw new Refusal('nobody-waiting', 409, 'nobody waits in these lines')
    tuid = turn.ticket_id
    const { modulo } = desk
    const called = await callFact(context, transaction, turn, { modulo, waiting: turn.waiting, calls: 1 }, at)
    const follows =
      turn.reservation_id === null
        ? await approaching(transaction, [turn.line_id], at)
        : reservationNews(turn, 'called', at)
    return [...before, ...left, called, ...follows]
  })
  return { tuid }
}
