import { beforeAll, expect, it } from 'vitest'
import type { Database } from '#server/database/database.ts'
import { deskList } from '#server/queue/desk/desk-list.ts'
import { deskState } from '#server/queue/call/desk-state.ts'
import { noteTurn } from '#server/queue/desk/note-turn.ts'
import { transferTicket } from '#server/queue/desk/transfer-ticket.ts'
import { forgetNotes } from '#server/queue/turn/forget-notes.ts'
import { eachDatabase } from '#tests/support/databases.ts'
import { queueOffice } from '#tests/support/queue-office.ts'

const DAY_MS = 24 * 3_600_000

eachDatabase('what clerks note of a turn', open => {
  let database: Database
  beforeAll(async () => {
    database = await open()
  })

  async function opened() {
    const office = await queueOffice(database)
    const line = await office.line()
    const at = await office.clerk('Módulo 1')
    const { context, office_id } = office
    const noted = (tuid: string, note: string | null, was: string | null = null) =>
      noteTurn(context, { ...at, tuid, note, was })
    const listed = async (list: 'waiting' | 'called') =>
      (await deskList(context, { office_id, list })).tickets.map(({ note }) => note)
    const current = async () => (await deskState(context, at)).current?.note
    const kept = (tuid: string) =>
      database.db.selectFrom('ticket_notes').selectAll().where('ticket_id', '=', tuid).execute()
    const acts = (tuid: string) =>
      database.db
        .selectFrom('desk_acts')
        .selectAll()
        .where('ticket_id', '=', tuid)
        .where('act', '=', 'ticket-noted')
        .execute()
    const taken = async () => (await office.take(line, await office.user())).tuid
    return { ...office, newLine: office.line, line, at, noted, listed, current, kept, acts, taken }
  }

  it('[DESK-05] goes along from the line to the module, and on to another line', async () => {
    const office = await opened()
    const other = await office.newLine()
    const tuid = await office.taken()
    await office.noted(tuid, 'Trae el poder')
    expect(await office.listed('waiting')).toEqual(['Trae el poder'])
    await office.call(office.at, [office.line])
    expect(await office.current()).toBe('Trae el poder')
    expect(await office.listed('called')).toEqual(['Trae el poder'])
    await office.noted(tuid, 'Le falta la firma', 'Trae el poder')
    await transferTicket(office.context, { ...office.at, to: { line_id: other } })
    expect(await office.listed('waiting')).toEqual(['Le falta la firma'])
    await office.noted(tuid, null, 'Le falta la firma')
    expect(await office.listed('waiting')).toEqual([null])
    expect(await office.kept(tuid)).toEqual([])
  })

  it('[DESK-12] is an act of its clerk, without its words; the same press twice is one', async () => {
    const office = await opened()
    const tuid = await office.taken()
    await office.noted(tuid, 'Trae el poder')
    await office.noted(tuid, 'Trae el poder')
    const acts = await office.acts(tuid)
    expect(acts.map(({ clerk_id }) => clerk_id)).toEqual([office.at.clerk_id])
    expect(JSON.stringify(acts)).not.toContain('poder')
  })

  it('is never written over unread: the second of two clerks is told', async () => {
    const office = await opened()
    const tuid = await office.taken()
    const second = { ...(await office.clerk('Módulo 2')), tuid }
    const outcomes = await Promise.allSettled([
      office.noted(tuid, 'Trae el poder'),
      noteTurn(office.context, { ...second, note: 'No trae nada', was: null }),
    ])
    const refused = outcomes.filter(({ status }) => status === 'rejected')
    expect(refused).toMatchObject([{ reason: { code: 'note-changed' } }])
    const [stands = null] = await office.listed('waiting')
    await noteTurn(office.context, { ...second, note: 'Trae el poder, sin firma', was: stands })
    expect(await office.listed('waiting')).toEqual(['Trae el poder, sin firma'])
  })

  it('is sealed, of its own office’s turns alone, and told to nobody in a fact', async () => {
    const office = await opened()
    const tuid = await office.taken()
    const before = office.told.length
    await office.noted(tuid, 'Trae el poder')
    const [row] = await office.kept(tuid)
    expect(Buffer.from(row?.note ?? []).toString('latin1')).not.toContain('poder')
    expect(office.told.length).toBe(before)
    const other = await opened()
    await expect(other.noted(tuid, 'De otra oficina', 'Trae el poder')).rejects.toMatchObject({
      code: 'not-found',
    })
    expect(await office.listed('waiting')).toEqual(['Trae el poder'])
  })

  it('is forgotten with the day, and not while its number still waits', async () => {
    const office = await opened()
    const [over, waits] = [await office.taken(), await office.taken()]
    await office.noted(over, 'Trae el poder')
    await office.noted(waits, 'Vuelve con la cédula')
    await office.call(office.at, [office.line])
    await database.db.updateTable('tickets').set({ state: 'attended' }).where('id', '=', over).execute()
    await forgetNotes(office.context)
    expect(await office.kept(over)).toHaveLength(1)
    office.clock.advance(DAY_MS)
    await forgetNotes(office.context)
    expect(await office.kept(over)).toEqual([])
    expect(await office.kept(waits)).toHaveLength(1)
    await database.db.updateTable('tickets').set({ state: 'expired' }).where('id', '=', waits).execute()
    await forgetNotes(office.context)
    expect(await office.kept(waits)).toEqual([])
  })
})
