import type { OfficesSource } from '#server/offices/file/check-offices-file.ts'
import { type LoadOutcome, loadOffices } from '#server/offices/load/load-offices.ts'
import type { Others } from '#server/offices/load/unnamed.ts'
import { closeModulo } from '#server/queue/desk/close-modulo.ts'
import { Refusal } from '#server/web/refusal.ts'
import { followSettings } from './follow-settings.ts'
import type { SettingsContext } from './settings-context.ts'

/**
 * Loads an offices file, and lets whoever shows one of its offices hear of it. Whoever no longer works here
 * leaves the desk behind. Where somebody stands there it stays open, until another clerk takes it over:
 * whether they came nobody has said.
 */
export async function loadFile(
  context: SettingsContext,
  sources: readonly OfficesSource[],
  others: Others | null,
  mayEndDays = false,
): Promise<LoadOutcome> {
  const outcome = await loadOffices(context, sources, others, mayEndDays)
  if (!outcome.loaded) return outcome
  for (const clerk_id of outcome.retiredClerks) {
    try {
      await closeModulo(context, { clerk_id })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
    }
  }
  // By themselves: whoever loads a file holds all offices, and whoever changes one holds that one before.
  for (const office_id of outcome.changedOffices) await followSettings(context, office_id)
  return outcome
}
