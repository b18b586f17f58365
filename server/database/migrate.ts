import { type Migration, Migrator } from 'kysely/migration'
import type { Database } from './database.ts'
import { migrations } from './migrations/list.ts'

/**
 * Brings the tables to the newest form, in one transaction: all of it or nothing. Processes that start
 * together on one PostgreSQL wait for each other on Kysely's advisory lock, which is the session's and goes
 * with a process that dies.
 *
 * @returns the names of the migrations that ran
 * @throws the first error, and where the database is newer than this program
 */
export async function migrate(
  database: Pick<Database, 'db'>,
  list: Record<string, Migration> = migrations,
): Promise<string[]> {
  const migrator = new Migrator({ db: database.db, provider: { getMigrations: async () => list } })
  const { error, results = [] } = await migrator.migrateToLatest()
  if (error !== undefined) {
    const failed = results.find(({ status }) => status === 'Error')
    throw failed ? new Error(`the migration ${failed.migrationName} failed`, { cause: error }) : error
  }
  return results.map(({ migrationName }) => migrationName)
}
