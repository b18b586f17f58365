import { afterAll, beforeAll, expect, it } from 'vitest'
import { eachDatabase } from '#tests/support/databases.ts'
import { MovingClock } from '#tests/support/moving-clock.ts'
import { NOON } from '#tests/support/queue-office.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { lineOf, linesOf, settingsOffice } from '#tests/support/settings-office.ts'

eachDatabase('the settings of an office', open => {
  let server: TestServer
  const clock = new MovingClock(NOON)
  beforeAll(async () => {
    server = await startTestServer({ database: await open(), clock })
  })
  afterAll(() => server.close())

  it('[ADMIN-02] are read as one entry of the offices file, changed, and read again', async () => {
    const { read, change, boss, check } = await settingsOffice(server)
    const before = await read()
    expect(before).toMatchObject({ changed: null, holidays: [], office: { lines: [], closures: [] } })
    expect(await check(before.office)).toMatchObject({ faults: [], parts: [] })
    const { settings, faults } = await change(() => ({
      name: 'Sucursal Nueva',
      lines: [lineOf('caja')],
      modulos: ['Caja 1'],
    }))
    expect(faults).toEqual([])
    expect(settings).toMatchObject({ office: { name: 'Sucursal Nueva', modulos: ['Caja 1'] } })
    expect(settings?.changed).toEqual({ at: clock.now().toISOString(), by: boss.name, undoable: true })
    const after = await read()
    expect(after).toEqual(settings)
    expect(after.version).not.toBe(before.version)
    expect(linesOf(after.office)).toEqual([expect.objectContaining({ slug: 'caja', prefix: 'C' })])
  })

  it('[ADMIN-02] that two change at once are those of the first; the second hears who it was, and what stands', async () => {
    const { read, put, person, saved, conflict } = await settingsOffice(server)
    const other = await person('administrator')
    const { version, office } = await read()
    const both = await Promise.all([
      put({ version, office: { ...office, name: 'Una' } }),
      put({ version, office: { ...office, name: 'Otra' } }, other.token),
    ])
    expect(both.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409])
    const first = both.find(({ status }) => status === 200)
    const second = both.find(({ status }) => status === 409)
    if (!first || !second) throw new Error('one of the two is saved')
    const { settings } = await saved(first)
    expect(await conflict(second)).toMatchObject({ code: 'settings-moved', settings })
    expect(await read()).toEqual(settings)
  })

  it('[ADMIN-02] are as they were before, once the last change is undone', async () => {
    const { read, change, undo, saved } = await settingsOffice(server)
    await change(() => ({ lines: [lineOf('caja')], modulos: ['Caja 1'] }))
    const before = await read()
    await change(() => ({ lines: [], closures: ['2026-12-24'], modulos: [] }))
    const { version } = await read()
    const { settings } = await saved(await undo({ version }))
    expect(settings?.office).toEqual(before.office)
    expect(settings?.version).toBe(before.version)
    expect((await undo({ version })).status).toBe(409)
  })
})
