import type { Fact } from '#server/facts/fact.ts'

export interface OfficeFeedOptions {
  /** The newest fact that need not be delivered. */
  from: number
  /** Reads the log after a sequence number, oldest first. */
  readAfter: (seq: number) => Promise<Fact[]>
  /** Finds what there is to say of a fact. @returns says it */
  word: (fact: Fact) => Promise<() => void>
  /** What `say` says is written to each socket in one go. */
  inOneGo: (say: () => void) => void
  onFault: (error: unknown) => void
}

/** So many facts are written to each socket in one go at most: a call, and the attention that it ends. */
const GO_MOST = 4

/**
 * One office's facts, delivered in the order of their sequence, each once, however they arrive: told by this
 * process (perhaps the later one first), or by another that only says that there is news. A gap is filled
 * from the log.
 */
export class OfficeFeed {
  readonly #options: OfficeFeedOptions
  #last: number
  #told: Fact[] = []
  #mustRead = false
  #running: Promise<void> | null = null

  constructor(options: OfficeFeedOptions) {
    this.#options = options
    this.#last = options.from
  }

  /** The newest fact that was delivered. */
  get last(): number {
    return this.#last
  }

  /** Facts committed by this process. */
  offer(facts: readonly Fact[]): void {
    this.#told.push(...facts)
    this.#run()
  }

  /** There may be facts in the log that nobody here told. */
  look(): void {
    this.#mustRead = true
    this.#run()
  }

  /** Settles when everything told so far is delivered. */
  async settled(): Promise<void> {
    while (this.#running) await this.#running
  }

  #run(): void {
    this.#running ??= this.#drain().finally(() => {
      this.#running = null
    })
  }

  async #drain(): Promise<void> {
    try {
      while (this.#told.length > 0 || this.#mustRead) {
        const told = this.#told.sort((a, b) => a.seq - b.seq)
        this.#told = []
        const hasGap = told.some((fact, index) => fact.seq > (told[index - 1]?.seq ?? this.#last) + 1)
        const read = this.#mustRead || hasGap
        this.#mustRead = false
        await this.#deliver(read ? await this.#options.readAfter(this.#last) : told)
      }
    } catch (error) {
      // What was not delivered is in the log: the next look at it brings it. Some may hear a fact twice, and
      // drop it.
      this.#options.onFault(error)
    }
  }

  async #deliver(facts: readonly Fact[]): Promise<void> {
    for (let from = 0; from < facts.length; from += GO_MOST) {
      // With thousands of sockets each go takes a while: whoever made the facts is answered first, and
      // whoever asks for something meanwhile comes in between.
      await new Promise(resolve => setImmediate(resolve))
      await this.#go(facts.slice(from, from + GO_MOST))
    }
  }

  async #go(facts: readonly Fact[]): Promise<void> {
    const worded: { seq: number; say: () => void }[] = []
    try {
      for (const fact of facts) {
        if (fact.seq <= (worded.at(-1)?.seq ?? this.#last)) continue
        worded.push({ seq: fact.seq, say: await this.#options.word(fact) })
      }
    } finally {
      // Also where one cannot be worded: those before it are not its affair.
      const sayAll = () => {
        for (const { seq, say } of worded) {
          say()
          this.#last = seq
        }
      }
      // One alone is on its way to the first while it is still said to the others.
      if (worded.length > 1) this.#options.inOneGo(sayAll)
      else sayAll()
    }
  }
}
