import { SERVICE_BASES } from '#contract/bases.ts'
import { createApi } from '#src/api/create-api.ts'
import { openDatabase } from '#src/db/open-database.ts'
import { expireSession } from '#src/flows/session/expire-session.ts'
import type { FlowContext } from '#src/flows/flow-context.ts'
import { isOfficeNeeded } from '#src/flows/office/is-office-needed.ts'
import { recordTooManyRequests } from '#src/flows/watch/record-too-many-requests.ts'
import { browserCamera } from '#src/platform/camera.ts'
import { connectPeer } from '#src/platform/peer-connection.ts'
import { type Clock, DeviceClock } from '#src/platform/clock.ts'
import type { Settings } from '#src/platform/settings.ts'
import { browserTimers, type Timers } from '#src/platform/timers.ts'
import { createQueryClient } from '#src/queries/create-query-client.ts'
import { queryServerData } from '#src/queries/query-server-data.ts'
import { SocketManager } from '#src/socket/socket-manager.ts'
import { createConnectionStore } from '#src/stores/connection-store.ts'
import { createErrandStore } from '#src/stores/errand-store.ts'
import { createFavoritesStore } from '#src/stores/favorites-store.ts'
import { createFlagsStore } from '#src/stores/flags-store.ts'
import { createNewTicketStore } from '#src/stores/new-ticket-store.ts'
import { createNoticesStore } from '#src/stores/notices-store.ts'
import { createPollDraftStore } from '#src/stores/poll-draft-store.ts'
import { createPreferencesStore } from '#src/stores/preferences-store.ts'
import { createPushStore } from '#src/stores/push-store.ts'
import { createReservationDraftStore } from '#src/stores/reservation-draft-store.ts'
import { createReservationStore } from '#src/stores/reservation-store.ts'
import { createSessionStore } from '#src/stores/session-store.ts'
import { type Stores, storePorts } from '#src/stores/store-ports.ts'
import { createUiStore } from '#src/stores/ui-store.ts'
import { createVisitAnswersStore } from '#src/stores/visit-answers-store.ts'
import {
  countingRandom,
  FakeAlarm,
  FakeConnectivity,
  FakeCookies,
  FakeOtherPages,
  FakePushDoor,
  FakeStorageKeeper,
  FakeVisibility,
  HandTime,
  memorySettings,
} from '../platform/fakes.ts'

let made = 0

export interface DeviceOptions {
  /** The database of an earlier page of this browser. */
  database?: string
  timers?: Timers
  /** What the server says that the time is, where that is not what the phone says. */
  serverClock?: Clock
  /** Where the server is thought to be, when it is not there. */
  origin?: string
  /** Another page that the same browser has open. */
  beside?: { database: string; fakes: { otherPages: FakeOtherPages } }
  /** What the tab kept, over a reload. */
  tab?: Settings
}

/**
 * A phone with the application on it, put together as the application is: real calls, real socket, real
 * database, real stores and query cache. What belongs to the browser (its clock, its push, its cable) is the
 * test's.
 * @param server its origin
 */
export function deviceAt(server: string, options: DeviceOptions = {}) {
  const name = options.database ?? options.beside?.database ?? `device-${++made}`
  const origin = options.origin ?? server
  const time = new HandTime()
  const stores: Stores = {
    connection: createConnectionStore(),
    errands: createErrandStore(),
    favorites: createFavoritesStore(),
    flags: createFlagsStore(),
    newTicket: createNewTicketStore(options.tab ?? memorySettings()),
    notices: createNoticesStore(time),
    pollDraft: createPollDraftStore(options.tab ?? memorySettings()),
    preferences: createPreferencesStore(),
    push: createPushStore(),
    reservation: createReservationStore(options.tab ?? memorySettings()),
    reservationDraft: createReservationDraftStore(memorySettings()),
    session: createSessionStore(),
    ui: createUiStore(memorySettings()),
    visitAnswers: createVisitAnswersStore(),
  }
  const ports = storePorts(stores)
  const fakes = {
    alarm: new FakeAlarm(),
    connectivity: new FakeConnectivity(),
    cookies: new FakeCookies(),
    pushDoor: new FakePushDoor(),
    otherPages: options.beside?.fakes.otherPages.another() ?? new FakeOtherPages(),
    storage: new FakeStorageKeeper(),
    visibility: new FakeVisibility(),
    random: countingRandom(0),
  }
  const queryClient = createQueryClient()
  const clock = new DeviceClock(
    () => time.now(),
    () => time.now(),
  )
  const db = openDatabase({
    name,
    timers: time,
    onProblem: problem => stores.ui.getState().setStorageProblem(problem),
    hasRoom: fakes.storage.hasRoom,
  })
  const socket = new SocketManager({
    url: `${origin.replace(/^http/, 'ws')}/socket`,
    getToken: ports.session.token,
    isNeeded: officeSlug => isOfficeNeeded({ ...ports, db, clock }, officeSlug),
    timers: browserTimers,
    random: fakes.random,
    tab: memorySettings(),
  })
  const api = createApi({
    clock: time,
    baseOf: service => `${origin}${SERVICE_BASES[service]}`,
    getToken: ports.session.token,
    onSessionExpired: () => void expireSession(context),
    onTooManyRequests: retryAfterMs => recordTooManyRequests(context, retryAfterMs),
    onReached() {
      if (options.serverClock) clock.hear(new Date(options.serverClock.now()).toUTCString())
      fakes.connectivity.reportReached()
    },
    onUnreached: () => socket.doubt(() => fakes.connectivity.reportUnreached()),
  })
  const context: FlowContext = {
    ...ports,
    ...fakes,
    clock,
    elapsed: () => time.now(),
    timers: options.timers ?? browserTimers,
    camera: browserCamera({}),
    connectPeer,
    positionFinder: { locate: async () => ({ lat: -33.4, lon: -70.6 }) },
    api,
    socket,
    db,
    serverData: queryServerData(queryClient),
  }
  return {
    context,
    stores,
    fakes,
    time,
    queryClient,
    database: name,
    notices: () => stores.notices.getState().notices,
    kinds: () => stores.notices.getState().notices.map(({ kind }) => kind),
    close() {
      socket.leaveAll()
      db.close()
      queryClient.clear()
    },
  }
}

export type Device = ReturnType<typeof deviceAt>
