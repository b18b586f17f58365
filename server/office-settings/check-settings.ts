import type { SettingsChecked } from '#contract/rest/settings.ts'
import { type AtDesk, requireSupervisor } from '#server/facts/clerk-office.ts'
import { checkOffice } from '#server/offices/load/load-office.ts'
import { changedParts } from './changed-parts.ts'
import type { SettingsContext } from './settings-context.ts'
import { settingsTouch } from './settings-touch.ts'
import { standingSettings } from './standing-settings.ts'

const TOUCHES_NOBODY = {
  reservations: { total: 0, by_desk: 0, days: [], lines: [] },
  day_ends: null,
  waiting: [],
  sitting: [],
}

/**
 * What is wrong with an entry, or else what it would do, to whom. Changes nothing.
 * @throws Refusal not-found, supervisors-only
 * @see rule ADMIN-02
 */
export async function checkSettings(
  { database, clock }: SettingsContext,
  by: AtDesk,
  entry: unknown,
): Promise<SettingsChecked> {
  const { db } = database
  await requireSupervisor(database, by)
  const { office_id } = by
  const stands = await standingSettings(db, office_id)
  const checked = await checkOffice(db, entry, office_id)
  if (checked.office === null) return { faults: [...checked.faults], parts: [], touches: TOUCHES_NOBODY }
  const { touches } = await settingsTouch(db, office_id, checked, clock.now())
  return { faults: [], parts: changedParts(stands.office, checked), touches }
}
