import type { CloseCause } from './close-codes.ts'
import type { ServerFrame } from './frame.ts'
import type { PhoenixLimits } from './limits.ts'
import type { Carried, Transport } from './socket-session.ts'
import type { Timers } from './timers.ts'

/** What a poll is told: messages, nothing yet, or that the session is no more. */
export type PollAnswer = { status: 200; messages: string[] } | { status: 204 | 410; messages: [] }

/** Carries a session over polls: keeps what there is to say until the client asks for it. */
export class LongPollTransport implements Transport {
  readonly kind = 'longpoll'
  readonly #limits: PhoenixLimits
  readonly #timers: Timers
  readonly #onGone: () => void
  #session: Carried | null = null
  #queue: string[] = []
  #queuedLength = 0
  #isFlushing = false
  #isGone = false
  #answer: ((answer: PollAnswer) => void) | null = null
  #cancelTimer: () => void = () => undefined

  constructor(limits: PhoenixLimits, timers: Timers, onGone: () => void) {
    this.#limits = limits
    this.#timers = timers
    this.#onGone = onGone
  }

  start(session: Carried): void {
    this.#session = session
    this.#awaitPoll()
  }

  /** Whether anything may still be said to this client, or done in its name. */
  async mayStay(): Promise<boolean> {
    return !this.#isGone && (await this.#session?.mayStay()) === true
  }

  /** What the client has posted. False when the session is over, perhaps for one of these very messages. */
  receive(messages: readonly (string | Uint8Array)[]): boolean {
    for (const message of messages) {
      if (Buffer.byteLength(message) > this.#limits.frameBytes) this.#session?.close('tooLong')
      else this.#session?.receive(message)
    }
    return !this.#isGone
  }

  /** The client asks. A poll that is still open is sent home first: its client has given up on it. */
  poll(answer: (answer: PollAnswer) => void): void {
    if (this.#isGone) return answer({ status: 410, messages: [] })
    this.#reply({ status: 204, messages: [] })
    this.#cancelTimer()
    this.#answer = answer
    if (this.#queue.length > 0) return this.#flush()
    this.#cancelTimer = this.#timers.after(this.#limits.pollMs, () =>
      this.#reply({ status: 204, messages: [] }),
    )
  }

  /** The client hung up on its poll. */
  hungUp(answer: (answer: PollAnswer) => void): void {
    if (this.#answer !== answer) return
    this.#answer = null
    this.#awaitPoll()
  }

  send(frame: ServerFrame): void {
    this.#queue.push(frame.text)
    this.#queuedLength += frame.text.length
    if (this.#queuedLength > this.#limits.bufferedBytes) return this.#session?.close('slowConsumer')
    if (this.#isFlushing) return
    // What is said in one breath goes in one answer.
    this.#isFlushing = true
    queueMicrotask(() => {
      this.#isFlushing = false
      if (this.#queue.length > 0) this.#flush()
    })
  }

  /** What was last said did not reach the client. */
  lose(): void {
    this.#session?.close('restart')
  }

  close(_cause: CloseCause): void {
    this.#flush()
    this.#isGone = true
    this.#reply({ status: 410, messages: [] })
    this.#cancelTimer()
    this.#onGone()
  }

  #flush(): void {
    if (!this.#answer || this.#queue.length === 0) return
    const messages = this.#queue
    this.#queue = []
    this.#queuedLength = 0
    this.#reply({ status: 200, messages })
  }

  #reply(answer: PollAnswer): void {
    const reply = this.#answer
    if (!reply) return
    this.#answer = null
    this.#awaitPoll()
    reply(answer)
  }

  #awaitPoll(): void {
    this.#cancelTimer()
    this.#cancelTimer = this.#timers.after(this.#limits.pollGapMs, () => {
      this.#isGone = true
      this.#onGone()
      this.#session?.closedByClient()
    })
  }
}
