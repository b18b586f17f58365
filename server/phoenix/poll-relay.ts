import type { PhoenixLimits } from './limits.ts'
import { type Answer, digestOf, type Question } from './longpoll-sessions.ts'
import type { Timers } from './timers.ts'

/** Brings messages to the other processes behind one address. What is said may be lost, or come late. */
export interface PollCarrier {
  /** This process's name among them: lower case, digits. */
  name: string
  /** All of them make the same of a text, and nobody else can: base64url. */
  proofOf(text: string): string
  say(to: string, message: object): void
}

/** What processes tell each other. `id` is the asker's. */
type Said =
  | ({ is: 'asked'; from: string; id: number } & Question)
  | { is: 'heard'; id: number }
  | ({ is: 'answered'; id: number } & Answer)
  | { is: 'got'; from: string; id: number }
  | { is: 'hung-up'; from: string; id: number }

interface Asked {
  answer: (answer: Answer) => void
  home: string
  cancel: () => void
}

interface RelayOptions {
  carrier: PollCarrier
  sessions: {
    ask(question: Question, answer: (answer: Answer) => void): Promise<() => void>
    lose(key: string): void
  }
  limits: Pick<PhoenixLimits, 'relayMs' | 'pollMs'>
  timers: Timers
  onFault: (error: unknown) => void
}

const NOTHING: Answer = { status: 204, messages: [] }
const GONE: Answer = { status: 410, messages: [] }

/**
 * A client that polls reaches any of the processes behind one address, and its session lives in one of them:
 * whoever is asked asks there. So no proxy has to know which phone it sent where.
 */
export class PollRelay {
  readonly #options: RelayOptions
  /** Of other processes, by the number of the question. */
  readonly #asked = new Map<number, Asked>()
  /**
   * By other processes: how to hang up, or, once it was answered, to stop waiting for word of its arrival.
   */
  readonly #asking = new Map<string, () => void>()
  #lastId = 0
  #isClosed = false

  constructor(options: RelayOptions) {
    this.#options = options
  }

  /** A token says where its session lives, and proves it. */
  tokenOf(secret: string): string {
    const { name, proofOf } = this.#options.carrier
    const said = `${name}.${secret}`
    return `${said}.${proofOf(said)}`
  }

  /**
   * The other process where the session of a token lives; null for one that can only be here. What is asked
   * there costs every process: one that nobody gave is not asked about.
   */
  homeOf(token: string): string | null {
    const { name, proofOf } = this.#options.carrier
    const [, said, home, proof] = /^(([a-z0-9]{1,40})\.[\w-]+)\.([\w-]+)$/.exec(token) ?? []
    if (said === undefined || home === undefined || home === name) return null
    // By their digests, which nobody can lead towards each other letter by letter.
    return digestOf(proof ?? '') === digestOf(proofOf(said)) ? home : null
  }

  /** @returns to be called where the client hangs up before it is answered */
  ask(home: string, question: Question, answer: (answer: Answer) => void): () => void {
    if (this.#isClosed) {
      answer(GONE)
      return () => {}
    }
    const { carrier, limits } = this.#options
    this.#lastId += 1
    const id = this.#lastId
    this.#asked.set(id, { answer, home, cancel: this.#giveUpAfter(limits.relayMs, id) })
    carrier.say(home, { is: 'asked', from: carrier.name, id, ...question } satisfies Said)
    return () => {
      if (!this.#settle(id)) return
      carrier.say(home, { is: 'hung-up', from: carrier.name, id } satisfies Said)
    }
  }

  hear(message: unknown): void {
    const said = message as Said
    const { carrier, limits } = this.#options
    switch (said.is) {
      case 'asked':
        return this.#answer(said)
      case 'heard': {
        const asked = this.#asked.get(said.id)
        asked?.cancel()
        if (asked) asked.cancel = this.#giveUpAfter(limits.pollMs + limits.relayMs, said.id)
        return
      }
      case 'answered': {
        const asked = this.#settle(said.id)
        asked?.answer({ status: said.status, messages: said.messages })
        if (asked && said.messages.length > 0)
          carrier.say(asked.home, { is: 'got', from: carrier.name, id: said.id } satisfies Said)
        return
      }
      case 'got':
      case 'hung-up': {
        const name = `${said.from} ${said.id}`
        this.#asking.get(name)?.()
        this.#asking.delete(name)
      }
    }
  }

  /** This process goes: who polls another one by it asks again, and reaches one that stays. */
  close(): void {
    this.#isClosed = true
    for (const [id, { home }] of this.#asked) {
      this.#settle(id)?.answer(NOTHING)
      const { carrier } = this.#options
      carrier.say(home, { is: 'hung-up', from: carrier.name, id } satisfies Said)
    }
  }

  /** Here lives, or lived, the session that another process was asked about. */
  #answer({ from, id, key, bearer, posted }: Said & { is: 'asked' }): void {
    const { carrier, sessions, limits, timers } = this.#options
    const name = `${from} ${id}`
    let isOver = false
    let hangUp = () => {}
    carrier.say(from, { is: 'heard', id } satisfies Said)
    this.#asking.set(name, () => {
      isOver = true
      hangUp()
    })
    const answer = ({ status, messages }: Answer) => {
      this.#asking.delete(name)
      if (messages.length > 0) {
        // What is said is no longer kept here: where it does not arrive, nobody may go on as if it had.
        const cancel = timers.after(limits.relayMs, () => {
          this.#asking.delete(name)
          sessions.lose(key)
        })
        this.#asking.set(name, cancel)
      }
      carrier.say(from, { is: 'answered', id, status, messages } satisfies Said)
    }
    sessions.ask({ key, bearer, posted }, answer).then(hang => {
      hangUp = hang
      if (isOver) hang()
    }, this.#options.onFault)
  }

  #giveUpAfter(ms: number, id: number): () => void {
    return this.#options.timers.after(ms, () => this.#settle(id)?.answer(GONE))
  }

  #settle(id: number): Asked | undefined {
    const asked = this.#asked.get(id)
    asked?.cancel()
    this.#asked.delete(id)
    return asked
  }
}
