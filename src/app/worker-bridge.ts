import type { Workbox } from 'workbox-window'
import { browserTimers } from '#src/platform/timers.ts'
import { broughtAlong } from './brought-along.ts'
import { comeAtLast } from './come-at-last.ts'
import { takeEarlyMessages } from './first-frame/early-messages.ts'
import { letKeepWhatPassedBy } from './let-keep-what-passed-by.ts'

/** Where the build puts the service worker. */
const WORKER_URL = '/sw.js'
/** A page that stays open for days looks for a new version this often, milliseconds. */
const UPDATE_EVERY_MS = 60 * 60_000

/**
 * What worker and page say to each other (sw/page-messages.ts). Frozen: an old worker may speak to a new
 * page.
 */
const PUSH_ARRIVED = 'push-arrived'
const OPEN = 'open'
const CLAIM = 'claim'

export interface WorkerEars {
  /** A new version waits; `accept` lets it take over and loads the page anew (OFFL-04). */
  onUpdateReady(accept: () => void): void
  /** A push lies in the inbox. */
  onPushArrived(): void
  /** The person pressed a notice: go there. */
  onOpen(path: string): void
}

/** Under Trusted Types only this policy makes script addresses, and only this one. */
function trusted(url: string): string {
  const { trustedTypes } = window as {
    trustedTypes?: { createPolicy(name: string, rules: object): { createScriptURL(url: string): unknown } }
  }
  if (!trustedTypes) return url
  const policy = trustedTypes.createPolicy('numerito-sw', {
    createScriptURL: (asked: string) => {
      if (asked !== WORKER_URL) throw new TypeError(`not the worker: ${asked}`)
      return asked
    },
  })
  return policy.createScriptURL(url) as string
}

function listen(ears: WorkerEars): void {
  const hear = (event: MessageEvent) => {
    const message = event.data as { type?: unknown; url?: unknown } | null
    if (message?.type === PUSH_ARRIVED) ears.onPushArrived()
    if (message?.type === OPEN && typeof message.url === 'string') {
      const { origin, pathname, search } = new URL(message.url)
      if (origin === location.origin) ears.onOpen(pathname + search)
    }
  }
  navigator.serviceWorker.addEventListener('message', hear)
  takeEarlyMessages(navigator.serviceWorker).forEach(hear)
  // This late they come by themselves, but for a page that is still being read.
  navigator.serviceWorker.startMessages()
}

/**
 * A new worker that did not take over by then: the page is loaded anew all the same, for a button must do
 * something.
 */
const TAKE_OVER_MS = 4_000

/**
 * Tells of a worker that waits, and of every one that comes to wait while the page stands. Workbox listens no
 * further than to the first that it takes for somebody else's: whoever puts that one off, or whose network
 * lost a file of it, would hear of none that comes after.
 */
function watchWaiting(registration: ServiceWorkerRegistration, onWaiting: () => void): void {
  const watch = (newer: ServiceWorker | null) => {
    // The very first one waits for nobody.
    const look = () => newer?.state === 'installed' && registration.active && onWaiting()
    newer?.addEventListener('statechange', look)
    look()
  }
  registration.addEventListener('updatefound', () => watch(registration.installing))
  watch(registration.waiting)
  watch(registration.installing)
}

/** @returns what is to be called when a new version waits */
function offerUpdates(workbox: Workbox, ears: WorkerEars): () => void {
  const loadAnew = () => location.reload()
  let isControlled = navigator.serviceWorker.controller !== null
  let isAccepted = false
  workbox.addEventListener('controlling', () => {
    if (isAccepted) loadAnew()
    // Accepted in another window: this one goes on as it is until the person says so here as well.
    else if (isControlled) ears.onUpdateReady(loadAnew)
    isControlled = true
  })
  return () =>
    ears.onUpdateReady(() => {
      isAccepted = true
      workbox.messageSkipWaiting()
      browserTimers.after(TAKE_OVER_MS, loadAnew)
    })
}

/**
 * A page that was on its way when the first worker took over belongs to none for as long as it stands:
 * nothing of it would be there without a network.
 */
async function askToBeClaimed(): Promise<void> {
  const { active } = await navigator.serviceWorker.ready
  if (!navigator.serviceWorker.controller) active?.postMessage({ type: CLAIM })
}

/**
 * What the browser itself refuses, it refuses again: only a script that was not to be had may come.
 * @throws whatever is no refusal
 */
function refusal(error: unknown): undefined {
  if (!(error instanceof DOMException)) throw error
  // Whoever lets no site keep anything lets it keep no worker either: that is theirs to say, and no fault.
  if (error.name !== 'NotSupportedError') reportError(error)
}

/** The page's only contact with the service worker. Does nothing where the browser has none. */
export async function bridgeWorker(ears: WorkerEars): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  listen(ears)
  letKeepWhatPassedBy(broughtAlong.paths)
  const { Workbox } = await comeAtLast(() => import('workbox-window'))
  const workbox = new Workbox(trusted(WORKER_URL), { updateViaCache: 'none' })
  const offer = offerUpdates(workbox, ears)
  const registration = await comeAtLast(() => workbox.register().catch(refusal))
  if (!registration) return
  watchWaiting(registration, offer)
  void askToBeClaimed()
  browserTimers.every(UPDATE_EVERY_MS, () => void workbox.update().catch(() => {}))
}
