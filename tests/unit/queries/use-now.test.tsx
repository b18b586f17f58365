// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { browserClock } from '#src/platform/clock.ts'
import { useNow } from '#src/queries/use-now.ts'

const HOUR_MS = 3_600_000
const here = () => new Date().toUTCString()

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  browserClock.hear(here())
})

it('is the server’s at once, where the phone’s clock turns out to be wrong', () => {
  vi.useFakeTimers()
  const { result } = renderHook(useNow)
  const before = result.current
  act(() => browserClock.hear(new Date(Date.now() - 2 * HOUR_MS).toUTCString()))
  expect(Math.abs(before - 2 * HOUR_MS - result.current)).toBeLessThan(1_000)
})

it('is the server’s also where that was heard before the screen stood', () => {
  vi.useFakeTimers()
  const { result } = renderHook(() => {
    const now = useNow()
    useState(() => browserClock.hear(new Date(Date.now() - 2 * HOUR_MS).toUTCString()))
    return now
  })
  expect(Math.abs(Date.now() - 2 * HOUR_MS - result.current)).toBeLessThan(1_000)
})

it.each(['visibilitychange', 'pageshow'])('is of now as soon as one comes back to the page: %s', sign => {
  vi.useFakeTimers()
  const { result, unmount } = renderHook(useNow)
  const before = result.current
  const comeBack = () => act(() => void window.dispatchEvent(new Event(sign)))
  // A night, in which no timer came.
  vi.setSystemTime(Date.now() + 12 * HOUR_MS)
  comeBack()
  expect(result.current).toBe(before + 12 * HOUR_MS)
  unmount()
  const looks = vi.spyOn(browserClock, 'now')
  comeBack()
  expect(looks).not.toHaveBeenCalled()
  looks.mockRestore()
})

it('moves on each minute, and no longer for a screen that was left', () => {
  vi.useFakeTimers()
  const { result, unmount } = renderHook(useNow)
  const before = result.current
  act(() => void vi.advanceTimersByTime(59_999))
  expect(result.current).toBe(before)
  act(() => void vi.advanceTimersByTime(1))
  expect(result.current).toBe(before + 60_000)
  unmount()
  expect(vi.getTimerCount()).toBe(0)
})
