import { openGate } from '#server/facts/office-gate.ts'
import { beforeAll, expect, it } from 'vitest'
import type { Database } from '#server/database/database.ts'
import { myReservations } from '#server/reservations/my-reservations.ts'
import { reservationOfOwner } from '#server/reservations/reservation-of-owner.ts'
import { eachDatabase } from '#tests/support/databases.ts'

import { ANSWERS, blockAt, reservationOffice } from '#tests/support/reservation-office.ts'

/** The Monday after the clock's Saturday. */
const MONDAY = '2026-11-23'

eachDatabase('booking a time', open => {
  let database: Database
  beforeAll(async () => {
    database = await open({ poolSize: 10 })
  })

  it('[RES-07] a booked block has one slot less, and given back it has it again', async () => {
    const office = await reservationOffice(database)
    const line = await office.reserveLine({ slots: 2 })
    const user = await office.user()
    const block = blockAt(await office.blocks(line, MONDAY), 40)
    expect(block.availables).toBe(2)
    const { id, repeated } = await office.book(line, block, user)
    expect(repeated).toBe(false)
    expect(blockAt(await office.blocks(line, MONDAY), 40)).toEqual({ ...block, availables: 1 })
    expect(office.told).toEqual([
      {
        name: 'reserve:updated',
        office_id: office.office_id,
        seq: 1,
        at: office.clock.now(),
        line_id: line,
        ticket_id: null,
        reservation_id: id,
        user_id: user,
        detail: { state: 'confirmed', blocks: [{ ...block, availables: 1 }] },
      },
    ])
    await office.cancel(id, user)
    expect(blockAt(await office.blocks(line, MONDAY), 40)).toEqual(block)
    expect(office.told[1]?.detail).toEqual({ state: 'cancelled', blocks: [block] })
  })

  it('[RES-12] its owner holds it with its code, its answers and its office; nobody else does', async () => {
    const office = await reservationOffice(database)
    const line = await office.reserveLine()
    const user = await office.user()
    const block = blockAt(await office.blocks(line, MONDAY), 40)
    const { id } = await office.book(line, block, user)
    const held = await reservationOfOwner(office.context, { id, user_id: user })
    expect(held).toMatchObject({
      _id: id,
      id,
      code: `RV${id.slice(-3).toUpperCase()}`,
      from: block.from,
      to: block.to,
      time_zone: 'America/Santiago',
      line: { id: line },
      office: { id: office.office_id, slug: office.slug },
      state: 'confirmed',
      confirmed: true,
      confirm_by: null,
      deleted: false,
      attended: false,
      modulo: null,
      meta: { answers: ANSWERS },
      seq: 1,
    })
    expect(await myReservations(office.context, { user_id: user })).toEqual([held])
    expect(await reservationOfOwner(office.context, { id, user_id: await office.user() })).toBeNull()
  })

  it('keeps by which poster its owner came, sealed beside the answers', async () => {
    const office = await reservationOffice(database)
    const line = await office.reserveLine()
    const block = blockAt(await office.blocks(line, MONDAY), 40)
    const said = { answers: ANSWERS, params: { utm_source: 'poster', 'utm-campaign': 'spring' } }
    const { id } = await office.book(line, block, await office.user(), { meta: said })
    const { meta } = await office.reservation(id)
    expect(meta && office.context.protect.openMeta(meta)).toEqual(said)
    expect(Buffer.from(meta ?? []).toString('latin1')).not.toContain('poster')
  })

  it('[RES-07] [RES-14] of 100 people who book the last slot at once one gets it, 99 are told that it is taken', async () => {
    const office = await reservationOffice(database, { gate: openGate })
    const line = await office.reserveLine({ slots: 1 })
    const block = blockAt(await office.blocks(line, MONDAY), 40)
    const people = await office.users(100)
    const answers = await Promise.allSettled(people.map(user => office.book(line, block, user)))
    const refused = answers.flatMap(answer => (answer.status === 'rejected' ? [answer.reason.code] : []))
    expect(refused).toEqual(Array.from({ length: 99 }, () => '1007'))
    expect(await office.live(line)).toHaveLength(1)
    expect(blockAt(await office.blocks(line, MONDAY), 40).availables).toBe(0)
  })
})
