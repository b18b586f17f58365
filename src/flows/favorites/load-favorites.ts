import type { Favorites } from '#contract/rest/favorites.ts'
import { ApiError } from '#src/api/api-error.ts'
import { heardCode } from '#src/domain/failure-codes.ts'
import { favoritesIn } from '#src/domain/favorite.ts'
import type { FlowContext } from '../flow-context.ts'
import { failureOf } from '../failure-of.ts'
import { DONE, failure, type Outcome } from '../outcome.ts'

/** Under which it is kept when the server was last heard. */
const HEARD = 'favorites'

/**
 * Whose favourites the server keeps: theirs who have an account. Null for a guest and a temporary user, whose
 * this browser keeps alone.
 */
export function accountOf({ session }: Pick<FlowContext, 'session'>): string | null {
  const user = session.user()
  return user && !user.temporal ? user.user_id : null
}

/**
 * Takes in what the server says that somebody keeps; what they changed here since it was asked stays.
 * @param asked_at milliseconds since the epoch
 */
export async function recordFavorites(
  context: Pick<FlowContext, 'clock' | 'db' | 'session'>,
  userId: string,
  { listed, asked_at }: { listed: Favorites; asked_at: number },
): Promise<void> {
  const { clock, db } = context
  const now = clock.now()
  await db.atomically(async ({ cachedData, favorites, outbox }) => {
    // Whoever left meanwhile leaves nothing behind.
    if (accountOf(context) !== userId) return
    const untold = new Set((await outbox.all('favorite')).map(({ subject }) => subject))
    await favorites.list(userId, { favorites: favoritesIn(listed), asked_at, untold }, now)
    await cachedData.write({ key: HEARD, data: userId, inserted_at: now })
  })
}

/**
 * Asks what somebody with an account keeps; for others there is nothing to ask. Where no answer comes, what
 * is known stays (FAV-01).
 */
export async function loadFavorites(context: FlowContext): Promise<Outcome> {
  const { api, clock, favorites, session } = context
  const userId = accountOf(context)
  if (userId === null) return DONE
  favorites.setLoading()
  // Remembered, and still to be asked for.
  await session.whenKnown()
  if (session.token() === null) {
    favorites.setFailed('offline')
    return failure('offline')
  }
  const asked_at = clock.now()
  try {
    const listed = await api.favorites.read()
    await recordFavorites(context, userId, { listed, asked_at })
  } catch (error) {
    favorites.setFailed(error instanceof ApiError ? heardCode(error.code) : 'internal')
    return failureOf(error)
  }
  favorites.setLoaded()
  return DONE
}
