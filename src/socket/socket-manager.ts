import { Socket, type SocketConnectOption } from 'phoenix'
import type { TicketNew, TicketNewReply } from '#contract/channel/office-channel.ts'
import { CHANNEL_JOIN_TIMEOUT_MS } from '#contract/limits.ts'
import { retryDelay } from '#src/domain/retry-delay.ts'
import { LATE, withDeadline } from '#src/platform/deadline.ts'
import type { Random } from '#src/platform/random.ts'
import type { Settings } from '#src/platform/settings.ts'
import { type Stop, Subscribers } from '#src/platform/subscribers.ts'
import type { TakeBack, Timers } from '#src/platform/timers.ts'
import { type HeldMeetLine, joinMeet, type MeetLine, type MeetNews, type MeetSocket } from './meet-channel.ts'
import { OfficeChannel } from './office-channel.ts'
import {
  type ChannelLease,
  type ChannelState,
  type OfficeSocket,
  SocketError,
  type SocketNews,
} from './office-socket.ts'
import { Sequence } from './sequence.ts'

/** Of the connection: a second, growing to half a minute. */
const RECONNECT_PACE = { firstMs: 1_000, longestMs: 30_000 }
/** Of a channel on a connection that stands: the office's process may be starting anew. */
const REJOIN_PACE = { firstMs: 1_000, longestMs: 20_000 }
/** A WebSocket that has not opened by then stands behind something that swallows it: long poll is tried. */
const LONG_POLL_AFTER_MS = 4_000
/**
 * A connection that slept with the phone may look open and be dead: it must answer within this when the page
 * wakes.
 */
const WAKE_ANSWER_MS = 4_000

/** By this a server ends the connections of a session that is over, and of nothing else. */
const DISMISSED = 1_000

export interface SocketManagerOptions {
  /** ws(s)://host/socket */
  url: string
  /** Read whenever a connection is made; null for a guest. */
  getToken(): string | null
  /** Whether tickets or reservations need the office's channel (CHAN-04). */
  isNeeded(officeSlug: string): Promise<boolean>
  timers: Timers
  random: Random
  /** Keeps for the tab that long poll was the only way out. */
  tab: Settings
}

/**
 * The options as the genuine client takes them: its types do not know that the token may be asked for each
 * time.
 */
type ConnectOptions = Partial<Omit<SocketConnectOption, 'authToken'> & { authToken: () => string }>

/** What the genuine client has, and its types do not say. The version is pinned, and tests watch both. */
interface Fallback {
  longPollFallbackMs: number | undefined
  primaryPassedHealthCheck: boolean
}

export class SocketManager implements OfficeSocket, MeetSocket {
  readonly #options: SocketManagerOptions
  readonly #news = new Subscribers<SocketNews>()
  readonly #channels = new Map<string, OfficeChannel>()
  /** How many hold an office's channel. They outlive it: it may be refused, and opened anew. */
  readonly #leases = new Map<string, number>()
  readonly #sequences = new Map<string, Sequence>()
  /** The video calls, until they are left. */
  readonly #meetings = new Set<HeldMeetLine>()
  #socket: Socket | null = null
  #wakeCheck: TakeBack | null = null
  #onSilent: (() => void) | null = null
  /** The connection was lost, and the next try waits for its delay or is under way. */
  #isLost = false

  constructor(options: SocketManagerOptions) {
    this.#options = options
  }

  subscribe(listener: (news: SocketNews) => void): Stop {
    return this.#news.add(listener)
  }

  stateOf(officeSlug: string): ChannelState | null {
    return this.#channels.get(officeSlug)?.state ?? null
  }

