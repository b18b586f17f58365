import { Refusal } from '#server/web/refusal.ts'
import type { AtDesk } from '#server/facts/clerk-office.ts'
import { noteAct } from '#server/facts/note-act.ts'
import { requireDesk } from '../desk/desk.ts'
import type { QueueContext } from '../queue-context.ts'
import { changeTurns } from '../turn/change-turns.ts'

const MINUTE_MS = 60_000

/**
 * A clerk rests, and says until when; or is back. Nobody is called to the modulo meanwhile, nor once the time
 * is over: only the clerk's word ends a break.
 * @param input.minutes null where they are back
 * @throws Refusal no-modulo; somebody-here
 * @see rule DESK-09
 */
export async function takeBreak(
  context: QueueContext,
  input: AtDesk & { minutes: number | null },
): Promise<void> {
  const { minutes, ...by } = input
  await changeTurns(context, by, async (transaction, at) => {
    const { modulo_id, on_break, turn } = await requireDesk(transaction, by)
    if (minutes !== null && turn?.state === 'called') {
      throw new Refusal('somebody-here', 409, 'somebody stands at this modulo')
    }
    const break_until = minutes === null ? null : new Date(at.getTime() + minutes * MINUTE_MS)
    // Pressed twice, nobody comes back twice.
    if (minutes === null && !on_break) return []
    await transaction
      .updateTable('modulos')
      .set({ break_until, changed_at: at })
      .where('id', '=', modulo_id)
      .execute()
    const act = minutes === null ? 'break-ended' : 'break-begun'
    await noteAct(transaction, { ...by, at, act, modulo_id, detail: { minutes } })
    return []
  })
}
