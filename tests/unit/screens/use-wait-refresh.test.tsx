// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { WAIT_REFRESH_MS } from '#contract/limits.ts'
import type { Flows } from '#src/flows/bind-flows.ts'
import { flows } from '#src/flows/flows.ts'
import { useWaitRefresh } from '#src/screens/waiting-room/use-wait-refresh.ts'
import { connectionStore } from '#src/stores/connection-store.ts'

const refreshWait = vi.fn<Flows['refreshWait']>(async () => ({ status: 'done' }))
const SECONDS = WAIT_REFRESH_MS / 1_000

beforeEach(() => {
  vi.useFakeTimers()
  refreshWait.mockClear()
  flows.provide(async () => ({ refreshWait }) as unknown as Flows)
})
afterEach(() => {
  cleanup()
  connectionStore.getState().setOnline(true)
  vi.useRealTimers()
})

const seconds = (count: number) => act(() => vi.advanceTimersByTimeAsync(count * 1_000))

it('[WAIT-01] asks at once, counts the seconds down, and asks again when they are over', async () => {
  const { result } = renderHook(() => useWaitRefresh('t', true, 12))
  await seconds(0)
  expect(refreshWait.mock.calls).toEqual([['t']])
  expect(result.current.remaining).toBe(SECONDS)
  for (let left = SECONDS - 1; left > 0; left--) {
    await seconds(1)
    expect(result.current.remaining).toBe(left)
  }
  expect(refreshWait).toHaveBeenCalledTimes(1)
  await seconds(1)
  expect(refreshWait).toHaveBeenCalledTimes(2)
  expect(result.current.remaining).toBe(SECONDS)
})

it('[WAIT-01] asks nobody without a network, and at once when it is back', async () => {
  connectionStore.getState().setOnline(false)
  renderHook(() => useWaitRefresh('t', true, 12))
  await seconds(2 * SECONDS)
  expect(refreshWait).not.toHaveBeenCalled()
  await act(async () => connectionStore.getState().setOnline(true))
  await seconds(0)
  expect(refreshWait).toHaveBeenCalledTimes(1)
})
