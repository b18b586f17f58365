import { useEffect } from 'react'
import { useSearchParams } from 'wouter'
import type { DeskSession } from '#contract/rest/desk.ts'
import { BehindTheDoor } from './behind-the-door.tsx'
import { late } from './late.tsx'
import { ChooseOfficeScreen } from './offices/choose-office-screen.tsx'
import { OfficeScreen } from './office-screen.tsx'
import { type OfficeHere, type OfficePage, useOfficeHere } from './use-office-here.ts'
import { meetingAt } from './video/meeting-address.ts'

interface PageProps {
  clerk: DeskSession
  office: OfficeHere
  onLeave: () => void
}

/** Whoever calls numbers need not wait for them. */
const FoundScreen = late(() => import('./found/found-screen.tsx'))
const MeetScreen = late(() => import('./video/meet-screen.tsx'))
const PAGES = {
  people: late<PageProps>(() => import('./people/people-screen.tsx')),
  acts: late<PageProps>(() => import('./acts/acts-screen.tsx')),
  day: late<PageProps>(() => import('./figures/day-screen.tsx')),
  settings: late<PageProps>(async () => (await import('./settings/open-settings.ts')).openSettings()),
} satisfies Record<OfficePage, unknown>

const OF_SUPERVISORS = Object.values(PAGES)

/** What is here already opens also when the connection is gone. One that does not come is asked for later. */
async function fetchInOrder(parts: readonly { fetch: () => Promise<void> }[]): Promise<void> {
  for (const part of parts) await part.fetch().catch(() => {})
}

/** Behind the door: which screen it is follows from the office and the page that the address names. */
export default function AtWork({ clerk }: { clerk: DeskSession }) {
  return (
    <BehindTheDoor>
      <Place clerk={clerk} />
    </BehindTheDoor>
  )
}

function Place({ clerk }: { clerk: DeskSession }) {
  const [address] = useSearchParams()
  const { office, hasChoice, isFounding, page, go, goAbove } = useOfficeHere(clerk)
  const supervises = clerk.offices.some(({ role }) => role !== 'clerk')
  useEffect(() => {
    const parts = [MeetScreen, ...(supervises ? OF_SUPERVISORS : [])]
    const fetchAhead = () => void fetchInOrder(parts)
    fetchAhead()
    window.addEventListener('online', fetchAhead)
    return () => window.removeEventListener('online', fetchAhead)
  }, [supervises])
  if (clerk.founds || isFounding) {
    return (
      <FoundScreen
        clerk={clerk}
        onOpened={id => go({ office: id, page: 'people' })}
        onLeave={isFounding ? () => goAbove('choice') : undefined}
      />
    )
  }
  if (!office) {
    return (
      <ChooseOfficeScreen
        clerk={clerk}
        onChoose={({ id }) => go({ office: id })}
        onFound={() => goAbove('found')}
      />
    )
  }
  const meeting = meetingAt(address)
  const back = () => go({ office: office.id })
  if (meeting !== null) return <MeetScreen office={office} meeting={meeting} onLeave={back} />
  if (page !== null) {
    const Page = PAGES[page]
    return <Page key={office.id} clerk={clerk} office={office} onLeave={back} />
  }
  return (
    <OfficeScreen
      key={office.id}
      clerk={clerk}
      office={office}
      onLeave={hasChoice ? () => goAbove('choice') : undefined}
    />
  )
}
