import { useState } from 'react'
import { aboutOf, type Favorite } from '#src/domain/favorite.ts'

/**
 * What stood in a list once stands there until the screen is left: a row that goes under the finger would put
 * the next one in its place, and take the keyboard's place away. Its heart says that it is kept no more.
 */
export function useStanding(favorites: readonly Favorite[]): readonly Favorite[] {
  const [standing, setStanding] = useState(favorites)
  const known = new Set(standing.map(aboutOf))
  const added = favorites.filter(favorite => !known.has(aboutOf(favorite)))
  if (added.length > 0) setStanding([...standing, ...added])
  const current = new Map(favorites.map(favorite => [aboutOf(favorite), favorite]))
  return [...standing, ...added].map(favorite => current.get(aboutOf(favorite)) ?? favorite)
}
