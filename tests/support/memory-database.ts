import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { Kysely, PGliteDialect } from 'kysely'
import type { Database, DatabaseOptions } from '#server/database/database.ts'
import { migrate } from '#server/database/migrate.ts'
import { openDatabase } from '#server/database/open-database.ts'
import type { Tables } from '#server/database/tables.ts'
import { oncePerRun } from './test-run.ts'
import { PATIENCE_MS } from './wait-for.ts'

/** What each database unpacks anew: segments of a megabyte instead of sixteen, and none of the databases that nobody opens. */
const SMALL = ['--wal-segsize=1']
const UNUSED = [
  'update pg_database set datistemplate = false',
  'drop database template0',
  'drop database template1',
  'checkpoint',
]

/**
 * A new embedded database in memory, with today's tables and nothing in them. Making one takes seconds of the processor;
 * beginning with files that this run has made and migrated once, a moment.
 */
export async function openMemoryDatabase(options?: Partial<DatabaseOptions>): Promise<Database> {
  const memoryTemplate = await oncePerRun('embedded', packMigratedFiles)
  return openDatabase({ dataDirectory: ':memory:', memoryTemplate, acquireTimeout: PATIENCE_MS, ...options })
}

async function packMigratedFiles(folder: string): Promise<string> {
  const engine = await PGlite.create({ initDbStartParams: SMALL })
  await migrate({ db: new Kysely<Tables>({ dialect: new PGliteDialect({ pglite: engine }) }) })
  for (const statement of UNUSED) await engine.exec(statement)
  const packed = await engine.dumpDataDir('none')
  await engine.close()
  const file = join(folder, 'files.tar')
  await writeFile(file, Buffer.from(await packed.arrayBuffer()))
  return file
}
