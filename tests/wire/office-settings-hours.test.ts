import { afterAll, beforeAll, expect, it } from 'vitest'
import { loadFile } from '#server/office-settings/load-file.ts'
import { readEntries, readHolidays } from '#server/offices/load/read-entries.ts'
import { closeLines } from '#server/queue/day/close-lines.ts'
import { closeOffices } from '#server/queue/day/close-offices.ts'
import { eachDatabase } from '#tests/support/databases.ts'
import { MovingClock } from '#tests/support/moving-clock.ts'
import { NOON } from '#tests/support/queue-office.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { lineOf, settingsOffice } from '#tests/support/settings-office.ts'
import { waitFor } from '#tests/support/wait-for.ts'

const SATURDAY = 6
const SUNDAY = 7

eachDatabase('other hours', open => {
  let server: TestServer
  const clock = new MovingClock(NOON)
  beforeAll(async () => {
    server = await startTestServer({ database: await open(), clock })
  })
  afterAll(() => server.close())

  /** A whole file in which the entry of one office says other things. */
  async function fileWith(office_id: number, change: object) {
    const { db } = server.database
    const { slug } = await db
      .selectFrom('offices')
      .select('slug')
      .where('id', '=', office_id)
      .executeTakeFirstOrThrow()
    const offices = (await readEntries(db)).map(entry =>
      entry.slug === slug ? { ...entry, ...change } : entry,
    )
    const text = JSON.stringify({ organizations: [], holidays: await readHolidays(db), offices })
    return { slug, sources: [{ file: 'offices.json', text }] }
  }

  /** An office at noon on a Saturday, open from nine until then, with a clerk at a modulo and two lines. */
  async function openUntil(to: string) {
    const office = await settingsOffice(server)
    const open = (hours: object[]) => office.change(() => ({ hours }))
    const at = (moment: string) => {
      office.clock.at = new Date(moment)
      clock.advance(office.clock.at.getTime() - clock.now().getTime())
    }
    at('2026-11-21T15:00:00Z')
    await office.change(() => ({ lines: [lineOf('tramites', {}), lineOf('caja', {})] }))
    await open([{ days: [SATURDAY], from: '09:00', to }])
    const rows = await server.database.db
      .selectFrom('lines')
      .select(['id', 'slug'])
      .where('office_id', '=', office.office_id)
      .execute()
    const idOf = (slug: string) => rows.find(row => row.slug === slug)?.id ?? expect.fail('no such line')
    const desk = await office.clerk()
    return {
      ...office,
      open,
      at,
      desk,
      idOf,
      sweep: () => closeOffices(office.context),
      takes: async (slug: string) => await office.take(idOf(slug), await office.user()),
      closedUntil: async (slug: string) =>
        (
          await server.database.db
            .selectFrom('lines')
            .select('closed_until')
            .where('id', '=', idOf(slug))
            .executeTakeFirstOrThrow()
        ).closed_until?.toISOString() ?? null,
    }
  }

  it('[ADMIN-02] [DESK-08] let the day go on at once, in the lines that no clerk had closed', async () => {
    const office = await openUntil('13:00')
    const { context, office_id, idOf } = office
    await closeLines(context, { office_id, line_id: idOf('caja'), waiting: 'finish' })
    office.at('2026-11-21T16:00:00Z')
    await office.sweep()
    await expect(office.takes('tramites')).rejects.toMatchObject({ status: 409 })
    office.at('2026-11-21T16:05:00Z')
    await office.open([{ days: [SATURDAY], from: '09:00', to: '18:00' }])
    await office.takes('tramites')
    await expect(office.takes('caja')).rejects.toMatchObject({ code: 'line-closed' })
    expect(await restsOf(office_id)).toEqual([[idOf('tramites'), false]])
    // The evening comes by the new hours.
    office.at('2026-11-21T21:00:00Z')
    await office.sweep()
    expect(await office.closedUntil('tramites')).toBe('2026-11-28T12:00:00.000Z')
  })

  it('[ADMIN-02] [DESK-08] open again what the clock had closed where they come by a file as well', async () => {
    const office = await openUntil('13:00')
    office.at('2026-11-21T16:00:00Z')
    await office.sweep()
    const hours = [{ days: [SATURDAY], from: '09:00', to: '18:00' }]
    const { sources } = await fileWith(office.office_id, { hours })
    expect(await loadFile(office.context, sources, 'retire')).toMatchObject({ loaded: true })
    await office.takes('tramites')
    expect(await unfollowed()).toEqual([])
  })

  it('[ADMIN-02] [DESK-08] are followed also where the loading of their file was broken off after its commit', async () => {
    const office = await openUntil('13:00')
    const { context } = office
    office.at('2026-11-21T16:00:00Z')
    await office.sweep()
    const hours = [{ days: [SATURDAY], from: '09:00', to: '18:00' }]
    const { sources } = await fileWith(office.office_id, { hours })
    const together = () => Promise.reject(new Error('killed'))
    const killed = { ...context, gate: { ...context.gate, together } }
    await expect(loadFile(killed, sources, 'retire')).rejects.toThrow('killed')
    await expect(office.takes('tramites')).rejects.toMatchObject({ status: 409 })
    // Loaded again nothing is new in it: what was left to do is done all the same.
    expect(await loadFile(context, sources, 'retire')).toMatchObject({ changedOffices: [] })
    clock.advance(61_000)
    await waitFor('nothing to be left to do', async () => (await unfollowed()).length === 0)
    await office.takes('tramites')
    expect(await restsOf(office.office_id)).toEqual([
      [office.idOf('tramites'), false],
      [office.idOf('caja'), false],
    ])
  })

  it('[ADMIN-02] [DESK-08] that come by a file send nobody home without a word', async () => {
    const office = await openUntil('18:00')
    const { tuid } = await office.takes('tramites')
    const change = { hours: [{ days: [SATURDAY], from: '09:00', to: '11:00' }], closing: 'send-home' }
    const { slug, sources } = await fileWith(office.office_id, change)
    expect(await loadFile(office.context, sources, 'retire')).toEqual({
      loaded: false,
      faults: [],
      unnamed: null,
      ended: [{ office: slug, waiting: 1 }],
    })
    await office.sweep()
    expect((await office.ticket(tuid)).state).toBe('waiting')
    expect(await loadFile(office.context, sources, 'retire', true)).toMatchObject({ loaded: true })
    await office.sweep()
    expect((await office.ticket(tuid)).state).toBe('sent-home')
  })

  it('[ADMIN-02] [DESK-08] let the next day begin when it does by them, whenever it was to begin', async () => {
    const office = await openUntil('13:00')
    office.at('2026-11-21T16:00:00Z')
    await office.sweep()
    expect(await office.closedUntil('tramites')).toBe('2026-11-28T12:00:00.000Z')
    office.at('2026-11-21T20:00:00Z')
    await office.open([{ days: [SATURDAY, SUNDAY], from: '09:00', to: '13:00' }])
    expect(await office.closedUntil('tramites')).toBe('2026-11-22T12:00:00.000Z')
    office.at('2026-11-22T12:00:00Z')
    await office.takes('tramites')
  })

  it('[ADMIN-02] [DESK-08] a closure entered by mistake, and taken out again, closes nothing for the day', async () => {
    const office = await openUntil('18:00')
    await office.change(() => ({ closures: ['2026-11-21'] }))
    await office.sweep()
    await expect(office.takes('tramites')).rejects.toMatchObject({ status: 409 })
    await office.change(() => ({ closures: [] }))
    await office.takes('tramites')
  })

  it('[DESK-09] before the doors open a clerk closes the day to come, and the clock does not open it', async () => {
    const office = await openUntil('18:00')
    const { context, office_id, desk } = office
    await office.open([{ days: [SATURDAY, SUNDAY], from: '09:00', to: '18:00' }])
    office.at('2026-11-22T11:30:00Z')
    await office.clerk()
    await office.sweep()
    expect(await office.closedUntil('tramites')).toBe('2026-11-22T12:00:00.000Z')
    await closeLines(context, { ...desk, office_id, line_id: office.idOf('tramites'), waiting: 'finish' })
    expect(await office.closedUntil('tramites')).toBe('2026-11-28T12:00:00.000Z')
    await office.sweep()
    office.at('2026-11-22T12:01:00Z')
    await office.sweep()
    await expect(office.takes('tramites')).rejects.toMatchObject({ code: 'line-closed' })
    await office.takes('caja')
  })

  /** Offices that are to be looked after once more. */
  const unfollowed = () =>
    server.database.db.selectFrom('jobs').select('key').where('kind', '=', 'follow-settings').execute()

  /** Which lines were told to rest, or to rest no more, by the newest change of settings. */
  async function restsOf(office_id: number): Promise<[number | null, boolean][]> {
    const facts = await server.database.db
      .selectFrom('facts')
      .select(['kind', 'line_id', 'detail'])
      .where('office_id', '=', office_id)
      .orderBy('seq')
      .execute()
    const from = facts.findLastIndex(({ kind }) => kind === 'office:changed')
    return facts
      .slice(from)
      .filter(({ kind }) => kind === 'line:frozen')
      .map(({ line_id, detail }) => [line_id, (detail as { frozen: boolean }).frozen])
  }
})
