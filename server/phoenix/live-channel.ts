import type { Channel, ChannelHandler, EventAnswer, JoinAnswer, LeaveReason } from './channel.ts'
import type { CrowdPace } from './crowd-pace.ts'
import { type ClientFrame, type Ref, ServerFrame, replyFrame } from './frame.ts'
import type { JoinGate } from './join-gate.ts'
import type { Log } from './log.ts'
import { LATE, withDeadline } from './deadline.ts'
import type { Timers } from './timers.ts'

/** What a channel needs of the socket that it lives on. */
export interface ChannelHost<Identity, Assigns> {
  readonly identity: Identity
  readonly identityKey: string | null
  readonly timers: Timers
  readonly log: Log
  readonly joins: JoinGate
  readonly crowd: CrowdPace
  readonly joinMs: number
  readonly bufferedBytes: number
  send(frame: ServerFrame): void
  /** The channel is no longer the topic's: it gets no more broadcasts. */
  release(channel: LiveChannel<Identity, Assigns>): void
  /** Answers what came for a channel that is not there. */
  answerUnjoined(frame: ClientFrame): void
  /** The join was answered: `ok`, or the reason for which it was refused. */
  answered(topic: string, outcome: string): void
  /** So many messages that waited have been dealt with. */
  settle(messages: number): void
  /** Whether anything may still be done in this client's name; closes the socket where not. */
  mayStay(event: string): boolean | Promise<boolean>
  /** Keeps a closing endpoint waiting for what is under way. */
  track(work: Promise<void>): void
  overrun(): void
}

/**
 * One client on one topic: a small process with an inbox, as the genuine server has one for each channel. It
 * takes its messages one by one, the join first, so that a handler never runs beside itself.
 */
export class LiveChannel<Identity, Assigns> implements Channel<Identity, Assigns> {
  readonly topic: string
  readonly joinRef: Ref
  readonly assigns: Partial<Assigns> = {}
  readonly #host: ChannelHost<Identity, Assigns>
  readonly #handler: ChannelHandler<Identity, Assigns>
  /**
   * The channel of an earlier join: the genuine server tells of its end after it has answered the new join.
   */
  #replaced: LiveChannel<Identity, Assigns> | undefined
  readonly #inbox: ClientFrame[] = []
  #isWorking = false
  #work = Promise.resolve()
  #isSuperseded = false
  #hasJoined = false
  #ended: LeaveReason | null = null
  /** What was sent before the client has its answer to the join; null from then on. */
  #held: ServerFrame[] | null = []
  #heldLength = 0

  constructor(
    host: ChannelHost<Identity, Assigns>,
    handler: ChannelHandler<Identity, Assigns>,
    join: ClientFrame,
    replaced?: LiveChannel<Identity, Assigns>,
  ) {
    this.#host = host
    this.#handler = handler
    this.#replaced = replaced
    this.topic = join.topic
    this.joinRef = join.joinRef ?? join.ref
  }

  get identity(): Identity {
    return this.#host.identity
  }

  get identityKey(): string | null {
    return this.#host.identityKey
  }

