import type { Kysely } from 'kysely'
import type { OpeningTimes } from '#contract/rules/office-time.ts'
import type { Tables } from '#server/database/tables.ts'

/** By which times an office is open, that there is. */
export const openingTimes = (db: Kysely<Tables>, officeId: number): Promise<OpeningTimes> =>
  db
    .selectFrom('offices')
    .select(['time_zone', 'hours', 'closures'])
    .where('id', '=', officeId)
    .executeTakeFirstOrThrow()
