// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { TICKET_RECENCY_MS } from '#contract/limits.ts'
import type { WaitRange } from '#contract/rest/offices.ts'
import type { Flows } from '#src/flows/bind-flows.ts'
import { flows } from '#src/flows/flows.ts'
import { DONE, type Outcome, failure } from '#src/flows/outcome.ts'
import { withQueries } from '#src/queries/with-queries.tsx'
import TicketScreen from '#src/screens/waiting-room/ticket-screen.tsx'
import { connectionStore } from '#src/stores/connection-store.ts'
import { flagsStore } from '#src/stores/flags-store.ts'
import { sessionStore } from '#src/stores/session-store.ts'
import { InSpanish, readSpanish } from './in-spanish.tsx'
import { ticketOf } from '../db/receipts.ts'
import { screensDatabase } from '../db/screens-database.ts'

const TUID = '44444444-4444-4444-8444-444444444abc'
const GONE = 'Este número no está en este navegador'
const refreshTicket = vi.fn<(tuid: string) => Promise<Outcome>>()
const refreshWait = vi.fn<(tuid: string) => Promise<Outcome>>()
const loadTickets = async () => DONE
const renewPush = async () => DONE
const database = screensDatabase()

beforeAll(readSpanish)
beforeEach(() => {
  sessionStore.getState().apply({ type: 'signed-out' })
  vi.stubGlobal('reportError', console.error)
  refreshTicket.mockReset()
  refreshWait.mockReset()
  flows.provide(async () => ({ loadTickets, refreshTicket, refreshWait, renewPush }) as unknown as Flows)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  connectionStore.getState().setOnline(true)
})

it.each([
  ['timeout', 'Se ha superado el tiempo de espera'],
  ['unavailable', 'El servicio no está disponible ahora. Inténtalo en un momento.'],
] as const)(
  '[NOTE-03] a number that could not be asked after (%s) is not said to be gone, and is asked after again',
  async (code, words) => {
    refreshTicket.mockResolvedValueOnce(failure(code)).mockResolvedValueOnce(failure('not-found'))
    render(<TicketScreen tuid={TUID} />, { wrapper: InSpanish })
    await screen.findByText(words)
    expect(screen.queryByText(GONE)).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Intentar de nuevo' }))
    await screen.findByText(GONE)
    expect(screen.queryByText(words)).toBeNull()
    expect(refreshTicket.mock.calls).toEqual([[TUID], [TUID]])
  },
)

it('[OFFL-03] without a network that is what is said of it, and it is asked after when the network is back', async () => {
  connectionStore.getState().setOnline(false)
  refreshTicket.mockResolvedValueOnce(failure('offline')).mockResolvedValueOnce(failure('not-found'))
  render(<TicketScreen tuid={TUID} />, { wrapper: InSpanish })
  await screen.findByText('No hay conexión. Lo intentamos de nuevo cuando vuelva.')
  expect(screen.queryByText(GONE)).toBeNull()
  act(() => connectionStore.getState().setOnline(true))
  await screen.findByText(GONE)
})

it('[TKT-05] [OFFL-02] a call is the turn for as long as a desk may wait, and no longer: without a network that is what was known', async () => {
  connectionStore.getState().setOnline(false)
  const calledAgo = async (age: number) => {
    const called_at = new Date(Date.now() - age).toISOString()
    const called = ticketOf({ tuid: TUID, state: 'called', called: true, called_at, inserted_at: called_at })
    await database().tickets.keep(called, Date.parse(called_at))
  }
  await calledAgo(TICKET_RECENCY_MS - 3_600_000)
  const Screen = withQueries(TicketScreen)
  const { unmount } = render(<Screen tuid={TUID} />, { wrapper: InSpanish })
  await screen.findByRole('heading', { name: 'Es tu turno' })
  unmount()
  await database().tickets.drop(TUID)
  await calledAgo(TICKET_RECENCY_MS + 3_600_000)
  render(<Screen tuid={TUID} />, { wrapper: InSpanish })
  await screen.findByText(/^Sin conexión\. Lo/)
  expect(screen.queryByText('Es tu turno')).toBeNull()
  screen.getByText('Te llamaron')
})

it('[TKT-05] [OFFL-02] a number waits for as long as any does, and no longer: its owner may have been attended', async () => {
  connectionStore.getState().setOnline(false)
  const takenAgo = async (age: number) => {
    const inserted_at = new Date(Date.now() - age).toISOString()
    await database().tickets.keep(ticketOf({ tuid: TUID, inserted_at }), Date.parse(inserted_at))
  }
  await takenAgo(TICKET_RECENCY_MS - 3_600_000)
  const Screen = withQueries(TicketScreen)
  const { unmount } = render(<Screen tuid={TUID} />, { wrapper: InSpanish })
  await screen.findByRole('button', { name: 'Renunciar' })
  unmount()
  await database().tickets.drop(TUID)
  await takenAgo(TICKET_RECENCY_MS + 3_600_000)
  render(<Screen tuid={TUID} />, { wrapper: InSpanish })
  await screen.findByText('Venció')
  expect(screen.queryByRole('button', { name: 'Renunciar' })).toBeNull()
})

