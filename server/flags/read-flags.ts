import type { Kysely } from 'kysely'
import { KNOWN_FLAGS } from '#contract/known-flags.ts'
import type { FlagList } from '#contract/rest/flags.ts'
import type { Tables } from '#server/database/tables.ts'

/** What Unleash answers for a flag without variants. */
const NO_VARIANT = { name: 'disabled', enabled: false }

/** Every flag as it stands, by name: known ones and those that only the table has. */
export async function readFlags(db: Kysely<Tables>): Promise<FlagList> {
  const rows = await db.selectFrom('flags').selectAll().execute()
  const flags = new Map<string, FlagList['toggles'][number]>(
    Object.entries(KNOWN_FLAGS).map(([name, enabled]) => [name, { name, enabled, variant: NO_VARIANT }]),
  )
  for (const { name, enabled, variant } of rows) {
    flags.set(name, { name, enabled, variant: variant ?? NO_VARIANT })
  }
  return { toggles: [...flags.values()].sort((a, b) => a.name.localeCompare(b.name)) }
}
