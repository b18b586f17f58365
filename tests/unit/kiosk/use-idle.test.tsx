// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useIdle } from '#src/kiosk/use-idle.ts'

const MS = 60_000

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

function idling() {
  const onIdle = vi.fn<() => void>()
  const { result } = renderHook(() => useIdle(MS, onIdle))
  return { onIdle, result, wait: (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms)) }
}
const happens = (what: string) =>
  act(() => void document.body.dispatchEvent(new Event(what, { bubbles: true })))

it.each(['pointerdown', 'touchmove', 'keydown', 'wheel'])(
  'a kiosk begins anew once nobody has touched it for so long, counted from the last %s',
  async touch => {
    const { onIdle, result, wait } = idling()
    expect(result.current).toBe(false)
    await wait(MS - 1)
    happens(touch)
    expect(result.current).toBe(true)
    await wait(MS - 1)
    expect(onIdle).not.toHaveBeenCalled()
    await wait(1)
    expect(onIdle).toHaveBeenCalledOnce()
    expect(result.current).toBe(false)
  },
)

it('a page that scrolls by itself is not somebody who stands before it', async () => {
  const { onIdle, result, wait } = idling()
  await wait(MS - 1)
  happens('scroll')
  expect(result.current).toBe(false)
  await wait(1)
  expect(onIdle).toHaveBeenCalledOnce()
})
