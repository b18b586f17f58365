import { afterEach, expect, it, vi } from 'vitest'

/** As in run-worker.ts. */
const builds = import.meta.glob<{ takeOver(): void }>('../../../sw/take-over.ts')

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('[HAND-03] a worker that is let in asks the one that rules to make way, again and again until it rules itself', async () => {
  const asked: unknown[] = []
  const skipWaiting = vi.fn<() => void>()
  const serviceWorker = { state: 'installed' }
  vi.stubGlobal('self', {
    serviceWorker,
    skipWaiting,
    registration: { active: { postMessage: (message: unknown) => void asked.push(message) } },
  })
  vi.useFakeTimers()
  const [load] = Object.values(builds)
  const { takeOver } = (await load?.()) ?? expect.fail('it is not there')
  takeOver()
  expect(asked).toEqual([{ type: 'make-way' }])
  vi.advanceTimersByTime(3_000)
  expect(asked).toHaveLength(2)
  expect(skipWaiting).toHaveBeenCalledTimes(2)
  serviceWorker.state = 'activating'
  vi.advanceTimersByTime(60_000)
  expect(asked).toHaveLength(2)
})
