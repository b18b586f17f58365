// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { act, cleanup, render, screen } from '@testing-library/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { afterEach, beforeAll, expect, it } from 'vitest'
import type { Line } from '#contract/rest/offices.ts'
import { queryKeys } from '#src/queries/query-keys.ts'
import { OfficeView } from '#src/screens/office/office-view.tsx'
import { TakeScreen } from '#src/screens/take/take-screen.tsx'
import { type Flag, flagsStore } from '#src/stores/flags-store.ts'
import { sessionStore } from '#src/stores/session-store.ts'
import { ticketOf } from '../db/receipts.ts'
import { screensDatabase } from '../db/screens-database.ts'
import { anaSignedIn } from './ana.ts'
import { InSpanish, readSpanish } from './in-spanish.tsx'
import { openOffice } from './open-office.ts'

const office = openOffice()
const other = { ...office, id: 3, slug: 'sur', name: 'Notaría Sur' }
const line = {
  id: 2,
  slug: 'firmas',
  name: 'Firmas',
  type: 'normal',
  takes_tickets: false,
  takes_reservations: true,
  frozen: false,
} as Line
const NEITHER = 'Por ahora esta fila no da números ni toma reservas'

const database = screensDatabase()
beforeAll(readSpanish)
afterEach(() => {
  cleanup()
  flagsStore.setState({ flags: null })
  sessionStore.getState().apply({ type: 'signed-out' })
})

/** Whoever comes to take a number, and what they find: its words, and where it leads. */
function stand(
  at: Line,
  screenOf = (line: Line) => <TakeScreen officeSlug={office.slug} lineSlug={line.slug} />,
) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } })
  client.setQueryData(queryKeys.offices, { data: [office, other], inserted_at: Date.now() })
  client.setQueryData(queryKeys.officeWaits([other.id]), [])
  client.setQueryData(queryKeys.officeState(office.slug), {
    data: { office, lines: [at] },
    inserted_at: Date.now(),
  })
  const { container } = render(
    <QueryClientProvider client={client}>
      <InSpanish>{screenOf(at)}</InSpanish>
    </QueryClientProvider>,
  )
  const links = [...container.querySelectorAll('a')].map(link => link.getAttribute('href'))
  return { words: container.textContent, links }
}

it('[OFF-07] a line of booked times alone leads to them', () => {
  const { words, links } = stand(line)
  expect(words).toContain('Se atiende con hora reservada')
  expect(links).toContain('/offices/norte/lines/firmas/book')
})

it.each(['by its office', 'by the flag'])(
  '[OFF-07] where nobody books, %s, it says so, and leads elsewhere',
  by => {
    const isByFlag = by === 'by the flag'
    if (isByFlag) flagsStore.getState().setFlags([{ name: 'reservations', enabled: false } as Flag])
    const { words, links } = stand({ ...line, takes_reservations: isByFlag })
    expect(words).toContain(NEITHER)
    expect(words).not.toContain('hora reservada')
    expect(links).not.toContain('/offices/norte/lines/firmas/book')
    // The other lines of the office, and an open one nearby.
    expect(links).toEqual(expect.arrayContaining(['/offices/norte', '/offices/sur']))
  },
)

const holdsSomebodyElse = async () => {
  const kept = ticketOf({ line_id: line.id, officeSlug: office.slug, inserted_at: new Date().toISOString() })
  await act(async () => void (await database().tickets.keep(kept, Date.now())))
  await screen.findByText('A042')
}
/** The office lists what this browser holds there, whoever took it. */
const officeOf = () => <OfficeView officeSlug={office.slug} lineSlug={null} />

it('[TEMP-02] a number of somebody who was here before opens no door, nor hides what can be taken', async () => {
  sessionStore.getState().apply({ type: 'remembered', user: { ...anaSignedIn(true), temporal: true } })
  stand({ ...line, takes_tickets: true, takes_reservations: false }, officeOf)
  await holdsSomebodyElse()
  screen.getByRole('link', { name: 'Saca tu número' })
  cleanup()
  stand({ ...line, takes_reservations: false }, at => (
    <>
      {officeOf()}
      <TakeScreen officeSlug={office.slug} lineSlug={at.slug} />
    </>
  ))
  await screen.findByText('A042')
  expect(screen.getAllByText(NEITHER).length).toBeGreaterThan(1)
})
