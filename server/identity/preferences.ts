import { type Kysely, sql } from 'kysely'
import type * as v from 'valibot'
import {
  DEFAULT_PREFERENCES,
  type NotificationPreferences,
  type preferences,
  type preferencesUpdate,
} from '#contract/rest/login.ts'
import { json } from '#server/database/json-column.ts'
import type { Tables } from '#server/database/tables.ts'
import type { IdentityContext } from './identity-context.ts'

export type Preferences = v.InferOutput<typeof preferences>
type Update = v.InferOutput<typeof preferencesUpdate>

/**
 * Nothing under `web` where the user never saved any: the application then falls back to the defaults
 * (PROF-02).
 */
export async function readPreferences(
  { database: { db } }: Pick<IdentityContext, 'database'>,
  userId: string,
): Promise<Preferences> {
  const row = await db
    .selectFrom('preferences')
    .select('notifications')
    .where('user_id', '=', userId)
    .where('site', '=', 'web')
    .executeTakeFirst()
  return { data: row ? { web: row.notifications } : {} }
}

/**
 * Changes what is named, and leaves the rest as it was chosen last, or by default. In one statement: of two
 * that are saved at the same time neither is lost.
 */
export async function changePreferences(
  db: Kysely<Tables>,
  userId: string,
  { site, notifications: change }: Pick<Update, 'site' | 'notifications'>,
): Promise<NotificationPreferences> {
  const { notifications } = await db
    .insertInto('preferences')
    .values({ user_id: userId, site, notifications: json({ ...DEFAULT_PREFERENCES, ...change }) })
    .onConflict(conflict =>
      conflict
        .columns(['user_id', 'site'])
        .doUpdateSet({ notifications: sql`preferences.notifications || ${json(change)}::jsonb` }),
    )
    .returning('notifications')
    .executeTakeFirstOrThrow()
  return notifications
}

export async function savePreferences(
  { database }: Pick<IdentityContext, 'database'>,
  userId: string,
  { language, ...change }: Update,
): Promise<Preferences> {
  const notifications = await database.transaction(async transaction => {
    if (language) {
      await transaction.updateTable('users').set({ language }).where('id', '=', userId).execute()
    }
    return await changePreferences(transaction, userId, change)
  })
  return { data: { [change.site]: notifications } }
}
