// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import type { Api } from '#src/api/create-api.ts'
import type { Question } from '#contract/rest/forms.ts'
import type { Session } from '#contract/rest/login.ts'
import type { Line, Office } from '#contract/rest/offices.ts'
import type { PreferenceQuestion } from '#contract/rest/preference.ts'
import type { Flows } from '#src/flows/bind-flows.ts'
import type { TakingWish } from '#src/domain/taking-wishes.ts'
import { flows } from '#src/flows/flows.ts'
import { accountKey } from '#src/queries/account-queries.ts'
import { apiPart } from '#src/queries/parts.ts'
import { queryKeys } from '#src/queries/query-keys.ts'
import { TakeSteps } from '#src/screens/take/take-steps.tsx'
import { newTicketStore } from '#src/stores/new-ticket-store.ts'
import { type SessionEvent, sessionStore } from '#src/stores/session-store.ts'
import { ticketOf } from '../db/receipts.ts'
import { screensDatabase } from '../db/screens-database.ts'
import { anaSignedIn } from './ana.ts'
import { InSpanish, readSpanish } from './in-spanish.tsx'
import { introduceAna } from './introduce-ana.ts'

const office = {
  id: 3,
  slug: 'centro',
  name: 'Sucursal Centro',
  category_id: 'demos',
  options: { web_only: false },
} as Office
const line = { id: 7, slug: 'cajas', name: 'Cajas', waiting: 0, virtual: false } as Line
const ANA = anaSignedIn(false)
const ASKED = 'Aquí atienden solo con un documento comprobado.'

const database = screensDatabase()
beforeAll(readSpanish)
beforeEach(() => {
  newTicketStore.getState().clear()
  sessionStore.getState().apply({ type: 'signed-in', session: ANA })
})
afterEach(cleanup)

function stand(
  at: Line,
  account?: object,
  questions: Question[] = [],
  preference: PreferenceQuestion = null,
  where: Office = office,
) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, retry: false } } })
  client.setQueryData(queryKeys.policy(office.id), { version: '1', texts: { es: '' } })
  if (account) client.setQueryData(accountKey, account)
  const steps = (shown: Line) => (
    <QueryClientProvider client={client}>
      <TakeSteps office={where} line={shown} form={{ questions, preference }} />
    </QueryClientProvider>
  )
  const { rerender } = render(steps(at), { wrapper: InSpanish })
  return { turnsInto: (other: Line) => rerender(steps(other)) }
}

it('[DOC-04] an office that begins to ask for a proven document meanwhile says so once', async () => {
  const { turnsInto } = stand(line, { document_proven: false })
  await screen.findByRole('button', { name: 'Saca tu número' })
  act(() => newTicketStore.getState().failed(line.id, { code: 'document-not-proven', message: null }))
  await waitFor(() => expect(screen.getAllByText(ASKED)).toHaveLength(1))
  screen.getByRole('button', { name: 'Saca tu número' })
  turnsInto({ ...line, proven_only: true })
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Saca tu número' })).toBeNull())
  expect(screen.getAllByText(ASKED)).toHaveLength(1)
})

it('[DOC-04] until it is known whether it is proven there is nothing to press; where none is wanted nobody is asked', async () => {
  const answer = Promise.withResolvers<object>()
  const account = vi.fn<() => Promise<object>>(() => answer.promise)
  apiPart.provide(async () => ({ accounts: { account } }) as unknown as Api)
  stand(line)
  await screen.findByRole('button', { name: 'Saca tu número' })
  expect(account).not.toHaveBeenCalled()
  cleanup()
  stand({ ...line, proven_only: true })
  await waitFor(() => expect(account).toHaveBeenCalledOnce())
  expect(screen.queryByRole('button', { name: 'Saca tu número' })).toBeNull()
  expect(screen.queryByText(ASKED)).toBeNull()
  answer.resolve({ document_proven: true })
  await screen.findByRole('button', { name: 'Saca tu número' })
})

