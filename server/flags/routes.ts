import { flagList } from '#contract/rest/flags.ts'
import type { Database } from '#server/database/database.ts'
import type { Routes } from '#server/web/app.ts'
import { readFlags } from './read-flags.ts'

export interface FlagsContext {
  database: Pick<Database, 'db'>
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
