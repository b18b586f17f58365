import { useState } from 'react'
import { aboutOf, type Favorite } from '#src/domain/favorite.ts'
import { useSession } from '#src/stores/session-store.ts'

/**
 * What stood in a list once stands there until the screen is left: a row that goes under the finger would put
 * the next one in its place, and take the keyboard's place away. Its heart says that it is kept no more. Once
 * the person is gone, who may have left in another tab, only what is kept stands there.
 */
export function useStanding(favorites: readonly Favorite[]): readonly Favorite[] {
  const here = useSession(({ user }) => user?.user_id)
  const [whose, setWhose] = useState(here)
  const [standing, setStanding] = useState(favorites)
  if (whose === undefined && here !== undefined) setWhose(here)
  // Not even what stands there in this moment: it may be read once more before it is forgotten.
  else if (whose !== here) return favorites
  const known = new Set(standing.map(aboutOf))
  const added = favorites.filter(favorite => !known.has(aboutOf(favorite)))
  if (added.length > 0) setStanding([...standing, ...added])
  const current = new Map(favorites.map(favorite => [aboutOf(favorite), favorite]))
  return [...standing, ...added].map(favorite => current.get(aboutOf(favorite)) ?? favorite)
}
