import type { FavoriteRow } from '#src/db/favorites.ts'
import { aboutOf } from '#src/domain/favorite.ts'
import { useKeptFavorites } from '#src/queries/use-kept-favorites.ts'
import { useFavoritesState } from '#src/stores/favorites-store.ts'
import { lastStood } from '#src/stores/last-stood.ts'
import { isUnknown, useSession } from '#src/stores/session-store.ts'

const NONE: readonly FavoriteRow[] = []

/** Whose favourites the server keeps; null: this browser alone keeps them, for whoever is here. */
const useAccount = () => useSession(({ user }) => (user && !user.temporal ? user.user_id : null))

/** Theirs, and what this browser kept before they came in, until the server has it as well; each once. */
function theirs(rows: readonly FavoriteRow[], account: string | null): readonly FavoriteRow[] {
  const mine = rows.filter(({ user_id }) => user_id === account || user_id === null)
  const first = new Map(mine.toReversed().map(row => [aboutOf(row), row]))
  return mine.filter(row => first.get(aboutOf(row)) === row)
}

export const useIsFavorite = (about: string): boolean => {
  const account = useAccount()
  const { value } = useKeptFavorites()
  return theirs(value?.rows ?? NONE, account).some(row => aboutOf(row) === about)
}

export interface KnownFavorites {
  /** An error only where there is nothing older to show. */
  status: 'loading' | 'loaded' | 'error'
  favorites: readonly FavoriteRow[]
  /** When the server last said so, milliseconds since the epoch; null where it is not asked. */
  since: number | null
  /** Why they could not be had, by code. */
  error: string
}

/** The favourites of whoever is here. @see rule FAV-01 */
export function useFavorites(): KnownFavorites {
  const account = useAccount()
  const { status, value } = useKeptFavorites()
  const asked = useFavoritesState(favorites => favorites.status)
  const code = useFavoritesState(favorites => favorites.error)
  const mayBeSomebody = useSession(isUnknown) && lastStood.somebody()
  const since = value?.heard?.data === account ? (value?.heard?.inserted_at ?? null) : null
  const known = (of: KnownFavorites['status']): KnownFavorites => ({
    status: of,
    favorites: of === 'loaded' ? theirs(value?.rows ?? NONE, account) : NONE,
    since: account === null ? null : since,
    error: code ?? 'internal',
  })
  if (status === 'failed') return known('error')
  if (status === 'loading' || mayBeSomebody) return known('loading')
  if (account === null || since !== null) return known('loaded')
  return known(asked === 'error' ? 'error' : 'loading')
}
