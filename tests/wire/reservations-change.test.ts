import { openGate } from '#server/facts/office-gate.ts'
import { beforeAll, expect, it } from 'vitest'
import type { Database } from '#server/database/database.ts'
import { isCheckViolation, isExclusionViolation, isUniqueViolation } from '#server/database/violations.ts'
import { systemRandom } from '#server/platform/random.ts'
import { unavailableDays } from '#server/reservations/free-slots.ts'
import { linePlan, officePlans } from '#server/reservations/line-plan.ts'
import { eachDatabase } from '#tests/support/databases.ts'

import { blockAt, type ReservationOffice, reservationOffice } from '#tests/support/reservation-office.ts'
import { countedStatements } from '#tests/support/counted-statements.ts'

/** The Monday after the clock's Saturday. */
const MONDAY = '2026-11-23'
const TEN = 40

/** An office with one line, and the blocks of its Monday. */
async function mondayOffice(
  database: Database,
  plan: Parameters<ReservationOffice['reserveLine']>[0] = {},
  options: Parameters<typeof reservationOffice>[1] = {},
) {
  const office = await reservationOffice(database, options)
  const line = await office.reserveLine(plan)
  const blocks = await office.blocks(line, MONDAY)
  const free = async (index: number) => blockAt(await office.blocks(line, MONDAY), index).availables
  return { ...office, line, block: (index: number) => blockAt(blocks, index), free }
}

