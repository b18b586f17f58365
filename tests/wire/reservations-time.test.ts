import * as v from 'valibot'
import { beforeAll, expect, it } from 'vitest'
import {
  RESERVATION_HIDDEN_AFTER_MS,
  RESERVATION_REMINDERS_MS,
  RESERVE_MINUTES,
  TICKET_RECENCY_MS,
} from '#contract/limits.ts'
import { reservation as reservationSchema } from '#contract/rest/reservations.ts'
import type { Database } from '#server/database/database.ts'
import { confirmByOffice } from '#server/reservations/confirm-by-office.ts'
import { confirmByUser } from '#server/reservations/confirm-by-user.ts'
import { expireReservations } from '#server/reservations/expire-reservations.ts'
import { myReservations } from '#server/reservations/my-reservations.ts'
import { noteArrival } from '#server/reservations/note-arrival.ts'
import { reservationOfOwner } from '#server/reservations/reservation-of-owner.ts'
import { eachDatabase } from '#tests/support/databases.ts'
import { NOON } from '#tests/support/queue-office.ts'
import { reservation } from '#tests/support/queue-reservations.ts'
import { blockAt, type LinePlanOptions, reservationOffice } from '#tests/support/reservation-office.ts'
import { MovingClock } from '#tests/support/moving-clock.ts'
import { startTestServer } from '#tests/support/server.ts'
import { waitFor } from '#tests/support/wait-for.ts'

const MINUTE_MS = 60_000
/** The clock's Saturday: its first block that can be booked begins at 12:15. */
const TODAY = '2026-11-21'
const MONDAY = '2026-11-23'

/** A person who booked the first block of Monday, or of the day that is told. */
async function bookedOffice(database: Database, plan: LinePlanOptions = {}, day = MONDAY) {
  const office = await reservationOffice(database)
  const line = await office.reserveLine(plan)
  const user_id = await office.user()
  const blocks = await office.blocks(line, day)
  const { id } = await office.book(line, blockAt(blocks, 0), user_id)
  const { context, office_id } = office
  return {
    ...office,
    line,
    user_id,
    id,
    /** As they were before it was booked. */
    booked: blocks,
    block: blockAt(blocks, 0),
    again: () => office.blocks(line, day),
    held: () => reservationOfOwner(context, { id, user_id }),
    mine: (onlyFuture = false) => myReservations(context, { user_id, onlyFuture }),
    confirm: () => confirmByOffice(context, { id, office_id }),
    come: () => confirmByUser(context, { id, user_id }),
    expire: () => expireReservations(context, { office_id }),
    state: async () => (await office.reservation(id)).state,
    until(moment: number) {
      office.clock.at = new Date(moment)
    },
    reminders: () =>
      database.db
        .selectFrom('jobs')
        .selectAll()
        .where('kind', '=', 'remind-reservation')
        .where('key', 'like', `${id}:%`)
        .orderBy('run_at')
        .execute(),
  }
}

