import { beforeAll, expect, it } from 'vitest'
import { TICKET_RECENCY_MS } from '#contract/limits.ts'
import { displayedNumber } from '#contract/rules/ticket-number.ts'
import type { Database } from '#server/database/database.ts'
import { issuePaperNumber } from '#server/queue/take/issue-paper-number.ts'
import { eachDatabase } from '#tests/support/databases.ts'
import { queueOffice } from '#tests/support/queue-office.ts'
import { reservation } from '#tests/support/queue-reservations.ts'

const RUT = '12.345.678-5'

eachDatabase('what taking a number writes', open => {
  let database: Database
  beforeAll(async () => {
    database = await open()
  })

  it('the fact that is told is the fact in the log, and carries neither user nor rut in its detail', async () => {
    const office = await queueOffice(database)
    const line = await office.line({ prefix: 'B' })
    const user = await office.user({ rut: RUT })
    const { tuid } = await office.take(line, user)
    expect(office.told).toEqual([
      {
        name: 'ticket:created',
        office_id: office.office_id,
        seq: 1,
        at: office.clock.now(),
        line_id: line,
        ticket_id: tuid,
        reservation_id: null,
        user_id: user,
        detail: { ticket: 'B001', waiting: 1 },
      },
    ])
    const [row] = await office.facts()
    expect({ ...row, name: row?.kind }).toMatchObject({ ...office.told[0] })
    expect(JSON.stringify(row?.detail)).not.toContain(user)
  })

  it('is of a line of its own office: the database itself refuses another', async () => {
    const [here, there] = [await queueOffice(database), await queueOffice(database)]
    const [tuid = ''] = await here.fill(await here.line(), 1)
    const moved = { line_id: await there.line() }
    await expect(
      database.db.updateTable('tickets').set(moved).where('id', '=', tuid).execute(),
    ).rejects.toMatchObject({ constraint: 'tickets_line_of_office' })
    const { id } = await reservation(here, await here.line())
    await expect(
      database.db.updateTable('reservations').set(moved).where('id', '=', id).execute(),
    ).rejects.toMatchObject({ constraint: 'reservations_line_of_office' })
  })

  it.each([
    [0, 'A001'],
    [41, 'A042'],
    [998, 'A999'],
    [999, 'A1000'],
  ])('after %i numbers the next is shown as %s, in SQL as in the contract', async (before, shown) => {
    const office = await queueOffice(database)
    const line_id = await office.line()
    const day = '2026-11-21'
    if (before > 0) {
      await database.db.insertInto('line_days').values({ line_id, day, last_number: before }).execute()
    }
    const { ticket } = await issuePaperNumber(office.context, { office_id: office.office_id, line_id })
    expect(ticket).toBe(shown)
    expect(displayedNumber('A', before + 1)).toBe(shown)
  })

  it('[TKT-05] a ticket that waited over 6 hours bars nobody from taking a new one', async () => {
    const office = await queueOffice(database)
    const [line, user] = [await office.line(), await office.user()]
    const old = await office.take(line, user)
    office.clock.advance(TICKET_RECENCY_MS - 1)
    await expect(office.take(line, user)).rejects.toMatchObject({ code: 'already-has-ticket' })
    office.clock.advance(1)
    const fresh = await office.take(line, user)
    expect((await office.ticket(old.tuid)).state).toBe('expired')
    expect((await office.ticket(fresh.tuid)).state).toBe('waiting')
    // What is overdue ends everywhere: the person may hold it at another office.
    const here = office.told.filter(fact => fact.office_id === office.office_id)
    expect(here.map(fact => fact.name)).toEqual(['ticket:created', 'ticket:left', 'ticket:created'])
  })
})
