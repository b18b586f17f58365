import type { DoneAt } from '#server/facts/clerk-office.ts'
import { noteAct } from '#server/facts/note-act.ts'
import { notFound } from '#server/web/refusal.ts'
import type { QueueContext } from '../queue-context.ts'
import { changeTurns } from '../turn/change-turns.ts'
import { holdAgain } from '../turn/hold-again.ts'
import { missedTurn, returnMissed } from '../turn/return-missed.ts'

/** A number of the office, of the list of the missed or of the parked. */
export interface SetAside extends DoneAt {
  tuid: string
}

/**
 * A clerk lets somebody wait again who missed their call and stands before them now.
 * @throws Refusal not-found, for a number of another office as for none; ticket-not-missed, return-too-late;
 * already-has-ticket and too-many-numbers, where the person took others meanwhile
 * @see rule DESK-04
 */
export async function bringBack(context: QueueContext, input: SetAside): Promise<void> {
  await holdAgain(() =>
    changeTurns(
      context,
      input,
      async (transaction, at) => {
        const turn = await missedTurn(transaction, input)
        if (!turn) throw notFound('the ticket')
        const facts = await returnMissed(transaction, turn, 'desk', at)
        if (facts.length > 0) {
          const { office_id, clerk_id, tuid: ticket_id } = input
          const { line_id } = turn
          await noteAct(transaction, { office_id, clerk_id, at, act: 'brought-back', ticket_id, line_id })
        }
        return facts
      },
      // What the constraints refuse must refuse nobody else's change.
      'alone',
    ),
  )
}
