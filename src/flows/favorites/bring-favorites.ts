import type { Tables } from '#src/db/open-database.ts'
import type { FlowContext } from '../flow-context.ts'
import { accountOf, loadFavorites } from './load-favorites.ts'
import { FAVORITE, sendFavorites } from './send-favorites.ts'

/**
 * Makes what this browser kept for a guest theirs, and leaves word for the server. In the caller's
 * transaction.
 */
export async function adoptFavorites(
  { favorites, outbox }: Pick<Tables, 'favorites' | 'outbox'>,
  userId: string,
  now: number,
): Promise<void> {
  for (const subject of await favorites.adopt(userId, now)) {
    await outbox.wish(FAVORITE, now, { subject, user_id: userId, wanted: true })
  }
}

/**
 * Whoever comes in with an account brings along what this browser kept for them before; the server is told of
 * it and of what waited, and then asked what they keep. Others have theirs here already.
 *
 * @see docs/decisions/favourites.md
 */
export async function bringFavorites(context: FlowContext): Promise<void> {
  const userId = accountOf(context)
  if (userId === null) return
  await context.db.atomically(inside => adoptFavorites(inside, userId, context.clock.now()))
  await sendFavorites(context)
  await loadFavorites(context)
}
