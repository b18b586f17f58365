import type { Fact } from '#server/facts/fact.ts'
import { OfficeFeed } from './office-feed.ts'

export interface FactFanOutOptions {
  readAfter: (officeId: number, seq: number) => Promise<Fact[]>
  currentSeqs: (officeIds: readonly number[]) => Promise<ReadonlyMap<number, number>>
  /** Whether anybody on this process still listens to the office. */
  isFollowed: (officeId: number) => boolean
  /** Finds what there is to say of a fact. @returns says it */
  word: (fact: Fact) => Promise<() => void>
  /** What `say` says is written to each socket in one go. */
  inOneGo: (say: () => void) => void
  /** The log of an office does not reach as far as what was said of it: it is another one by now. */
  onLogReplaced: (officeId: number) => void
  onFault: (error: unknown) => void
}

/**
 * The feeds of the offices to which sockets of this process are joined. Offices without listeners cost
 * nothing.
 */
export class FactFanOut {
  readonly #options: FactFanOutOptions
  readonly #feeds = new Map<number, Promise<OfficeFeed>>()

  constructor(options: FactFanOutOptions) {
    this.#options = options
  }

  /** Starts the office's feed where it does not run, and gives the newest fact that it delivered. */
  async follow(officeId: number): Promise<number> {
    let feed = this.#feeds.get(officeId)
    if (!feed) {
      feed = this.#start(officeId)
      this.#feeds.set(officeId, feed)
      feed.catch(() => this.#feeds.delete(officeId))
    }
    return (await feed).last
  }

  /** Facts that this process committed. */
  offer(facts: readonly Fact[]): void {
    for (const [officeId, ofOffice] of Map.groupBy(facts, fact => fact.office_id)) {
      this.#feeds.get(officeId)?.then(feed => feed.offer(ofOffice), this.#options.onFault)
    }
  }

  /** Another process says that these offices have news. */
  look(officeIds: readonly number[]): void {
    for (const officeId of officeIds)
      this.#feeds.get(officeId)?.then(feed => feed.look(), this.#options.onFault)
  }

  /**
   * Looks at the log for what nobody said, and ends the feeds to which nobody listens any more, and those of
   * a log that is there no longer: a database that went back, to a backup or to another machine, counts from
   * there, and until it came so far again everything would be taken for known.
   */
  async sweep(): Promise<void> {
    for (const officeId of this.#feeds.keys())
      if (!this.#options.isFollowed(officeId)) this.#feeds.delete(officeId)
    const officeIds = [...this.#feeds.keys()]
    if (officeIds.length === 0) return
    // Before it is asked: what is delivered meanwhile is newer than the answer.
    const said = new Map<number, number>()
    for (const officeId of officeIds) said.set(officeId, (await this.#feeds.get(officeId))?.last ?? 0)
    const seqs = await this.#options.currentSeqs(officeIds)
    for (const officeId of officeIds) {
      const feed = await this.#feeds.get(officeId)
      const seq = seqs.get(officeId) ?? 0
      if (!feed) continue
      if (seq < (said.get(officeId) ?? 0)) {
        this.#feeds.delete(officeId)
        this.#options.onLogReplaced(officeId)
        // Whoever meets somebody there joined no office, and comes back to none.
        await this.follow(officeId)
      } else if (seq > feed.last) feed.look()
    }
  }

  /** Settles when every fact told so far is delivered. */
  async settled(): Promise<void> {
    for (const feed of this.#feeds.values()) await (await feed).settled()
  }

  async #start(officeId: number): Promise<OfficeFeed> {
    const { currentSeqs, readAfter, word, inOneGo, onFault } = this.#options
    const from = (await currentSeqs([officeId])).get(officeId) ?? 0
    return new OfficeFeed({ from, readAfter: seq => readAfter(officeId, seq), word, inOneGo, onFault })
  }
}
