import type { ChannelHandler } from './channel.ts'
import type { CloseCause } from './close-codes.ts'
import type { CrowdPace } from './crowd-pace.ts'
import { type ClientFrame, MalformedFrameError, type ServerFrame, replyFrame } from './frame.ts'
import { parseBinaryFrame, parseTextFrame } from './frame.ts'
import type { PhoenixLimits } from './limits.ts'
import type { JoinGate } from './join-gate.ts'
import { type ChannelHost, LiveChannel } from './live-channel.ts'
import type { Log } from './log.ts'
import { MessageMeter } from './message-meter.ts'
import type { Timers } from './timers.ts'

/** What carries the frames: a WebSocket, or polls. */
export interface Transport {
  readonly kind: 'websocket' | 'longpoll'
  send(frame: ServerFrame): void
  /** Keeps what is sent from now on, until it is let go: many frames are then written as one. */
  hold?(): void
  letGo?(): void
  close(cause: CloseCause): void
}

/** The other way round: what a transport tells its session. */
export interface Carried {
  receive(message: string | Uint8Array): void
  close(cause: CloseCause): void
  closedByClient(): void
  isOpen(): boolean
  mayStay(event?: string): boolean | Promise<boolean>
}

/** What every session of an endpoint shares, and tells. */
export interface SessionHub<Identity, Assigns> {
  readonly limits: PhoenixLimits
  readonly timers: Timers
  /** Milliseconds of a clock that only goes forward. */
  readonly now: () => number
  readonly log: Log
  readonly joins: JoinGate
  readonly crowd: CrowdPace
  isOver(identity: Identity): boolean
  mayStay(identity: Identity, event: string | undefined): boolean | Promise<boolean>
  onJoin(topic: string, outcome: string): void
  handlerOf(topic: string): ChannelHandler<Identity, Assigns> | undefined
  channelOpened(channel: LiveChannel<Identity, Assigns>): void
  channelEnded(channel: LiveChannel<Identity, Assigns>): void
  sessionEnded(session: SocketSession<Identity, Assigns>, cause: CloseCause | 'client'): void
  received(): void
  /** A frame is about to be sent. */
  sending(transport: Transport): void
  track(work: Promise<void>): void
}

/**
 * One client's socket: which channels it has, and what each of its messages means. Knows nothing of what
 * carries it.
 */
export class SocketSession<Identity, Assigns> implements ChannelHost<Identity, Assigns>, Carried {
  readonly identity: Identity
  readonly identityKey: string | null
  readonly transport: Transport
  readonly #hub: SessionHub<Identity, Assigns>
  readonly #channels = new Map<string, LiveChannel<Identity, Assigns>>()
  /** Channels whose topic was joined anew before they were done. Hardly any socket ever has one. */
  #superseded: Set<LiveChannel<Identity, Assigns>> | undefined
  readonly #meter: MessageMeter
  #pending = 0
  #isOpen = true

  constructor(
    hub: SessionHub<Identity, Assigns>,
    transport: Transport,
    identity: Identity,
    identityKey: string | null,
  ) {
    this.identity = identity
    this.identityKey = identityKey
    this.transport = transport
    this.#hub = hub
    this.#meter = new MessageMeter(hub.limits.messageBurst, hub.limits.messagesPerSecond, hub.now)
  }

  get timers(): Timers {
    return this.#hub.timers
  }

  get log(): Log {
    return this.#hub.log
  }

  get joins(): JoinGate {
    return this.#hub.joins
  }

  get crowd(): CrowdPace {
    return this.#hub.crowd
  }

  get joinMs(): number {
    return this.#hub.limits.joinMs
  }

  get bufferedBytes(): number {
    return this.#hub.limits.bufferedBytes
  }

  channel(topic: string): LiveChannel<Identity, Assigns> | undefined {
    return this.#channels.get(topic)
  }

  channels(): IterableIterator<LiveChannel<Identity, Assigns>> {
    return this.#channels.values()
  }

