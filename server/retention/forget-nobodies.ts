import { type Kysely, sql } from 'kysely'
import type { Tables } from '#server/database/tables.ts'

type Whose = readonly { user_id: string | null }[]

/**
 * Holds those of whom nothing is known any more. One after the other, in one order: of two servers that take
 * the last two of somebody's turns away, each would see the other's still. Before their turns are held, as
 * they are by whoever erases themselves: the other way round each would wait for the other.
 * @param whose turns are to go: one for each, and null for nobody's
 * @returns their ids
 */
export async function holdNobodies(transaction: Kysely<Tables>, whose: Whose): Promise<string[]> {
  const ids = [...new Set(whose.flatMap(({ user_id }) => user_id ?? []))]
  if (ids.length === 0) return []
  const { rows } = await sql<{ id: string }>`
    select u.id from users u where u.id = any(${ids}::uuid[]) and u.temporal and u.person is null
    order by u.id for update`.execute(transaction)
  return rows.map(({ id }) => id)
}

/**
 * Of people without an account an id is left once they are forgotten, by which their turns are told from
 * another's. With the last of these it goes. Whoever is known still, or could come back, stays. In the
 * transaction in which the turns go: a server that dies in between would leave the id for ever.
 * @param whose turns went, as above
 */
export async function forgetNobodies(transaction: Kysely<Tables>, whose: Whose): Promise<void> {
  const ids = await holdNobodies(transaction, whose)
  if (ids.length === 0) return
  await sql`
    with nobody as materialized (
      select u.id from users u
      where u.id = any(${ids}::uuid[])
        and not exists (select from tickets t where t.user_id = u.id)
        and not exists (select from reservations r where r.user_id = u.id)
        and not exists (select from sessions s where s.user_id = u.id)
        and not exists (select from push_subscriptions p where p.user_id = u.id)
        and not exists (select from handover_codes h where h.user_id = u.id)
    ), chosen as (
      delete from preferences p using nobody where p.user_id = nobody.id
    )
    delete from users u using nobody where u.id = nobody.id`.execute(transaction)
}
