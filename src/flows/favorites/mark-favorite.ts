import { FAVORITES_MAX } from '#contract/limits.ts'
import { favoriteKey, type FavoritesOwner } from '#src/db/favorites.ts'
import type { Tables } from '#src/db/open-database.ts'
import { aboutOf, type Favorite } from '#src/domain/favorite.ts'
import { reportFault } from '#src/platform/report-fault.ts'
import type { FlowContext } from '../flow-context.ts'
import { DONE, failure, type Outcome } from '../outcome.ts'
import { adoptFavorites } from './bring-favorites.ts'
import { accountOf } from './load-favorites.ts'
import { FAVORITE, sendFavorites } from './send-favorites.ts'

/** Whether one more of its kind may be kept. */
async function hasPlace(
  { favorites }: Pick<Tables, 'favorites'>,
  owner: FavoritesOwner,
  favorite: Favorite,
): Promise<boolean> {
  const kept = (await favorites.ofOwner(owner)).filter(
    ({ line }) => (line === null) === (favorite.line === null),
  )
  return kept.length < FAVORITES_MAX || kept.some(other => aboutOf(other) === aboutOf(favorite))
}

/**
 * Keeps an office or a line as a favourite, or does so no more. It is so at once, with or without a network;
 * of somebody with an account the server is told then, or as soon as there is one. Where it refuses, it is as
 * it was before, and that is said.
 *
 * @param says whether a notice offers to undo it
 * @see rules FAV-01, OFFL-03
 */
export async function markFavorite(
  context: FlowContext,
  favorite: Favorite,
  wanted: boolean,
  { says = true }: { says?: boolean } = {},
): Promise<Outcome> {
  const { clock, connectivity, db, notices, random, session } = context
  const owner = accountOf(context)
  const about = aboutOf(favorite)
  const isKept = await db.atomically(async inside => {
    const { favorites, outbox } = inside
    const now = clock.now()
    if (owner !== null) await adoptFavorites(inside, owner, now)
    if (wanted && !(await hasPlace(inside, owner, favorite))) return false
    await favorites.mark(owner, favorite, wanted, now)
    if (owner !== null) {
      await outbox.wish(FAVORITE, now, { subject: favoriteKey(owner, about), user_id: owner, wanted })
    }
    return true
  })
  // Each press is something of its own: the next one within two minutes is no repetition.
  const subject = `${about} ${random.uuid()}`
  if (!isKept) {
    notices.raise({ kind: 'generic-error', subject, code: 'favorites-full' })
    return failure('favorites-full')
  }
  // What closed for ever cannot be added again.
  const undo = favorite.active ? { undo: { favorite, wanted: !wanted } } : {}
  if (says && wanted) notices.raise({ kind: 'success', subject, code: 'favorite-added', ...undo })
  if (says && !wanted) notices.raise({ kind: 'success', subject, code: 'favorite-removed', ...undo })
  if (owner !== null && session.token() !== null && connectivity.hasNetwork())
    void sendFavorites(context).catch(reportFault)
  return DONE
}
