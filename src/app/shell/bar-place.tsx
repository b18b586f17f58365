import { useLocation } from 'wouter'
import { lastStood } from '#src/stores/last-stood.ts'
import { SlimBar } from '#src/ui/shell/slim-bar.tsx'
import { Place } from '#src/ui/state/place.tsx'

/** Whether the active ticket's bar stands here: on every screen but those that show the ticket anyway. */
export const hasBar = (path: string): boolean => path !== '/' && !path.startsWith('/tickets')

/**
 * The place of the bar in the dock, for who held a number when somebody last looked, until the database says
 * what is held now: a screen's way on stands above the dock, and must not move under a finger.
 */
export function BarPlace() {
  const [path] = useLocation()
  if (!hasBar(path) || !lastStood.held().some(({ kind }) => kind === 'ticket')) return null
  return (
    <Place>
      <SlimBar docked href="/tickets" number="A000" title="…" detail="…" />
    </Place>
  )
}
