// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import type { Api } from '#src/api/create-api.ts'
import type { Flows } from '#src/flows/bind-flows.ts'
import { flows } from '#src/flows/flows.ts'
import type { LoggedIn } from '#src/flows/session/log-in-temporary.ts'
import { apiPart } from '#src/queries/parts.ts'
import { useIdentify } from '#src/screens/introduction/use-identify.ts'
import { errandStore } from '#src/stores/errand-store.ts'
import { InSpanish, readSpanish } from './in-spanish.tsx'

const logInTemporary = vi.fn<Flows['logInTemporary']>()
const attempts = () => logInTemporary.mock.calls.map(([, options]) => options?.attemptId)
const lost = (attemptId: string): LoggedIn => ({
  status: 'failed',
  code: 'timeout',
  message: null,
  attemptId,
  fields: [],
})

beforeAll(readSpanish)
beforeEach(() => {
  logInTemporary.mockReset()
  flows.provide(async () => ({ logInTemporary }) as unknown as Flows)
  // No policy can be read: nobody is asked to accept one.
  apiPart.provide(async () => ({}) as unknown as Api)
})
afterEach(() => {
  cleanup()
  errandStore.getState().clear()
})

/** The screen, as often as it is opened. */
function open() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>
      <InSpanish>{children}</InSpanish>
    </QueryClientProvider>
  )
  return renderHook(() => useIdentify(null), { wrapper })
}

it('[TEMP-01] who leaves during a log-in and comes back repeats that one, and begins no other', async () => {
  const { promise, resolve } = Promise.withResolvers<LoggedIn>()
  logInTemporary.mockReturnValueOnce(promise).mockResolvedValue(lost('first'))
  const left = open()
  await act(async () => void left.result.current.identify())
  expect(left.result.current.progress).toBe('checking')
  left.unmount()
  await act(async () => resolve(lost('first')))

  const back = open()
  expect(back.result.current.failure).not.toBeNull()
  await act(async () => void (await back.result.current.identify()))
  // Once more in the same place: still the same one.
  await act(async () => void (await back.result.current.identify()))
  expect(attempts()).toEqual([undefined, 'first', 'first'])
})
