// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { HistoryList } from '#src/screens/held/history-list.tsx'
import { sessionStore } from '#src/stores/session-store.ts'
import { ticketOf } from '../db/receipts.ts'
import { reservationOf } from '../db/reservation-of.ts'
import { screensDatabase } from '../db/screens-database.ts'
import { InSpanish, readSpanish } from './in-spanish.tsx'

screensDatabase()
beforeAll(readSpanish)
beforeEach(() => {
  vi.stubEnv('TZ', 'America/Santiago')
  vi.setSystemTime(new Date('2026-11-20T15:00:00Z'))
  sessionStore.getState().apply({ type: 'signed-out' })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllEnvs()
})

const attended = (ticket: string, inserted_at: string) =>
  ticketOf({
    tuid: `33333333-3333-4333-8333-333333333${ticket.slice(1)}`,
    ticket,
    state: 'attended',
    inserted_at,
  })
const missed = (id: string, from: string) => ({
  ...reservationOf({ id: `44444444-4444-4444-8444-444444444${id}`, state: 'missed', from, to: from }),
  timeStamp: 0,
  cancel_waits: false,
  officeSlug: 'centro',
})

it('what is over stands newest first, booked or not, and says of which year it is where that is not near', () => {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <HistoryList
        kept={[attended('A042', '2026-11-20T12:00:00Z'), attended('A007', '2026-03-02T12:00:00Z')]}
        held={[]}
        // As they are kept, soonest first.
        reservations={[missed('001', '2025-12-01T12:00:00Z'), missed('002', '2026-11-18T12:00:00Z')]}
      />
    </QueryClientProvider>,
    { wrapper: InSpanish },
  )
  const rows = screen.getAllByRole('link').map(row => row.textContent?.match(/hoy|\d+ \w{3}( \d{4})?/)?.[0])
  expect(rows).toEqual(['hoy', '18 nov', '2 mar 2026', '1 dic 2025'])
})
