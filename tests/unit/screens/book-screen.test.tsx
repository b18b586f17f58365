// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { Route, Switch } from 'wouter'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { ShownPlace } from '#src/app/shown-place.tsx'
import type { Flows } from '#src/flows/bind-flows.ts'
import { flows } from '#src/flows/flows.ts'
import type { Api } from '#src/api/create-api.ts'
import { accountKey } from '#src/queries/account-queries.ts'
import { apiPart } from '#src/queries/parts.ts'
import { queryKeys } from '#src/queries/query-keys.ts'
import { useListedReservations } from '#src/queries/use-reservations.ts'
import { BookScreen } from '#src/screens/book/book-screen.tsx'
import { errandStore } from '#src/stores/errand-store.ts'
import { reservationDraftStore } from '#src/stores/reservation-draft-store.ts'
import { reservationStore } from '#src/stores/reservation-store.ts'
import { sessionStore } from '#src/stores/session-store.ts'
import { reservationOf } from '#tests/unit/db/reservation-of.ts'
import { screensDatabase } from '../db/screens-database.ts'
import { anaSignedIn } from './ana.ts'
import { InSpanish, readSpanish } from './in-spanish.tsx'
import { introduceAna } from './introduce-ana.ts'

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
const ANA = anaSignedIn(true)
const database = screensDatabase()

beforeAll(readSpanish)
// The office's channel, which tells of nothing here.
beforeAll(() => {
  vi.stubGlobal('reportError', console.error)
  flows.provide(async () => ({ holdOffice: async () => ({ release() {} }) }) as unknown as Flows)
})
beforeEach(() => {
  sessionStore.getState().apply({ type: 'signed-out' })
  reservationStore.getState().clear()
  reservationDraftStore.getState().clear()
})
afterEach(cleanup)

/** How many reservations the screens know of. */
const Known = () => <p data-testid="known">{useListedReservations().length}</p>

function open(settings: object = SETTINGS, address = PATH, line: object = LINE, account?: object) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, retry: false } } })
  client.setQueryData(queryKeys.officeState('centro'), {
    data: { office: OFFICE, lines: [line] },
    inserted_at: new Date().toISOString(),
  })
  client.setQueryData(queryKeys.reservationSettings('centro'), settings)
  client.setQueryData(queryKeys.reservationForm(3, 7), { questions: [] })
  client.setQueryData(queryKeys.policy(3), { version: '1', texts: { es: '' } })
  if (account) client.setQueryData(accountKey, account)
  history.replaceState(null, '', address)
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
  return client
}

const enter = (temporal: boolean) =>
  act(() => sessionStore.getState().apply({ type: 'signed-in', session: { ...ANA, meta: { temporal } } }))

const soon = new Date(Date.now() + 3_600_000).toISOString()
const reservation = reservationOf({ from: soon, to: new Date(Date.now() + 4_500_000).toISOString() })
const heard = async () => {
  await act(async () => void (await database().reservations.keep(reservation, Date.now())))
  await waitFor(() => expect(screen.getByTestId('known').textContent).toBe('1'))
}

/** Ana is here, and all that is asked before the last press is answered. */
function readyToBook(): void {
  act(() => sessionStore.getState().apply({ type: 'signed-in', session: ANA }))
  reservationDraftStore.getState().change(7, {
    day: soon.slice(0, 10),
    block: { from: reservation.from, to: reservation.to },
    acceptsPolicy: true,
  })
}

