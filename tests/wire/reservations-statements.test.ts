import { beforeAll, expect, it } from 'vitest'
import type { Database } from '#server/database/database.ts'
import { systemRandom } from '#server/platform/random.ts'
import { systemTimers } from '#server/platform/timers.ts'
import type { BookingRequest } from '#server/reservations/book/booking-request.ts'
import { readBookings } from '#server/reservations/book/read-bookings.ts'
import { bookReservation } from '#server/reservations/book-reservation.ts'
import { cancelReservation } from '#server/reservations/cancel-reservation.ts'
import { confirmByOffice } from '#server/reservations/confirm-by-office.ts'
import { confirmByUser } from '#server/reservations/confirm-by-user.ts'
import { expireReservations } from '#server/reservations/expire-reservations.ts'
import { dayBlocks } from '#server/reservations/free-slots.ts'
import { linePlan } from '#server/reservations/line-plan.ts'
import { moveReservation } from '#server/reservations/move-reservation.ts'
import { myReservations } from '#server/reservations/my-reservations.ts'
import { createReservationsMemory } from '#server/reservations/reservations-memory.ts'
import { countedStatements } from '#tests/support/counted-statements.ts'
import { eachDatabase } from '#tests/support/databases.ts'
import { explaining, indexesRead, type Plan } from '#tests/support/explained-plans.ts'
import { gathering } from '#tests/support/gathering.ts'
import { ANSWERS, type Block, blockAt, reservationOffice } from '#tests/support/reservation-office.ts'

/** The Monday after the clock's Saturday. */
const MONDAY = '2026-11-23'

/** Round trips are what a verb costs. What is asserted here is to be lowered, or raised with a reason. */
eachDatabase('statements of reservations', open => {
  let database: Database
  beforeAll(async () => {
    database = await open()
  })

  /** An office with a dozen reservations, and a context that counts. */
  async function busyOffice(slots = 20, confirm_minutes: number | null = null) {
    const office = await reservationOffice(database)
    const line = await office.reserveLine({ slots, confirm_minutes })
    const blocks = await office.blocks(line, MONDAY)
    for (const user of await office.users(Math.min(12, slots))) {
      await office.book(line, blockAt(blocks, 40), user)
    }
    const { database: counted, during } = countedStatements(database)
    const counting = {
      ...office.context,
      database: counted,
      ...createReservationsMemory({ database: counted, timers: systemTimers }),
    }
    const wish = ({ from, to }: Block, user_id: string) => ({
      line_id: line,
      from,
      to,
      user_id,
      temporal: true,
      request_id: systemRandom.uuid(),
      keeps: true,
      meet: false,
      meta: { answers: ANSWERS },
    })
    return { ...office, line, counting, during, wish, block: (index: number) => blockAt(blocks, index) }
  }

  /** So many who have a time in one block. */
  async function crowd(many: number) {
    const office = await busyOffice(many + 12)
    const { counting, wish, block } = office
    const owned = await Promise.all(
      (await office.users(many)).map(async user_id => {
        const { id } = await bookReservation(counting, wish(block(41), user_id))
        return { id, user_id }
      }),
    )
    return { ...office, owned }
  }

  it('a time is booked or repeated by three or two, refused by four, or by two where the form says so', async () => {
    const { counting, during, wish, block, ...office } = await busyOffice(13)
    const request = wish(block(40), await office.user())
    // line, what is booked, the reservation
    expect(await during(() => bookReservation(counting, request))).toBe(3)
    expect(await during(() => bookReservation(counting, request))).toBe(2)
    const late = wish(block(40), await office.user())
    // line, what is booked, earlier, the hour
    expect(await during(() => expect(bookReservation(counting, late)).rejects.toThrow())).toBe(4)
    // line, earlier
    const invalid = { ...late, meta: {} }
    expect(await during(() => expect(bookReservation(counting, invalid)).rejects.toThrow())).toBe(2)
  })

  it('what follows takes few', async () => {
    const { counting, during, wish, block, office_id, ...office } = await busyOffice(20, 60)
    const user_id = await office.user()
    const { id } = await bookReservation(counting, wish(block(40), user_id))
    const own = { id, user_id }
    // hold, reservation, confirmed, facts, reminders
    expect(await during(() => confirmByOffice(counting, { id, office_id }))).toBe(5)
    // whose, hold, reservation, confirmed, facts
    expect(await during(() => confirmByUser(counting, own))).toBe(5)
    // whose, line, hold, reservation, person, held, slots, moved, blocks, facts
    expect(await during(() => moveReservation(counting, { ...own, ...block(41) }))).toBe(10)
    // whose, hold, reservation, cancelled, line, blocks, facts
    expect(await during(() => cancelReservation(counting, own))).toBe(7)
    expect(await during(() => myReservations(counting, { user_id }))).toBe(1)
    expect(await during(() => expireReservations(counting, { office_id }))).toBe(2)
  })

  it.each([1, 32])('%i who cancel at once hold the office once, and each takes six more', async many => {
    const { counting, during, office_id, owned } = await crowd(many)
    const together = { ...counting, gate: gathering(counting.gate, office_id, many) }
    // Each: whose, reservation, cancelled, line, blocks, facts. All: hold.
    const cancelling = () => Promise.all(owned.map(own => cancelReservation(together, own)))
    expect(await during(cancelling)).toBe(many * 6 + 1)
  })

  it.each([1, 32])('%i who move at once go one after the other, each by eleven', async many => {
    const { counting, during, block, owned } = await crowd(many)
    // whose, line, hold, reservation, person, held, slots, moved, blocks, facts, reminders
    const moving = () => Promise.all(owned.map(own => moveReservation(counting, { ...own, ...block(42) })))
    expect(await during(moving)).toBe(many * 11)
  })

  it('[RES-03] a day of a line is one', async () => {
    const { counting, during, line } = await busyOffice()
    const plan = await linePlan(database.db, line)
    if (!plan) throw new Error('the line is there')
    expect(await during(() => dayBlocks(counting, plan, MONDAY))).toBe(1)
  })

  it('[RES-03] [RES-07] nothing is counted by the index of a constraint, as long as nothing is known of the tables', async () => {
    const { line, block, ...office } = await busyOffice()
    const plan = await linePlan(database.db, line)
    if (!plan) throw new Error('the line is there')
    const plans: Plan[] = []
    const db = database.db.withPlugin(explaining(plans))
    await dayBlocks({ ...office.context, database: { ...database, db } }, plan, MONDAY)
    const { from, to } = block(40)
    const request: BookingRequest = {
      id: systemRandom.uuid(),
      plan,
      block: { from: Date.parse(from), to: Date.parse(to) },
      user_id: await office.user(),
      request_id: systemRandom.uuid(),
      identity_hash: null,
      meet: false,
      meta: null,
      declared: false,
      clash_key: null,
    }
    // The plan is all that is answered.
    await expect(readBookings(db, [request], office.clock.now())).rejects.toThrow('cannot be read')
    expect(plans).toHaveLength(2)
    const read = plans.flatMap(indexesRead).filter(index => index.startsWith('reservations_'))
    expect(read).not.toEqual([])
    expect(read).not.toContain('reservations_slot_apart')
  })
})
