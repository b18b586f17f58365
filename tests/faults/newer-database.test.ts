import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { officesCommand } from '#commands/offices.ts'
import type { DatabaseOptions } from '#server/database/database.ts'
import { migrate } from '#server/database/migrate.ts'
import { migrations } from '#server/database/migrations/list.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { onPostgres } from '#tests/support/databases.ts'
import { spawnServer } from '#tests/support/spawn-server.ts'
import { makeTemporaryDirectory } from '#tests/support/temporary-directory.ts'
import { SEEDED_SETTINGS } from './seeded-office.ts'

const SENTENCE = 'the database was brought up to date by release 9.8.0 (9999-shelves), and this is '

/** A server and a command of this release, on tables that a later one has changed. */
function refused(place: () => Promise<{ options: DatabaseOptions; settings: Record<string, string> }>): void {
  let settings: Record<string, string>
  beforeAll(async () => {
    const placed = await place()
    settings = { ...SEEDED_SETTINGS, ...placed.settings }
    const database = await openDatabase(placed.options)
    await migrate(database, {
      ...migrations,
      '9999-shelves': {
        up: async db => void (await sql`create table shelves (id integer primary key)`.execute(db)),
      },
    })
    await sql`comment on table kysely_migration is '9.8.0'`.execute(database.db)
    await database.close()
  })

  it('[KEEP-04] a server does not start there, and says what to do', async () => {
    await expect(spawnServer(settings)).rejects.toThrow(`ended with 1:\nnumerito: ${SENTENCE}`)
  })

  it('[KEEP-04] a command does nothing there, and says what to do', async () => {
    let said = ''
    const exit = await officesCommand(['clerk-password', 'ana'], {
      environment: settings,
      out: text => void (said += text),
      err: text => void (said += text),
    })
    expect(said).toContain(SENTENCE)
    expect(exit).toBe(1)
  })
}

describe('a database of a newer release · embedded', () => {
  const { path, remove } = makeTemporaryDirectory('newer')
  afterAll(remove)
  refused(async () => ({
    options: { dataDirectory: join(path, 'database') },
    settings: { NUMERITO_DATA: path },
  }))
})

onPostgres('a database of a newer release', freshUrl =>
  refused(async () => {
    const databaseUrl = await freshUrl()
    return { options: { dataDirectory: ':memory:', databaseUrl }, settings: { DATABASE_URL: databaseUrl } }
  }),
)
