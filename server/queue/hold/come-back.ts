import { sql, type Transaction } from 'kysely'
import { TICKET_RETURNS_MAX } from '#contract/limits.ts'
import { openingAt } from '#contract/rules/office-time.ts'
import type { Tables } from '#server/database/tables.ts'
import { notFound, Refusal } from '#server/web/refusal.ts'
import { isShut } from '../lines/line-stop.ts'
import type { QueueContext } from '../queue-context.ts'
import { changeTurns } from '../turn/change-turns.ts'
import { holdAgain } from '../turn/hold-again.ts'
import { type OwnTurn, ownTurn } from '../turn/own-turn.ts'
import { missedTurn, returnMissed } from '../turn/return-missed.ts'

const isLineShut = async (transaction: Transaction<Tables>, lineId: number, at: Date): Promise<boolean> => {
  const { rows } = await sql<{ shut: boolean }>`
    select ${isShut(at)} as shut from lines l where l.id = ${lineId}::integer`.execute(transaction)
  return rows[0]?.shut ?? false
}

/**
 * "Ya llegué": whoever missed their call waits again. Asked again after an answer that was lost, it is simply
 * so already. Not where the office is closed, or their line is and no desk calls from it: nobody would call
 * them.
 * @throws Refusal not-found, ticket-not-missed, return-limit-reached, return-too-late, office-closed,
 * line-closed; already-has-ticket and too-many-numbers, where they took others meanwhile
 * @see rule DESK-04
 */
export async function comeBack(
  context: Pick<QueueContext, 'database' | 'clock' | 'tell' | 'gate'>,
  input: OwnTurn,
): Promise<void> {
  const { office_id } = await ownTurn(context.database.db, input)
  await holdAgain(() =>
    changeTurns(
      context,
      office_id,
      async (transaction, at) => {
        await ownTurn(transaction, input)
        const turn = await missedTurn(transaction, { tuid: input.tuid, office_id })
        if (!turn) throw notFound('the ticket')
        if (turn.state === 'skipped') {
          if (turn.returns >= TICKET_RETURNS_MAX) {
            throw new Refusal(
              'return-limit-reached',
              409,
              `one comes back with a number ${TICKET_RETURNS_MAX} times at most`,
            )
          }
          if (!openingAt(at, turn).open) throw new Refusal('office-closed', 409, 'the office is closed now')
          if (await isLineShut(transaction, turn.line_id, at))
            throw new Refusal('line-closed', 409, 'the line is closed, and nobody calls from it')
        }
        return await returnMissed(transaction, turn, 'owner', at)
      },
      // What the constraints refuse must refuse nobody else's change.
      'alone',
    ),
  )
}