eachDatabase('reservations as time goes by', open => {
  let database: Database
  beforeAll(async () => {
    database = await open()
  })

  it('[RES-11] where the office confirms it is pending until it does, and holds its slot meanwhile', async () => {
    const office = await bookedOffice(database, { confirm_minutes: 60 })
    const pending = await office.held()
    expect(pending).toMatchObject({
      state: 'pending',
      confirmed: false,
      confirm_by: new Date(NOON.getTime() + 60 * MINUTE_MS).toISOString(),
    })
    expect(blockAt(await office.again(), 0).availables).toBe(0)
    await expect(office.come()).rejects.toMatchObject({ code: 'reserve-invalid', status: 409 })
    await office.confirm()
    await office.confirm()
    const confirmed = await office.held()
    expect(confirmed).toMatchObject({ state: 'confirmed', confirmed: true, confirm_by: null })
    expect(v.parse(reservationSchema, confirmed)).toEqual(confirmed)
    await office.come()
    await office.come()
    expect(await office.held()).toMatchObject({ state: 'user-confirmed', confirmed: true })
    await office.confirm()
    expect(office.told.map(fact => fact.detail)).toEqual([
      { state: 'pending', blocks: [{ ...office.block, availables: 0 }] },
      { state: 'confirmed', blocks: [] },
      { state: 'user-confirmed', blocks: [] },
    ])
  })

  it('another office, and another person, find nothing to confirm', async () => {
    const office = await bookedOffice(database, { confirm_minutes: 60 })
    const { context, id } = office
    const other = await reservationOffice(database)
    await expect(confirmByOffice(other.context, { id, office_id: other.office_id })).rejects.toMatchObject({
      code: 'not-found',
    })
    const stranger = await office.user()
    await expect(confirmByUser(context, { id, user_id: stranger })).rejects.toMatchObject({
      code: 'not-found',
    })
    expect(await office.state()).toBe('pending')
  })

  it('nobody confirms in time: it expires, and gives its slot back', async () => {
    const office = await bookedOffice(database, { confirm_minutes: 60 })
    office.clock.advance(60 * MINUTE_MS - 1)
    expect(await office.expire()).toBe(0)
    office.clock.advance(1)
    // Before the sweep comes it is so already, for whoever looks.
    expect(await office.held()).toMatchObject({ state: 'expired', confirmed: false, deleted: true })
    expect(await office.mine()).toEqual([])
    expect(blockAt(await office.again(), 0).availables).toBe(1)
    await expect(office.confirm()).rejects.toMatchObject({ code: 'reserve-invalid', status: 409 })
    expect(await office.expire()).toBe(1)
    expect(await office.expire()).toBe(0)
    expect(await office.held()).toMatchObject({ state: 'expired', deleted: true })
    expect(await office.reservation(office.id)).toMatchObject({ ended_at: office.clock.now() })
    expect(office.told.at(-1)?.detail).toEqual({ state: 'expired', blocks: [office.block] })
    // Who cancels it now wanted it gone, and gone it is.
    await office.cancel(office.id, office.user_id)
  })

  it('is to be confirmed by its own time at the latest', async () => {
    const office = await bookedOffice(database, { confirm_minutes: 60 }, TODAY)
    expect((await office.held())?.confirm_by).toBe(office.block.from)
  })

  it('what is overdue bars nobody’s way, before the sweep as after it', async () => {
    const office = await bookedOffice(database, { confirm_minutes: 60 })
    office.clock.advance(60 * MINUTE_MS)
    const next = await office.book(office.line, office.block, await office.user())
    expect(await office.state()).toBe('expired')
    expect(next.repeated).toBe(false)
    expect(office.told.map(fact => fact.detail)).toMatchObject([
      { state: 'pending' },
      { state: 'expired' },
      { state: 'pending' },
    ])
    // Nor the person’s own.
    const again = await office.book(office.line, blockAt(office.booked, 1), office.user_id)
    expect((await office.reservation(again.id)).slot).toBe(1)
  })

  it('a limit counts no reservation that was missed at another office', async () => {
    const office = await reservationOffice(database, { one_per: 'organization', organization_id: 77 })
    const other = await reservationOffice(database, { one_per: 'organization', organization_id: 77 })
    const [line, away] = [await office.reserveLine(), await other.reserveLine()]
    const user = await office.user()
    const block = blockAt(await office.blocks(line, TODAY), 0)
    const { id } = await office.book(line, block, user)
    const later = blockAt(await other.blocks(away, MONDAY), 0)
    for (const at of [NOON.getTime(), Date.parse(block.to) + RESERVATION_HIDDEN_AFTER_MS - 1]) {
      office.clock.at = new Date(at)
      other.clock.at = office.clock.at
      await expect(other.book(away, later, user)).rejects.toMatchObject({ code: '4010' })
    }
    office.clock.advance(1)
    other.clock.advance(1)
    await other.book(away, later, user)
    expect((await office.reservation(id)).state).toBe('missed')
  })

  it('[RES-10] who is not called within half an hour after its end missed it; then it is no longer listed', async () => {
    const office = await bookedOffice(database, {}, TODAY)
    const [from, to] = [Date.parse(office.block.from), Date.parse(office.block.to)]
    office.until(from - 1)
    expect(await office.mine(true)).toHaveLength(1)
    office.until(from)
    expect(await office.mine(true)).toEqual([])
    office.until(to + RESERVATION_HIDDEN_AFTER_MS - 1)
    expect(await office.expire()).toBe(0)
    expect(await office.mine()).toHaveLength(1)
    office.until(to + RESERVATION_HIDDEN_AFTER_MS)
    // Before the sweep says so it is too late already.
    await expect(office.come()).rejects.toMatchObject({ code: 'reserve-invalid', status: 409 })
    expect(await office.expire()).toBe(1)
    expect(await office.state()).toBe('missed')
    office.until(to + RESERVATION_HIDDEN_AFTER_MS + 1)
    expect(await office.mine()).toEqual([])
    expect(await office.held()).toMatchObject({ state: 'missed', deleted: false, confirmed: true })
    await expect(office.cancel(office.id, office.user_id)).rejects.toMatchObject({ status: 409 })
    await expect(office.come()).rejects.toMatchObject({ status: 409 })
  })

  it('[RES-10] [PRIO-01] whoever said that they are here is called, however late it has become, until they went home', async () => {
    const office = await bookedOffice(database, {}, TODAY)
    const { context, office_id, id } = office
    const clerk = await office.clerk()
    office.until(Date.parse(office.block.from))
    await noteArrival(context, { office_id, id })
    const went = Date.parse(office.block.from) + TICKET_RECENCY_MS
    // Half an hour after its end others were struck.
    office.until(Date.parse(office.block.to) + RESERVATION_HIDDEN_AFTER_MS + MINUTE_MS)
    expect(await office.expire()).toBe(0)
    await office.come()
    expect(await office.state()).toBe('user-confirmed')
    office.until(went - 1)
    expect(await office.expire()).toBe(0)
    await office.call(clerk, [office.line])
    expect(await office.state()).not.toBe('missed')

    // Their block may have been the longest that there is, and they may have come at the last moment.
    const whole = await bookedOffice(database)
    const minutes = RESERVE_MINUTES.max
    const inMinutes = -minutes - RESERVATION_HIDDEN_AFTER_MS / MINUTE_MS + 1
    const { id: long } = await reservation(whole, whole.line, { inMinutes, minutes })
    await noteArrival(whole.context, { office_id: whole.office_id, id: long })
    whole.clock.advance(TICKET_RECENCY_MS - 1)
    await whole.call(await whole.clerk(), [whole.line])
    expect((await whole.reservation(long)).state).toBe('called')

    const left = await bookedOffice(database, {}, TODAY)
    left.until(Date.parse(left.block.from))
    await noteArrival(left.context, { office_id: left.office_id, id: left.id })
    left.until(went)
    const none = left.call(await left.clerk(), [left.line])
    await expect(none).rejects.toMatchObject({ code: 'nobody-waiting' })
    expect(await left.expire()).toBe(1)
    expect(await left.state()).toBe('missed')
  })

  it('[RES-10] the list is by time, without what was cancelled or attended', async () => {
    const office = await bookedOffice(database)
    const ids: string[] = []
    for (const index of [4, 2, 3]) {
      ids.push((await office.book(office.line, blockAt(office.booked, index), office.user_id)).id)
    }
    await office.cancel(ids[2] as string, office.user_id)
    expect((await office.mine()).map(each => each.id)).toEqual([office.id, ids[1], ids[0]])
    await database.db
      .updateTable('reservations')
      .set({ state: 'attended', ended_at: NOON })
      .where('id', '=', office.id)
      .execute()
    expect((await office.mine()).map(each => each.id)).toEqual([ids[1], ids[0]])
  })

  it('the sweep ends what is overdue at every office', async () => {
    const offices = [
      await bookedOffice(database, { confirm_minutes: 5 }),
      await bookedOffice(database, {}, TODAY),
      await bookedOffice(database, {}, MONDAY),
    ]
    for (const office of offices) office.clock.advance(2 * 3_600_000)
    const [first] = offices
    if (!first) return
    expect(await expireReservations(first.context)).toBeGreaterThanOrEqual(2)
    expect(await Promise.all(offices.map(office => office.state()))).toEqual([
      'expired',
      'missed',
      'confirmed',
    ])
  })

  it('a server that starts ends what came due while none ran, and tells it', async () => {
    const office = await bookedOffice(database, { confirm_minutes: 60 })
    office.clock.advance(60 * MINUTE_MS)
    const server = await startTestServer({ database, clock: new MovingClock(office.clock.now()) })
    try {
      await waitFor('the sweep', async () => (await office.state()) === 'expired')
    } finally {
      await server.close()
    }
    const facts = (await office.facts()).filter(fact => fact.reservation_id === office.id)
    expect(facts.map(({ detail }) => detail)).toMatchObject([
      { state: 'pending' },
      { state: 'expired', blocks: [office.block] },
    ])
  })

  it('reminders are asked for a day and half an hour before, once, and none whose moment is past', async () => {
    const office = await bookedOffice(database)
    const from = Date.parse(office.block.from)
    const about = { office_id: office.office_id, reservation_id: office.id, user_id: office.user_id }
    const jobs = (await office.reminders()).map(({ key, payload, run_at }) => ({ key, payload, run_at }))
    expect(jobs).toEqual(
      (['day', 'soon'] as const).map(when => ({
        key: `${office.id}:${office.block.from}:${when}`,
        payload: { ...about, from: office.block.from, when },
        run_at: new Date(from - RESERVATION_REMINDERS_MS[when]),
      })),
    )
    await office.come()
    expect(await office.reminders()).toHaveLength(2)

    await office.move(office.id, office.user_id, blockAt(office.booked, 1))
    const moved = await office.reminders()
    expect(moved.map(job => job.payload.from)).toEqual(
      [0, 1, 0, 1].map(index => blockAt(office.booked, index).from),
    )
    expect(await (await bookedOffice(database, {}, TODAY)).reminders()).toEqual([])
  })

  it('what is still to be confirmed is reminded of once it is, not before', async () => {
    const office = await bookedOffice(database, { confirm_minutes: 24 * 60 })
    expect(await office.reminders()).toEqual([])
    office.until(Date.parse(office.block.from) - RESERVATION_REMINDERS_MS.day)
    await office.confirm()
    expect((await office.reminders()).map(job => job.payload.when)).toEqual(['soon'])
  })

  it('where the office confirms, a moved one has to be confirmed anew', async () => {
    const office = await bookedOffice(database, { confirm_minutes: 60 })
    await office.confirm()
    await office.move(office.id, office.user_id, blockAt(office.booked, 1))
    expect(await office.held()).toMatchObject({
      state: 'pending',
      confirmed: false,
      from: blockAt(office.booked, 1).from,
      confirm_by: new Date(NOON.getTime() + 60 * MINUTE_MS).toISOString(),
    })
  })
})