eachDatabase('reservations that change', open => {
  let database: Database
  beforeAll(async () => {
    database = await open({ poolSize: 10 })
  })

  it('a repeated request gives the first one’s reservation, even once the block is full, began or was cancelled', async () => {
    const office = await mondayOffice(database, {}, { one_per: 'office' })
    const user = await office.user()
    const request_id = systemRandom.uuid()
    const book = () => office.book(office.line, office.block(TEN), user, { request_id })
    const first = await book()
    expect(await office.free(TEN)).toBe(0)
    expect(await book()).toEqual({ id: first.id, repeated: true })
    await office.cancel(first.id, user)
    expect(await book()).toEqual({ id: first.id, repeated: true })
    office.clock.advance(7 * 86_400_000)
    expect(await book()).toEqual({ id: first.id, repeated: true })
    expect(office.told).toHaveLength(2)
    // Another person's request of the same id is another one.
    office.clock.advance(-7 * 86_400_000)
    const other = await office.book(office.line, office.block(TEN), await office.user(), { request_id })
    expect(other.repeated).toBe(false)
  })

  it('one request sent many times at once is one reservation', async () => {
    const office = await mondayOffice(database, { slots: 5 }, { gate: openGate })
    const user = await office.user()
    const request_id = systemRandom.uuid()
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => office.book(office.line, office.block(TEN), user, { request_id })),
    )
    expect(new Set(answers.map(answer => answer.id)).size).toBe(1)
    expect(answers.filter(answer => !answer.repeated)).toHaveLength(1)
    expect(await office.live(office.line)).toHaveLength(1)
  })

  it('[RES-08] who cancels twice gave the slot back once; another’s and an unknown one are not found', async () => {
    const office = await mondayOffice(database, { slots: 2 })
    const user = await office.user()
    const { id } = await office.book(office.line, office.block(TEN), user)
    await expect(office.cancel(id, await office.user())).rejects.toMatchObject({ code: 'not-found' })
    await expect(office.cancel(systemRandom.uuid(), user)).rejects.toMatchObject({ code: 'not-found' })
    expect(await office.free(TEN)).toBe(1)
    await office.cancel(id, user)
    await office.cancel(id, user)
    expect(await office.free(TEN)).toBe(2)
    expect(await office.reservation(id)).toMatchObject({
      state: 'cancelled',
      deleted_at: office.clock.now(),
      ended_at: office.clock.now(),
    })
    expect(office.told).toHaveLength(2)
  })

  it('a move keeps the reservation, gives the old slot back and holds the new one, and is told once', async () => {
    const office = await mondayOffice(database, {}, { one_per: 'line' })
    const user = await office.user()
    const { id } = await office.book(office.line, office.block(TEN), user)
    const arrived_at = new Date(office.block(TEN).from)
    await database.db.updateTable('reservations').set({ arrived_at }).where('id', '=', id).execute()
    await office.move(id, user, office.block(TEN + 1))
    await office.move(id, user, office.block(TEN + 1))
    const moved = await office.reservation(id)
    expect(moved).toMatchObject({ state: 'confirmed', slot: 1, deleted_at: null, arrived_at: null })
    expect(moved.block_from.toISOString()).toBe(office.block(TEN + 1).from)
    expect([await office.free(TEN), await office.free(TEN + 1)]).toEqual([1, 0])
    expect(office.told.map(fact => fact.detail)).toEqual([
      { state: 'confirmed', blocks: [{ ...office.block(TEN), availables: 0 }] },
      {
        state: 'confirmed',
        blocks: [office.block(TEN), { ...office.block(TEN + 1), availables: 0 }],
      },
    ])
  })

  it('a move that is refused leaves the old slot held', async () => {
    const office = await mondayOffice(database)
    const [user, other] = [await office.user(), await office.user()]
    const { id } = await office.book(office.line, office.block(TEN), user)
    await office.book(office.line, office.block(TEN + 1), other)
    const before = await office.reservation(id)
    const beside = { from: office.block(TEN).to, to: office.block(TEN + 2).to }
    const begun = { from: '2026-11-21T14:45:00.000Z', to: '2026-11-21T15:00:00.000Z' }
    for (const [block, code] of [
      [office.block(TEN + 1), '1007'],
      [beside, 'reserve-invalid'],
      [begun, 'reserve-in-the-past'],
    ] as const) {
      await expect(office.move(id, user, block)).rejects.toMatchObject({ code })
    }
    await expect(office.move(id, other, office.block(TEN + 2))).rejects.toMatchObject({ code: 'not-found' })
    expect(await office.reservation(id)).toEqual(before)
    await office.cancel(id, user)
    await expect(office.move(id, user, office.block(TEN + 2))).rejects.toMatchObject({
      code: 'reserve-invalid',
      status: 409,
    })
  })

  it('two that want each other’s full block neither lose theirs nor get the other’s', async () => {
    const office = await mondayOffice(database, {}, { gate: openGate })
    const [one, two] = [await office.user(), await office.user()]
    const first = await office.book(office.line, office.block(TEN), one)
    const second = await office.book(office.line, office.block(TEN + 1), two)
    const moves = await Promise.allSettled([
      office.move(first.id, one, office.block(TEN + 1)),
      office.move(second.id, two, office.block(TEN)),
    ])
    expect(moves.map(move => move.status === 'rejected' && move.reason.code)).toEqual(['1007', '1007'])
    const held = await office.live(office.line)
    expect(held.map(each => each.id)).toEqual([first.id, second.id])
  })

  it('a person who moves is told of another reservation of theirs at that time', async () => {
    const office = await mondayOffice(database, { slots: 2 })
    const other = await mondayOffice(database)
    const user = await office.user()
    const { id } = await office.book(office.line, office.block(TEN), user)
    await office.book(office.line, office.block(TEN + 1), user)
    await other.book(other.line, other.block(TEN + 2), user)
    await expect(office.move(id, user, office.block(TEN + 1))).rejects.toMatchObject({
      code: 'reserve-already-exists',
    })
    await expect(office.move(id, user, office.block(TEN + 2))).rejects.toMatchObject({ code: 'user-have' })
  })

  it('[RES-07] when blocks become longer or shorter, what is booked keeps its time and takes of all that it overlaps', async () => {
    const office = await mondayOffice(database, { minutes: 30, slots: 2 })
    const [one, two] = [await office.user(), await office.user()]
    // 10:00 to 10:30, twice.
    await office.book(office.line, office.block(20), one)
    const { id } = await office.book(office.line, office.block(20), two)
    await office.planLine(office.line, { minutes: 20 })
    const frees = async () =>
      (await office.blocks(office.line, MONDAY)).slice(29, 33).map(block => block.availables)
    // 09:40, 10:00, 10:20, 10:40.
    expect(await frees()).toEqual([2, 0, 0, 2])
    const late = await office.user()
    for (const index of [30, 31]) {
      const block = blockAt(await office.blocks(office.line, MONDAY), index)
      await expect(office.book(office.line, block, late)).rejects.toMatchObject({ code: '1007' })
    }
    await office.cancel(id, two)
    expect(office.told.at(-1)?.detail).toMatchObject({
      state: 'cancelled',
      blocks: [{ availables: 1 }, { availables: 1 }],
    })
    await office.book(office.line, blockAt(await office.blocks(office.line, MONDAY), 31), late)
    expect(await frees()).toEqual([2, 1, 0, 2])
    await office.planLine(office.line, { minutes: 60, slots: 3 })
    expect((await office.blocks(office.line, MONDAY)).slice(9, 12).map(block => block.availables)).toEqual([
      3, 1, 3,
    ])
  })

  it('[RES-07] whoever booked the longest block there can be stands in the last quarter of an hour of it too', async () => {
    const office = await mondayOffice(database, { minutes: 480, slots: 2 })
    // 00:00 to 08:00.
    await office.book(office.line, office.block(0), await office.user())
    await office.planLine(office.line, { minutes: 15 })
    const blocks = await office.blocks(office.line, MONDAY)
    const book = async (index: number) => {
      await office.book(office.line, blockAt(blocks, index), await office.user())
      return office.told.at(-1)?.detail
    }
    // 07:45 to 08:00, and what follows it.
    expect(await book(31)).toMatchObject({ blocks: [{ availables: 0 }] })
    expect(await book(32)).toMatchObject({ blocks: [{ availables: 1 }] })
    await expect(book(31)).rejects.toMatchObject({ code: '1007' })
  })

  it('[RES-07] a move to a time that overlaps its own is not in its own way, and in nobody else’s either', async () => {
    const office = await mondayOffice(database, { minutes: 30 })
    const [one, two] = [await office.user(), await office.user()]
    // 10:00 to 10:30, alone.
    const { id } = await office.book(office.line, office.block(20), one)
    await office.planLine(office.line, { minutes: 20 })
    // 10:20 to 10:40.
    const overlapping = blockAt(await office.blocks(office.line, MONDAY), 31)
    await expect(office.book(office.line, overlapping, two)).rejects.toMatchObject({ code: '1007' })
    await office.move(id, one, overlapping)
    const moved = await office.reservation(id)
    expect([moved.block_from, moved.slot]).toEqual([new Date(overlapping.from), 1])
    expect(await office.live(office.line)).toHaveLength(1)
  })

  it('[RES-07] fewer slots take nothing away and let nobody in', async () => {
    const office = await mondayOffice(database, { slots: 3 })
    const people = await office.users(4)
    const booked: string[] = []
    for (const user of people.slice(0, 3)) {
      booked.push((await office.book(office.line, office.block(TEN), user)).id)
    }
    await office.planLine(office.line, { slots: 1 })
    expect(await office.free(TEN)).toBe(0)
    const late = people[3] as string
    const book = () => office.book(office.line, office.block(TEN), late)
    for (const [index, user] of people.slice(0, 3).entries()) {
      await expect(book()).rejects.toMatchObject({ code: '1007' })
      await office.cancel(booked[index] as string, user)
    }
    await book()
    expect(await office.live(office.line)).toHaveLength(1)
  })

  it('[RES-07] the database itself refuses an oversell, by whatever program', async () => {
    const office = await mondayOffice(database, { slots: 2 })
    const [one, two] = [await office.user(), await office.user()]
    const { id } = await office.book(office.line, office.block(TEN), one)
    const row = { ...(await office.reservation(id)), user_id: two }
    const insert = (changed: Partial<typeof row>) =>
      database.db
        .insertInto('reservations')
        .values({ ...row, id: systemRandom.uuid(), request_id: systemRandom.uuid(), ...changed })
        .execute()
        .then(
          () => null,
          (error: unknown) => error,
        )
    const shifted = { block_to: new Date(row.block_to.getTime() + 60_000) }
    expect(isUniqueViolation(await insert({}), 'reservations_slot_once')).toBe(true)
    const earlier = { block_from: new Date(row.block_from.getTime() - 60_000) }
    expect(isExclusionViolation(await insert(earlier), 'reservations_slot_apart')).toBe(true)
    expect(isCheckViolation(await insert({ slot: 3 }), 'reservations_within_capacity')).toBe(true)
    expect(isCheckViolation(await insert({ slot: 0 }), 'reservations_within_capacity')).toBe(true)
    expect(await insert({ slot: 2, ...shifted })).toBeNull()
    expect(await office.free(TEN)).toBe(0)
  })

  it('[RES-02] of a whole office’s lines each is asked for those days alone on which none before it has room', async () => {
    const office = await reservationOffice(database)
    await office.reserveLine({ minutes: 480, days_ahead: 9, unavailable_days: ['2026-11-24', '2026-11-26'] })
    await office.reserveLine({ minutes: 480, days_ahead: 9, unavailable_days: ['2026-11-26'] })
    const [first, second] = await officePlans(database.db, { office_id: office.office_id })
    if (!first || !second) throw new Error('there are no two lines')
    let days = 0
    const watched = {
      ...second,
      get hours() {
        days++
        return second.hours
      },
    }
    expect(await unavailableDays(office.context, { plans: [first, watched] })).toEqual(['2026-11-26'])
    expect(days).toBe(2)
    expect(await unavailableDays(office.context, { plans: [first, second], from: '2027-01-01' })).toEqual([])
  })

  it('[RES-02] a day is unavailable when it is closed, without hours, beyond the last day, or full; a month in two statements', async () => {
    const weekdays = [1, 2, 3, 4, 5, 6].map(weekday => ({ weekday, from: '10:00', to: '10:30' }))
    const office = await mondayOffice(
      database,
      { hours: weekdays, unavailable_days: ['2026-11-25'], days_ahead: 9 },
      { closures: ['2026-11-24'] },
    )
    const people = await office.users(2)
    for (const [index, user] of people.entries()) await office.book(office.line, office.block(index), user)
    const closed = ['2026-11-21', '2026-11-22', '2026-11-23', '2026-11-24', '2026-11-25', '2026-11-29']
    const { database: counted, during } = countedStatements(database)
    const context = { ...office.context, database: counted }
    const statements = await during(async () => {
      const plan = await linePlan(counted.db, office.line)
      const plans = plan ? [plan] : []
      expect(await unavailableDays(context, { plans, from: '2026-11-01', to: '2026-11-30' })).toEqual([
        ...Array.from({ length: 20 }, (_, day) => `2026-11-${String(day + 1).padStart(2, '0')}`),
        ...closed,
      ])
    })
    expect(statements).toBe(2)
    const own = await officePlans(database.db, { office_id: office.office_id })
    expect(await unavailableDays(context, { plans: own })).toEqual(closed)
    await office.reserveLine({ days_ahead: 2 })
    const plans = await officePlans(database.db, { office_slug: office.slug })
    expect(await unavailableDays(office.context, { plans })).toEqual(
      closed.filter(day => day !== '2026-11-21' && day !== '2026-11-22' && day !== '2026-11-23'),
    )
  })
})
