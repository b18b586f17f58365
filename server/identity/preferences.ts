import type * as v from 'valibot'
import type { preferences, preferencesUpdate } from '#contract/rest/login.ts'
import { json } from '#server/database/json-column.ts'
import type { IdentityContext } from './identity-context.ts'

export type Preferences = v.InferOutput<typeof preferences>
type Update = v.InferOutput<typeof preferencesUpdate>

/** Nothing under `web` where the user never saved any: the application then falls back to the defaults (PROF-02). */
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

export async function savePreferences(
  { database }: Pick<IdentityContext, 'database'>,
  userId: string,
  { site, notifications, language }: Update,
): Promise<Preferences> {
  const saved = json(notifications)
  await database.transaction(async transaction => {
    await transaction
      .insertInto('preferences')
      .values({ user_id: userId, site, notifications: saved })
      .onConflict(conflict => conflict.columns(['user_id', 'site']).doUpdateSet({ notifications: saved }))
      .execute()
    if (language) {
      await transaction.updateTable('users').set({ language }).where('id', '=', userId).execute()
    }
  })
  return { data: { [site]: notifications } }
}