it('[DESK-07] [OFFL-02] a number stands aside for as long as its office holds it, and no longer', async () => {
  connectionStore.getState().setOnline(false)
  const asideFor = async (ms: number) => {
    const inserted_at = new Date(Date.now() - 2 * TICKET_RECENCY_MS).toISOString()
    const aside_until = new Date(Date.now() + ms).toISOString()
    const parked = ticketOf({ tuid: TUID, state: 'parked', inserted_at, aside_until })
    await database().tickets.keep(parked, Date.parse(inserted_at))
  }
  await asideFor(3_600_000)
  const Screen = withQueries(TicketScreen)
  const { unmount } = render(<Screen tuid={TUID} />, { wrapper: InSpanish })
  await screen.findByText('Te guardan el lugar')
  unmount()
  await database().tickets.drop(TUID)
  await asideFor(-1_000)
  render(<Screen tuid={TUID} />, { wrapper: InSpanish })
  await screen.findByText('Venció')
  expect(screen.queryByText('Te guardan el lugar')).toBeNull()
})

it('[WAIT-01] a room whose question is refused says of when it is what it shows, until an answer comes', async () => {
  const inserted_at = new Date(Date.now() - 60_000).toISOString()
  await database().tickets.keep(ticketOf({ tuid: TUID, inserted_at }), Date.parse(inserted_at))
  // Its owner's session ended, and somebody else came in on this device.
  refreshWait.mockResolvedValueOnce(failure('not-found')).mockResolvedValue(DONE)
  const Screen = withQueries(TicketScreen)
  render(<Screen tuid={TUID} />, { wrapper: InSpanish })
  await screen.findByText(/^No pudimos actualizar\. Lo último que supimos: (hoy|ayer), /)
  fireEvent.click(screen.getByRole('button', { name: /^Se actualiza en/ }))
  await waitFor(() => expect(screen.queryByText(/Lo último que supimos/)).toBeNull())
})

it('a number whose press for others to pass had no answer says so until it is known that they pass', async () => {
  flagsStore.getState().setFlags([
    {
      name: 'let-others-pass',
      enabled: true,
      variant: { name: 'disabled', enabled: false },
    },
  ])
  const letOthersPass = async () => failure('timeout')
  refreshWait.mockResolvedValue(DONE)
  flows.provide(async () => ({ letOthersPass, refreshWait, renewPush }) as unknown as Flows)
  const inserted_at = new Date().toISOString()
  await database().tickets.keep(ticketOf({ tuid: TUID, inserted_at, passes_left: 2 }), Date.now())
  const Screen = withQueries(TicketScreen)
  render(<Screen tuid={TUID} />, { wrapper: InSpanish })
  fireEvent.click(await screen.findByRole('button', { name: 'Dejar pasar' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Deja pasar a 3 personas' }))
  await screen.findByText('Se ha superado el tiempo de espera')
  await act(async () => void (await database().tickets.change(TUID, null, { ahead: 5, passes_left: 1 })))
  await waitFor(() => expect(screen.queryByText('Se ha superado el tiempo de espera')).toBeNull())
})

it('[OFFL-02] the number by itself says, too, that there is no network and from when it is', async () => {
  vi.stubGlobal('reportError', () => undefined)
  const nothing = async () => DONE
  flows.provide(async () => ({ refreshWait: nothing, renewPush: nothing }) as unknown as Flows)
  const now = Date.now()
  const at = (ago: number) => new Date(now - ago).toISOString()
  await database().tickets.keep(ticketOf({ tuid: TUID, inserted_at: at(30 * 60_000) }), now)
  const known = (call: string, wait: WaitRange) =>
    act(async () => {
      const line_now = { call, waiting: 3, at: at(20 * 60_000) }
      await database().tickets.change(TUID, null, { wait, line_now })
    })
  await known('A040', { from: 20, to: 30 })
  const Screen = withQueries(TicketScreen)
  render(<Screen tuid={TUID} />, { wrapper: InSpanish })
  fireEvent.click(await screen.findByRole('button', { name: 'Solo el número' }))
  const alone = within(await screen.findByRole('dialog', { name: 'Tu número' }))
  expect(alone.queryByText(/Sin conexión/)).toBeNull()
  act(() => connectionStore.getState().setOnline(false))
  alone.getByText(/^Sin conexión\. Lo/)
  // As the room says it, which lets its figure stand while news hardly differs: one figure for both.
  await known('A041', { from: 21, to: 31 })
  await waitFor(() => expect(screen.getAllByText('A041')).toHaveLength(2))
  const [inRoom, byItself] = screen
    .getAllByText('Te llaman en')
    .map(label => label.parentElement?.textContent)
  expect(byItself).toBe(inRoom)
})
