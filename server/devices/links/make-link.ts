import { sql } from 'kysely'
import { MACHINE_TOKEN_MS, OFFICE_LINKS_MAX } from '#contract/limits.ts'
import type { LinkWish, MadeLink } from '#contract/rest/devices.ts'
import type { Database } from '#server/database/database.ts'
import { json } from '#server/database/json-column.ts'
import { startSession } from '#server/identity/start-session.ts'
import { authorizationTokenOf, hashOfToken, newCookieToken } from '#server/identity/tokens.ts'
import { noteAct } from '#server/facts/note-act.ts'
import { notePress } from '#server/facts/note-press.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Random } from '#server/platform/random.ts'
import { Refusal } from '#server/web/refusal.ts'

export interface LinkMaking {
  office_id: number
  /** Null: from the shell. */
  made_by: number | null
  press?: string | undefined
}

/**
 * Makes a link by which a wall or a kiosk is opened, or the token of a machine. Its secret is kept nowhere:
 * whoever loses it makes another one.
 * @throws Refusal links-full
 */
export async function makeLink(
  context: { database: Database; clock: Clock; random: Random },
  { office_id, made_by, press, ...wish }: LinkMaking & LinkWish,
): Promise<MadeLink> {
  const { database, clock, random } = context
  const cookieToken = newCookieToken(random)
  // A machine has no cookie: what leads to its token is told nobody.
  const secret = wish.use === 'machine' ? authorizationTokenOf(cookieToken) : cookieToken
  const by = { office_id, clerk_id: made_by ?? undefined, press, at: clock.now() }
  return await database.transaction(async transaction => {
    await notePress(transaction, by, by.at)
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
        use: wish.use,
        name: wish.name,
        languages: json(wish.use === 'machine' ? [] : wish.languages),
        gives: wish.use === 'machine' && wish.gives,
        secret_hash: hashOfToken(secret),
        made_at: by.at,
        made_by,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await noteAct(transaction, { ...by, act: 'link-made', detail: { use: wish.use, device: wish.name } })
    if (wish.use === 'machine') {
      const lasting = { cookieToken, lastsMs: MACHINE_TOKEN_MS }
      await startSession(context, transaction, { office_link_id: id }, null, lasting)
    }
    return { id, secret }
  })
}
