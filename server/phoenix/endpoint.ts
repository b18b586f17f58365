import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { Admission } from './admission.ts'
import type { Channel, ChannelHandler } from './channel.ts'
import { type ConnectRequest, requestUrl } from './connect-request.ts'
import { type BroadcastOptions, Hub, type HubStats } from './hub.ts'
import { DEFAULT_LIMITS, type PhoenixLimits } from './limits.ts'
import { type Log, silentLog } from './log.ts'
import { LongPollRequests, type RandomBytes } from './longpoll-requests.ts'
import { LongPollSessions } from './longpoll-sessions.ts'
import { type PollCarrier, PollRelay } from './poll-relay.ts'
import { LATE, withDeadline } from './deadline.ts'
import { nodeTimers, type Timers } from './timers.ts'
import { WebSocketUpgrade } from './websocket-upgrade.ts'

export interface PhoenixEndpointOptions<Identity, Assigns> {
  /** Where the socket is: `/socket` answers at `/socket/websocket` and `/socket/longpoll`. */
  path?: string
  /** Who is it? Null refuses (403). A guest is an identity like another. */
  connect: (request: ConnectRequest) => Identity | null | Promise<Identity | null>
  /** Behaviour by topic, `web:*` or exact, the first that fits. */
  channels: Readonly<Record<string, ChannelHandler<Identity, Assigns>>>
  /**
   * By what an identity is found again, by `sendTo` and `disconnect`. Null, the default, for who is never
   * looked for.
   */
  identityKey?: (identity: Identity) => string | null
  /**
   * Whether the identity's time is over, by the clock. Asked at every message, either way: from that moment
   * on its sockets hear nothing and say nothing, and are closed (1000).
   */
  isOver?: (identity: Identity) => boolean
  /**
   * Whether the identity is still one that may do anything. Asked at every poll, and before every join and
   * event of a channel, which is named (`phx_join` for a join): what ended elsewhere a moment ago does
   * nothing more here. Where not, its socket is closed (1000).
   */
  mayStay?: (identity: Identity, event: string | undefined) => boolean | Promise<boolean>
  /** Told of every join that was answered: `ok`, or the reason for which it was refused. */
  onJoin?: (topic: string, outcome: string) => void
  /**
   * Origins whose pages may connect, as browsers write them; or only the page's own host, which is the
   * default.
   */
  allowedOrigins?: 'same-host' | readonly string[]
  /** Behind a proxy the peer is the proxy: who knows how many hops there are says where the client is. */
  remoteAddress?: (request: IncomingMessage) => string
  /**
   * Where several processes answer at one address: how this one reaches the others, for polls that reach
   * another process than the one where their session lives. What they say is to be told to `hear`.
   */
  carrier?: PollCarrier
  limits?: Partial<PhoenixLimits>
  timers?: Timers
  /** Milliseconds that only go forward: a corrected wall clock must end no session. */
  now?: () => number
  randomBytes?: RandomBytes
  log?: Log
}

export interface PhoenixEndpoint<Identity, Assigns> {
  /** For the server's `upgrade` event. False, and nothing done, when the path is another's. */
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): boolean
  /** Whether it would take such a request's upgrade. */
  takesUpgrade(request: IncomingMessage): boolean
  /**
   * For the server's `request` event, before anybody reads the body. False, and nothing done, when the path
   * is another's.
   */
  handleRequest(request: IncomingMessage, response: ServerResponse): boolean
  /** To every channel of the topic, this process's. Gives how many. */
  broadcast(
    topic: string,
    event: string,
    payload: object,
    options?: BroadcastOptions<Identity, Assigns>,
  ): number
  /** To one identity's channels, on one topic or on all. Gives how many. */
  sendTo(identityKey: string, event: string, payload: object, topic?: string): number
  /** What `work` sends, to whomever, is written to each socket in one go. */
  inOneGo(work: () => void): void
  channelsOf(topic: string): ReadonlySet<Channel<Identity, Assigns>>
  channelsOfIdentity(identityKey: string, topic?: string): Channel<Identity, Assigns>[]
  /** Closes sockets of an identity (1000), all unless told, as when it logs out elsewhere. Gives how many. */
  disconnect(identityKey: string, which?: (identity: Identity) => boolean): number
  /**
   * Closes every socket that is on a topic (1012): each client comes back, after the usual pauses, and joins
   * anew. Gives how many.
   */
  restart(topic: string): number
  /** What another process said to this one by the carrier. */
  hear(message: unknown): void
  /** Of every open socket. */
  identities(): Identity[]
  /**
   * Refuses whoever comes from now on, closes every socket (1012), and waits for sockets and handlers to be
   * done, at most `limits.closeMs`.
   */
  close(): Promise<void>
  stats(): HubStats
}

