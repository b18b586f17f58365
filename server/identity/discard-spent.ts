import { sql } from 'kysely'
import { eachByItself } from '#server/database/each-by-itself.ts'
import { takeAwayOldest, takeAwayThroughout } from '#server/database/step-by-step.ts'
import { discardKnocks } from '#server/knocks/count-knock.ts'
import type { IdentityContext } from './identity-context.ts'

/** An ended session is kept this long, so that its end can still be told from one that never was. */
const ENDED_SESSION_KEPT_MS = 30 * 24 * 3_600_000

/** Good for minutes, and everybody who comes writes one: an index by age would cost more than it saves. */
const WITHOUT_INDEX = [
  ['used_captchas', 'signature'],
  ['handover_codes', 'code_hash'],
] as const
const WITH_INDEX = ['account_links', 'sign_in_attempts'] as const

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
  const isSpent = sql<boolean>`gone.expires_at < ${now}::timestamptz`
  // Address by address, by the key of its number: there are few of them, and the numbers are a year's.
  const isOver = sql<boolean>`(select t.state from tickets t where t.id = gone.ticket_id)
    not in ('waiting', 'called', 'parked')`
  const discards = [
    ...WITHOUT_INDEX.map(
      ([table, key]) =>
        () =>
          takeAwayThroughout(db, { table, key, where: isSpent }, ending),
    ),
    ...WITH_INDEX.map(
      table => () => takeAwayOldest(db, { table, where: isSpent, oldest: ['expires_at'] }, ending),
    ),
    () => discardKnocks(db, now, ending),
    () => takeAwayThroughout(db, { table: 'ticket_addresses', key: 'ticket_id', where: isOver }, ending),
    // One after the other, and each by its index: by both at once all that are open would be read as well.
    ...(['expires_at', 'revoked_at'] as const).map(ended => () => {
      const where = sql<boolean>`${sql.ref(`gone.${ended}`)} < ${longAgo}::timestamptz`
      return takeAwayOldest(db, { table: 'sessions', where, oldest: [ended] }, ending)
    }),
  ]
  await eachByItself(discards, discard => discard(), ending)
}
