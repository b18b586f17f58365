// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest'
import { keepEarlyMessages } from '#src/app/first-frame/early-messages.ts'
import { startLate } from '#src/app/start-late.ts'
import type { Flows } from '#src/flows/bind-flows.ts'
import { flows } from '#src/flows/flows.ts'
import { uiStore } from '#src/stores/ui-store.ts'
import { HandTime } from '../platform/fakes.ts'
import { ruleTime } from '../platform/ruled-time.ts'
import { soon } from '../platform/soon.ts'

afterEach(() => void vi.unstubAllGlobals())

/** A browser with a worker in charge, or none yet. */
function openPage(controller: object | null) {
  const startMessages = vi.fn<() => void>()
  const register = () => new Promise(() => {})
  const onmessage = null as ((message: MessageEvent) => void) | null
  const container = Object.assign(new EventTarget(), { controller, startMessages, register, onmessage })
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
    container,
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
  // No time goes by in which a worker would be waited for.
  const pass = ruleTime(new HandTime())
  const { startMessages, startSession, press } = openPage({})
  void startLate()
  await pass(0)
  await soon(() => startSession.mock.calls).toHaveLength(1)
  await soon(() => startMessages.mock.calls).toHaveLength(1)
  press('/tickets/7')
  expect(location.pathname).toBe('/tickets/7')
})

it('[I18N-01] speaks the language that is chosen in another page from now on', async () => {
  const { startSession } = openPage({})
  void startLate()
  window.dispatchEvent(new StorageEvent('storage', { key: 'language', newValue: 'pt' }))
  expect(uiStore.getState().language).toBe('pt')
  await soon(() => startSession.mock.calls).toHaveLength(1)
})

it('[PUSH-03] goes where a notice leads that was pressed before this part of the page had come', async () => {
  const pass = ruleTime(new HandTime())
  const { container } = openPage({})
  keepEarlyMessages()
  const data = { type: 'open', url: `${location.origin}/tickets/8` }
  container.onmessage?.(new MessageEvent('message', { data }))
  void startLate()
  await pass(0)
  await soon(() => location.pathname).toBe('/tickets/8')
})

it('[OFFL-02] begins with a worker on a first visit when the rest is here', async () => {
  const { startMessages, startSession, sayWhoTheyAre } = openPage(null)
  void startLate()
  await soon(() => startSession.mock.calls).toHaveLength(1)
  expect(startMessages).not.toHaveBeenCalled()
  sayWhoTheyAre()
  await soon(() => startMessages.mock.calls).toHaveLength(1)
})

it('[OFFL-02] begins with a worker all the same after 10 s where the rest hangs', async () => {
  const pass = ruleTime(new HandTime())
  const { startMessages, startSession } = openPage(null)
  void startLate()
  await pass(0)
  await soon(() => startSession.mock.calls).toHaveLength(1)
  await pass(9_999)
  expect(startMessages).not.toHaveBeenCalled()
  await pass(1)
  await soon(() => startMessages.mock.calls).toHaveLength(1)
})
