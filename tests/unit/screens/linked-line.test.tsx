// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { ComponentType } from 'react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import type { Line } from '#contract/rest/offices.ts'
import { ApiError } from '#src/api/api-error.ts'
import type { Api } from '#src/api/create-api.ts'
import { apiPart } from '#src/queries/parts.ts'
import { queryKeys } from '#src/queries/query-keys.ts'
import { BookScreen } from '#src/screens/book/book-screen.tsx'
import { OfficeView } from '#src/screens/office/office-view.tsx'
import { TakeScreen } from '#src/screens/take/take-screen.tsx'
import { screensDatabase } from '../db/screens-database.ts'
import { InSpanish, readSpanish } from './in-spanish.tsx'
import { openOffice } from './open-office.ts'

const office = openOffice()
const hidden = {
  id: 2,
  slug: 'vip',
  name: 'Fila secreta',
  type: 'hidden',
  takes_tickets: false,
  takes_reservations: false,
} as unknown as Line

screensDatabase()
beforeAll(readSpanish)
afterEach(cleanup)

/** Opens a screen by the link of a hidden line, which the server tells by these answers, one a question. */
function open(At: ComponentType<Place>, ...answers: (ApiError | Line)[]) {
  const line = async () => {
    const answer = answers.shift()
    if (answer === undefined || answer instanceof ApiError) throw answer
    return answer
  }
  apiPart.provide(async () => ({ offices: { line } }) as unknown as Api)
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } })
  client.setQueryData(queryKeys.offices, { data: [office], inserted_at: Date.now() })
  client.setQueryData(queryKeys.officeState('norte'), {
    data: { office, lines: [] },
    inserted_at: Date.now(),
  })
  client.setQueryData(queryKeys.reservationSettings('norte'), {
    office: 'norte',
    time_zone: 'America/Santiago',
    one_per: null,
    lines: [
      { line_id: 2, slug: 'vip', name: 'Fila secreta', modalities: ['in-person'], last_day: '2099-12-31' },
    ],
  })
  client.setQueryData(queryKeys.reservationForm(1, 2), { questions: [] })
  render(
    <QueryClientProvider client={client}>
      <At officeSlug="norte" lineSlug="vip" />
    </QueryClientProvider>,
    { wrapper: InSpanish },
  )
}

type Place = { officeSlug: string; lineSlug: string }

const SCREENS: [what: string, At: ComponentType<Place>, gone: RegExp, found: RegExp][] = [
  ['the office', OfficeView, /ya no existe/, /Fila secreta/],
  ['the taking of a number', TakeScreen, /ya no existe/, /Por ahora esta fila no da números/],
  ['the booking of a time', BookScreen, /reservas/, /¿Qué día?/],
]

it.each(SCREENS)(
  '[OFF-10] %s says that the line of a link does not exist where the server says so',
  async (_, At, gone) => {
    open(At, new ApiError('not-found', 404, 'no such line'))
    await screen.findByText(gone)
    expect(screen.queryByRole('button', { name: 'Intentar de nuevo' })).toBeNull()
  },
)

it.each(SCREENS)(
  '[OFF-10] [OFFL-03] %s does not take a line for gone of which nobody knows, and asks again at a press',
  async (_, At, gone, found) => {
    open(At, new ApiError('unavailable', 503, 'too busy'), hidden)
    fireEvent.click(await screen.findByRole('button', { name: 'Intentar de nuevo' }))
    expect(screen.queryByText(gone)).toBeNull()
    await screen.findByText(found)
  },
)
