import type { Database } from '#server/database/database.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Random } from '#server/platform/random.ts'
import type { DemoOffice } from './demo-offices.ts'
import { backgroundStretch, LOOKED_AT_MS } from './demo-pace.ts'
import { type DemoWaiting, readDemoWaiting } from './demo-waiting.ts'

/** How old the demonstration's picture of the lines may be. */
const REFRESH_MS = 5_000

/**
 * What the demonstration knows of its offices: who waits where, and where somebody is watching. Read every
 * few seconds, and corrected in between by what the demonstration itself does.
 */
export class DemoLook {
  readonly #database: Pick<Database, 'db'>
  readonly #clock: Clock
  readonly #lookedAt = new Map<number, number>()
  #waiting = new Map<number, DemoWaiting>()
  #watched = new Set<number>()
  #readAt = Number.NEGATIVE_INFINITY
  readonly #offices: readonly DemoOffice[]
  /** How many times slower than natural offices work that nobody watches. */
  stretch = 1

  constructor(database: Pick<Database, 'db'>, clock: Clock, offices: readonly DemoOffice[]) {
    this.#database = database
    this.#clock = clock
    this.#offices = offices
  }

  note(officeId: number): void {
    this.#lookedAt.set(officeId, this.#clock.now().getTime())
  }

  /** @returns whether the picture was old and is new now */
  async refresh(openDesks: number): Promise<boolean> {
    const at = this.#clock.now()
    const now = at.getTime()
    if (now - this.#readAt < REFRESH_MS) return false
    this.#readAt = now
    this.#waiting = await readDemoWaiting(this.#database.db, at)
    this.stretch = backgroundStretch(openDesks)
    this.#watched = new Set(
      this.#offices
        .filter(
          office =>
            this.customersAt(office) > 0 ||
            now - (this.#lookedAt.get(office.id) ?? Number.NEGATIVE_INFINITY) < LOOKED_AT_MS,
        )
        .map(office => office.id),
    )
    return true
  }

  isWatched(office: DemoOffice): boolean {
    return this.#watched.has(office.id)
  }

  waitingIn(lineId: number): number {
    return this.#waiting.get(lineId)?.waiting ?? 0
  }

  customersIn(lineId: number): number {
    return this.#waiting.get(lineId)?.customers ?? 0
  }

  customersAt(office: DemoOffice): number {
    return office.lines.reduce((sum, line) => sum + this.customersIn(line.id), 0)
  }

  came(lineId: number): void {
    this.#change(lineId, 1, 0)
  }

  called(lineId: number, isCustomer: boolean): void {
    this.#change(lineId, -1, isCustomer ? -1 : 0)
  }

  /**
   * The line to call from: one where a phone waits, else the longer the line the likelier; null where nobody
   * waits.
   */
  nextLine(office: DemoOffice, random: Random): number | null {
    const withCustomers = office.lines.filter(line => this.customersIn(line.id) > 0)
    const lines = withCustomers.length > 0 ? withCustomers : office.lines
    let ticket = random.fraction() * lines.reduce((sum, line) => sum + this.waitingIn(line.id), 0)
    for (const { id } of lines) {
      ticket -= this.waitingIn(id)
      if (ticket < 0) return id
    }
    return null
  }

  #change(lineId: number, waiting: number, customers: number): void {
    const before = this.#waiting.get(lineId) ?? { waiting: 0, customers: 0 }
    this.#waiting.set(lineId, {
      waiting: Math.max(0, before.waiting + waiting),
      customers: Math.max(0, before.customers + customers),
    })
  }
}
