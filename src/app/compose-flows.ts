import { serviceUrl, socketUrl } from '#contract/service-hosts.ts'
import { createApi } from '#src/api/create-api.ts'
import { openDatabase } from '#src/db/open-database.ts'
import { bindFlows, type Flows } from '#src/flows/bind-flows.ts'
import { expireSession } from '#src/flows/session/expire-session.ts'
import type { FlowContext } from '#src/flows/flow-context.ts'
import { isOfficeNeeded } from '#src/flows/office/is-office-needed.ts'
import { recordTooManyRequests } from '#src/flows/watch/record-too-many-requests.ts'
import { browserCamera } from '#src/platform/camera.ts'
import { browserClock } from '#src/platform/clock.ts'
import { browserConnectivity } from '#src/platform/connectivity.ts'
import { browserCookies } from '#src/platform/cookies.ts'
import { readServiceHosts } from '#src/platform/environment.ts'
import { browserOtherPages } from '#src/platform/other-pages.ts'
import { connectPeer } from '#src/platform/peer-connection.ts'
import { browserPosition } from '#src/platform/position.ts'
import { browserPushDoor } from '#src/platform/push-door.ts'
import { browserRandom } from '#src/platform/random.ts'
import { browserSettings } from '#src/platform/settings.ts'
import { browserStorageKeeper } from '#src/platform/storage-keeper.ts'
import { browserTimers } from '#src/platform/timers.ts'
import { browserVisibility } from '#src/platform/visibility.ts'
import { queryClient } from '#src/queries/query-client.ts'
import { queryServerData } from '#src/queries/query-server-data.ts'
import { SocketManager } from '#src/socket/socket-manager.ts'
import { PAGE_STORES, storePorts } from '#src/stores/store-ports.ts'
import { uiStore } from '#src/stores/ui-store.ts'
import { alarm } from './alarm.ts'

/** What is not in the first download: the calls, the socket, the database, and the verbs that use them. */
export interface LateParts {
  api: FlowContext['api']
  database: FlowContext['db']
  flows: Flows
}

/** Puts the page's real doors, stores and services together. */
export function composeFlows(): LateParts {
  const hosts = readServiceHosts(document)
  const ports = storePorts(PAGE_STORES)
  const getToken = () => ports.session.token()
  const connectivity = browserConnectivity(window)
  const cookies = browserCookies(document)

  const api = createApi({
    clock: browserClock,
    baseOf: service => serviceUrl(hosts, service, location.origin),
    getToken,
    onSessionExpired: () => void expireSession(context).catch(reportError),
    onTooManyRequests: retryAfterMs => recordTooManyRequests(context, retryAfterMs),
    onReached(date) {
      if (date) browserClock.hear(date)
      connectivity.reportReached()
    },
    // A server may be slow in one answer: a page whose socket lives is not without a network.
    onUnreached: () => context.socket.doubt(connectivity.reportUnreached),
  })
  const storage = browserStorageKeeper(navigator, () => caches)
  const db = openDatabase({
    timers: browserTimers,
    onProblem: uiStore.getState().setStorageProblem,
    hasRoom: storage.hasRoom,
  })
  const context: FlowContext = {
    ...ports,
    clock: browserClock,
    elapsed: () => performance.now(),
    timers: browserTimers,
    random: browserRandom,
    connectivity,
    visibility: browserVisibility(document),
    storage,
    positionFinder: browserPosition(navigator),
    cookies,
    alarm,
    pushDoor: browserPushDoor(window, browserTimers),
    otherPages: browserOtherPages(name => new BroadcastChannel(name)),
    api,
    db,
    socket: new SocketManager({
      url: socketUrl(hosts, location.origin),
      getToken,
      isNeeded: officeSlug => isOfficeNeeded(context, officeSlug),
      timers: browserTimers,
      random: browserRandom,
      tab: browserSettings(() => sessionStorage),
    }),
    camera: browserCamera(navigator),
    connectPeer,
    serverData: queryServerData(queryClient),
  }
  return { api, database: db, flows: bindFlows(context) }
}
