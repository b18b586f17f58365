import type { Meeting } from '#contract/rest/video.ts'
import { serviceUrl, socketUrl } from '#contract/service-hosts.ts'
import { createClient } from '#src/api/client.ts'
import { videoApi } from '#src/api/video.ts'
import { type MeetSession, meetSession } from '#src/meet/meet-session.ts'
import { browserCamera } from '#src/platform/camera.ts'
import { browserClock } from '#src/platform/clock.ts'
import { readServiceHosts } from '#src/platform/environment.ts'
import { connectPeer } from '#src/platform/peer-connection.ts'
import { browserRandom } from '#src/platform/random.ts'
import { reportFault } from '#src/platform/report-fault.ts'
import { browserSettings } from '#src/platform/settings.ts'
import { browserTimers } from '#src/platform/timers.ts'
import { SocketManager } from '#src/socket/socket-manager.ts'
import type { SessionStore } from '../session-store.ts'

export interface DeskMeet {
  session: MeetSession
  /** Lets go of camera, microphone and socket. */
  close(): void
}

/**
 * The desk's own visit to a video attention. The desk needs no socket otherwise: this one lives as long as
 * the visit.
 */
export function openMeet(clerk: Pick<SessionStore, 'getToken' | 'expire'>, meeting: Meeting): DeskMeet {
  const hosts = readServiceHosts(document)
  const client = createClient({
    clock: browserClock,
    baseOf: service => serviceUrl(hosts, service, location.origin),
    getToken: clerk.getToken,
    onSessionExpired: clerk.expire,
    onTooManyRequests() {},
    onReached() {},
    onUnreached() {},
  })
  const socket = new SocketManager({
    url: socketUrl(hosts, location.origin),
    getToken: clerk.getToken,
    isNeeded: async () => false,
    timers: browserTimers,
    random: browserRandom,
    tab: browserSettings(() => sessionStorage),
  })
  const wake = () => socket.wake()
  addEventListener('online', wake)
  const session = meetSession({
    meeting,
    socket,
    camera: browserCamera(navigator),
    connect: connectPeer,
    credentials: videoApi(client).credentials,
    clock: browserClock,
    timers: browserTimers,
    random: browserRandom,
    onFault: reportFault,
  })
  return {
    session,
    close() {
      removeEventListener('online', wake)
      session.close()
      socket.leaveAll()
    },
  }
}
