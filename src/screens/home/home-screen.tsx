import { type FormEvent, lazy, Suspense, useState } from 'react'
import { useLocation } from 'wouter'
import { firstPaint } from '#src/platform/first-paint.ts'
import { useActiveTickets } from '#src/queries/use-receipts.ts'
import { useListedReservations } from '#src/queries/use-reservations.ts'
import { useHeadingFocus } from '#src/screens/shared/use-heading-focus.ts'
import { HeldReservation } from '#src/screens/shared/held-reservation.tsx'
import { HeldTicket } from '#src/screens/shared/held-ticket.tsx'
import { useIsDesktop } from '#src/screens/shared/use-is-desktop.ts'
import { ScreenBody } from '#src/ui/shell/screen-body.tsx'
import { HomeHeader } from './home-header.tsx'
import { HomeSearch } from './home-search.tsx'
import { NearOfficesSkeleton } from './near-offices-skeleton.tsx'

const HomeLists = lazy(async () => {
  await firstPaint()
  return import('./home-lists.tsx')
})
/** On a phone the categories must show under them. */
const ROWS = { phone: 2, desktop: 5 }

/** Where to begin: what one holds, what is near, what one needs. No greeting. */
export default function HomeScreen() {
  const [, navigate] = useLocation()
  const [text, setText] = useState('')
  const held = useActiveTickets()
  const booked = useListedReservations().filter(({ id }) => !held.some(({ reserve }) => reserve === id))
  const heading = useHeadingFocus()
  const rows = useIsDesktop() ? ROWS.desktop : ROWS.phone

  function search(event: FormEvent) {
    event.preventDefault()
    navigate(text.trim() === '' ? '/search' : `/search?q=${encodeURIComponent(text.trim())}`)
  }

  return (
    <>
      <HomeHeader headingRef={heading} />
      <ScreenBody>
        <HomeSearch text={text} onChange={setText} onSubmit={search} />
        {held.map(ticket => (
          <HeldTicket key={ticket.tuid} ticket={ticket} />
        ))}
        {booked.map(reservation => (
          <HeldReservation key={reservation.id} reservation={reservation} />
        ))}
        <Suspense fallback={<NearOfficesSkeleton rows={rows} />}>
          <HomeLists rows={rows} />
        </Suspense>
      </ScreenBody>
    </>
  )
}
