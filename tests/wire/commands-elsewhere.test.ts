import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, expect, it, vi } from 'vitest'
import { openDatabase } from '#server/database/open-database.ts'
import { SECRET_BYTES } from '#server/secrets/protection.ts'
import { onPostgres } from '#tests/support/databases.ts'
import { makeTemporaryDirectory } from '#tests/support/temporary-directory.ts'
import { officesCommand } from '#commands/offices.ts'
import { type Bendable, sampleFile } from '../unit/offices/sample-file.ts'

const HOUR_MS = 3_600_000

afterEach(() => void vi.useRealTimers())

onPostgres('a command at a machine that lives at another time', freshUrl => {
  it.each([7, -7])('%i hours off, it does all by the time of the database', async hours => {
    const DATABASE_URL = await freshUrl()
    const database = await openDatabase({ dataDirectory: ':memory:', databaseUrl: DATABASE_URL })
    const directory = makeTemporaryDirectory('elsewhere')
    const run = async (...args: string[]) => {
      let said = ''
      const exit = await officesCommand(args, {
        environment: {
          NUMERITO_DATA: directory.path,
          DATABASE_URL,
          NUMERITO_SECRET: Buffer.alloc(SECRET_BYTES, 7).toString('base64'),
        },
        out: text => void (said += text),
        err: text => void (said += text),
      })
      expect([exit, said]).toEqual([0, said])
    }
    try {
      const path = join(directory.path, 'offices.json')
      const file: Bendable = sampleFile()
      writeFileSync(path, JSON.stringify(file))
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + hours * HOUR_MS })
      await run('load', path)
      file.offices[0].name = 'Otra'
      writeFileSync(path, JSON.stringify(file))
      // What is to follow is told by the servers, where whoever loads is broken off.
      await sql`create function keeps() returns trigger language plpgsql as 'begin return null; end'`.execute(
        database.db,
      )
      await sql`create trigger keeps before delete on jobs for each row execute function keeps()`.execute(
        database.db,
      )
      await run('load', path)
      await run('link', 'wall', file.offices[0].slug)
      const { rows } = await sql<{ of: string; apart: number }>`
        select of, abs(extract(epoch from at - clock_timestamp()))::float8 as apart from (
          select 'office' as of, updated_at as at from offices
          union all select 'job', run_at from jobs
          union all select 'fact', at from facts
          union all select 'link', made_at from office_links
        ) moments`.execute(database.db)
      expect([...new Set(rows.map(({ of }) => of))].sort()).toEqual(['fact', 'job', 'link', 'office'])
      for (const { of, apart } of rows) expect([of, apart < HOUR_MS / 1_000]).toEqual([of, true])
    } finally {
      vi.useRealTimers()
      directory.remove()
      await database.close()
    }
  })
})
