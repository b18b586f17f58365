// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import type { Ticket } from '#contract/rest/tickets.ts'
import type { TicketReceipt } from '#src/db/temporary-tickets.ts'
import type { Flows } from '#src/flows/bind-flows.ts'
import { flows } from '#src/flows/flows.ts'
import type { FailureCode } from '#src/domain/failure-codes.ts'
import { failure } from '#src/flows/outcome.ts'
import { withQueries } from '#src/queries/with-queries.tsx'
import { ComeBack } from '#src/screens/waiting-room/come-back.tsx'
import { ParkedRoom } from '#src/screens/waiting-room/parked-room.tsx'
import { connectionStore } from '#src/stores/connection-store.ts'
import { loadCatalog } from '#src/texts/load-catalog.ts'
import { ticketOf } from '../db/receipts.ts'
import { InSpanish, readSpanish } from './in-spanish.tsx'

const NOW = new Date('2026-11-20T12:20:00Z')
const MODULE = /módulo|at the desk|at a desk|guichê/
const Parked = withQueries(ParkedRoom)

const receiptOf = (change: Partial<Ticket>): TicketReceipt => ({
  ...ticketOf(change),
  timeStamp: NOW.getTime(),
  almost_there_said: [],
  line_now: null,
})
const missed = (change: Partial<Ticket>) => (
  <ComeBack
    ticket={receiptOf({
      state: 'skipped',
      returns_left: 1,
      front_until: '2026-11-20T12:25:00Z',
      ...change,
    })}
    now={NOW}
  />
)

function refuse(code: FailureCode) {
  const comeBack = async () => failure(code)
  flows.provide(async () => ({ comeBack, renewPush: async () => {} }) as unknown as Flows)
}

beforeAll(readSpanish)
beforeEach(() => {
  vi.stubGlobal('reportError', expect.fail)
  refuse('return-limit-reached')
})
afterEach(async () => {
  cleanup()
  vi.unstubAllGlobals()
  connectionStore.getState().setOnline(true)
  await loadCatalog('es')
})

it.each([
  [
    'es',
    'Ve por lo que te falta. No tienes que avisar: te volverán a llamar aquí por videollamada.',
    'Ya estoy aquí',
    'Sin conexión no podemos avisar a la oficina. Dilo cuando vuelva la conexión.',
    'Ya volviste dos veces con este número. Saca otro.',
  ],
  [
    'en',
    'Fetch what is missing. You need not tell anybody: you will be called here again, by video call.',
    'I am here now',
    'Without a connection we cannot tell the office. Say it when the connection is back.',
    'You have come back twice with this number. Take another.',
  ],
  [
    'pt',
    'Busque o que falta. Não precisa avisar: vão chamar você aqui de novo, por videochamada.',
    'Já estou aqui',
    'Sem conexão não podemos avisar a agência. Avise quando a conexão voltar.',
    'Você já voltou duas vezes com esta senha. Pegue outra.',
  ],
] as const)(
  '[DESK-04] [DESK-07] who is attended by video is sent to no module, parked or missed, in the language %s',
  async (language, parked, here, offline, limit) => {
    await loadCatalog(language)
    render(<Parked ticket={receiptOf({ state: 'parked', meet: true })} />, { wrapper: InSpanish })
    screen.getByText(parked)
    expect(screen.queryByText(MODULE)).toBeNull()
    cleanup()

    connectionStore.getState().setOnline(false)
    render(missed({ meet: true }), { wrapper: InSpanish })
    screen.getByText(offline)
    expect(screen.queryByText(MODULE)).toBeNull()
    cleanup()

    connectionStore.getState().setOnline(true)
    render(missed({ meet: true }), { wrapper: InSpanish })
    fireEvent.click(screen.getByRole('button', { name: here }))
    await screen.findByText(limit)
    expect(screen.queryByText(MODULE)).toBeNull()
  },
)

it('[DESK-04] [DESK-07] where people come they are sent to a module, as before', async () => {
  render(missed({ meet: true }), { wrapper: InSpanish })
  const videoSign = screen.getByRole('button', { name: 'Ya estoy aquí' }).querySelector('svg')?.innerHTML
  cleanup()
  render(<Parked ticket={receiptOf({ state: 'parked' })} />, { wrapper: InSpanish })
  screen.getByText(/avisa en el módulo/)
  cleanup()
  connectionStore.getState().setOnline(false)
  render(missed({}), { wrapper: InSpanish })
  screen.getByText(/Dilo en un módulo/)
  cleanup()
  connectionStore.getState().setOnline(true)
  render(missed({}), { wrapper: InSpanish })
  const arrived = screen.getByRole('button', { name: 'Ya llegué' })
  expect(arrived.querySelector('svg')?.innerHTML).not.toBe(videoSign)
  fireEvent.click(arrived)
  await screen.findByText('Ya volviste dos veces con este número. Dilo en un módulo.')
})

it.each([
  ['line-closed', false, 'Esta fila ya cerró por hoy. Dilo en un módulo.'],
  ['line-closed', true, 'Esta fila ya cerró por hoy. Vuelve el próximo día de atención.'],
  ['office-closed', false, 'La oficina está cerrada. Si estás ahí, dilo en un módulo.'],
] as const)(
  '[DESK-04] [DESK-09] who says that they are here after closing hears what is closed, and who may let them in: %s, by video %s',
  async (code, meet, sentence) => {
    refuse(code)
    render(missed({ meet }), { wrapper: InSpanish })
    fireEvent.click(screen.getByRole('button', { name: /Ya (llegué|estoy aquí)/ }))
    await screen.findByText(sentence)
  },
)
