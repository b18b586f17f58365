import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import type { DeliveredService } from '#contract/rest/desk.ts'
import type { Database } from '#server/database/database.ts'
import { json } from '#server/database/json-column.ts'
import { inLane } from '#server/database/lanes.ts'
import { askedSpan } from '#server/figures/asked-span.ts'
import { keepDays } from '#server/figures/keep-days.ts'
import { officeFigures } from '#server/figures/office-figures.ts'
import { servicesTable } from '#server/figures/services-table.ts'
import { callReservation } from '#server/queue/call/call-reservation.ts'
import { deskList } from '#server/queue/desk/desk-list.ts'
import { deskState } from '#server/queue/call/desk-state.ts'
import { markAbsent } from '#server/queue/desk/mark-absent.ts'
import { markAttended } from '#server/queue/desk/mark-attended.ts'
import { noteDelivered } from '#server/queue/desk/note-delivered.ts'
import { removeTicket } from '#server/queue/desk/remove-ticket.ts'
import { transferTicket } from '#server/queue/desk/transfer-ticket.ts'
import { eachDatabase } from '#tests/support/databases.ts'
import { type QueueOffice, queueOffice } from '#tests/support/queue-office.ts'
import { reservation } from '#tests/support/queue-reservations.ts'

const DAY = 24 * 3_600_000

/** «2 Copia, 1 Firma» */
const done = (words: string): DeliveredService[] =>
  words === ''
    ? []
    : words.split(', ').map(each => {
        const [quantity, service = ''] = each.split(' ')
        return { service, quantity: Number(quantity) }
      })

