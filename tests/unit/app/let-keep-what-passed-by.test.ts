// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest'
import { letKeepWhatPassedBy } from '#src/app/let-keep-what-passed-by.ts'

afterEach(() => vi.unstubAllGlobals())

const LIST = '/api/v3/offices/web'
const worker = () => ({ postMessage: vi.fn<(message: unknown) => void>() })

/** A page that asks for nothing more, unless the test says so. */
let ask: (entry: object) => void = () => {}
function openPage(controller: ReturnType<typeof worker> | null) {
  const container = Object.assign(new EventTarget(), { controller })
  vi.stubGlobal('navigator', { serviceWorker: container })
  vi.stubGlobal(
    'PerformanceObserver',
    class {
      constructor(hear: (list: object) => void) {
        ask = entry => hear({ getEntries: () => [entry] })
      }
      observe() {}
    },
  )
  return container
}

it('[OFFL-02] a worker that has taken over before is told of what the page was brought', () => {
  const here = worker()
  openPage(here)
  letKeepWhatPassedBy([LIST])
  expect(here.postMessage.mock.calls).toEqual([[{ type: 'keep', addresses: [location.origin + LIST] }]])
})

it('[OFFL-02] one that takes over later is told then, and once', () => {
  const container = openPage(null)
  letKeepWhatPassedBy([LIST])
  const later = worker()
  container.controller = later
  container.dispatchEvent(new Event('controllerchange'))
  container.dispatchEvent(new Event('controllerchange'))
  expect(later.postMessage).toHaveBeenCalledOnce()
})

it('[HAND-03] one is not told of what it let pass itself: on its way out it would be kept', () => {
  const container = openPage(null)
  letKeepWhatPassedBy([])
  const later = worker()
  container.controller = later
  container.dispatchEvent(new Event('controllerchange'))
  const passed = { initiatorType: 'fetch', workerStart: 0, name: location.origin + LIST }
  ask({ ...passed, startTime: performance.now() + 1 })
  expect(later.postMessage).not.toHaveBeenCalled()
  ask({ ...passed, startTime: 0 })
  expect(later.postMessage).toHaveBeenCalledOnce()
})
