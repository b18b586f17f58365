import type { Database } from '#server/database/database.ts'
import type { Clock } from '#server/platform/clock.ts'
import { CONFIRM_AFTER_MS } from './demo-pace.ts'
import type { DemoVerbs } from './demo-verbs.ts'

/** What a visitor booked where the office has to say yes. */
export interface Confirmation {
  id: string
  office_id: number
}

/** So many are seen at one look: the demonstration has few visitors. */
const AT_ONCE = 20

/**
 * Demonstration offices say yes to what is booked there, after a moment in which one sees that they have to.
 */
export class DemoConfirmations {
  readonly #database: Pick<Database, 'db'>
  readonly #clock: Clock
  readonly #verbs: Pick<DemoVerbs, 'confirmReservation'>
  #due: Confirmation[] = []

  constructor(context: {
    database: Pick<Database, 'db'>
    clock: Clock
    verbs: Pick<DemoVerbs, 'confirmReservation'>
  }) {
    this.#database = context.database
    this.#clock = context.clock
    this.#verbs = context.verbs
  }

  get due(): readonly Confirmation[] {
    return this.#due
  }

  async look(): Promise<void> {
    const at = this.#clock.now()
    this.#due = await this.#database.db
      .selectFrom('reservations')
      .innerJoin('offices', 'offices.id', 'reservations.office_id')
      .select(['reservations.id', 'reservations.office_id'])
      .where('offices.demo', '=', true)
      .where('reservations.state', '=', 'pending')
      .where('reservations.confirm_by', '>', at)
      .where('reservations.inserted_at', '<=', new Date(at.getTime() - CONFIRM_AFTER_MS))
      .orderBy('reservations.inserted_at')
      .limit(AT_ONCE)
      .execute()
  }

  /** @throws what the verb throws */
  async say(confirmation: Confirmation): Promise<true> {
    this.#due = this.#due.filter(({ id }) => id !== confirmation.id)
    await this.#verbs.confirmReservation(confirmation)
    return true
  }
}
