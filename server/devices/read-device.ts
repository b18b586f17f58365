import type { Kysely } from 'kysely'
import { DEVICE_SESSION_MS } from '#contract/limits.ts'
import type { Tables } from '#server/database/tables.ts'
import { authorizationTokenOf, hashOfToken, hasTokenForm } from '#server/identity/tokens.ts'
import type { DevicesContext } from './devices-context.ts'
import type { DeviceDoor, GivenDevice } from './enter-by-link.ts'

/**
 * Trades a device's cookie for its session, which lasts anew from here. Null where it is over, was revoked,
 * or is of another office.
 */
export async function readDevice(
  { clock }: Pick<DevicesContext, 'clock'>,
  { use, office_slug, cookieToken }: DeviceDoor & { cookieToken: string },
  db: Kysely<Tables>,
): Promise<(GivenDevice & { link_id: number }) | null> {
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
    .where('offices.active', '=', true)
    .returning('office_links.id as link_id')
    .executeTakeFirst()
  if (!row) return null
  return {
    link_id: row.link_id,
    session: { token: authorizationTokenOf(cookieToken) },
    cookieToken,
    expiresAt: expires_at.toISOString(),
  }
}
