import { openingAt } from '#contract/rules/office-time.ts'
import type { Database } from '#server/database/database.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Random } from '#server/platform/random.ts'
import type { DemoArrivals } from './demo-arrivals.ts'
import type { DemoLook } from './demo-look.ts'
import type { DemoDesk, DemoOffice } from './demo-offices.ts'
import { ABSENT_SHARE, ATTENDED_SHARE, between, IDLE_MS, PAUSE_MS, SERVICE_MS } from './demo-pace.ts'
import type { DemoVerbs } from './demo-verbs.ts'
import { isCustomers } from './demo-waiting.ts'

/** After a verb that was refused: somebody else sits there, or the office closed under way. */
const REFUSED_MS = 30_000

/** What a clerk of the demonstration works with. */
export interface SeatContext {
  database: Pick<Database, 'db'>
  clock: Clock
  random: Random
  verbs: DemoVerbs
  look: DemoLook
  arrivals: DemoArrivals
}

/** A demonstration clerk at their modulo. */
export class DemoSeat {
  readonly desk: DemoDesk
  readonly office: DemoOffice
  readonly #context: SeatContext
  isOpen = false
  /** When the clerk does the next thing. */
  nextAt = 0
  /** Who stands at the modulo: called, and not done with. */
  #serving: 'paper' | 'customer' | null = null

  constructor(desk: DemoDesk, office: DemoOffice, context: SeatContext) {
    this.desk = desk
    this.office = office
    this.#context = context
  }

  get isWatched(): boolean {
    return this.#context.look.isWatched(this.office)
  }

  /** Where somebody just began to wait or to look, a clerk who dawdled in the background comes to life. */
  hurry(): void {
    const at = this.#now()
    if (this.isWatched && this.nextAt > at + SERVICE_MS.longest) this.#rest(IDLE_MS)
  }

  /**
   * One verb at most, and when to look again.
   * @returns whether there was anything to do
   * @throws what the verb throws
   */
  async work(): Promise<boolean> {
    if (!this.#isStaffed()) return await this.#leave()
    if (!this.isOpen) return await this.#sitDown()
    if (await this.#finish()) return true
    const lineId = this.#context.look.nextLine(this.office, this.#context.random)
    return lineId === null ? await this.#wait() : await this.#call(lineId)
  }

  /**
   * A verb failed, so what became of the modulo is not known: the clerk sits down again later, which does no
   * harm where they sit already.
   */
  giveWay(): void {
    this.isOpen = false
    this.#serving = null
    this.nextAt = this.#now() + REFUSED_MS
  }

  #now(): number {
    return this.#context.clock.now().getTime()
  }

  #rest(span: { shortest: number; longest: number }): void {
    this.nextAt = this.#now() + between(span, this.#context.random)
  }

  /** Nobody who holds a number on the phone is sent home at closing time. */
  #isStaffed(): boolean {
    const { clock, look } = this.#context
    return look.customersAt(this.office) > 0 || openingAt(clock.now(), this.office).open
  }

  async #leave(): Promise<boolean> {
    this.#rest(IDLE_MS)
    if (!this.isOpen) return false
    this.isOpen = false
    this.#serving = null
    await this.#context.verbs.closeModulo(this.desk)
    return true
  }

  async #sitDown(): Promise<boolean> {
    await this.#context.verbs.openModulo(this.desk)
    this.isOpen = true
    this.#rest(PAUSE_MS)
    return true
  }

  /** Now and then the clerk says what became of a ticket, rather than just calling the next. */
  async #finish(): Promise<boolean> {
    const { verbs, random } = this.#context
    if (this.#serving === null) return false
    const chance = random.fraction()
    // A person who tries the application came, whatever they are doing: skipping them would spoil the try.
    const isAbsent = this.#serving === 'paper' && chance < ABSENT_SHARE
    // Calling the next says it as well, and costs no verb of its own.
    const isToldAttended = this.isWatched && chance >= 1 - ATTENDED_SHARE
    if (!isAbsent && !isToldAttended) return false
    this.#serving = null
    this.#rest(PAUSE_MS)
    await (isAbsent ? verbs.markAbsent(this.desk) : verbs.markAttended(this.desk))
    return true
  }

  async #call(lineId: number): Promise<boolean> {
    const { database, random, verbs, look, arrivals } = this.#context
    const { tuid } = await verbs.callNext(this.desk, lineId)
    const isCustomer = look.customersIn(lineId) > 0 && (await isCustomers(database.db, tuid))
    look.called(lineId, isCustomer)
    arrivals.replace(this.office, lineId)
    this.#serving = isCustomer ? 'customer' : 'paper'
    const service = Math.max(between(SERVICE_MS, random), isCustomer ? SERVICE_MS.ofCustomer : 0)
    this.nextAt = this.#now() + service * (this.isWatched ? 1 : look.stretch)
    return true
  }

  async #wait(): Promise<boolean> {
    this.#rest(IDLE_MS)
    if (this.#serving === null) return false
    this.#serving = null
    await this.#context.verbs.markAttended(this.desk)
    return true
  }
}
