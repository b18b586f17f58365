import type { Insertable, Kysely } from 'kysely'
import { addDays, wallTime } from '#contract/rules/office-time.ts'
import type { Tables } from '#server/database/tables.ts'
import type { ReservationsTable } from '#server/database/tables/turns.ts'
import { type LinePlan, officePlans } from '#server/reservations/line-plan.ts'
import { bookableBlocks } from '#server/reservations/time-blocks.ts'
import type { Protection } from '#server/secrets/protection.ts'
import { demoAnswers } from './demo-answers.ts'
import { DEMO_PERSON, inventDemoPerson } from './demo-person.ts'
import type { SeedContext } from './seed-demo-queue.ts'

export interface BookedSeedContext extends SeedContext {
  protect: Pick<Protection, 'sealMeta'>
}

/** Today and the days after it that begin with something booked. */
const DAYS = 3
/** How much of a day is booked. */
const BOOKED_SHARE = 0.15
const ROWS_AT_ONCE = 400
const DAY_MS = 86_400_000

/** Those demonstration lines that take reservations in person: who would answer a call by video? */
async function bookedInPerson(db: Kysely<Tables>): Promise<LinePlan[]> {
  const offices = await db
    .selectFrom('lines')
    .innerJoin('offices', 'offices.id', 'lines.office_id')
    .select('offices.id')
    .distinct()
    .where('offices.demo', '=', true)
    .where('offices.active', '=', true)
    .where('lines.active', '=', true)
    .where('lines.takes_reservations', '=', true)
    .execute()
  const plans = await Promise.all(offices.map(({ id }) => officePlans(db, { office_id: id })))
  return plans.flat().filter(plan => plan.modalities !== 'video')
}

/** The days for which an earlier start has booked already. */
async function knownDays(db: Kysely<Tables>, at: Date): Promise<Set<string>> {
  const rows = await db
    .selectFrom('reservations')
    .innerJoin('offices', 'offices.id', 'reservations.office_id')
    .select(['reservations.block_from', 'offices.time_zone'])
    .where('reservations.user_id', '=', DEMO_PERSON)
    .where('reservations.block_from', '>', new Date(at.getTime() - DAY_MS))
    .execute()
  return new Set(rows.map(row => wallTime(row.block_from, row.time_zone).day))
}

/** From the last slot on: what a visitor books takes the first. */
function booked(
  plan: LinePlan,
  day: string,
  { at, random, protect }: { at: Date } & Pick<BookedSeedContext, 'random' | 'protect'>,
): Insertable<ReservationsTable>[] {
  const places = bookableBlocks(plan, day, at).flatMap(block =>
    Array.from({ length: plan.slots }, (_, index) => ({ ...block, slot: plan.slots - index })),
  )
  return places
    .filter(() => random.fraction() < BOOKED_SHARE)
    .map(({ from, to, slot }) => ({
      id: random.uuid(),
      office_id: plan.office_id,
      line_id: plan.line_id,
      user_id: DEMO_PERSON,
      identity_hash: null,
      request_id: random.uuid(),
      state: random.fraction() < BOOKED_SHARE ? ('user-confirmed' as const) : ('confirmed' as const),
      block_from: new Date(from),
      block_to: new Date(to),
      slot,
      slots: plan.slots,
      once_in: null,
      inserted_at: at,
      confirm_by: null,
      confirmed_at: at,
      deleted_at: null,
      called_at: null,
      ended_at: null,
      meta: protect.sealMeta({ answers: demoAnswers(plan.questions, random) }),
    }))
}

/**
 * Books a part of the coming days, so that calendars look lived in and the desk has somebody to call. Writes
 * rows, not facts, because nobody can have missed them: to be called before the server listens.
 */
export async function seedDemoReservations({
  database,
  clock,
  random,
  protect,
}: BookedSeedContext): Promise<void> {
  const at = clock.now()
  await database.transaction(async transaction => {
    const plans = await bookedInPerson(transaction)
    if (plans.length === 0) return
    await inventDemoPerson(transaction, at)
    const known = await knownDays(transaction, at)
    const rows = plans.flatMap(plan => {
      const today = wallTime(at, plan.time_zone).day
      const days = Array.from({ length: DAYS }, (_, index) => addDays(today, index))
      return days.filter(day => !known.has(day)).flatMap(day => booked(plan, day, { at, random, protect }))
    })
    for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) {
      await transaction
        .insertInto('reservations')
        .values(rows.slice(start, start + ROWS_AT_ONCE))
        // A visitor was there first.
        .onConflict(conflict => conflict.doNothing())
        .execute()
    }
  })
}
