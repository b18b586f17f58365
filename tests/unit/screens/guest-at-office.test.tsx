// @vitest-environment happy-dom
import 'fake-indexeddb/auto'
import { focusManager, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { LINES_CACHE_MS, WAIT_REFRESH_MS } from '#contract/limits.ts'
import type { Line } from '#contract/rest/offices.ts'
import { ApiError } from '#src/api/api-error.ts'
import type { Api } from '#src/api/create-api.ts'
import type { Flows } from '#src/flows/bind-flows.ts'
import { flows } from '#src/flows/flows.ts'
import { apiPart } from '#src/queries/parts.ts'
import { queryKeys } from '#src/queries/query-keys.ts'
import { OfficeView } from '#src/screens/office/office-view.tsx'
import { TakeScreen } from '#src/screens/take/take-screen.tsx'
import { connectionStore } from '#src/stores/connection-store.ts'
import { sessionStore } from '#src/stores/session-store.ts'
import { screensDatabase } from '../db/screens-database.ts'
import { anaSignedIn } from './ana.ts'
import { InSpanish, readSpanish } from './in-spanish.tsx'
import { openOffice } from './open-office.ts'

const office = openOffice()
const line = {
  id: 2,
  slug: 'firmas',
  name: 'Firmas',
  type: 'normal',
  takes_tickets: true,
  takes_reservations: false,
  frozen: false,
  call: null,
  wait: null,
} as unknown as Line
const stateNow = vi.fn<() => Promise<unknown>>()

screensDatabase()
beforeAll(readSpanish)
beforeEach(() => {
  sessionStore.getState().apply({ type: 'signed-out' })
  stateNow.mockReset()
  stateNow.mockImplementation(async () => answer({ ...line, waiting: 4 }))
  apiPart.provide(async () => ({ offices: { state: stateNow } }) as unknown as Api)
  flows.provide(async () => ({ holdOffice: () => ({ release: () => {} }) }) as unknown as Flows)
  vi.stubGlobal('reportError', expect.fail)
  vi.useFakeTimers()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  focusManager.setFocused(undefined)
  sessionStore.getState().apply({ type: 'signed-out' })
})

const answer = (at: Line) => ({ data: { office, lines: [at] }, inserted_at: Date.now() })

/** The page as whoever came by a poster's code finds it; what it says by now. */
function stand(at: Line, screen = <OfficeView officeSlug={office.slug} lineSlug={null} />) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } })
  client.setQueryData(queryKeys.offices, { data: [office], inserted_at: Date.now() })
  client.setQueryData(queryKeys.officeState(office.slug), answer(at))
  const { container } = render(
    <QueryClientProvider client={client}>
      <InSpanish>{screen}</InSpanish>
    </QueryClientProvider>,
  )
  return () => container.textContent
}

/** The answer is drawn a moment after it came. */
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms + 100))

it('[OFF-08] [CHAN-03] a guest, who hears nothing by the socket, reads how the lines stand now', async () => {
  const words = stand({ ...line, waiting: 3 })
  expect(words()).toContain('3 esperando')
  await pass(WAIT_REFRESH_MS)
  expect(stateNow).toHaveBeenCalledTimes(1)
  expect(words()).toContain('4 esperando')
})

it('[OFF-08] a guest’s page leaves a server alone for longer that turns it away', async () => {
  vi.stubGlobal('reportError', () => undefined)
  stateNow.mockRejectedValueOnce(new ApiError('too-many-requests', 429, 'too many'))
  stand(line)
  await pass(WAIT_REFRESH_MS)
  await pass(WAIT_REFRESH_MS)
  expect(stateNow).toHaveBeenCalledTimes(1)
  await pass(2 * WAIT_REFRESH_MS)
  expect(stateNow).toHaveBeenCalledTimes(2)
})

describe('[OFF-08] [OFFL-02] while the server stumbles the page says of when its lines are', () => {
  const UNHEARD = 'No pudimos actualizar. Lo último que supimos: hoy, '

  it.each([
    ['of the office', OfficeView],
    ['that gives the number', TakeScreen],
  ])('%s, from the first answer that is refused until one comes', async (_, Screen) => {
    vi.stubGlobal('reportError', () => undefined)
    stateNow.mockRejectedValueOnce(new ApiError('unavailable', 503, 'mended'))
    const screen = <Screen officeSlug={office.slug} lineSlug={line.slug} />
    const words = stand({ ...line, waiting: 3 }, screen)
    expect(words()).not.toContain(UNHEARD)
    await pass(WAIT_REFRESH_MS)
    expect(words()).toContain(UNHEARD)
    await pass(3 * WAIT_REFRESH_MS)
    expect(words()).not.toContain(UNHEARD)
  })

  it('where the worker’s old copy is the answer, once it is older than any fresh one', async () => {
    const old = answer(line)
    stateNow.mockImplementation(async () => old)
    const words = stand(line)
    await pass(LINES_CACHE_MS.max - WAIT_REFRESH_MS)
    expect(words()).not.toContain(UNHEARD)
    await pass(2 * 60_000)
    expect(words()).toContain(UNHEARD)
  })

  it('not before the first answer, nor to whom the channel tells how they stand', async () => {
    stateNow.mockImplementation(() => new Promise(() => {}))
    const words = stand(line)
    await pass(2 * LINES_CACHE_MS.max)
    expect(words()).not.toContain(UNHEARD)
    cleanup()
    vi.stubGlobal('reportError', () => undefined)
    stateNow.mockRejectedValue(new ApiError('unavailable', 503, 'mended'))
    connectionStore.getState().setChannel(office.slug, 'joined')
    const heard = stand(line)
    await pass(WAIT_REFRESH_MS)
    expect(stateNow).toHaveBeenCalledTimes(2)
    expect(heard()).not.toContain(UNHEARD)
    connectionStore.getState().setChannel(office.slug, null)
  })
})

it('[OFF-08] [CHAN-03] a guest before a shut line is let in once it gives numbers', async () => {
  const shut = { ...line, waiting: 0, takes_tickets: false }
  const words = stand(shut, <TakeScreen officeSlug={office.slug} lineSlug={line.slug} />)
  expect(words()).toContain('Por ahora esta fila no da números')
  await pass(WAIT_REFRESH_MS)
  expect(words()).not.toContain('Por ahora esta fila no da números')
})

it('[OFF-08] nobody asks in whose page nobody looks, nor who hears it by the socket', async () => {
  focusManager.setFocused(false)
  stand({ ...line, waiting: 3 })
  await pass(3 * WAIT_REFRESH_MS)
  cleanup()
  focusManager.setFocused(true)
  sessionStore.getState().apply({ type: 'signed-in', session: anaSignedIn(true) })
  stand({ ...line, waiting: 3 })
  await pass(3 * WAIT_REFRESH_MS)
  expect(stateNow).not.toHaveBeenCalled()
})
