import { sql } from 'kysely'
import type { AtDesk } from '#server/facts/clerk-office.ts'
import { noteAct } from '#server/facts/note-act.ts'
import { changeTurns } from '../turn/change-turns.ts'
import { actAtDesk, nobodyCalled, requireDesk } from '../desk/desk.ts'
import type { QueueContext } from '../queue-context.ts'
import { reservationNews } from '../turn/reservation-turn.ts'
import { aboutTurn, waitingBefore } from '../turn/turn-fact.ts'
import { estimateWait } from '../lines/wait-estimate.ts'

/**
 * Calls the one at this clerk's desk once more; also one just marked absent, who came after all.
 * @throws Refusal no-modulo, nobody-called
 */
export async function callAgain(context: QueueContext, input: AtDesk): Promise<void> {
  await changeTurns(context, input.office_id, async (transaction, at) => {
    const desk = await requireDesk(transaction, input)
    const { turn, modulo } = desk
    if (!turn || turn.state === 'attended') throw nobodyCalled()
    await noteAct(transaction, { ...input, at, act: 'called-again', ...actAtDesk(desk) })
    const { rows } = await sql<{ calls: number; waiting: number }>`
      with again as (
        update tickets t set state = 'called', calls = t.calls + 1, ended_at = null
        where t.id = ${turn.ticket_id}::uuid
        returning t.reservation_id, t.calls, ${waitingBefore} as waiting
      ), found as (
        update reservations r set state = 'called', ended_at = null
        from again where r.id = again.reservation_id
      )
      select calls, waiting from again`.execute(transaction)
    const [again] = rows
    if (!again) return []
    const { ticket, line_id } = turn
    const pace = (await context.paces.of(transaction, [line_id], at)).get(line_id)
    const wait = pace ? estimateWait(pace, again.waiting) : null
    return [
      { ...aboutTurn(turn, at), name: 'call:created', detail: { ticket, modulo, ...again, wait } },
      // Missed no more; where it was still called, nothing became of it.
      ...(turn.state === 'skipped' ? reservationNews(turn, 'called', at) : []),
    ]
  })
}
