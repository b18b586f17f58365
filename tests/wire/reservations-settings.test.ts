import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '#server/database/database.ts'
import { bookForSomebody } from '#server/reservations/book-for-somebody.ts'
import { bookReservation } from '#server/reservations/book-reservation.ts'
import { moveReservation } from '#server/reservations/move-reservation.ts'
import { eachDatabase } from '#tests/support/databases.ts'
import {
  ANSWERS,
  type LinePlanOptions,
  type ReservationOffice,
  openReservationOffice,
} from '#tests/support/reservation-office.ts'

/** The Monday after the clock's Saturday. */
const MONDAY = '2026-11-23'

/** Happens once, in the moment in which somebody's request has begun and waits for the office. */
type Meanwhile = () => Promise<unknown>

/** Before a transaction of this context begins, what is meanwhile is done. */
function transactionsAfter({ context }: ReservationOffice, meanwhile: Meanwhile) {
  const { database } = context
  let isDone = false
  return {
    ...context,
    database: {
      ...database,
      async transaction(work) {
        if (!isDone) await meanwhile()
        isDone = true
        return await database.transaction(work)
      },
    } satisfies Database,
  }
}

/** What is meanwhile is done as soon as it was read how the line is booked. */
function plansBefore({ context }: ReservationOffice, meanwhile: Meanwhile) {
  let reads = 0
  return {
    reads: () => reads,
    context: {
      ...context,
      async plans(lineId: number) {
        const plan = await context.plans(lineId)
        if (reads++ === 0) await meanwhile()
        return plan
      },
    },
  }
}

eachDatabase('times whose office changes its settings in that very moment', open => {
  let database: Database
  beforeAll(async () => {
    database = await open()
  })

  const openOffice = () => openReservationOffice(database, MONDAY, { slots: 2 })
  type Office = Awaited<ReturnType<typeof openOffice>>

  async function wish({ line_id, block, ...office }: Office) {
    const { from, to } = block(40)
    const asked = { temporal: true, keeps: true, meet: false, meta: { answers: ANSWERS } }
    return { ...asked, line_id, from, to, user_id: await office.user(), request_id: randomUUID() }
  }

  describe('to be booked', () => {
    it.each<[string, LinePlanOptions, string]>([
      ['the line takes none', { takes_reservations: false }, 'reserve-not-open'],
      ['the day is taken out', { unavailable_days: [MONDAY] }, 'reserve-invalid'],
      ['the blocks are longer', { minutes: 45 }, 'reserve-invalid'],
      ['it attends by video', { modalities: 'video' }, 'reserve-invalid'],
    ])('are refused where %s from then on', async (_what, plan, code) => {
      const office = await openOffice()
      const { context } = plansBefore(office, () => office.planLine(office.line_id, plan))
      await expect(bookReservation(context, await wish(office))).rejects.toMatchObject({ code })
      expect(await office.live(office.line_id)).toEqual([])
    })

    it('wait for the office’s yes where it has to give it from then on', async () => {
      const office = await openOffice()
      const { context } = plansBefore(office, () => office.planLine(office.line_id, { confirm_minutes: 60 }))
      const { id } = await bookReservation(context, await wish(office))
      expect(await office.reservation(id)).toMatchObject({ state: 'pending' })
    })

    it('are one for a person where the office says so from then on', async () => {
      const office = await openOffice()
      const asked = await wish(office)
      await office.book(office.line_id, office.block(50), asked.user_id)
      const { context } = plansBefore(office, () => office.limit('office'))
      await expect(bookReservation(context, asked)).rejects.toMatchObject({ code: '1002' })
    })

    it('are booked where nothing speaks against it, with one more look; a repeat looks once', async () => {
      const office = await openOffice()
      const asked = await wish(office)
      const first = plansBefore(office, () => office.planLine(office.line_id, { slots: 3 }))
      const booked = await bookReservation(first.context, asked)
      expect(booked.repeated).toBe(false)
      expect(first.reads()).toBe(2)
      expect(await office.reservation(booked.id)).toMatchObject({ slots: 3 })
      const again = plansBefore(office, () => office.planLine(office.line_id, { slots: 4 }))
      expect(await bookReservation(again.context, asked)).toEqual({ id: booked.id, repeated: true })
      expect(again.reads()).toBe(1)
    })
  })

  it('[DESK-11] to be moved are judged by what it says from then on', async () => {
    const office = await openOffice()
    const asked = await wish(office)
    const { id } = await office.book(office.line_id, office.block(40), asked.user_id)
    const closed = transactionsAfter(office, () =>
      office.planLine(office.line_id, { unavailable_days: [MONDAY] }),
    )
    const own = { id, user_id: asked.user_id, ...office.block(41) }
    await expect(moveReservation(closed, own)).rejects.toMatchObject({ code: 'reserve-invalid' })
    const open = transactionsAfter(office, () => office.planLine(office.line_id, { unavailable_days: [] }))
    await moveReservation(open, own)
    expect((await office.reservation(id)).block_from.toISOString()).toBe(office.block(41).from)
  })

  it('[DESK-11] to be booked at a desk are judged by what it says from then on', async () => {
    const office = await openOffice()
    const { line_id } = office
    const { from, to } = office.block(40)
    const desk = await office.clerk()
    const somebody = () => ({
      ...desk,
      line_id,
      from,
      to,
      request_id: randomUUID(),
      name: 'Rosa Díaz',
      meta: {},
    })
    const closed = transactionsAfter(office, () => office.planLine(line_id, { takes_reservations: false }))
    await expect(bookForSomebody(closed, somebody())).rejects.toMatchObject({ code: 'reserve-not-open' })
    const counted = transactionsAfter(office, async () => {
      await office.planLine(line_id, { takes_reservations: true })
      await office.limit('office')
    })
    await expect(bookForSomebody(counted, somebody())).rejects.toMatchObject({ code: 'reserve-form-invalid' })
    expect(await office.live(line_id)).toEqual([])
  })
})
