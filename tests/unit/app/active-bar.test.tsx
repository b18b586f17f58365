// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import ActiveBar from '#src/app/shell/active-bar.tsx'
import type { Database } from '#src/db/open-database.ts'
import type { TicketReceipt } from '#src/db/temporary-tickets.ts'
import { databasePart } from '#src/queries/parts.ts'
import { stoodKeeper } from '#src/stores/keep-last-stood.ts'
import { InSpanish, readSpanish } from '../screens/in-spanish.tsx'

beforeAll(readSpanish)
beforeEach(() => {
  databasePart.provide(() => new Promise(() => {}))
  stoodKeeper.keepHeld([{ kind: 'ticket', officeSlug: 'centro' }])
})
afterEach(cleanup)

function placeAt(path: string): Element | null {
  history.replaceState(null, '', path)
  const { container } = render(
    <QueryClientProvider client={new QueryClient()}>
      <ActiveBar at="dock" />
    </QueryClientProvider>,
    { wrapper: InSpanish },
  )
  return container.querySelector('[inert]')
}

it('keeps its place as long as the database says nothing, for who held a number when they last looked', () => {
  expect(placeAt('/offices/centro')).not.toBeNull()
})

it.each(['/', '/tickets'])('keeps none where the number is shown anyway: %s', path => {
  expect(placeAt(path)).toBeNull()
})

it('keeps none for who held none', () => {
  stoodKeeper.keepHeld([])
  expect(placeAt('/offices/centro')).toBeNull()
})

it('shows a number as soon as it is known, while reservations are still being read', async () => {
  const held: Partial<TicketReceipt> = {
    tuid: 'n',
    ticket: 'A042',
    state: 'waiting',
    called: false,
    called_at: null,
    inserted_at: new Date().toISOString(),
    ahead: 3,
    wait: null,
  }
  const unread = { all: () => new Promise(() => {}) }
  const database = {
    tickets: { all: async () => [held] },
    reservations: unread,
    favorites: unread,
    watch(ask: (database: unknown) => Promise<unknown>, tell: (value: unknown) => void) {
      void ask(database).then(tell)
      return () => {}
    },
  }
  databasePart.provide(async () => database as unknown as Database)
  placeAt('/offices/centro')
  await screen.findByText('A042')
})
