import type { Timers } from '#server/platform/timers.ts'
import type { Lane } from './lanes.ts'

/**
 * Of so many places that are given while readers wait, one is a reader's: actors never shut them out for
 * good.
 */
const READERS_TURN = 8

/** Who waits for a place: how many, and how long the first of them has, in milliseconds. */
export interface WaitingForPlace {
  count: number
  longestMs: number
}

/**
 * The places at the connections of a pool. Actors go before readers, and readers never have more than half of
 * the places, so a crowd that looks cannot keep a number from being taken: it waits for one reader's
 * statement at most.
 */
export class Places {
  readonly #timers: Timers
  readonly #patience: number
  readonly #readersMost: number
  #free: number
  #readers = 0
  #given = 0
  /** Of the free ones, those that an actor has left a moment ago. */
  #kept = 0
  readonly #now: () => number
  /** Who waits, in the order in which they came, with the moment since when. */
  readonly #waiting: Record<Lane, Map<() => void, number>> = { actors: new Map(), readers: new Map() }

  /**
   * @param patience how long, in milliseconds, somebody waits for a place
   * @param now milliseconds that only go forward
   */
  constructor(count: number, patience: number, timers: Timers, now: () => number) {
    this.#free = count
    this.#readersMost = Math.ceil(count / 2)
    this.#patience = patience
    this.#timers = timers
    this.#now = now
  }

  waiting(): Record<Lane, WaitingForPlace> {
    const inLane = (row: Map<() => void, number>): WaitingForPlace => {
      const [since] = row.values()
      return { count: row.size, longestMs: since === undefined ? 0 : this.#now() - since }
    }
    return { actors: inLane(this.#waiting.actors), readers: inLane(this.#waiting.readers) }
  }

  /**
   * @returns gives the place back
   * @throws where there was none in time
   */
  async take(lane: Lane): Promise<() => void> {
    if (this.#isOpen(lane)) this.#give(lane)
    else await this.#wait(lane)
    return () => {
      this.#free += 1
      this.#given += 1
      if (lane === 'readers') this.#readers -= 1
      else this.#keepForActors()
      this.#callNext(this.#given % READERS_TURN === 0)
    }
  }

  /**
   * Whoever acts asks again as soon as they are answered: what they write follows what they read. A reader
   * let in between would hold them up once more, so their place is kept for actors until the process has
   * looked round.
   */
  #keepForActors(): void {
    this.#kept += 1
    setImmediate(() => {
      this.#kept -= 1
      this.#callNext(false)
    })
  }

  #isOpen(lane: Lane, kept = this.#kept): boolean {
    if (lane === 'actors') return this.#free > 0
    return this.#free > kept && this.#readers < this.#readersMost
  }

  #give(lane: Lane): void {
    this.#free -= 1
    if (lane === 'readers') this.#readers += 1
  }

  #wait(lane: Lane): Promise<void> {
    const row = this.#waiting[lane]
    return new Promise((resolve, reject) => {
      const enter = () => {
        giveUp()
        row.delete(enter)
        this.#give(lane)
        resolve()
      }
      const giveUp = this.#timers.after(this.#patience, () => {
        row.delete(enter)
        reject(new Error('every connection is taken'))
      })
      row.set(enter, this.#now())
    })
  }

  #callNext(isReadersTurn: boolean): void {
    const lanes: Lane[] = isReadersTurn ? ['readers', 'actors'] : ['actors', 'readers']
    for (const lane of lanes) {
      const [enter] = this.#waiting[lane].keys()
      if (enter && this.#isOpen(lane, isReadersTurn ? 0 : this.#kept)) return enter()
    }
  }
}
