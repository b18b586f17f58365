import type { SaidArrival } from '#contract/rest/desk.ts'
import type { ChangeContext } from '#server/facts/change-office.ts'
import { noteAct } from '#server/facts/note-act.ts'
import { changeTurns } from '../turn/change-turns.ts'
import { requireWord } from './became-of.ts'
import { findDesk, standingAt } from './desk.ts'
import { leaveDesk } from './leave-desk.ts'

export interface CloseModulo {
  clerk_id: number
  /** What became of who stands there. */
  here?: SaidArrival | undefined
}

/**
 * Leaves the modulo that this clerk has open, if any.
 * @throws Refusal arrival-unsaid, where somebody stands there of whom nobody said what became of them;
 * desk-moved. Then the modulo stays open
 */
export async function closeModulo(context: ChangeContext, { clerk_id, here }: CloseModulo): Promise<void> {
  const open = await context.database.db
    .selectFrom('modulos')
    .select('office_id')
    .where('clerk_id', '=', clerk_id)
    .executeTakeFirst()
  if (!open) return
  const { office_id } = open
  await changeTurns(context, office_id, async (transaction, at) => {
    const desk = await findDesk(transaction, { office_id, clerk_id })
    if (!desk) return []
    const became = requireWord(standingAt(desk), here)
    await transaction
      .updateTable('modulos')
      .set({ clerk_id: null, opened_at: null, changed_at: at })
      .where('id', '=', desk.modulo_id)
      .execute()
    const by = { office_id, clerk_id }
    await noteAct(transaction, { ...by, at, act: 'modulo-closed', modulo_id: desk.modulo_id })
    return became ? await leaveDesk(transaction, by, desk, became, at) : []
  })
}
