// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { CALLED_REFRESH_MS } from '#contract/limits.ts'
import type { Api } from '#src/api/create-api.ts'
import type { Flows } from '#src/flows/bind-flows.ts'
import { flows } from '#src/flows/flows.ts'
import { apiPart } from '#src/queries/parts.ts'
import { useAttention } from '#src/screens/held/use-attention.ts'
import { sessionStore } from '#src/stores/session-store.ts'

const refreshTicket = vi.fn<Flows['refreshTicket']>(async () => ({ status: 'done' }))
let attending = true

beforeEach(() => {
  vi.useFakeTimers()
  attending = true
  flows.provide(async () => ({ refreshTicket }) as unknown as Flows)
  const attention = async (id: string) => ({ id, type: 'ticket', attending, attended: false, modulo: '3' })
  apiPart.provide(async () => ({ waiting: { attention } }) as unknown as Api)
  sessionStore.setState({ token: 'token' })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  sessionStore.setState({ token: null })
})

it('[WAIT-02] [CALL-04] hears within four seconds that a called number is over, also after a reload', async () => {
  const client = new QueryClient()
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  renderHook(() => useAttention('t', true), { wrapper })
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
  await pass(100)
  expect(refreshTicket).not.toHaveBeenCalled()
  attending = false
  expect(CALLED_REFRESH_MS).toBeLessThanOrEqual(4_000)
  await pass(CALLED_REFRESH_MS)
  expect(refreshTicket).toHaveBeenCalledWith('t')
  client.clear()
})
