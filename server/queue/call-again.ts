import { sql } from 'kysely'
import { changeTurns } from './change-turns.ts'
import type { AtDesk } from '#server/facts/clerk-office.ts'
import { nobodyCalled, requireDesk } from './desk.ts'
import type { QueueContext } from './queue-context.ts'
import { aboutTurn, waitingBefore } from './turn-fact.ts'

/**
 * Calls the one at this clerk's desk once more; also one just marked absent, who came after all.
 * @throws Refusal no-modulo, nobody-called
 */
export async function callAgain(context: QueueContext, input: AtDesk): Promise<void> {
  await changeTurns(context, input.office_id, async (transaction, at) => {
    const { turn, modulo } = await requireDesk(transaction, input)
    if (!turn || turn.state === 'attended') throw nobodyCalled()
    const { rows } = await sql<{ calls: number; waiting: number }>`
      update tickets t set state = 'called', calls = t.calls + 1, ended_at = null
      where t.id = ${turn.ticket_id}::uuid
      returning t.calls, ${waitingBefore} as waiting`.execute(transaction)
    return rows.map(({ calls, waiting }) => ({
      ...aboutTurn(turn, at),
      name: 'call:created',
      detail: { ticket: turn.ticket, modulo, waiting, calls },
    }))
  })
}
