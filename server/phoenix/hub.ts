import type { Channel, ChannelHandler } from './channel.ts'
import type { CloseCause } from './close-codes.ts'
import { CrowdPace } from './crowd-pace.ts'
import { ServerFrame } from './frame.ts'
import { GroupIndex } from './group-index.ts'
import { JoinGate } from './join-gate.ts'
import type { PhoenixLimits } from './limits.ts'
import type { LiveChannel } from './live-channel.ts'
import type { Log } from './log.ts'
import { type SessionHub, SocketSession, type Transport } from './socket-session.ts'
import { matchTopics } from './topic-patterns.ts'
import type { Timers } from './timers.ts'

export interface BroadcastOptions<Identity, Assigns> {
  /**
   * Channels that shall not get it. A channel that is still joining is asked about too: its identity is
   * known, its assigns perhaps not yet.
   */
  except?: (channel: Channel<Identity, Assigns>) => boolean
}

export interface HubStats {
  sockets: { websocket: number; longpoll: number }
  channels: number
  topics: number
  messagesIn: number
  messagesOut: number
  /** Sessions ended since the start, by cause; `client` is the client or the network. */
  ended: Partial<Record<CloseCause | 'client', number>>
}

/** Every session of an endpoint, and the ways to reach their channels. */
export class Hub<Identity, Assigns> implements SessionHub<Identity, Assigns> {
  readonly limits: PhoenixLimits
  readonly timers: Timers
  readonly now: () => number
  readonly log: Log
  readonly joins: JoinGate
  readonly crowd: CrowdPace
  readonly handlerOf: (topic: string) => ChannelHandler<Identity, Assigns> | undefined
  readonly isOver: (identity: Identity) => boolean
  readonly mayStay: (identity: Identity, event: string | undefined) => boolean | Promise<boolean>
  readonly onJoin: (topic: string, outcome: string) => void
  readonly #identityKey: (identity: Identity) => string | null
  readonly #topics = new GroupIndex<LiveChannel<Identity, Assigns>>()
  readonly #identities = new GroupIndex<SocketSession<Identity, Assigns>>()
  readonly #sessions = new Set<SocketSession<Identity, Assigns>>()
  readonly #work = new Set<Promise<void>>()
  readonly #sockets = { websocket: 0, longpoll: 0 }
  readonly #ended: HubStats['ended'] = {}
  #channels = 0
  #messagesIn = 0
  #messagesOut = 0
  /** Those to whom something is sent in one go. */
  #held: Set<Transport> | null = null

  constructor(options: {
    limits: PhoenixLimits
    timers: Timers
    now: () => number
    log: Log
    channels: Readonly<Record<string, ChannelHandler<Identity, Assigns>>>
    identityKey: (identity: Identity) => string | null
    isOver: (identity: Identity) => boolean
    mayStay: (identity: Identity, event: string | undefined) => boolean | Promise<boolean>
    onJoin: (topic: string, outcome: string) => void
  }) {
    this.limits = options.limits
    this.timers = options.timers
    this.now = options.now
    this.log = options.log
    this.joins = new JoinGate(options.limits.joinsAtOnce)
    this.crowd = new CrowdPace(options.now)
    this.handlerOf = matchTopics(options.channels)
    this.isOver = options.isOver
    this.mayStay = options.mayStay
    this.onJoin = options.onJoin
    this.#identityKey = options.identityKey
  }

  get size(): number {
    return this.#sessions.size
  }

  open(identity: Identity, transport: Transport): SocketSession<Identity, Assigns> {
    const session = new SocketSession(this, transport, identity, this.#identityKey(identity))
    this.#sessions.add(session)
    this.#sockets[transport.kind] += 1
    if (session.identityKey !== null) this.#identities.add(session.identityKey, session)
    return session
  }

  /** Encoded once, sent to every channel of the topic. Gives how many got it. */
  broadcast(
    topic: string,
    event: string,
    payload: object,
    options?: BroadcastOptions<Identity, Assigns>,
  ): number {
    const channels = this.#topics.of(topic)
    if (channels.size === 0) return 0
    const frame = new ServerFrame(null, null, topic, event, payload)
    const except = options?.except
    let delivered = 0
    for (const channel of channels) {
      if (except?.(channel)) continue
      channel.deliver(frame)
      delivered += 1
    }
    return delivered
  }

  /**
   * To one identity's channels, on one topic or on all of them. Costs what that identity has, not what the
   * topic has.
   */
  sendTo(identityKey: string, event: string, payload: object, topic?: string): number {
    const channels = this.channelsOfIdentity(identityKey, topic)
    for (const channel of channels) channel.push(event, payload)
    return channels.length
  }

  channelsOf(topic: string): ReadonlySet<Channel<Identity, Assigns>> {
    return this.#topics.of(topic)
  }

  channelsOfIdentity(identityKey: string, topic?: string): Channel<Identity, Assigns>[] {
    return [...this.#identities.of(identityKey)].flatMap(session => {
      if (topic === undefined) return [...session.channels()]
      const channel = session.channel(topic)
      return channel ? [channel] : []
    })
  }

  identities(): Identity[] {
    return [...this.#sessions].map(({ identity }) => identity)
  }

  disconnect(identityKey: string, which: (identity: Identity) => boolean): number {
    const sessions = [...this.#identities.of(identityKey)].filter(({ identity }) => which(identity))
    for (const session of sessions) session.close('disconnected')
    return sessions.length
  }

  restart(topic: string): number {
    const sessions = [...this.#sessions].filter(session => session.channel(topic) !== undefined)
    for (const session of sessions) session.close('restart')
    return sessions.length
  }

  closeAll(): void {
    for (const session of this.#sessions) session.close('restart')
  }

  /** When no handler is at work any more. */
  async quiet(): Promise<void> {
    while (this.#work.size > 0) await Promise.all(this.#work)
  }

  stats(): HubStats {
    return {
      sockets: { ...this.#sockets },
      channels: this.#channels,
      topics: this.#topics.size,
      messagesIn: this.#messagesIn,
      messagesOut: this.#messagesOut,
      ended: { ...this.#ended },
    }
  }

  channelOpened(channel: LiveChannel<Identity, Assigns>): void {
    this.#channels += 1
    this.#topics.add(channel.topic, channel)
  }

  channelEnded(channel: LiveChannel<Identity, Assigns>): void {
    this.#channels -= 1
    this.#topics.remove(channel.topic, channel)
  }

  sessionEnded(session: SocketSession<Identity, Assigns>, cause: CloseCause | 'client'): void {
    this.#sessions.delete(session)
    this.#sockets[session.transport.kind] -= 1
    if (session.identityKey !== null) this.#identities.remove(session.identityKey, session)
    this.#ended[cause] = (this.#ended[cause] ?? 0) + 1
  }

  received(): void {
    this.#messagesIn += 1
  }

  sending(transport: Transport): void {
    this.#messagesOut += 1
    if (!this.#held || this.#held.has(transport)) return
    this.#held.add(transport)
    transport.hold?.()
  }

  /**
   * What `work` sends is written to each socket in one go: of a broadcast to thousands the writing is what
   * costs.
   */
  inOneGo(work: () => void): void {
    if (this.#held) return work()
    const held = new Set<Transport>()
    this.#held = held
    try {
      work()
    } finally {
      this.#held = null
      for (const transport of held) transport.letGo?.()
    }
  }

  track(work: Promise<void>): void {
    this.#work.add(work)
    void work.finally(() => this.#work.delete(work))
  }
}
