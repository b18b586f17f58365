import { MAKE_WAY } from './page-messages.ts'
import { worker } from './worker.ts'

const AGAIN_MS = 3_000

/**
 * Rules as soon as the one before is done with what is under way there, which is asked to be quick. Again and
 * again until then: for a page that asks, the browser may have begun that one anew, which has heard nothing.
 */
export function takeOver(): void {
  const { serviceWorker } = worker
  if (serviceWorker.state === 'activating' || serviceWorker.state === 'activated') return
  worker.registration.active?.postMessage({ type: MAKE_WAY })
  void worker.skipWaiting()
  setTimeout(takeOver, AGAIN_MS)
}
