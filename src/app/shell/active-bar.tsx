import { useLocation } from 'wouter'
import { useEffect } from 'react'
import { useHeld } from '#src/queries/use-held.ts'
import { HeldTicket } from '#src/screens/held/held-ticket.tsx'
import { useFavorites } from '#src/screens/shared/use-favorites.ts'
import { stoodKeeper } from '#src/stores/keep-last-stood.ts'
import { BarPlace, hasBar } from './bar-place.tsx'

/**
 * The active ticket's bar. It stands round every screen, so it keeps what is held for the first drawing of
 * the next one.
 */
export default function ActiveBar({ at }: { at: 'dock' | 'rail' }) {
  const [path] = useLocation()
  const { isLoading, tickets, reservations } = useHeld()
  const [ticket] = tickets
  const { status, favorites } = useFavorites()
  const kept = status === 'loaded' ? favorites.length : null
  useEffect(() => {
    if (kept !== null) stoodKeeper.keepFavorites(kept)
  }, [kept])
  useEffect(() => {
    if (isLoading) return
    stoodKeeper.keepHeld([
      ...tickets.map(({ officeSlug }) => ({ kind: 'ticket' as const, officeSlug })),
      ...reservations.map(({ office }) => ({ kind: 'reservation' as const, officeSlug: office.slug })),
    ])
  })
  if (ticket && hasBar(path)) return <HeldTicket ticket={ticket} at={at} />
  return isLoading && at === 'dock' && <BarPlace />
}