  /** One message of the client, of text or of bytes. */
  receive(message: string | Uint8Array): void {
    if (!this.isOpen()) return
    this.#hub.received()
    if (!this.#meter.take()) return this.close('tooManyMessages')
    try {
      this.#dispatch(typeof message === 'string' ? parseTextFrame(message) : parseBinaryFrame(message))
    } catch (error) {
      if (!(error instanceof MalformedFrameError)) throw error
      this.#hub.log.warn({ fault: error.message }, 'malformed message')
      this.close('malformed')
    }
  }

  send(frame: ServerFrame): void {
    if (!this.isOpen()) return
    this.#hub.sending(this.transport)
    this.transport.send(frame)
  }

  /**
   * Closes the socket where the time of its identity is over: from then on it hears nothing and says nothing.
   */
  isOpen(): boolean {
    if (this.#isOpen && this.#hub.isOver(this.identity)) this.close('disconnected')
    return this.#isOpen
  }

  mayStay(event?: string): boolean | Promise<boolean> {
    const answer = this.#hub.isOver(this.identity) ? false : this.#hub.mayStay(this.identity, event)
    return typeof answer === 'boolean' ? this.#stay(answer) : answer.then(may => this.#stay(may))
  }

  /** The server's wish. */
  close(cause: CloseCause): void {
    if (!this.#isOpen) return
    this.#end(cause)
    this.transport.close(cause)
  }

  /** The client's wish, or the network's. */
  closedByClient(): void {
    if (this.#isOpen) this.#end('client')
  }

  release(channel: LiveChannel<Identity, Assigns>): void {
    if (!this.#superseded?.delete(channel)) this.#channels.delete(channel.topic)
    this.#hub.channelEnded(channel)
  }

  answerUnjoined({ joinRef, ref, topic, event }: ClientFrame): void {
    if (event === 'phx_leave') return this.send(replyFrame(joinRef, ref, topic, 'ok', {}))
    this.send(replyFrame(null, ref, topic, 'error', { reason: 'unmatched topic' }))
  }

  answered(topic: string, outcome: string): void {
    this.#hub.onJoin(topic, outcome)
  }

  settle(messages: number): void {
    this.#pending -= messages
  }

  track(work: Promise<void>): void {
    this.#hub.track(work)
  }

  overrun(): void {
    this.close('slowConsumer')
  }

  #dispatch(frame: ClientFrame): void {
    if (frame.topic === 'phoenix' && frame.event === 'heartbeat') {
      return this.send(replyFrame(null, frame.ref, 'phoenix', 'ok', {}))
    }
    if (frame.event === 'phx_join') return this.#join(frame)
    const channel = this.#channels.get(frame.topic)
    if (!channel) return this.answerUnjoined(frame)
    // Meant for an earlier join of the topic: the client has moved on, and so had its channel.
    if (frame.joinRef !== null && frame.joinRef !== channel.joinRef) return
    this.#deliver(channel, frame)
  }

  #join(frame: ClientFrame): void {
    const handler = this.#hub.handlerOf(frame.topic)
    if (!handler) return this.answerUnjoined(frame)
    const replaced = this.#channels.get(frame.topic)
    if (replaced) {
      this.#channels.delete(frame.topic)
      this.#superseded ??= new Set()
      this.#superseded.add(replaced)
      replaced.supersede()
    }
    if (this.#channels.size >= this.#hub.limits.channelsPerSocket) {
      const refusal = { reason: 'too many channels joined' }
      return this.send(replyFrame(frame.joinRef, frame.ref, frame.topic, 'error', refusal))
    }
    const channel = new LiveChannel(this, handler, frame, replaced)
    this.#channels.set(frame.topic, channel)
    this.#hub.channelOpened(channel)
    this.#deliver(channel, frame)
  }

  #deliver(channel: LiveChannel<Identity, Assigns>, frame: ClientFrame): void {
    this.#pending += 1
    if (this.#pending > this.#hub.limits.pendingMessages) return this.close('tooManyPending')
    channel.receive(frame)
  }

  #stay(may: boolean): boolean {
    if (!may) this.close('disconnected')
    return may
  }

  #end(cause: CloseCause | 'client'): void {
    this.#isOpen = false
    const reason = cause === 'client' ? 'closed' : cause === 'disconnected' ? cause : 'ended'
    for (const channel of [...this.#channels.values(), ...(this.#superseded ?? [])]) channel.end(reason)
    this.#hub.sessionEnded(this, cause)
  }
}