it('[TEMP-02] leads to the number that they hold, and not to that of somebody who was here before', async () => {
  const inserted_at = new Date().toISOString()
  const kept = (change: object) =>
    act(async () => void (await database().tickets.keep(ticketOf({ inserted_at, ...change }), Date.now())))
  await kept({ ticket: 'A041' })
  stand(line)
  await screen.findByRole('button', { name: 'Saca tu número' })
  // The database has been heard by then.
  await kept({ ticket: 'A042', tuid: '33333333-3333-4333-8333-333333333344', user_id: ANA.user_id })
  await screen.findByRole('link', { name: 'Ver tu número A042' })
})

const GUEST_ANA = anaSignedIn(true)
const BRUNO = { ...ANA, user_id: '5b1c0c5e-2222-4222-8222-222222222222', name: 'Bruno Soto' }
const GUEST_BRUNO = { ...BRUNO, meta: { temporal: true } }
const SYMPTOM: Question = {
  id: 'symptom',
  fieldType: 'text',
  question: 'Síntoma',
  limit: null,
  required: true,
  validCharacter: null,
  validMessage: null,
  active: true,
  officeId: office.id,
}
const signedIn = (session: Session): SessionEvent => ({ type: 'signed-in', session })
const happens = (...events: SessionEvent[]) => {
  for (const event of events) act(() => sessionStore.getState().apply(event))
}

it.each<[what: string, typist: Session, events: SessionEvent[], stays: boolean]>([
  ['stays until the server has said who is here', ANA, [{ type: 'loading' }, signedIn(ANA)], true],
  ['stays for whoever is back in their account', ANA, [{ type: 'expired' }, signedIn(ANA)], true],
  [
    'stays where nobody can tell whether it is they',
    GUEST_ANA,
    [{ type: 'expired' }, signedIn(GUEST_BRUNO)],
    true,
  ],
  ['stays for whoever makes an account', GUEST_ANA, [signedIn(ANA)], true],
  ['goes when somebody else comes in', ANA, [{ type: 'expired' }, signedIn(BRUNO)], false],
  [
    'goes with an account made of it',
    GUEST_ANA,
    [signedIn(ANA), { type: 'expired' }, signedIn(BRUNO)],
    false,
  ],
  ['goes with whoever leaves', GUEST_ANA, [{ type: 'signed-out' }, signedIn(GUEST_BRUNO)], false],
])('[AUTH-02] [AUTH-10] what was answered %s', async (_what, typist, events, stays) => {
  sessionStore.getState().apply(signedIn(typist))
  stand(line, undefined, [SYMPTOM])
  fireEvent.change(await screen.findByLabelText(/Síntoma/), { target: { value: 'Fiebre' } })
  happens(...events)
  expect(await screen.findByLabelText<HTMLInputElement>(/Síntoma/)).toHaveProperty(
    'value',
    stays ? 'Fiebre' : '',
  )
})

it('[PRIO-01] who ticks that the law lets them go first while they are let in gets their number so', async () => {
  sessionStore.getState().apply({ type: 'signed-out' })
  const letIn = Promise.withResolvers<object>()
  const logInTemporary = vi.fn<() => Promise<object>>(() => letIn.promise)
  const takeTicket = vi.fn<(wish: object) => Promise<void>>(async () => {
    const { begin, setStep } = newTicketStore.getState()
    begin({ requestId: 'one', officeSlug: office.slug, lineId: line.id } as TakingWish)
    setStep(line.id, 'asking')
  })
  flows.provide(async () => ({ logInTemporary, takeTicket }) as unknown as Flows)
  stand(line, undefined, [], 'cl-21768')
  await introduceAna()
  fireEvent.click(screen.getByRole('button', { name: 'Saca tu número' }))
  await waitFor(() => expect(logInTemporary).toHaveBeenCalledOnce())
  fireEvent.click(screen.getByRole('checkbox', { name: /atención preferente/ }))
  sessionStore.getState().apply(signedIn(GUEST_ANA))
  letIn.resolve({ status: 'logged-in' })
  await waitFor(() => expect(takeTicket).toHaveBeenCalledOnce())
  expect(takeTicket.mock.lastCall?.[0]).toMatchObject({ preferential: true })
  // It has gone so: what is ticked now would be said to nobody.
  const choice = screen.getByRole<HTMLInputElement>('checkbox', { name: /atención preferente/ })
  await waitFor(() => expect(choice.disabled).toBe(true))
})

