import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { Kysely, PGliteDialect, sql } from 'kysely'
import type { Database, DatabaseOptions } from '#server/database/database.ts'
import { migrate } from '#server/database/migrate.ts'
import { openDatabase } from '#server/database/open-database.ts'
import type { Tables } from '#server/database/tables.ts'
import { idleEngines } from './idle-engines.ts'
import { oncePerRun } from './test-run.ts'
import { PATIENCE_MS } from './wait-for.ts'

/**
 * What each database unpacks anew: segments of a megabyte instead of sixteen, and none of the databases that
 * nobody opens.
 */
const SMALL = ['--wal-segsize=1']
const UNUSED = [
  'update pg_database set datistemplate = false',
  'drop database template0',
  'drop database template1',
  'checkpoint',
]

/** What migrations write into tables: it stays. */
const MIGRATED = new Set(['kysely_migration', 'kysely_migration_lock'])

/**
 * A new embedded database in memory, with today's tables and nothing in them: one that stood before where
 * there is one, emptied, with its sequences begun again. Whoever asks for something special gets an engine of
 * its own.
 */
export async function openMemoryDatabase(options: Partial<DatabaseOptions> = {}): Promise<Database> {
  const { poolSize: _oneSessionAnyway, ...special } = options
  if (Object.keys(special).length > 0) return startEngine(special)
  const stood = idleEngines.pop()
  if (stood) return lend(stood.database, stood.catalogue)
  const database = await startEngine()
  return lend(database, await catalogueOf(database))
}

async function startEngine(options?: Partial<DatabaseOptions>): Promise<Database> {
  const memoryTemplate = await oncePerRun('embedded', packMigratedFiles)
  return openDatabase({ dataDirectory: ':memory:', memoryTemplate, acquireTimeout: PATIENCE_MS, ...options })
}

/**
 * The same database, which its borrower's `close` gives back, unless the borrower has changed more than rows.
 * From then on it refuses that borrower, as one that is closed does: what a test left running must not find
 * the next one's rows.
 */
function lend(database: Database, catalogue: string): Database {
  let given: Promise<void> | undefined
  function assertLent(): void {
    if (given) throw new Error('this database is closed')
  }
  const listening = new Set<() => Promise<void>>()
  async function giveBack(): Promise<void> {
    await Promise.all([...listening].map(end => end()))
    const isAsBefore = await empty(database).then(
      async () => (await catalogueOf(database)) === catalogue,
      () => false,
    )
    if (isAsBefore) idleEngines.push({ database, catalogue })
    else await database.close()
  }
  return {
    ...database,
    db: database.db.withPlugin({
      transformQuery({ node }) {
        assertLent()
        return node
      },
      transformResult: async ({ result }) => result,
    }),
    async transaction(work) {
      assertLent()
      return database.transaction(work)
    },
    async listen(...asked) {
      assertLent()
      const end = await database.listen(...asked)
      listening.add(end)
      return async () => {
        if (listening.delete(end)) await end()
      }
    },
    async ping() {
      assertLent()
      await database.ping()
    },
    async notify(channel, payload) {
      assertLent()
      await database.notify(channel, payload)
    },
    close() {
      given ??= giveBack()
      return given
    },
  }
}

async function empty({ db }: Database): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select quote_ident(relname) as name from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace and relname <> all(${[...MIGRATED]})`.execute(
    db,
  )
  const names = rows.map(({ name }) => name).join(', ')
  await sql.raw(`truncate ${names} restart identity cascade`).execute(db)
}

/**
 * What stands beside rows and a test may have changed: relations, columns, constraints, functions, triggers,
 * settings, who listens.
 */
async function catalogueOf({ db }: Database): Promise<string> {
  const { rows } = await sql<{ catalogue: string }>`
    select concat_ws(' ',
      (select md5(string_agg(concat(oid, relname), ',' order by oid)) from pg_class),
      (select md5(string_agg(concat(attrelid, attname, attnotnull, attisdropped), ',' order by attrelid, attnum))
        from pg_attribute where attrelid >= 16384),
      (select md5(string_agg(concat(oid, convalidated), ',' order by oid)) from pg_constraint),
      (select md5(string_agg(concat(oid, md5(prosrc)), ',' order by oid)) from pg_proc where oid >= 16384),
      (select md5(string_agg(concat(oid, tgenabled), ',' order by oid)) from pg_trigger),
      (select md5(string_agg(concat(name, setting), ',' order by name)) from pg_settings where source = 'session'),
      (select md5(string_agg(channel, ',' order by channel)) from pg_listening_channels() as channel)
    ) as catalogue`.execute(db)
  return rows[0]?.catalogue ?? ''
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