it('[RES-06] leads to the card of what is booked, though it is heard of before it is answered', async () => {
  reservationDraftStore
    .getState()
    .change(7, { day: soon.slice(0, 10), block: { from: reservation.from, to: reservation.to } })
  open()
  act(() =>
    reservationStore
      .getState()
      .begin({ officeSlug: 'centro', lineId: 7, from: soon, requestId: 'r', declared: false }),
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

it('[RES-09] [TEMP-02] what somebody who was here before holds keeps nobody else from booking', async () => {
  enter(true)
  open()
  await heard()
  await screen.findByRole('heading', { name: '¿Qué día?' })
  expect(screen.queryByText(ONE_ALONE)).toBeNull()
  const own = { ...reservation, id: '44444444-4444-4444-8444-444444444def', user_id: ANA.user_id }
  await act(async () => void (await database().reservations.keep(own, Date.now())))
  await screen.findByText(ONE_ALONE)
})

it.each([
  ['video', 'in-person', false],
  ['in-person', 'video', true],
] as const)(
  'an office that attends no longer by %s is asked for what it offers instead',
  async (chosen, offered, meet) => {
    const [line] = SETTINGS.lines
    const wished = vi.fn<(wish: object) => Promise<object>>(async () => ({ status: 'under-way' }))
    const parts = { holdOffice: async () => ({ release() {} }), bookReservation: wished }
    flows.provide(async () => parts as unknown as Flows)
    act(() => sessionStore.getState().apply({ type: 'signed-in', session: ANA }))
    reservationDraftStore.getState().change(7, {
      modality: chosen,
      day: soon.slice(0, 10),
      block: { from: reservation.from, to: reservation.to },
      acceptsPolicy: true,
    })
    open({ ...SETTINGS, lines: [{ ...line, modalities: [offered] }] }, `${PATH}?step=confirm`)
    fireEvent.click(await screen.findByRole('button', { name: /^Reservar/ }))
    await waitFor(() => expect(wished).toHaveBeenCalledOnce())
    expect(wished.mock.lastCall?.[0]).toMatchObject({ meet })
  },
)

it('a press is seen to go on from the moment of it, though it should wait to know who is here', async () => {
  const known = Promise.withResolvers<object>()
  const wished = vi.fn<(wish: object) => Promise<object>>(() => known.promise)
  const parts = { holdOffice: async () => ({ release() {} }), bookReservation: wished }
  flows.provide(async () => parts as unknown as Flows)
  readyToBook()
  open(SETTINGS, `${PATH}?step=confirm`)
  fireEvent.click(await screen.findByRole('button', { name: 'Reservar' }))
  await screen.findByRole('button', { name: 'Estamos confirmando…' })
  expect(wished).toHaveBeenCalledOnce()
  await act(async () => known.resolve({ status: 'under-way' }))
  await screen.findByRole('button', { name: 'Reservar' })
})

it('while a time of another line waits to know who is here, a press here is not lost in it', async () => {
  const known = Promise.withResolvers<object>()
  void errandStore.getState().run('bookReservation ', [{ lineId: 8 }], () => known.promise)
  readyToBook()
  open(SETTINGS, `${PATH}?step=confirm`)
  await screen.findByRole('heading', { name: '¿Reservamos esta hora?' })
  screen.getByRole('button', { name: 'Estamos confirmando…' })
  await act(async () => known.resolve({ status: 'under-way' }))
  await screen.findByRole('button', { name: 'Reservar' })
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

it.each([
  ['after a reload', null, false],
  ['while nobody knows', 'unknown', false],
  ['asked once more without a network', 'offline', false],
  ['refused for what one holds already', '1005', true],
] as const)(
  '[RES-16] says of an hour that was asked for that it is taken, or not: %s',
  async (_, code, isSaid) => {
    const day = soon.slice(0, 10)
    const block = { from: reservation.from, to: reservation.to }
    act(() => sessionStore.getState().apply({ type: 'signed-in', session: ANA }))
    reservationDraftStore.getState().change(7, { day, block })
    reservationDraftStore.getState().change(7, { requestId: 'r' })
    const client = open(SETTINGS, `${PATH}?step=confirm`)
    // Meanwhile somebody has the hour: perhaps it is they.
    act(() => void client.setQueryData(queryKeys.timeBlocks('centro', 7, day), []))
    if (code) act(() => reservationStore.getState().failed(7, { code, message: null }))
    await screen.findByRole('heading', { name: '¿Reservamos esta hora?' })
    const said = () => screen.queryByText(/^Esta hora acaba de ser tomada/) !== null
    await waitFor(() => expect(said()).toBe(isSaid))
    if (!isSaid) screen.getByRole('button', { name: code === 'unknown' ? 'Intentar de nuevo' : 'Reservar' })
  },
)

it.each([
  ['goes on to the last step', `${PATH}?step=data`, `${PATH}?step=confirm`],
  ['is not called back from elsewhere', '/tickets', '/tickets'],
  ['is not called back from another step', `${PATH}?step=time`, `${PATH}?step=time`],
])('[TEMP-01] who is let in and stood there meanwhile %s', async (_, there, led) => {
  const letIn = Promise.withResolvers<object>()
  const logInTemporary = vi.fn<() => Promise<object>>(() => letIn.promise)
  const holdOffice = async () => ({ release() {} })
  flows.provide(async () => ({ holdOffice, logInTemporary }) as unknown as Flows)
  const day = soon.slice(0, 10)
  const { from, to } = reservation
  reservationDraftStore.getState().change(7, { day, block: { from, to } })
  const client = open(SETTINGS, `${PATH}?step=data`)
  client.setQueryData(queryKeys.timeBlocks('centro', 7, day), [{ from, to, availables: 1 }])
  await introduceAna()
  fireEvent.click(screen.getByRole('button', { name: 'Sigue' }))
  await waitFor(() => expect(logInTemporary).toHaveBeenCalledOnce())
  await act(async () => history.pushState(null, '', there))
  await act(async () => sessionStore.getState().apply({ type: 'signed-in', session: ANA }))
  await act(async () => letIn.resolve({ status: 'logged-in' }))
  // What they accepted and said of themselves is kept for whoever comes back.
  await waitFor(() => expect(reservationDraftStore.getState().drafts[7]?.acceptsPolicy).toBe(true))
  expect(location.pathname + location.search).toBe(led)
})

it.each([
  ['at the hours', 'time', null, 'taken'],
  ['at the hours', 'time', 'begun', 'past'],
  ['before the press', 'confirm', null, 'taken'],
  ['before the press', 'confirm', 'begun', 'past'],
] as const)(
  '[RES-03] [RES-04] says %s (%s) of an hour that is free no more what became of it: %s',
  async (...of) => {
    const [, step, began, said] = of
    const from = new Date(Date.now() + (began ? -60_000 : 3_600_000)).toISOString()
    const later = { from: new Date(Date.now() + 7_200_000).toISOString(), to: reservation.to, availables: 1 }
    const day = soon.slice(0, 10)
    enter(true)
    reservationDraftStore
      .getState()
      .change(7, { day, block: { from, to: reservation.to }, acceptsPolicy: true })
    const client = open(SETTINGS, `${PATH}?step=${step}`)
    act(() => void client.setQueryData(queryKeys.timeBlocks('centro', 7, day), [later]))
    await screen.findByText(
      said === 'past' ? 'No se puede reservar una hora en el pasado' : /acaba de ser tomada/,
    )
    expect(screen.queryByText(/acaba de ser tomada/) !== null).toBe(said === 'taken')
  },
)

const PROVEN_ONLY = { ...LINE, proven_only: true }
const ASKED = 'Aquí atienden solo con un documento comprobado.'

it.each([
  ['a guest', null, undefined],
  ['somebody without an account', true, undefined],
  ['somebody whose document nobody proved', false, { document_proven: false }],
] as const)(
  '[DOC-04] before the first question of the wizard %s is told what is needed',
  async (_, temporal, account) => {
    if (temporal !== null) enter(temporal)
    open(SETTINGS, PATH, PROVEN_ONLY, account)
    await screen.findByText(ASKED)
    expect(screen.queryByRole('heading', { name: '¿Qué día?' })).toBeNull()
    screen.getByRole('link', { name: 'Ver las filas de la oficina' })
    expect(screen.queryByRole('link', { name: 'Inicia sesión' }) !== null).toBe(temporal === null)
  },
)

it('[DOC-04] whose document is proven sees nothing of it, nor does anybody where it is not asked for', async () => {
  enter(false)
  open(SETTINGS, PATH, PROVEN_ONLY, { document_proven: true })
  await screen.findByRole('heading', { name: '¿Qué día?' })
  expect(screen.queryByText(ASKED)).toBeNull()
  cleanup()
  enter(true)
  open()
  await screen.findByRole('heading', { name: '¿Qué día?' })
  expect(screen.queryByText(ASKED)).toBeNull()
})

it('[DOC-04] where nobody can tell whether it is proven, the wizard goes on: the server will say', async () => {
  const account = () => Promise.reject(new Error('no network'))
  apiPart.provide(async () => ({ accounts: { account } }) as unknown as Api)
  enter(false)
  open(SETTINGS, PATH, PROVEN_ONLY)
  await screen.findByRole('heading', { name: '¿Qué día?' })
  expect(screen.queryByText(ASKED)).toBeNull()
})

it('[DOC-04] until it is known whether it is proven neither is shown; where none is wanted nobody is asked', async () => {
  const answer = Promise.withResolvers<object>()
  const account = vi.fn<() => Promise<object>>(() => answer.promise)
  apiPart.provide(async () => ({ accounts: { account } }) as unknown as Api)
  enter(false)
  open()
  await screen.findByRole('heading', { name: '¿Qué día?' })
  expect(account).not.toHaveBeenCalled()
  cleanup()
  open(SETTINGS, PATH, PROVEN_ONLY)
  await waitFor(() => expect(account).toHaveBeenCalledOnce())
  expect(screen.queryByRole('heading', { name: '¿Qué día?' })).toBeNull()
  expect(screen.queryByText(ASKED)).toBeNull()
  answer.resolve({ document_proven: false })
  await screen.findByText(ASKED)
})
