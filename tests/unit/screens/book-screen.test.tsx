// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { Route, Switch } from 'wouter'
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { ShownPlace } from '#src/app/shown-place.tsx'
import { queryKeys } from '#src/queries/query-keys.ts'
import { useListedReservations } from '#src/queries/use-reservations.ts'
import { BookScreen } from '#src/screens/book/book-screen.tsx'
import { reservationDraftStore } from '#src/stores/reservation-draft-store.ts'
import { reservationStore } from '#src/stores/reservation-store.ts'
import { sessionStore } from '#src/stores/session-store.ts'
import { reservationOf } from '#tests/unit/db/reservation-of.ts'
import { screensDatabase } from '../db/screens-database.ts'
import { InSpanish, readSpanish } from './in-spanish.tsx'

const PATH = '/offices/centro/lines/cajas/book'
const CARD = 'the card'
const ONE_ALONE = 'Solo puedes generar una reserva por oficina'
const OFFICE = {
  id: 3,
  slug: 'centro',
  name: 'Sucursal Centro',
  address: 'Bandera 100',
  district: 'Santiago',
  category_id: 'demos',
  options: { web_only: false },
}
const LINE = { id: 7, slug: 'cajas', name: 'Cajas' }
const SETTINGS = {
  office: 'centro',
  time_zone: 'America/Santiago',
  one_per: 'office',
  lines: [{ line_id: 7, slug: 'cajas', name: 'Cajas', modalities: ['in-person'], last_day: '2099-12-31' }],
}
const database = screensDatabase()

beforeAll(readSpanish)
beforeEach(() => {
  sessionStore.getState().apply({ type: 'signed-out' })
  reservationStore.getState().clear()
  reservationDraftStore.getState().clear()
})
afterEach(cleanup)

/** How many reservations the screens know of. */
const Known = () => <p data-testid="known">{useListedReservations().length}</p>

function open(settings: object = SETTINGS) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, retry: false } } })
  client.setQueryData(queryKeys.officeState('centro'), {
    data: { office: OFFICE, lines: [LINE] },
    inserted_at: new Date().toISOString(),
  })
  client.setQueryData(queryKeys.reservationSettings('centro'), settings)
  client.setQueryData(queryKeys.reservationForm(3, 7), { questions: [] })
  client.setQueryData(queryKeys.policy(3), null)
  history.replaceState(null, '', PATH)
  render(
    <QueryClientProvider client={client}>
      <ShownPlace>
        <Known />
        <Switch>
          <Route path={PATH}>
            <BookScreen officeSlug="centro" lineSlug="cajas" />
          </Route>
          <Route path="/reservations/:id">{CARD}</Route>
        </Switch>
      </ShownPlace>
    </QueryClientProvider>,
    { wrapper: InSpanish },
  )
}

const soon = new Date(Date.now() + 3_600_000).toISOString()
const reservation = reservationOf({ from: soon, to: new Date(Date.now() + 4_500_000).toISOString() })
const heard = async () => {
  await act(async () => void (await database().reservations.keep(reservation, Date.now())))
  await waitFor(() => expect(screen.getByTestId('known').textContent).toBe('1'))
}

it('[RES-06] leads to the card of what is booked, though it is heard of before it is answered', async () => {
  reservationDraftStore
    .getState()
    .change(7, { day: soon.slice(0, 10), block: { from: reservation.from, to: reservation.to } })
  open()
  act(() =>
    reservationStore.getState().begin({ officeSlug: 'centro', lineId: 7, from: soon, requestId: 'r' }),
  )
  await screen.findByRole('button', { name: 'Estamos confirmando…' })
  await heard()
  expect(screen.queryByText(ONE_ALONE)).toBeNull()
  screen.getByRole('button', { name: 'Estamos confirmando…' })
  await act(async () => reservationStore.getState().settle(reservation.id, true))
  await screen.findByText(CARD)
  expect(location.pathname + location.search).toBe(`/reservations/${reservation.id}?new`)
})

it('[RES-09] shows what is held already where the office gives each person one', async () => {
  open()
  await heard()
  await screen.findByText(ONE_ALONE)
})

it('goes on by one step, though it is pressed once more before that can be drawn', async () => {
  const [line] = SETTINGS.lines
  reservationDraftStore.getState().change(7, { modality: 'video' })
  open({ ...SETTINGS, lines: [{ ...line, modalities: ['in-person', 'video'] }] })
  const next = await screen.findByRole('button', { name: /^Sigue/ })
  let steps = 0
  const count = () => void (steps += 1)
  addEventListener('pushState', count)
  // Outside of act, as in a browser: what can wait is drawn after both.
  next.click()
  await Promise.resolve()
  expect(next.isConnected).toBe(true)
  next.click()
  await screen.findByRole('heading', { name: '¿Qué día?' })
  removeEventListener('pushState', count)
  expect([steps, location.search]).toEqual([1, '?step=date'])
})
