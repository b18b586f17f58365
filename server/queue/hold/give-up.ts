import { sql } from 'kysely'
import { approaching } from '../turn/approaching.ts'
import { changeTurns } from '../turn/change-turns.ts'
import { notWaiting, type OwnTurn, ownTurn } from '../turn/own-turn.ts'
import type { QueueContext } from '../queue-context.ts'
import { aboutTurn, type Turn, turnColumns, waitingBefore } from '../turn/turn-fact.ts'

/**
 * Frees the place at once. Asked again after an answer that was lost, it is simply so already.
 * @throws Refusal not-found, ticket-not-waiting
 * @see rule TKT-13
 */
export async function giveUp(
  context: Pick<QueueContext, 'database' | 'clock' | 'tell' | 'gate'>,
  input: OwnTurn,
): Promise<void> {
  const { office_id, line_id } = await ownTurn(context.database.db, input)
  await changeTurns(context, office_id, async (transaction, at) => {
    const { rows } = await sql<Turn & { waiting: number }>`
      update tickets t set state = 'given-up', ended_at = ${at}::timestamptz
      where t.id = ${input.tuid}::uuid and t.state = 'waiting'
      returning ${turnColumns}, ${waitingBefore} - 1 as waiting`.execute(transaction)
    const [turn] = rows
    if (!turn) {
      const { state } = await ownTurn(transaction, input)
      if (state === 'given-up') return []
      throw notWaiting()
    }
    return [
      {
        ...aboutTurn(turn, at),
        name: 'ticket:left',
        detail: { ticket: turn.ticket, waiting: turn.waiting, why: 'given-up' },
      },
      ...(await approaching(transaction, [line_id], at)),
    ]
  })
}