it('a press is seen to go on from the moment of it, though it should wait to know who is here', async () => {
  const known = Promise.withResolvers<object>()
  const takeTicket = vi.fn<(wish: object) => Promise<object>>(() => known.promise)
  flows.provide(async () => ({ takeTicket }) as unknown as Flows)
  stand(line)
  const button = await screen.findByRole('button', { name: 'Saca tu número' })
  fireEvent.click(button)
  await waitFor(() => expect(takeTicket).toHaveBeenCalledOnce())
  expect(button.getAttribute('aria-busy')).toBe('true')
  known.resolve({ status: 'under-way' })
  await waitFor(() => expect(button.getAttribute('aria-busy')).toBeNull())
})

it('[TKT-11] what had no answer in time is asked for again by its own request, for that may still arrive', async () => {
  const takeTicket = vi.fn<(wish: object) => Promise<object>>(async () => ({ status: 'under-way' }))
  flows.provide(async () => ({ takeTicket }) as unknown as Flows)
  const { begin, failed } = newTicketStore.getState()
  begin({ officeSlug: office.slug, lineId: line.id, requestId: 'one', declared: false })
  stand(line)
  act(() => failed(line.id, { code: 'ticket-new', message: null }))
  fireEvent.click(await screen.findByRole('button', { name: 'Saca tu número' }))
  await waitFor(() => expect(takeTicket).toHaveBeenCalledOnce())
  expect(takeTicket.mock.lastCall?.[0]).toMatchObject({ requestId: 'one' })
  // What was refused is a wish of its own.
  act(() => failed(line.id, { code: 'line-frozen', message: null }))
  fireEvent.click(screen.getByRole('button', { name: 'Saca tu número' }))
  await waitFor(() => expect(takeTicket).toHaveBeenCalledTimes(2))
  expect(takeTicket.mock.lastCall?.[0]).not.toHaveProperty('requestId')
})

it('[PRIO-01] [TKT-11] what nobody could tell of is asked for again as it was, also by a page that was loaded anew', async () => {
  const takeTicket = vi.fn<(wish: object) => Promise<object>>(async () => ({ status: 'under-way' }))
  flows.provide(async () => ({ takeTicket }) as unknown as Flows)
  const wish = {
    officeSlug: office.slug,
    lineId: line.id,
    requestId: 'one',
    declared: false,
    preferential: true,
  }
  const { begin, failed } = newTicketStore.getState()
  begin(wish)
  failed(line.id, { code: 'unknown', message: null })
  stand(line, undefined, [], 'cl-21768')
  expect(screen.getByRole('checkbox')).toHaveProperty('checked', true)
  fireEvent.click(await screen.findByRole('button', { name: 'Intentar de nuevo' }))
  await waitFor(() => expect(takeTicket).toHaveBeenCalledOnce())
  expect(takeTicket.mock.calls[0]?.[0]).toMatchObject({ requestId: 'one', preferential: true })
})

it.each([
  ['too-late-today', true, false, /, o reserva una hora\.$/],
  ['too-late-today', false, false, /Vuelve el próximo día de atención\.$/],
  ['address-ticket-limit-reached', false, false, /o saca tu número en la oficina\.$/],
  ['address-ticket-limit-reached', false, true, /Prueba con los datos del teléfono\.$/],
] as const)(
  '[TKT-08] [OFF-07] %s sends nobody where nothing is (it takes bookings: %s, it has no place: %s)',
  async (code, takes_reservations, web_only, words) => {
    stand({ ...line, takes_reservations }, undefined, [], null, { ...office, options: { web_only } })
    await screen.findByRole('button', { name: 'Saca tu número' })
    act(() => newTicketStore.getState().failed(line.id, { code, message: null }))
    expect((await screen.findByRole('alert')).textContent).toMatch(words)
  },
)
