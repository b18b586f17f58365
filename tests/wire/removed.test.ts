import { beforeAll, expect, it } from 'vitest'
import type { Database } from '#server/database/database.ts'
import { callNext } from '#server/queue/call/call-next.ts'
import { callReservation } from '#server/queue/call/call-reservation.ts'
import { findDesk } from '#server/queue/desk/desk.ts'
import { issuePaperNumber } from '#server/queue/take/issue-paper-number.ts'
import { markAttended } from '#server/queue/desk/mark-attended.ts'
import { removeTicket } from '#server/queue/desk/remove-ticket.ts'
import { removeReservation } from '#server/reservations/remove-reservation.ts'
import { eachDatabase } from '#tests/support/databases.ts'
import { blockAt, reservationOffice } from '#tests/support/reservation-office.ts'

eachDatabase('what a clerk removes', open => {
  let database: Database
  beforeAll(async () => {
    database = await open()
  })

  it('[DOC-01] [SEC-03] a waiting number: its owner is told by push, those behind come nearer, a paper one tells nobody', async () => {
    const office = await reservationOffice(database)
    const line = await office.line()
    const { office_id } = office
    const tuids = await office.fill(line, 7)
    const [first = '', second = '', , , , , last = ''] = tuids
    const { tuid: paper } = await issuePaperNumber(office.context, { office_id, line_id: line })
    await removeTicket(office.context, { office_id, tuid: second })
    expect((await office.jobs(second)).map(job => job.kind)).toEqual(['push-removed'])
    expect(office.told.filter(fact => fact.ticket_id === second).at(-1)).toMatchObject({
      name: 'ticket:left',
      detail: { why: 'removed', waiting: 7 },
    })
    // The seventh has five before it now.
    expect((await office.jobs(last)).map(job => job.kind)).toEqual(['push-almost-there'])
    await removeTicket(office.context, { office_id, tuid: paper })
    expect(await office.jobs(paper)).toEqual([])
    expect(await office.waiting(line)).toEqual([1, 3, 4, 5, 6, 7])
    // A second press, and one that comes when it is over.
    await removeTicket(office.context, { office_id, tuid: second })
    const desk = await office.clerk()
    await callNext(office.context, { ...desk, line_ids: [] })
    await markAttended(office.context, desk)
    await expect(removeTicket(office.context, { office_id, tuid: first })).rejects.toMatchObject({
      code: 'ticket-not-waiting',
    })
    expect(office.told.filter(fact => fact.name === 'ticket:left')).toHaveLength(2)
  })

  it('[DOC-01] a called one leaves the desk empty, and takes the reservation by which it was called with it', async () => {
    const office = await reservationOffice(database)
    const { office_id } = office
    const line = await office.reserveLine()
    const [, block] = await office.blocks(line, '2026-11-21')
    const { id } = await office.book(line, block ?? expect.fail('no block'), await office.user())
    const desk = await office.clerk()
    office.clock.at = new Date(Date.parse(block?.from ?? ''))
    await callReservation(office.context, { ...desk, id })
    const tuid = (await findDesk(database.db, desk))?.turn?.ticket_id ?? ''
    await removeTicket(office.context, { office_id, tuid })
    expect((await office.reservation(id)).state).toBe('removed')
    expect((await findDesk(database.db, desk))?.turn).toBeNull()
    expect(office.told.slice(-2)).toMatchObject([
      { name: 'ticket:left', detail: { why: 'removed', waiting: 0 } },
      { name: 'reserve:updated', reservation_id: id, detail: { state: 'removed' } },
    ])
  })

  it('[DOC-01] a time that is booked: its slot is free at once, and its owner is told', async () => {
    const office = await reservationOffice(database)
    const { office_id } = office
    const line = await office.reserveLine()
    const block = blockAt(await office.blocks(line, '2026-11-23'), 40)
    const { id } = await office.book(line, block, await office.user())
    await removeReservation(office.context, { office_id, id })
    await removeReservation(office.context, { office_id, id })
    const told = (await office.jobs(id)).filter(job => job.kind === 'tell-reservation')
    expect(told).toMatchObject([{ payload: { said: 'removed' } }])
    expect((await office.reservation(id)).state).toBe('removed')
    await office.book(line, block, await office.user())
    const elsewhere = await reservationOffice(database)
    await expect(
      removeReservation(elsewhere.context, { office_id: elsewhere.office_id, id }),
    ).rejects.toMatchObject({ code: 'not-found' })
  })
})
