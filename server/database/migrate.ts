import { sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { RELEASE } from '#server/platform/release.ts'
import type { Database } from './database.ts'
import { migrations } from './migrations/list.ts'
import { takingItsTime } from './patience.ts'
import { TablesHeld, takeTables } from './take-tables.ts'

type Migrations = Record<string, Migration>
type Migrated = Pick<Database, 'db'>

/** About two minutes. */
const TRIES = 120
const EACH_SO_MANY_LONG = 10
const PAUSE_SECONDS = 0.5

/** A newer release has changed the tables: what it put there this one does not understand. */
export class DatabaseNewer extends Error {
  override readonly name = 'DatabaseNewer'
}

/**
 * Brings the tables to the newest form, in one transaction: all of it or nothing. Processes that start
 * together on one PostgreSQL wait for each other on Kysely's advisory lock, which is the session's and goes
 * with a process that dies. Servers of the release before that run already go on serving (`takeTables`).
 *
 * @returns the names of the migrations that ran
 * @throws DatabaseNewer; TablesHeld, after many tries; else the first error
 */
export async function migrate(database: Migrated, list: Migrations = migrations): Promise<string[]> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await takingItsTime(() => run(database, list, tried % EACH_SO_MANY_LONG === 0))
    } catch (error) {
      if (!(error instanceof TablesHeld) || tried === TRIES) throw error
      await sql`select pg_sleep(${PAUSE_SECONDS})`.execute(database.db)
    }
  }
}

async function run({ db }: Migrated, list: Migrations, long: boolean): Promise<string[]> {
  let taken = false
  /** Takes the tables before the first one that runs, and notes which release it was. */
  const guarded = ({ up }: Migration): Migration => ({
    async up(transaction) {
      if (!taken) await takeTables(transaction, long)
      taken = true
      await up(transaction)
      await sql`comment on table kysely_migration is ${sql.lit(RELEASE)}`.execute(transaction)
    },
  })
  const ours = Object.fromEntries(Object.entries(list).map(([name, one]) => [name, guarded(one)]))
  const migrator = new Migrator({ db, provider: { getMigrations: async () => ours } })
  const { error, results = [] } = await migrator.migrateToLatest()
  if (error === undefined) return results.map(({ migrationName }) => migrationName)
  if (error instanceof TablesHeld) throw error
  const failed = results.find(({ status }) => status === 'Error')
  if (failed) throw new Error(`the migration ${failed.migrationName} failed`, { cause: error })
  throw (await newerThan({ db }, list)) ?? error
}

/**
 * How far the tables are, for whoever may not bring them further.
 * @throws DatabaseNewer
 */
export async function standOfTables(
  { db }: Migrated,
  list: Migrations = migrations,
): Promise<'none' | 'earlier' | 'current'> {
  const infos = await new Migrator({ db, provider: { getMigrations: async () => list } }).getMigrations()
  const newer = await newerThan({ db }, list)
  if (newer) throw newer
  if (infos.every(({ executedAt }) => executedAt === undefined)) return 'none'
  return infos.every(({ executedAt }) => executedAt !== undefined) ? 'current' : 'earlier'
}

/** What is told at the terminal where the tables are a newer release's; null where they are not. */
async function newerThan({ db }: Migrated, list: Migrations): Promise<DatabaseNewer | null> {
  const { rows } = await sql<{ name: string; by: string | null }>`
    select name, obj_description(to_regclass('kysely_migration')) as by from kysely_migration order by name`
    .execute(db)
    .catch(() => ({ rows: [] }))
  const unknown = rows.filter(({ name }) => !Object.hasOwn(list, name)).map(({ name }) => name)
  if (unknown.length === 0) return null
  const by = rows[0]?.by
  const whose = by && by !== RELEASE ? `release ${by}` : 'a newer release'
  return new DatabaseNewer(
    `the database was brought up to date by ${whose} (${unknown.join(', ')}), and this is ${RELEASE}, ` +
      `which does not know what is in it. Nothing was changed. Start ${whose} again; or, to stay with ` +
      `${RELEASE}, restore a backup that was made before the upgrade`,
  )
}
