import { notFound } from '#server/web/refusal.ts'
import type { QueueContext } from '../queue-context.ts'
import { changeTurns } from '../turn/change-turns.ts'
import { holdAgain } from '../turn/hold-again.ts'
import { missedTurn, returnMissed } from '../turn/return-missed.ts'

/** A number of the office, of the list of the missed or of the parked. */
export interface SetAside {
  office_id: number
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
      input.office_id,
      async (transaction, at) => {
        const turn = await missedTurn(transaction, input)
        if (!turn) throw notFound('the ticket')
        return await returnMissed(transaction, turn, 'desk', at)
      },
      // What the constraints refuse must refuse nobody else's change.
      'alone',
    ),
  )
}