  push(event: string, payload: object): void {
    if (this.#ended === null) this.deliver(new ServerFrame(this.joinRef, null, this.topic, event, payload))
  }

  /** The way of a broadcast: the frame is everybody's. */
  deliver(frame: ServerFrame): void {
    if (this.#held === null) return this.#host.send(frame)
    this.#heldLength += frame.text.length
    if (this.#heldLength > this.#host.bufferedBytes) return this.#host.overrun()
    this.#held.push(frame)
  }

  /** A message for this channel. The first one is the join. */
  receive(frame: ClientFrame): void {
    this.#inbox.push(frame)
    this.#wake()
  }

  /**
   * The topic was joined anew on the same socket. A join that is still being decided is answered first, and
   * what came behind it; the new one waits for that.
   */
  supersede(): void {
    this.#isSuperseded = true
    if (this.#hasJoined) this.#makeWay()
  }

  /**
   * From now on nothing is sent. When the client merely went away, what it had already sent is still done, as
   * by the genuine server; in every other case it is dropped.
   */
  end(reason: LeaveReason): void {
    if (this.#ended !== null) return
    this.#ended = reason
    this.#held = null
    this.#host.release(this)
    if (reason !== 'closed') this.#host.settle(this.#inbox.splice(0).length)
    this.#wake()
  }

  #wake(): void {
    if (this.#isWorking) return
    this.#isWorking = true
    this.#work = this.#workOff()
    this.#host.track(this.#work)
  }

  async #workOff(): Promise<void> {
    for (let frame = this.#inbox.shift(); frame; frame = this.#inbox.shift()) {
      try {
        await this.#process(frame)
      } catch (error) {
        this.#crash(error)
      }
      this.#host.settle(1)
    }
    if (this.#isSuperseded) this.#makeWay()
    this.#isWorking = false
    if (this.#ended !== null && this.#hasJoined) await this.#tellLeft(this.#ended)
  }

  async #process(frame: ClientFrame): Promise<void> {
    const staying = this.#host.mayStay(frame.event)
    if (staying !== true && !(await staying)) return
    if (!this.#hasJoined) {
      if (this.#ended === null && frame.event === 'phx_join') return this.#join(frame)
      return this.#host.answerUnjoined(frame)
    }
    if (frame.event === 'phx_leave') return this.#leave(frame)
    this.#reply(frame, await this.#handler.handle?.(frame.event, frame.payload, this))
  }

  async #join(frame: ClientFrame): Promise<void> {
    const { topic, payload } = frame
    const joining = this.#inTurn(() => this.#askToJoin(topic, payload))
    const answer = await withDeadline(joining, this.#host.joinMs, this.#host.timers)
    if (answer === LATE) {
      this.#host.track(this.#awaitLateJoin(joining))
      return this.#refuse(frame, { reason: 'join timeout' })
    }
    if (answer === null) return this.#refuse(frame, { reason: 'join dropped' })
    if ('error' in answer) return this.#refuse(frame, answer.error)
    await this.#host.crowd.step(() => this.#open(frame, answer))
  }

  #open(frame: ClientFrame, answer: Extract<JoinAnswer, { ok: object }>): void {
    this.#hasJoined = true
    if (this.#ended !== null) return
    this.#host.answered(this.topic, 'ok')
    const held = this.#held ?? []
    this.#held = null
    this.#host.send(replyFrame(this.joinRef, frame.ref, this.topic, 'ok', answer.ok))
    this.#tellReplaced()
    for (const kept of held) this.#host.send(kept)
  }

  /**
   * Whether the client still waits for its join: it has not gone, left, joined anew, or heard that it took
   * too long.
   */
  #isWanted(): boolean {
    return (
      this.#ended === null && !this.#isSuperseded && !this.#inbox.some(({ event }) => event === 'phx_leave')
    )
  }

  /** After the join that this one replaces, and when there is room among those of the process. */
  async #inTurn(join: () => Promise<JoinAnswer>): Promise<JoinAnswer | null> {
    if (this.#replaced && this.#replaced.#ended === null) await this.#replaced.#work
    // When its turn has come: one that nobody waits for any more is dropped, and holds up nobody who does.
    return this.#host.joins.pass(() => this.#host.crowd.step(() => (this.#isWanted() ? join() : null)))
  }

  /**
   * A join that throws is an answer too: the genuine server says "join crashed" and the channel never was.
   */
  async #askToJoin(topic: string, payload: unknown): Promise<JoinAnswer> {
    try {
      return await this.#handler.join({ topic, payload, identity: this.identity, channel: this })
    } catch (error) {
      this.#host.log.error({ error, topic }, 'a join crashed')
      return { error: { reason: 'join crashed' } }
    }
  }

  async #awaitLateJoin(joining: Promise<JoinAnswer | null>): Promise<void> {
    const answer = await joining
    if (answer !== null && 'ok' in answer) await this.#tellLeft('timeout')
  }

  #refuse(frame: ClientFrame, response: { reason: string }): void {
    if (this.#ended === null) {
      this.#host.answered(this.topic, response.reason)
      this.#host.send(replyFrame(this.joinRef, frame.ref, this.topic, 'error', response))
      this.#tellReplaced()
    }
    this.#finish('left')
  }

  #leave(frame: ClientFrame): void {
    this.#reply(frame, { ok: {} })
    if (this.#ended === null) this.#host.send(this.#closeFrame())
    this.#finish('left')
  }

  #crash(error: unknown): void {
    this.#host.log.error({ error, topic: this.topic }, 'a channel crashed')
    if (this.#ended !== null) return
    const payload = { reason: 'channel_crash' }
    this.#host.send(new ServerFrame(this.joinRef, this.joinRef, this.topic, 'phx_error', payload))
    this.#finish('crashed')
  }

  #makeWay(): void {
    if (this.#ended === null) this.#finish('duplicate')
  }

  /** Ends from within: whoever still waits in the inbox learns that the channel is not there. */
  #finish(reason: LeaveReason): void {
    if (this.#ended !== null) return
    const waiting = this.#inbox.splice(0)
    this.end(reason)
    for (const frame of waiting) this.#host.answerUnjoined(frame)
    this.#host.settle(waiting.length)
  }

  #reply(frame: ClientFrame, answer: EventAnswer): void {
    if (answer === undefined || this.#ended !== null) return
    const [status, response] =
      'ok' in answer ? (['ok', answer.ok] as const) : (['error', answer.error] as const)
    this.#host.send(replyFrame(this.joinRef, frame.ref, this.topic, status, response))
  }

  #tellReplaced(): void {
    if (this.#replaced && this.#replaced.#ended === 'duplicate') this.#host.send(this.#replaced.#closeFrame())
    // It must not be kept, nor whom it replaced itself.
    this.#replaced = undefined
  }

  #closeFrame(): ServerFrame {
    return new ServerFrame(this.joinRef, this.joinRef, this.topic, 'phx_close', {})
  }

  async #tellLeft(reason: LeaveReason): Promise<void> {
    try {
      await this.#handler.left?.(this, reason)
    } catch (error) {
      this.#host.log.error({ error, topic: this.topic }, 'leaving a channel crashed')
    }
  }
}
