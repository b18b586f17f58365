import type { Transaction } from 'kysely'
import type { SaidHere } from '#contract/rest/desk.ts'
import type { Tables } from '#server/database/tables.ts'
import type { ChangeContext } from '#server/facts/change-office.ts'
import type { AtDesk } from '#server/facts/clerk-office.ts'
import type { NewFact } from '#server/facts/fact.ts'
import { noteAct } from '#server/facts/note-act.ts'
import { changeTurns } from '../turn/change-turns.ts'
import { requireWord } from './became-of.ts'
import { findDesk, standingAt } from './desk.ts'
import { leaveDesk } from './leave-desk.ts'
import { seatOf } from './seat-of.ts'

export interface CloseModulo extends Pick<AtDesk, 'clerk_id' | 'press'> {
  /** What became of who stands there. */
  here?: SaidHere | undefined
}

/**
 * Leaves the modulo that this clerk has open, if any.
 * @throws Refusal arrival-unsaid, where somebody stands there of whom nobody said what became of them;
 * desk-moved. Then the modulo stays open
 */
export async function closeModulo(
  context: ChangeContext,
  { clerk_id, press, here }: CloseModulo,
): Promise<void> {
  const seat = await seatOf(context.database.db, clerk_id)
  if (!seat) return
  const by = { ...seat, press }
  await changeTurns(context, by, (transaction, at, agreed) =>
    closeModuloHere(transaction, { ...by, here }, at, agreed),
  )
}

/** The same at an office that the caller holds; nothing where the clerk sits elsewhere. */
export async function closeModuloHere(
  transaction: Transaction<Tables>,
  { here, ...by }: AtDesk & CloseModulo,
  at: Date,
  agreed: Date,
): Promise<NewFact[]> {
  const desk = await findDesk(transaction, by)
  if (!desk) return []
  const became = requireWord(standingAt(desk), here)
  await transaction
    .updateTable('modulos')
    .set({ clerk_id: null, opened_at: null, changed_at: at })
    .where('id', '=', desk.modulo_id)
    .execute()
  await noteAct(transaction, { ...by, at, act: 'modulo-closed', modulo_id: desk.modulo_id })
  return became ? await leaveDesk(transaction, by, desk, became, at, agreed) : []
}
