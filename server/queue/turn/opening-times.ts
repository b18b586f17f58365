import type { Kysely } from 'kysely'
import type { Closing } from '#contract/rest/desk-day.ts'
import type { OpeningTimes } from '#contract/rules/office-time.ts'
import type { Tables } from '#server/database/tables.ts'

/** By which times an office is open, that there is, and what becomes then of those who wait. */
export const openingTimes = (
  db: Kysely<Tables>,
  officeId: number,
): Promise<OpeningTimes & { closing: Closing }> =>
  db
    .selectFrom('offices')
    .select(['time_zone', 'hours', 'closures', 'closing'])
    .where('id', '=', officeId)
    .executeTakeFirstOrThrow()