  hold(officeSlug: string): ChannelLease {
    this.#leases.set(officeSlug, (this.#leases.get(officeSlug) ?? 0) + 1)
    let isReleased = false
    return {
      joined: this.#join(officeSlug),
      release: () => {
        if (isReleased) return
        isReleased = true
        const left = (this.#leases.get(officeSlug) ?? 0) - 1
        if (left > 0) this.#leases.set(officeSlug, left)
        else this.#leases.delete(officeSlug)
        void this.leave(officeSlug)
      },
    }
  }

  async #join(officeSlug: string): Promise<void> {
    if (this.#options.getToken() === null) throw new SocketError('user-is-guest')
    const channel = this.#channels.get(officeSlug) ?? this.#open(officeSlug)
    // The genuine client's own limit begins anew with each connection that fails: where none can be had, as
    // for somebody whose session is over, it never ends.
    const outcome = await withDeadline(channel.joined(), CHANNEL_JOIN_TIMEOUT_MS, this.#options.timers)
    if (outcome === LATE) throw new SocketError('channel-join')
  }

  async askForTicket(officeSlug: string, request: TicketNew): Promise<TicketNewReply> {
    const channel = this.#channels.get(officeSlug)
    if (!channel) throw new SocketError('closed')
    return channel.askForTicket(request)
  }

  async leave(officeSlug: string): Promise<void> {
    const channel = this.#channels.get(officeSlug)
    if (!channel || this.#leases.has(officeSlug)) return
    // Where it cannot be found out, it is kept: a call that is not heard is worse than a channel too many.
    const isNeeded = await this.#options.isNeeded(officeSlug).catch(() => true)
    // While we asked, somebody may have come.
    if (isNeeded || this.#leases.has(officeSlug) || this.#channels.get(officeSlug) !== channel) return
    this.#forget(officeSlug)
    channel.leave()
  }

  meet(meeting: string, page: string, tell: (news: MeetNews) => void, takesOver?: boolean): MeetLine {
    const line = joinMeet(this.#socket ?? this.#connect(), meeting, page, tell, takesOver)
    this.#meetings.add(line)
    return {
      signal: line.signal,
      leave: () => {
        this.#meetings.delete(line)
        line.leave()
      },
    }
  }

  leaveAll(): void {
    for (const [officeSlug, channel] of this.#channels) {
      this.#forget(officeSlug)
      channel.leave()
    }
    // Nobody is seen or heard any more in the name of whoever left.
    for (const line of this.#meetings) line.refuse('unauthorized')
    this.#meetings.clear()
    this.#sequences.clear()
    this.#close()
  }

  know(officeSlug: string, seq: number): void {
    this.#sequenceOf(officeSlug).know(seq)
  }

  wake(): void {
    const socket = this.#socket
    if (!socket) return
    if (!socket.isConnected()) {
      if (this.#isLost) this.#reconnect(socket)
      return
    }
    if (this.#wakeCheck) return
    this.#wakeCheck = this.#options.timers.after(WAKE_ANSWER_MS, () => {
      this.#wakeCheck = null
      this.#onSilent?.()
      this.#onSilent = null
      if (this.#socket === socket) this.#reconnect(socket)
    })
    socket.ping(() => {
      this.#wakeCheck?.()
      this.#wakeCheck = null
      this.#onSilent = null
    })
  }

  doubt(onSilent: () => void): void {
    if (!this.#socket?.isConnected()) {
      onSilent()
      return
    }
    this.#onSilent = onSilent
    this.wake()
  }

  #open(officeSlug: string): OfficeChannel {
    const socket = this.#socket ?? this.#connect()
    const channel = new OfficeChannel({
      socket,
      officeSlug,
      sequence: this.#sequenceOf(officeSlug),
      tell: news => this.#news.tell(news),
      onEnded: () => {
        if (this.#channels.get(officeSlug) === channel) this.#forget(officeSlug)
      },
    })
    this.#channels.set(officeSlug, channel)
    return channel
  }

  #connect(): Socket {
    const { url, getToken, random, tab } = this.#options
    const options: ConnectOptions = {
      authToken: () => getToken() ?? '',
      longPollFallbackMs: LONG_POLL_AFTER_MS,
      reconnectAfterMs: tries => retryDelay(tries, random.fraction(), RECONNECT_PACE),
      rejoinAfterMs: tries => retryDelay(tries, random.fraction(), REJOIN_PACE),
      // By itself the client reads the browser's own, and cannot be made where that is refused.
      sessionStorage: { getItem: tab.read, setItem: tab.write },
    }
    const socket = new Socket(url, options as unknown as Partial<SocketConnectOption>)
    this.#socket = socket
    const fallback = socket as unknown as Fallback
    socket.onOpen(() => {
      if (this.#socket !== socket) return
      this.#isLost = false
      this.#news.tell({ kind: 'socket', state: 'open' })
    })
    socket.onClose(event => {
      if (this.#socket !== socket) return
      if (event.code === DISMISSED) this.#news.tell({ kind: 'dismissed' })
      this.#isLost = true
      // Where WebSockets once worked, a server that restarts must not drive everybody to long poll for good.
      if (fallback.primaryPassedHealthCheck) fallback.longPollFallbackMs = undefined
      this.#news.tell({ kind: 'socket', state: 'connecting' })
    })
    this.#news.tell({ kind: 'socket', state: 'connecting' })
    socket.connect()
    return socket
  }

  /** Now, instead of when the growing delay is over; and by WebSocket, if long poll was only a way out. */
  #reconnect(socket: Socket): void {
    this.#isLost = false
    this.#news.tell({ kind: 'socket', state: 'connecting' })
    socket.replaceTransport(WebSocket)
    socket.connect()
  }

  #close(): void {
    const socket = this.#socket
    if (!socket) return
    this.#socket = null
    this.#isLost = false
    this.#wakeCheck?.()
    this.#wakeCheck = null
    this.#onSilent = null
    socket.disconnect()
    this.#news.tell({ kind: 'socket', state: 'closed' })
  }

  #forget(officeSlug: string): void {
    this.#channels.delete(officeSlug)
    this.#news.tell({ kind: 'channel', officeSlug, state: null })
  }

  #sequenceOf(officeSlug: string): Sequence {
    let sequence = this.#sequences.get(officeSlug)
    if (!sequence) {
      sequence = new Sequence()
      this.#sequences.set(officeSlug, sequence)
    }
    return sequence
  }
}
