import type { OfficesSource } from '#server/offices/file/check-offices-file.ts'
import { type LoadOutcome, loadOffices } from '#server/offices/load/load-offices.ts'
import type { Others } from '#server/offices/load/unnamed.ts'
import { noteAct } from '#server/facts/note-act.ts'
import { leaveToOthers } from '#server/queue/desk/leave-to-others.ts'
import { seatOf } from '#server/queue/desk/seat-of.ts'
import { changeTurns } from '#server/queue/turn/change-turns.ts'
import { followSettings } from './follow-settings.ts'
import type { SettingsContext } from './settings-context.ts'

/**
 * Of a clerk who was retired the módulo is free, as by the screen: whom they had called goes on standing
 * there, for whether they came nobody has said.
 */
async function freeModulo(context: SettingsContext, clerk_id: number): Promise<void> {
  const by = await seatOf(context.database.db, clerk_id)
  if (!by) return
  await changeTurns(context, by.office_id, async (transaction, at) => {
    const modulo = await leaveToOthers(transaction, by, at)
    if (modulo) await noteAct(transaction, { ...by, at, act: 'modulo-closed', modulo_id: modulo.id })
    return []
  })
}

/** Loads an offices file, and lets whoever shows one of its offices hear of it. */
export async function loadFile(
  context: SettingsContext,
  sources: readonly OfficesSource[],
  others: Others | null,
  mayEndDays = false,
): Promise<LoadOutcome> {
  const outcome = await loadOffices(context, sources, others, mayEndDays)
  if (!outcome.loaded) return outcome
  for (const clerk_id of outcome.retiredClerks) await freeModulo(context, clerk_id)
  // By themselves: whoever loads a file holds all offices, and whoever changes one holds that one before.
  for (const office_id of outcome.changedOffices) await followSettings(context, office_id)
  return outcome
}
