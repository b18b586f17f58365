import { sql } from 'kysely'
import { OFFICE_LINKS_MAX } from '#contract/limits.ts'
import type { LinkWish, MadeLink } from '#contract/rest/devices.ts'
import type { Database } from '#server/database/database.ts'
import { json } from '#server/database/json-column.ts'
import { hashOfToken, newCookieToken } from '#server/identity/tokens.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Random } from '#server/platform/random.ts'
import { Refusal } from '#server/web/refusal.ts'

export interface LinkMaking {
  office_id: number
  /** Null: from the shell. */
  made_by: number | null
}

/**
 * Makes a link by which a wall or a kiosk is opened. Its secret is kept nowhere: whoever loses it makes
 * another one.
 * @throws Refusal links-full
 */
export async function makeLink(
  { database, clock, random }: { database: Database; clock: Clock; random: Random },
  { office_id, made_by, use, name, languages }: LinkMaking & LinkWish,
): Promise<MadeLink> {
  const secret = newCookieToken(random)
  return await database.transaction(async transaction => {
    // Two who make one at once are counted one after the other.
    await sql`select from offices where id = ${office_id}::integer for no key update`.execute(transaction)
    const { count } = await transaction
      .selectFrom('office_links')
      .select(row => row.fn.countAll<number>().as('count'))
      .where('office_id', '=', office_id)
      .where('revoked_at', 'is', null)
      .executeTakeFirstOrThrow()
    if (Number(count) >= OFFICE_LINKS_MAX) throw new Refusal('links-full', 409, 'revoke a link first')
    const { id } = await transaction
      .insertInto('office_links')
      .values({
        office_id,
        use,
        name,
        languages: json(languages),
        secret_hash: hashOfToken(secret),
        made_at: clock.now(),
        made_by,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { id, secret }
  })
}
