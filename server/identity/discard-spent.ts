import { discardKnocks } from '#server/knocks/count-knock.ts'
import type { IdentityContext } from './identity-context.ts'

/** An ended session is kept this long, so that its end can still be told from one that never was. */
const ENDED_SESSION_KEPT_MS = 30 * 24 * 3_600_000

/**
 * Throws away what can open nothing any more: old sessions, codes, captchas and counts that are over. A used
 * captcha is kept until it would have expired: from then on its age refuses it.
 */
export async function discardSpent({
  database: { db },
  clock,
}: Pick<IdentityContext, 'database' | 'clock'>): Promise<void> {
  const now = clock.now()
  const longAgo = new Date(now.getTime() - ENDED_SESSION_KEPT_MS)
  await db.deleteFrom('used_captchas').where('expires_at', '<', now).execute()
  await db.deleteFrom('handover_codes').where('expires_at', '<', now).execute()
  await db.deleteFrom('account_links').where('expires_at', '<', now).execute()
  await db.deleteFrom('sign_in_attempts').where('expires_at', '<', now).execute()
  await discardKnocks(db, now)
  await db
    .deleteFrom('ticket_addresses')
    .where('ticket_id', 'in', over =>
      over.selectFrom('tickets').select('id').where('state', 'not in', ['waiting', 'called', 'parked']),
    )
    .execute()
  await db
    .deleteFrom('sessions')
    .where(session => session.or([session('expires_at', '<', longAgo), session('revoked_at', '<', longAgo)]))
    .execute()
}