eachDatabase('what was done for whoever was called', open => {
  let database: Database
  beforeAll(async () => {
    database = await open()
  })

  const listing = (office: Pick<QueueOffice, 'office_id'>, services: string[], db = database) =>
    db.db
      .updateTable('offices')
      .set({ services: json(services) })
      .where('id', '=', office.office_id)
      .execute()

  async function opened(on = database) {
    const office = await queueOffice(on)
    await listing(office, ['Firma', 'Copia'], on)
    const line = await office.line()
    const at = await office.clerk('Módulo 1')
    const { context, office_id } = office
    const noted = (tuid: string, delivered: string, was = '') =>
      noteDelivered(context, { ...at, tuid, delivered: done(delivered), was: done(was) })
    const called = async () => {
      const { tuid } = await office.take(line, await office.user())
      await office.call(at, [line])
      return tuid
    }
    const current = async () => (await deskState(context, at)).current?.delivered
    const listed = async (list: 'waiting' | 'called' | 'missed') =>
      (await deskList(context, { office_id, list })).tickets.map(({ delivered }) => delivered)
    const rows = (tuid: string) =>
      on.db.selectFrom('ticket_services').selectAll().where('ticket_id', '=', tuid).execute()
    const acts = (tuid: string) =>
      on.db
        .selectFrom('desk_acts')
        .selectAll()
        .where('ticket_id', '=', tuid)
        .where('act', '=', 'delivered-noted')
        .execute()
    const figures = (wish: { from?: string; to?: string; line_id?: number } = {}) =>
      officeFigures(context, { office_id, ...wish })
    const table = async (wish: { from?: string; to?: string; line_id?: number } = {}) => {
      const span = await inLane('readers', () => askedSpan(context, { office_id, ...wish }))
      let text = ''
      for await (const rows of servicesTable(context, span)) text += rows
      return text.replace('\uFEFF', '').trimEnd().split('\r\n')
    }
    return {
      ...office,
      newLine: office.line,
      line,
      at,
      noted,
      called,
      current,
      listed,
      rows,
      acts,
      figures,
      table,
    }
  }

  it('[DESK-12] is noted of one who is called, is put right after they ended, and each time an act', async () => {
    const office = await opened()
    expect((await deskState(office.context, office.at)).services).toEqual(['Firma', 'Copia'])
    const tuid = await office.called()
    expect(await office.current()).toEqual([])
    await office.noted(tuid, '2 Copia, 1 Firma')
    expect(await office.current()).toEqual(done('2 Copia, 1 Firma'))
    await markAttended(office.context, office.at)
    expect(await office.listed('called')).toEqual([done('2 Copia, 1 Firma')])
    await office.noted(tuid, '3 Copia', '1 Firma, 2 Copia')
    expect(await office.listed('called')).toEqual([done('3 Copia')])
    await office.noted(tuid, '', '3 Copia')
    expect(await office.rows(tuid)).toEqual([])
    // Also where nothing was noted while they stood there.
    await office.noted(tuid, '1 Firma')
    expect(await office.rows(tuid)).toHaveLength(1)
    expect((await office.acts(tuid)).map(({ clerk_id }) => clerk_id)).toEqual(
      [1, 2, 3, 4].map(() => office.at.clerk_id),
    )
  })

  it('[DESK-14] pressed twice is once, whatever was read before', async () => {
    const office = await opened()
    const tuid = await office.called()
    const before = office.told.length
    await office.noted(tuid, '2 Copia')
    await office.noted(tuid, '2 Copia')
    expect(await office.acts(tuid)).toHaveLength(1)
    // Nobody beyond the desk hears of it.
    expect(office.told.length).toBe(before)
  })

  it('is never written over unread: the second of two clerks is told', async () => {
    const office = await opened()
    const tuid = await office.called()
    const second = { ...(await office.clerk('Módulo 2')), tuid }
    const outcomes = await Promise.allSettled([
      office.noted(tuid, '1 Copia'),
      noteDelivered(office.context, { ...second, delivered: done('5 Firma'), was: [] }),
    ])
    const refused = outcomes.filter(({ status }) => status === 'rejected')
    expect(refused).toMatchObject([{ reason: { code: 'delivered-changed' } }])
    const stands = (await office.current()) ?? []
    await noteDelivered(office.context, { ...second, delivered: done('1 Copia, 5 Firma'), was: stands })
    expect(await office.current()).toEqual(done('1 Copia, 5 Firma'))
  })

  it('is of whoever was called, of this office’s services and turns alone', async () => {
    const office = await opened()
    const { tuid: waits } = await office.take(office.line, await office.user())
    await expect(office.noted(waits, '1 Copia')).rejects.toMatchObject({ code: 'not-attended' })
    await office.call(office.at, [office.line])
    await expect(office.noted(waits, '1 Masaje')).rejects.toMatchObject({ code: 'service-gone' })
    const other = await opened()
    await expect(other.noted(waits, '1 Copia')).rejects.toMatchObject({ code: 'not-found' })
    await markAbsent(office.context, office.at)
    await expect(office.noted(waits, '1 Copia')).rejects.toMatchObject({ code: 'not-attended' })
    expect(await office.rows(waits)).toEqual([])
  })

  it('goes along to another line, and can be put right of one who did not come there', async () => {
    const office = await opened()
    const other = await office.newLine({ prefix: 'B' })
    const tuid = await office.called()
    await office.noted(tuid, '1 Copia')
    await transferTicket(office.context, { ...office.at, to: { line_id: other } })
    expect(await office.listed('waiting')).toEqual([done('1 Copia')])
    await office.call(office.at, [other])
    await markAbsent(office.context, office.at)
    await office.noted(tuid, '', '1 Copia')
    expect(await office.listed('missed')).toEqual([[]])
  })

  it('[ADMIN-02] one that the office lists no more stays as it was noted, and is put right', async () => {
    const office = await opened()
    const tuid = await office.called()
    await office.noted(tuid, '2 Copia')
    await listing(office, ['Firma'])
    expect(await office.current()).toEqual(done('2 Copia'))
    await office.noted(tuid, '3 Copia, 1 Firma', '2 Copia')
    expect((await office.figures()).services.map(({ service }) => service)).toEqual(['Copia', 'Firma'])
  })

  it('none is noted that is less than one, more than 99, or twice the same: the database refuses it too', async () => {
    const office = await opened()
    const tuid = await office.called()
    const put = (service: string, quantity: number) =>
      sql`insert into ticket_services (ticket_id, service, quantity, noted_at) values (${tuid}, ${service}, ${quantity}, now())`.execute(
        database.db,
      )
    await expect(put('Copia', 0)).rejects.toThrow('ticket_services_quantity')
    await expect(put('Copia', 100)).rejects.toThrow('ticket_services_quantity')
    await expect(put('', 1)).rejects.toThrow('ticket_services_named')
    await put('Copia', 99)
    await expect(put('Copia', 1)).rejects.toThrow('ticket_services_pkey')
  })

  describe('in the figures', () => {
    /** Two attended and one by reservation on one day, in two lines. */
    async function served(on = database) {
      const office = await opened(on)
      const other = await office.newLine({ prefix: 'B' })
      await office.noted(await office.called(), '2 Copia, 1 Firma')
      await markAttended(office.context, office.at)
      await office.noted(await office.called(), '1 Copia')
      await markAttended(office.context, office.at)
      const { id } = await reservation(office, other)
      await callReservation(office.context, { ...office.at, id })
      const { current } = await deskState(office.context, office.at)
      await office.noted(current?.tuid ?? '', '4 Firma')
      await markAttended(office.context, office.at)
      return { ...office, other, reserved: current?.tuid ?? '' }
    }

    it('[STAT-01] each service is summed by line, reservations too; of one line alone, its own', async () => {
      const { figures, line, other } = await served()
      expect((await figures()).services).toEqual([
        {
          service: 'Firma',
          quantity: 5,
          turns: 2,
          lines: [
            { line_id: line, quantity: 1, turns: 1 },
            { line_id: other, quantity: 4, turns: 1 },
          ],
        },
        { service: 'Copia', quantity: 3, turns: 2, lines: [{ line_id: line, quantity: 3, turns: 2 }] },
      ])
      expect((await figures({ line_id: other })).services).toMatchObject([{ service: 'Firma', quantity: 4 }])
    })

    it('[STAT-03] as a table: a row for each day, line and service, safe for spreadsheets', async () => {
      const office = await served()
      const { line, other, table, figures } = office
      const { today } = await figures()
      const names = await database.db
        .selectFrom('lines')
        .select(['id', 'name'])
        .where('office_id', '=', office.office_id)
        .execute()
      const nameOf = (id: number) => names.find(each => each.id === id)?.name
      expect(await table()).toEqual([
        'day;line_id;line;service;quantity;turns',
        `${today};${line};${nameOf(line)};Copia;3;2`,
        `${today};${line};${nameOf(line)};Firma;1;1`,
        `${today};${other};${nameOf(other)};Firma;4;1`,
      ])
      expect(await table({ line_id: other })).toHaveLength(2)
      await database.db
        .updateTable('ticket_services')
        .set({ service: '=1+1' })
        .where('ticket_id', '=', office.reserved)
        .execute()
      expect(await table({ line_id: other })).toContain(`${today};${other};${nameOf(other)};'=1+1;4;1`)
    })

    it('[STAT-01] what was removed as false counts nothing', async () => {
      const office = await opened()
      const tuid = await office.called()
      await office.noted(tuid, '2 Copia')
      await removeTicket(office.context, { office_id: office.office_id, tuid })
      expect((await office.figures()).services).toEqual([])
    })

    it('[STAT-01] a day that is over is kept with them, and counted again when one is put right', async () => {
      const own = await open()
      const office = await served(own)
      const { today } = await office.figures()
      const there = await office.figures()
      office.clock.advance(3 * DAY)
      expect(await keepDays(office.context)).toBeGreaterThan(0)
      const kept = () => own.db.selectFrom('day_figures').selectAll().where('day', '=', today).execute()
      expect(await kept()).toMatchObject([{ turns: { services: expect.any(Array) } }])
      const span = { from: today, to: today }
      expect((await office.figures(span)).services).toEqual(there.services)
      // Only what was kept is read: of a year nothing is counted twice.
      await sql`update day_figures set turns = jsonb_set(turns, '{services}', '[]')`.execute(own.db)
      expect((await office.figures(span)).services).toEqual([])
      await office.noted(office.reserved, '1 Firma', '4 Firma')
      expect(await kept()).toEqual([])
      expect((await office.figures(span)).services).toMatchObject([
        { service: 'Copia', quantity: 3 },
        { service: 'Firma', quantity: 2 },
      ])
      expect(await kept()).toHaveLength(1)
      await own.db.deleteFrom('ticket_services').where('ticket_id', '=', office.reserved).execute()
      expect(await kept()).toEqual([])
    })

    it('[STAT-01] a day that the release before kept without them is counted anew, and kept with them', async () => {
      const own = await open()
      const office = await served(own)
      const { today, services } = await office.figures()
      office.clock.advance(3 * DAY)
      await own.db
        .insertInto('day_figures')
        .values({
          office_id: office.office_id,
          day: today,
          turns: json({ hours: [], clerks: [], open: [] }),
        })
        .execute()
      const span = { from: today, to: today }
      expect((await office.figures(span)).services).toEqual(services)
      const { turns } = await own.db.selectFrom('day_figures').select('turns').executeTakeFirstOrThrow()
      expect(turns).toMatchObject({ services: expect.any(Array), hours: expect.any(Array) })
    })
  })
})
