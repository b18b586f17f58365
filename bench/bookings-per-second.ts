import { sql } from 'kysely'
import { RESERVE_SLOTS_MAX } from '#contract/limits.ts'
import type { TimeBlock } from '#contract/rest/reservations.ts'
import type { Database } from '#server/database/database.ts'
import { systemRandom } from '#server/platform/random.ts'
import { bookReservation } from '#server/reservations/book-reservation.ts'
import { ANSWERS, reservationOffice } from '#tests/support/reservation-office.ts'
import { compareDatabases, invitePeople, race } from './contest.ts'
import type { Figure } from './figure.ts'

const OFFICES = 10
const LINES_EACH = 5
const BLOCKS_EACH = 20
const DAY = '2026-11-24'

async function raceOn(database: Database) {
  const { db } = database
  const offices = await Promise.all(Array.from({ length: OFFICES }, () => reservationOffice(database)))
  const blocks: (TimeBlock & { line_id: number })[] = []
  for (let index = 0; index < OFFICES * LINES_EACH; index++) {
    const office = offices[index % OFFICES]!
    const line_id = await office.reserveLine({ slots: RESERVE_SLOTS_MAX })
    const day = await office.blocks(line_id, DAY)
    blocks.push(...day.slice(0, BLOCKS_EACH).map(block => ({ ...block, line_id })))
  }
  // One gate for one process, as the server has it.
  const { context } = offices[0]!
  const people = await invitePeople(db, context.clock.now())

  const book = (index: number, { line_id, from, to }: (typeof blocks)[number]) =>
    bookReservation(context, {
      line_id,
      from,
      to,
      user_id: people[index]!,
      temporal: true,
      request_id: systemRandom.uuid(),
      keeps: true,
      meet: false,
      meta: { answers: ANSWERS },
    })
  return await race(
    database,
    {
      // A block has 100 places at most: when it is full, everybody runs for the next.
      one: index => book(index, blocks[Math.floor(index / RESERVE_SLOTS_MAX)]!),
      // Far apart, so that neighbours in time are not neighbours in the burst.
      many: index => book(index, blocks[(index * 389) % blocks.length]!),
    },
    async () => {
      await sql`update reservations set state = 'cancelled', deleted_at = now() where deleted_at is null`.execute(
        db,
      )
      await sql`vacuum (analyze) reservations`.execute(db)
    },
  )
}

/**
 * Bookings through the server's own verb, in turns with single-row INSERTs through the same pool, as many at
 * once.
 */
export const measureBookingsPerSecond = (): Promise<Figure[]> =>
  compareDatabases(
    {
      one: {
        name: `Times booked, one block of ${RESERVE_SLOTS_MAX} places after the other`,
        least: { embedded: 0.5, postgres: 0.25 },
      },
      many: {
        name: `Times booked, ${(OFFICES * LINES_EACH * BLOCKS_EACH).toLocaleString('en')} blocks of ${OFFICES} offices`,
        least: { embedded: 0.5, postgres: 0.25 },
      },
    },
    raceOn,
  )
