import { sql } from 'kysely'
import type { RetentionContext } from './retention-context.ts'

/**
 * Of people without an account an id is left once they are forgotten, by which their turns are told from
 * another's. With the last of these it goes. Whoever is known still, or could come back, stays.
 * @param whose turns went: one for each, and null for nobody's
 */
export async function forgetNobodies(
  { database: { db } }: RetentionContext,
  whose: readonly { user_id: string | null }[],
): Promise<void> {
  const ids = [...new Set(whose.flatMap(({ user_id }) => user_id ?? []))]
  if (ids.length === 0) return
  await sql`
    with nobody as materialized (
      select u.id from users u
      where u.id = any(${ids}::uuid[]) and u.temporal and u.person is null
        and not exists (select from tickets t where t.user_id = u.id)
        and not exists (select from reservations r where r.user_id = u.id)
        and not exists (select from sessions s where s.user_id = u.id)
        and not exists (select from push_subscriptions p where p.user_id = u.id)
        and not exists (select from handover_codes h where h.user_id = u.id)
      for update of u skip locked
    ), chosen as (
      delete from preferences p using nobody where p.user_id = nobody.id
    )
    delete from users u using nobody where u.id = nobody.id`.execute(db)
}
