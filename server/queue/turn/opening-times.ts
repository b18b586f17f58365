import type { Kysely } from 'kysely'
import type { Closing } from '#contract/rest/desk-day.ts'
import type { OpeningTimes } from '#contract/rules/office-time.ts'
import type { Tables } from '#server/database/tables.ts'

/**
 * By which times an office is open, that there is, what becomes of those who wait when it closes, and when
 * any of this was changed last.
 */
export const openingTimes = (
  db: Kysely<Tables>,
  officeId: number,
): Promise<OpeningTimes & { closing: Closing; updated_at: Date }> =>
  db
    .selectFrom('offices')
    .select(['time_zone', 'hours', 'closures', 'closing', 'updated_at'])
    .where('id', '=', officeId)
    .executeTakeFirstOrThrow()
