import { sql } from 'kysely'
import { takeAway } from '#server/database/step-by-step.ts'
import { discardKnocks } from '#server/knocks/count-knock.ts'
import type { IdentityContext } from './identity-context.ts'

/** An ended session is kept this long, so that its end can still be told from one that never was. */
const ENDED_SESSION_KEPT_MS = 30 * 24 * 3_600_000

/** What is good until `expires_at`, and by what its rows are told apart. */
const GOOD_FOR_A_WHILE = [
  ['used_captchas', 'signature'],
  ['handover_codes', 'code_hash'],
  ['account_links', 'token_hash'],
  ['sign_in_attempts', 'id'],
] as const

/**
 * Throws away what can open nothing any more: old sessions, codes, captchas and counts that are over. A used
 * captcha is kept until it would have expired: from then on its age refuses it.
 * @param ending aborted where no further step may begin: what is left goes the next time
 */
export async function discardSpent(
  { database: { db }, clock }: Pick<IdentityContext, 'database' | 'clock'>,
  ending?: AbortSignal,
): Promise<void> {
  const now = clock.now()
  const longAgo = new Date(now.getTime() - ENDED_SESSION_KEPT_MS)
  for (const [table, key] of GOOD_FOR_A_WHILE) {
    const where = sql<boolean>`gone.expires_at < ${now}::timestamptz`
    await takeAway(db, { table, key: [key], where }, ending)
  }
  await discardKnocks(db, now, ending)
  // Address by address, by the key of its number: there are few of them, and the numbers are a year's.
  const isOver = sql<boolean>`(select t.state from tickets t where t.id = gone.ticket_id)
    not in ('waiting', 'called', 'parked')`
  await takeAway(db, { table: 'ticket_addresses', key: ['ticket_id'], where: isOver }, ending)
  const isLongOver = sql<boolean>`(gone.expires_at < ${longAgo}::timestamptz or gone.revoked_at < ${longAgo}::timestamptz)`
  await takeAway(db, { table: 'sessions', key: ['id'], where: isLongOver }, ending)
}
