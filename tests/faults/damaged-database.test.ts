import { closeSync, openSync, readdirSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#server/database/database.ts'
import { migrate } from '#server/database/migrate.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { onPostgres } from '#tests/support/databases.ts'
import { command, PATIENT_MS } from '#tests/support/numerito-command.ts'
import { administer } from '#tests/support/postgres-cluster.ts'
import { makeTemporaryDirectory, type TemporaryDirectory } from '#tests/support/temporary-directory.ts'
import { startOwnCluster } from './own-cluster.ts'
import { SEEDED_SETTINGS, seedOffice } from './seeded-office.ts'

/** Of PostgreSQL's files. */
const PAGE_BYTES = 8_192

/** What may become of the file in which a table lies. */
const DAMAGES: { how: string; damage(file: string): void }[] = [
  {
    how: 'has a page that is not as it was written',
    damage(file) {
      const descriptor = openSync(file, 'r+')
      writeSync(descriptor, Buffer.alloc(PAGE_BYTES, 0xa5), 0, PAGE_BYTES, 0)
      closeSync(descriptor)
    },
  },
  { how: 'is gone', damage: file => rmSync(file) },
]

/** Seeds an office. @returns where its people lie, from the folder of the database's files */
async function seed(database: Database): Promise<string> {
  await migrate(database)
  await seedOffice(database, { lines: 1, people: 5 })
  const { rows } = await sql<{ file: string }>`
    select pg_relation_filepath('users') as file`.execute(database.db)
  await database.close()
  return rows[0]?.file ?? expect.fail('the table has no file')
}

let directory: TemporaryDirectory
beforeEach(() => {
  directory = makeTemporaryDirectory('damaged')
})
afterEach(() => directory.remove())

const IN_WORDS =
  /^the database is damaged: its table users cannot be read to its end \(.+\), so it is neither backed up nor moved\. Restore the last good backup$/m

/** The operator hears why, no file is there nor the draft of one, and it may serve on as well as it can. */
async function isKept(settings: Record<string, string>): Promise<void> {
  const at = (name: string) => join(directory.path, name)
  const refused = [1, expect.stringMatching(IN_WORDS)]
  const backup = await command(settings, 'backup', at('night.backup')).ended
  expect([backup.exit, backup.said]).toEqual(refused)
  expect(readdirSync(directory.path).filter(name => name !== 'data')).toEqual([])
  const move = await command(settings, 'move', '--to', at('elsewhere')).ended
  expect([move.exit, move.said]).toEqual(refused)
  expect((await command(settings, 'offices', 'links', 'nowhere').ended).said).toContain('there is no office')
}

describe('a database whose file · embedded', () => {
  it.each(DAMAGES)(
    '[KEEP-01] [KEEP-02] $how is neither backed up nor moved, and the operator hears why',
    async ({ damage }) => {
      const data = join(directory.path, 'data')
      const file = await seed(
        await openDatabase({ dataDirectory: join(data, 'database'), acquireTimeout: PATIENT_MS }),
      )
      damage(join(data, 'database/database', file))
      await isKept({ ...SEEDED_SETTINGS, NUMERITO_DATA: data })
    },
  )
})

onPostgres('a database whose file', () => {
  it.each(DAMAGES)(
    '[KEEP-01] [KEEP-02] $how is neither backed up nor moved, and the operator hears why',
    async ({ damage }) => {
      const cluster = await startOwnCluster()
      try {
        const database = await openDatabase({ dataDirectory: ':memory:', databaseUrl: cluster.url })
        const { rows } = await sql<{ folder: string }>`
        select current_setting('data_directory') as folder`.execute(database.db)
        const file = await seed(database)
        // Or its log would make the page whole again.
        await administer(cluster.url, 'checkpoint')
        await cluster.crash()
        damage(join(rows[0]?.folder ?? '', file))
        await cluster.restart()
        await isKept({ ...SEEDED_SETTINGS, DATABASE_URL: cluster.url })
      } finally {
        await cluster.remove()
      }
    },
  )
})
