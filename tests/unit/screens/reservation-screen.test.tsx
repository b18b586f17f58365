// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import type { Flows } from '#src/flows/bind-flows.ts'
import { flows } from '#src/flows/flows.ts'
import { type Outcome, failure } from '#src/flows/outcome.ts'
import { withQueries } from '#src/queries/with-queries.tsx'
import ReservationScreen from '#src/screens/reservations/reservation-screen.tsx'
import { connectionStore } from '#src/stores/connection-store.ts'
import { sessionStore } from '#src/stores/session-store.ts'
import { InSpanish, readSpanish } from './in-spanish.tsx'
import { ticketOf } from '../db/receipts.ts'
import { reservationOf } from '../db/reservation-of.ts'
import { screensDatabase } from '../db/screens-database.ts'

const ID = '44444444-4444-4444-8444-444444444abc'
const GONE = 'Esta reserva ya no existe, o no está en este navegador'
const FAILED = 'Error al obtener las reservas'
const refreshReservation = vi.fn<(id: string) => Promise<Outcome>>()
const database = screensDatabase()

beforeAll(readSpanish)
beforeEach(() => {
  sessionStore.getState().apply({ type: 'signed-out' })
  refreshReservation.mockReset()
  flows.provide(async () => ({ refreshReservation }) as unknown as Flows)
})
afterEach(() => {
  cleanup()
  connectionStore.getState().setOnline(true)
})

it.each(['unavailable', 'timeout', 'too-many-requests'] as const)(
  '[NOTE-03] a reservation that could not be asked after (%s) is not said to be gone, and is asked after again',
  async code => {
    refreshReservation.mockResolvedValueOnce(failure(code)).mockResolvedValueOnce(failure('not-found'))
    render(<ReservationScreen id={ID} />, { wrapper: InSpanish })
    await screen.findByText(FAILED)
    expect(screen.queryByText(GONE)).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Intentar de nuevo' }))
    await screen.findByText(GONE)
    expect(screen.queryByText(FAILED)).toBeNull()
    expect(refreshReservation.mock.calls).toEqual([[ID], [ID]])
  },
)

it('[OFFL-03] without a network that is what is said of it, and it is asked after when the network is back', async () => {
  connectionStore.getState().setOnline(false)
  refreshReservation.mockResolvedValueOnce(failure('offline')).mockResolvedValueOnce(failure('not-found'))
  render(<ReservationScreen id={ID} />, { wrapper: InSpanish })
  await screen.findByText('No hay conexión. Lo intentamos de nuevo cuando vuelva.')
  expect(screen.queryByText(GONE)).toBeNull()
  act(() => connectionStore.getState().setOnline(true))
  await screen.findByText(GONE)
})

it('is asked after once, when it is known who asks', async () => {
  sessionStore.getState().apply({ type: 'loading' })
  const known: boolean[] = []
  refreshReservation.mockImplementation(async () => {
    known.push(!sessionStore.getState().isLoading)
    return failure('not-found')
  })
  const kept = vi.spyOn(database().reservations, 'get')
  render(<ReservationScreen id={ID} />, { wrapper: InSpanish })
  await waitFor(() => expect(kept).toHaveBeenCalled())
  // Answered after the screen's own question, which by then is drawn: whoever asks too soon has asked.
  await act(async () => void (await database().reservations.get(ID)))
  act(() => sessionStore.getState().apply({ type: 'signed-out' }))
  await screen.findByText(GONE)
  expect(known).toEqual([true])
})

it('[OFF-10] one that the server does not know is over, and the way on is shown', async () => {
  refreshReservation.mockResolvedValue(failure('not-found'))
  render(<ReservationScreen id={ID} />, { wrapper: InSpanish })
  await screen.findByText(GONE)
  expect(screen.getByRole('link', { name: 'Ver mis turnos' }).getAttribute('href')).toBe('/tickets')
})

it('[CALL-01] of a call of days ago is shown itself, as what is over, and no number', async () => {
  const Screen = withQueries(ReservationScreen)
  const keep = async (seq: number, hoursAgo: number) => {
    const at = new Date(Date.now() - hoursAgo * 3_600_000).toISOString()
    const call = { tuid: 't', reserve: ID, state: 'called', called: true, called_at: at, seq } as const
    const kept = reservationOf({ id: ID, state: 'called', to: at, seq })
    await database().reservations.keep(kept, Date.parse(at))
    await database().tickets.keep(ticketOf(call), Date.now())
  }
  await keep(1, 1)
  render(<Screen id={ID} />, { wrapper: InSpanish })
  // Its number is known to the screen by now.
  await screen.findByText('Es tu turno')
  await act(() => keep(2, 7))
  await screen.findByText('Te llamaron')
  expect(screen.queryByRole('link', { name: 'Saca otro número aquí' })).toBeNull()
  await waitFor(() => expect(screen.getByRole('article').dataset.state).toBe('expired'))
  expect(screen.queryByText('En espera de atención')).toBeNull()
})
