import { useLocation } from 'wouter'
import { isHidden, useUi } from '#src/stores/ui-store.ts'

const DESTINATIONS = ['/', '/search', '/favorites', '/tickets', '/profile']

/**
 * Whether a phone shows the destinations here. What was opened from them (an office, a number, a form) has a
 * way back instead and needs the room; where the address hides that way, the destinations stay.
 */
export function useShowsNav(): boolean {
  const [path] = useLocation()
  const hidesNav = useUi(isHidden('bottomNav'))
  const hidesBack = useUi(isHidden('backArrow'))
  return !hidesNav && (hidesBack || DESTINATIONS.includes(path))
}
