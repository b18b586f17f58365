import type { AtDesk } from '#server/facts/clerk-office.ts'
import { noteAct } from '#server/facts/note-act.ts'
import { changeTurns } from '../turn/change-turns.ts'
import { actAtDesk, nobodyCalled, onBreak, requireDesk } from '../desk/desk.ts'
import type { QueueContext } from '../queue-context.ts'
import { reservationNews } from '../turn/reservation-turn.ts'
import { callOnceMore } from './call-once-more.ts'

/**
 * Calls the one at this clerk's desk once more; also one just marked absent, who came after all.
 * @throws Refusal no-modulo, on-break, nobody-called
 */
export async function callAgain(context: QueueContext, input: AtDesk): Promise<void> {
  await changeTurns(context, input, async (transaction, at) => {
    const desk = await requireDesk(transaction, input)
    const { turn, modulo } = desk
    if (desk.on_break) throw onBreak()
    if (!turn || turn.state === 'attended') throw nobodyCalled()
    await noteAct(transaction, { ...input, at, act: 'called-again', ...actAtDesk(desk) })
    const again = await callOnceMore(context, transaction, { turn, modulo }, at)
    if (!again) return []
    // Missed no more; where it was still called, nothing became of it.
    return [again, ...(turn.state === 'skipped' ? reservationNews(turn, 'called', at) : [])]
  })
}
