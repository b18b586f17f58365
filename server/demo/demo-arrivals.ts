import { openingAt } from '#contract/rules/office-time.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Random } from '#server/platform/random.ts'
import type { DemoLook } from './demo-look.ts'
import type { DemoOffice } from './demo-offices.ts'
import { ARRIVAL_MS, arrivalChance, between, LINE } from './demo-pace.ts'
import type { DemoVerbs } from './demo-verbs.ts'

/** Somebody on the way to the dispenser. */
export interface Arrival {
  at: number
  office_id: number
  line_id: number
}

/**
 * People who come for paper numbers, so that the demonstration's lines neither run empty nor grow without
 * end.
 */
export class DemoArrivals {
  readonly #offices: readonly DemoOffice[]
  readonly #look: DemoLook
  readonly #clock: Clock
  readonly #random: Random
  readonly #verbs: Pick<DemoVerbs, 'issuePaperNumber'>
  /** By line: at most one is on the way to each. */
  readonly #coming = new Map<number, Arrival>()

  constructor(
    offices: readonly DemoOffice[],
    look: DemoLook,
    context: { clock: Clock; random: Random; verbs: Pick<DemoVerbs, 'issuePaperNumber'> },
  ) {
    this.#offices = offices
    this.#look = look
    this.#clock = context.clock
    this.#random = context.random
    this.#verbs = context.verbs
  }

  due(at: number): Arrival[] {
    return [...this.#coming.values()].filter(arrival => arrival.at <= at)
  }

  /** Somebody was called; likely somebody else comes. */
  replace(office: DemoOffice, lineId: number): void {
    const line = office.lines.find(({ id }) => id === lineId)
    if (!line?.isFed) return
    if (this.#random.fraction() < arrivalChance(this.#look.waitingIn(lineId))) this.#expect(office.id, lineId)
  }

  /** To thin lines people come of themselves, or a line that ran empty would stay so. */
  fillThinLines(): void {
    const at = this.#clock.now()
    for (const office of this.#offices) {
      if (!openingAt(at, office).open) continue
      for (const { id, isFed } of office.lines) {
        if (isFed && this.#look.waitingIn(id) < LINE.thin) this.#expect(office.id, id)
      }
    }
  }

  /** @throws what the verb throws */
  async letIn({ office_id, line_id }: Arrival): Promise<true> {
    this.#coming.delete(line_id)
    await this.#verbs.issuePaperNumber(office_id, line_id)
    this.#look.came(line_id)
    return true
  }

  #expect(office_id: number, line_id: number): void {
    if (this.#coming.has(line_id)) return
    const at = this.#clock.now().getTime() + between(ARRIVAL_MS, this.#random)
    this.#coming.set(line_id, { at, office_id, line_id })
  }
}
