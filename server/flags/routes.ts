import type { Kysely } from 'kysely'
import { KNOWN_FLAGS } from '#contract/known-flags.ts'
import { type FlagList, flagList } from '#contract/rest/flags.ts'
import type { Database } from '#server/database/database.ts'
import type { Tables } from '#server/database/tables.ts'
import type { Routes } from '#server/web/app.ts'

export interface FlagsContext {
  database: Pick<Database, 'db'>
}

/** What Unleash answers for a flag without variants. */
const NO_VARIANT = { name: 'disabled', enabled: false }

/** Every flag as it stands, by name: known ones and those that only the table has. */
async function readFlags(db: Kysely<Tables>): Promise<FlagList> {
  const rows = await db.selectFrom('flags').selectAll().execute()
  const flags = new Map<string, FlagList['toggles'][number]>(
    Object.entries(KNOWN_FLAGS).map(([name, enabled]) => [name, { name, enabled, variant: NO_VARIANT }]),
  )
  for (const { name, enabled, variant } of rows) {
    flags.set(name, { name, enabled, variant: variant ?? NO_VARIANT })
  }
  return { toggles: [...flags.values()].sort((a, b) => a.name.localeCompare(b.name)) }
}

/**
 * GET flags/: the answer of Unleash's frontend API, so that the application may be pointed at a real Unleash
 * instead.
 */
export const flagsRoutes =
  ({ database: { db } }: FlagsContext): Routes =>
  app => {
    app.get('/', { schema: { response: { 200: flagList } } }, (_request, reply) => {
      // The same for everybody, and asked for every minute: a tag answers most of those.
      reply.header('cache-control', 'public, no-cache')
      return readFlags(db)
    })
  }
