import { flows } from '#src/flows/flows.ts'
import { firstPaint } from '#src/platform/first-paint.ts'
import { apiPart, databasePart } from '#src/queries/parts.ts'
import { sessionStore } from '#src/stores/session-store.ts'
import { updateStore } from '#src/stores/update-store.ts'
import { alarm } from './alarm.ts'
import { bridgeWorker } from './worker-bridge.ts'

/** Says where the late parts are; each is fetched when it is first asked for, and once. */
export function provideLateParts(): void {
  let loading: Promise<import('./compose-flows.ts').LateParts> | undefined
  const load = () => {
    loading ??= firstPaint()
      .then(() => import('./compose-flows.ts'))
      .then(({ composeFlows }) => composeFlows())
    loading.catch(() => {
      loading = undefined
    })
    return loading
  }
  apiPart.provide(async () => (await load()).api)
  databasePart.provide(async () => (await load()).database)
  flows.provide(async () => (await load()).flows)
}

async function startFlows(): Promise<void> {
  const { startSession, keepWatch, keepFlagsFresh } = await flows.get()
  keepWatch()
  await startSession()
  keepFlagsFresh()
}

/** By what is not in the first download either: most visits are never led elsewhere. */
const leadTo = async (path: string) => (await import('./go-to.ts')).goTo(path)

async function hearLaunches(): Promise<void> {
  const [{ goTo }, { watchLaunches }, { watchTyping }] = await Promise.all([
    import('./go-to.ts'),
    import('./watch-launches.ts'),
    import('./what-would-be-lost.ts'),
  ])
  watchTyping(document)
  watchLaunches(goTo)
}

/** What the first paint does not need: the session, the socket, the flags, the service worker. */
export function startLate(): void {
  // Browsers let a page sound only after a touch.
  window.addEventListener('pointerdown', () => alarm.unlock(), { once: true })
  hearLaunches().catch(reportError)
  startFlows().catch((error: unknown) => {
    sessionStore.getState().apply({ type: 'failed', code: 'internal' })
    reportError(error)
  })
  bridgeWorker({
    onUpdateReady: accept => updateStore.getState().offer(accept),
    onPushArrived: () =>
      void flows
        .get()
        .then(({ drainInbox }) => drainInbox())
        .catch(reportError),
    onOpen: path => void leadTo(path).catch(reportError),
  }).catch(reportError)
}
