import { sql } from 'kysely'
import { eachByItself } from '#server/database/each-by-itself.ts'
import { takeAwayThroughout } from '#server/database/step-by-step.ts'
import type { NotifyContext } from './notify-context.ts'

/** A delivery is looked at while its ticket is at a desk; a day later nobody asks. */
const DELIVERIES_KEPT_MS = 2 * 24 * 3_600_000
/** Who waits while the session runs out is called all the same. */
const AFTER_SESSION_MS = 24 * 3_600_000

/**
 * Forgets old deliveries, and the browsers of people of whom no session is open any more: nobody calls them.
 * @param ending aborted where no further step may begin: what is left goes the next time
 */
export async function discardPushLeftovers(
  { database: { db }, clock }: Pick<NotifyContext, 'database' | 'clock'>,
  ending?: AbortSignal,
): Promise<void> {
  const now = clock.now().getTime()
  const isOld = sql<boolean>`gone.sent_at < ${new Date(now - DELIVERIES_KEPT_MS)}::timestamptz`
  const isNobodys = sql<boolean>`(
    select s.id from sessions s where s.user_id = gone.user_id and s.revoked_at is null
      and s.expires_at > ${new Date(now - AFTER_SESSION_MS)}::timestamptz
    limit 1
  ) is null`
  // Every call writes a delivery, and an index more; and of a browser none could say that it is nobody’s.
  const over = [
    { table: 'push_deliveries', key: 'id', where: isOld },
    { table: 'push_subscriptions', key: 'id', where: isNobodys },
  ] as const
  await eachByItself(over, each => takeAwayThroughout(db, each, ending))
}
