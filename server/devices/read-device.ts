import type { Kysely } from 'kysely'
import { DEVICE_SESSION_MS } from '#contract/limits.ts'
import type { Tables } from '#server/database/tables.ts'
import { authorizationTokenOf, hashOfToken, hasTokenForm } from '#server/identity/tokens.ts'
import type { DevicesContext } from './devices-context.ts'
import type { DeviceDoor, GivenDevice } from './enter-by-link.ts'

/**
 * Trades a device's cookie for its session, which lasts anew from here. Null where it is over, was revoked,
 * or is of another office. Of an office that is retired it is a session still: the office may come back, and
 * a screen whose cookie is gone needs somebody to bring it a new link.
 */
export async function readDevice(
  { clock }: Pick<DevicesContext, 'clock'>,
  { use, office_slug, cookieToken }: DeviceDoor & { cookieToken: string },
  db: Kysely<Tables>,
): Promise<(GivenDevice & { link_id: number; is_retired: boolean }) | null> {
  if (!hasTokenForm(cookieToken)) return null
  const now = clock.now()
  const expires_at = new Date(now.getTime() + DEVICE_SESSION_MS)
  const row = await db
    .updateTable('sessions')
    .from('office_links')
    .innerJoin('offices', 'offices.id', 'office_links.office_id')
    .set({ expires_at, last_seen_at: now })
    .whereRef('office_links.id', '=', 'sessions.office_link_id')
    .where('sessions.cookie_hash', '=', hashOfToken(cookieToken))
    .where('sessions.expires_at', '>', now)
    .where('sessions.revoked_at', 'is', null)
    .where('office_links.use', '=', use)
    .where('offices.slug', '=', office_slug)
    .returning(['office_links.id as link_id', 'offices.active'])
    .executeTakeFirst()
  if (!row) return null
  return {
    link_id: row.link_id,
    is_retired: !row.active,
    session: { token: authorizationTokenOf(cookieToken) },
    cookieToken,
    expiresAt: expires_at.toISOString(),
  }
}
