import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { Database } from '#server/database/database.ts'
import { readOfficesSource } from '#server/offices/file/read-offices-source.ts'
import { checkOffice, storeOffice } from '#server/offices/load/load-office.ts'
import { loadOffices } from '#server/offices/load/load-offices.ts'
import { readEntries, readHolidays, readLineCategories } from '#server/offices/load/read-entries.ts'
import { eachDatabase } from '#tests/support/databases.ts'
import { MovingClock } from '#tests/support/moving-clock.ts'
import { type Bendable, sampleFile } from '../unit/offices/sample-file.ts'

const DEMONSTRATION = join(import.meta.dirname, '../../server/demo/offices')

/** All that a file says of offices, without the time of the change and what the desk says of a line. */
async function tables({ db }: Database) {
  const offices = await db.selectFrom('offices').selectAll().orderBy('id').execute()
  const lines = await db.selectFrom('lines').selectAll().orderBy('id').execute()
  const modulos = await db.selectFrom('modulos').selectAll().orderBy('id').execute()
  const policies = await db.selectFrom('policies').select(['version', 'texts']).orderBy('version').execute()
  return {
    offices: offices.map(({ updated_at: _at, ...office }) => office),
    lines: lines.map(({ frozen: _frozen, ...line }) => line),
    modulos,
    policies,
  }
}

eachDatabase('an office’s entry', open => {
  const clock = new MovingClock()

  it.each([
    ['the demonstration’s offices', async () => readOfficesSource(DEMONSTRATION)],
    [
      'a file with all that it may hold',
      async () => {
        const file: Bendable = sampleFile()
        file.offices[0].modulo_lines = [{ modulo: '2', lines: ['copias', 'firmas'] }]
        return [{ file: 'a.json', text: JSON.stringify(file) }]
      },
    ],
  ])('[ADMIN-02] as it is read says what the file said: %s', async (_name, sourcesOf) => {
    const database = await open()
    const loaded = await loadOffices({ database, clock }, await sourcesOf(), null)
    expect(loaded).toMatchObject({ loaded: true })
    const before = await tables(database)
    const entries = await readEntries(database.db)
    expect(entries.length).toBe(before.offices.length)
    const holidays = await readHolidays(database.db)
    // One after the other they change nothing.
    for (const [index, { id }] of before.offices.entries())
      await database.transaction(async transaction => {
        const checked = await checkOffice(transaction, entries[index], id)
        expect(checked.faults).toEqual([])
        if (checked.office) await storeOffice(transaction, checked, id, clock.now())
      })
    expect(await tables(database)).toEqual(before)
    // And written as a file they make the same offices elsewhere.
    const organizations = await Promise.all(
      [...new Map(before.offices.map(office => [office.organization_id, office.category_slug]))].map(
        async ([id, category]) => ({ category, line_categories: await readLineCategories(database.db, id) }),
      ),
    )
    const elsewhere = await open()
    const text = JSON.stringify({ holidays, organizations, offices: entries })
    const again = await loadOffices({ database: elsewhere, clock }, [{ file: 'export.json', text }], null)
    expect(again).toMatchObject({ loaded: true })
    expect(await readEntries(elsewhere.db)).toEqual(entries)
  })

  it('[ADMIN-02] holds the office’s own closures, and the file’s holidays close it all the same', async () => {
    const database = await open()
    const file: Bendable = sampleFile()
    Object.assign(file, { holidays: ['2026-12-25'] })
    Object.assign(file.offices[0], { closures: ['2026-12-24'] })
    Object.assign(file.offices[1], { closures: ['2026-12-25'], open_on_holidays: true })
    await loadOffices({ database, clock }, [{ file: 'a.json', text: JSON.stringify(file) }], null)
    const entries = await readEntries(database.db)
    expect(entries.map(({ closures, open_on_holidays }) => [closures, open_on_holidays])).toEqual([
      [['2026-12-24'], false],
      [['2026-12-25'], true],
    ])
    const [first] = entries
    const { id } = await database.db
      .selectFrom('offices')
      .select('id')
      .orderBy('id')
      .executeTakeFirstOrThrow()
    await database.transaction(async transaction => {
      const checked = await checkOffice(transaction, { ...first, closures: ['2026-12-31'] }, id)
      if (checked.office) await storeOffice(transaction, checked, id, clock.now())
    })
    const { offices } = await tables(database)
    expect(offices[0]).toMatchObject({ closures: ['2026-12-25', '2026-12-31'] })
  })
})