export function createPhoenixEndpoint<Identity, Assigns extends object = Record<string, unknown>>(
  options: PhoenixEndpointOptions<Identity, Assigns>,
): PhoenixEndpoint<Identity, Assigns> {
  const path = options.path ?? '/socket'
  const limits = { ...DEFAULT_LIMITS, ...options.limits }
  const timers = options.timers ?? nodeTimers
  const now = options.now ?? (() => performance.now())
  const log = options.log ?? silentLog
  const identityKey = options.identityKey ?? (() => null)
  const hub = new Hub<Identity, Assigns>({
    limits,
    timers,
    now,
    log,
    channels: options.channels,
    identityKey,
    isOver: options.isOver ?? (() => false),
    mayStay: options.mayStay ?? (() => true),
    onJoin: options.onJoin ?? (() => undefined),
  })
  const admission = new Admission(hub, {
    connect: options.connect,
    allowedOrigins: options.allowedOrigins ?? 'same-host',
    remoteAddress: options.remoteAddress ?? (request => request.socket.remoteAddress ?? ''),
  })
  const webSockets = new WebSocketUpgrade(hub, admission)
  const sessions = new LongPollSessions(hub)
  const relay =
    options.carrier &&
    new PollRelay({
      carrier: options.carrier,
      sessions,
      limits,
      timers,
      onFault: error => log.error({ error }, 'a poll of another process crashed'),
    })
  const polls = new LongPollRequests({
    limits,
    admission,
    sessions,
    relay,
    randomBytes: options.randomBytes ?? randomBytes,
  })

  return {
    takesUpgrade: request => requestUrl(request)?.pathname === `${path}/websocket`,

    handleUpgrade(request, socket, head) {
      const url = requestUrl(request)
      if (url?.pathname !== `${path}/websocket`) return false
      webSockets.handle(request, socket, head, url)
      return true
    },

    handleRequest(request, response) {
      const url = requestUrl(request)
      if (url?.pathname === `${path}/websocket`) {
        response.writeHead(400).end()
        return true
      }
      if (url?.pathname !== `${path}/longpoll`) return false
      polls.handle(request, response, url).catch((error: unknown) => {
        log.error({ error }, 'a poll crashed')
        response.destroy()
      })
      return true
    },

    broadcast: (topic, event, payload, broadcastOptions) =>
      hub.broadcast(topic, event, payload, broadcastOptions),
    sendTo: (key, event, payload, topic) => hub.sendTo(key, event, payload, topic),
    inOneGo: work => hub.inOneGo(work),
    channelsOf: topic => hub.channelsOf(topic),
    channelsOfIdentity: (key, topic) => hub.channelsOfIdentity(key, topic),
    disconnect: (key, which = () => true) => hub.disconnect(key, which),
    restart: topic => hub.restart(topic),
    hear: message => relay?.hear(message),
    identities: () => hub.identities(),
    stats: () => hub.stats(),

    async close() {
      admission.close()
      hub.closeAll()
      relay?.close()
      const done = Promise.all([webSockets.emptied(), hub.quiet()]).then(() => undefined)
      if ((await withDeadline(done, limits.closeMs, timers)) === LATE) webSockets.terminate()
    },
  }
}
