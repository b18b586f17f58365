import { navigate } from 'wouter/use-browser-location'
import { flows } from '#src/flows/flows.ts'
import { bearTranslators } from '#src/platform/bear-translators.ts'
import { breath } from '#src/platform/breath.ts'
import { withDeadline } from '#src/platform/deadline.ts'
import { browserTimers } from '#src/platform/timers.ts'
import { type InstallOffer, installStore } from '#src/stores/install-store.ts'
import { stoodKeeper } from '#src/stores/keep-last-stood.ts'
import { isUnknown, sessionStore } from '#src/stores/session-store.ts'
import { uiStore } from '#src/stores/ui-store.ts'
import { updateStore } from '#src/stores/update-store.ts'
import { alarm } from './alarm.ts'
import { comeAtLast } from './come-at-last.ts'
import { followChoices } from './follow-choices.ts'
import { earlyOffer } from './first-frame/early-offer.ts'
import { takeEarlyTranslations } from './first-frame/early-translations.ts'
import { watchLaunches } from './watch-launches.ts'
import { watchTyping, whatWouldBeLost } from './what-would-be-lost.ts'
import { bridgeWorker } from './worker-bridge.ts'

/** Where they are lost, nobody waits to be known. */
const fetchFlows = () =>
  flows.get().catch((error: unknown) => {
    sessionStore.getState().apply({ type: 'failed', code: 'offline' })
    throw error
  })

async function startFlows(): Promise<void> {
  const { startSession, keepWatch, keepFlagsFresh } = await comeAtLast(fetchFlows)
  await breath()
  keepWatch()
  await breath()
  await startSession()
  keepFlagsFresh()
}

/**
 * The person pressed a notice, a shortcut or a link outside of the page: it goes there, unless that would
 * throw away what they are doing here; then it asks (HAND-02).
 * @param path with its query
 */
function goTo(path: string): void {
  if (path === location.pathname + location.search) return
  const loss = whatWouldBeLost(document)
  if (loss) uiStore.getState().askToLeave({ path, loss })
  else navigate(path)
}

/**
 * Keeps Chromium's offer to install until the person asks for it. It comes once, and early: until this runs,
 * the page's own script keeps it.
 */
function watchInstall(): void {
  const { setOffer, setInstalled } = installStore.getState()
  setOffer(earlyOffer(window))
  window.addEventListener('beforeinstallprompt', event => {
    event.preventDefault()
    setOffer(event as unknown as InstallOffer)
  })
  window.addEventListener('appinstalled', setInstalled)
}

/** Safari forgets the press after a second. */
const UNLOCK_AFTER_MS = 200

const WORKER_AT_LATEST_MS = 10_000

function bridge(): void {
  bridgeWorker({
    onUpdateReady: accept => updateStore.getState().offer(accept),
    onPushArrived: () =>
      void flows
        .get()
        .then(({ drainInbox }) => drainInbox())
        .catch(reportError),
    onOpen: goTo,
  }).catch(reportError)
}

/** What the first screen does not need: the session, the socket, the flags, the service worker. */
export async function startLate(): Promise<void> {
  bearTranslators(window, takeEarlyTranslations(window))
  sessionStore.subscribe(session => {
    if (isUnknown(session)) return
    stoodKeeper.keepSomebody(session.user && (session.user.temporal ? 'temporary' : 'registered'))
    // Whoever left leaves no trace of where they held a number, even if the page is closed at once.
    if (session.status === 'guest') stoodKeeper.keepHeld([])
  })
  // Not at the finger's coming down, by which no browser lets a page sound; and each time, for a phone takes
  // the sound back from whoever was away. Once what was pressed is painted: the first time takes long.
  const unlockSoon = () => browserTimers.after(UNLOCK_AFTER_MS, alarm.unlock)
  for (const pressed of ['pointerup', 'keydown'] as const) window.addEventListener(pressed, unlockSoon)
  // Whoever was quicker than this part of the page may press nothing more.
  if (navigator.userActivation?.hasBeenActive) unlockSoon()
  watchInstall()
  followChoices(window)
  watchTyping(document)
  watchLaunches(goTo)
  const started = breath()
    .then(startFlows)
    .catch((error: unknown) => {
      sessionStore.getState().apply({ type: 'failed', code: 'internal' })
      reportError(error)
    })
  // What a new worker keeps for later is fetched when the rest is here; one that is here already may have
  // news. A rest that hangs (a store that a page before holds, a server) keeps no worker away for ever.
  if (!navigator.serviceWorker?.controller) await withDeadline(started, WORKER_AT_LATEST_MS, browserTimers)
  bridge()
}
