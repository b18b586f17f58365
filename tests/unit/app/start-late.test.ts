// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest'
import { startLate } from '#src/app/start-late.ts'
import type { Flows } from '#src/flows/bind-flows.ts'
import { flows } from '#src/flows/flows.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** A browser with a worker in charge, or none yet. */
function openPage(controller: object | null) {
  const startMessages = vi.fn<() => void>()
  const register = () => new Promise(() => {})
  const container = Object.assign(new EventTarget(), { controller, startMessages, register })
  vi.stubGlobal('reportError', (fault: unknown) => {
    throw fault
  })
  vi.stubGlobal('navigator', { serviceWorker: container })
  // Node's own would look for this browser after the test.
  vi.stubGlobal(
    'PerformanceObserver',
    class {
      observe() {}
    },
  )
  const { promise: said, resolve: sayWhoTheyAre } = Promise.withResolvers<void>()
  const startSession = vi.fn<() => Promise<void>>(() => said)
  const verbs = { startSession, keepWatch: () => {}, keepFlagsFresh: () => {} }
  flows.provide(async () => verbs as unknown as Flows)
  return {
    startMessages,
    press: (path: string) =>
      container.dispatchEvent(
        new MessageEvent('message', { data: { type: 'open', url: location.origin + path } }),
      ),
    startSession,
    sayWhoTheyAre,
  }
}

it('[PUSH-03] goes where a notice leads, though the server has not said yet who they are', async () => {
  const { startMessages, startSession, press } = openPage({})
  void startLate()
  await vi.waitFor(() => expect(startSession).toHaveBeenCalledOnce())
  await vi.waitFor(() => expect(startMessages).toHaveBeenCalledOnce())
  press('/tickets/7')
  expect(location.pathname).toBe('/tickets/7')
})

it('[OFFL-02] begins with a worker on a first visit when the rest is here', async () => {
  const { startMessages, startSession, sayWhoTheyAre } = openPage(null)
  void startLate()
  await vi.waitFor(() => expect(startSession).toHaveBeenCalledOnce())
  expect(startMessages).not.toHaveBeenCalled()
  sayWhoTheyAre()
  await vi.waitFor(() => expect(startMessages).toHaveBeenCalledOnce())
})

it('[OFFL-02] begins with a worker all the same where the rest hangs', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const { startMessages, startSession } = openPage(null)
  void startLate()
  await vi.waitFor(() => expect(startSession).toHaveBeenCalledOnce())
  await vi.advanceTimersByTimeAsync(9_000)
  expect(startMessages).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1_000)
  await vi.waitFor(() => expect(startMessages).toHaveBeenCalledOnce())
})
