import { noteAct } from '#server/facts/note-act.ts'
import { changeTurns } from '../turn/change-turns.ts'
import { type OfWhoIsThere, requireMeant } from '../desk/became-of.ts'
import { actAtDesk, nobodyCalled, onBreak, requireDesk } from '../desk/desk.ts'
import type { QueueContext } from '../queue-context.ts'
import { reservationNews } from '../turn/reservation-turn.ts'
import { callOnceMore } from './call-once-more.ts'

/**
 * Calls the one at this clerk's desk once more; also one just marked absent, who came after all.
 * Where that one waits again meanwhile, the desk had somebody else last, who is not meant.
 * @throws Refusal no-modulo, on-break, nobody-called, desk-moved
 * @see rule DESK-06
 */
export async function callAgain(context: QueueContext, input: OfWhoIsThere): Promise<void> {
  await changeTurns(context, input, async (transaction, at) => {
    const desk = await requireDesk(transaction, input)
    const { turn, modulo } = desk
    if (desk.on_break) throw onBreak()
    if (!turn) throw nobodyCalled()
    requireMeant(turn, input.tuid)
    if (turn.state === 'attended') throw nobodyCalled()
    const { office_id, clerk_id } = input
    await noteAct(transaction, { office_id, clerk_id, at, act: 'called-again', ...actAtDesk(desk) })
    const again = await callOnceMore(context, transaction, { turn, modulo }, at)
    if (!again) return []
    // Missed no more; where it was still called, nothing became of it.
    return [again, ...(turn.state === 'skipped' ? reservationNews(turn, 'called', at) : [])]
  })
}
