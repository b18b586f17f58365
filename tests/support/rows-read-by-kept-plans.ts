import { sql } from 'kysely'
import type { Database } from '#server/database/database.ts'

type Work = (database: Database) => Promise<unknown>

/** `rowsReadByKeptPlans` of several tables: by their names. */
export function rowsReadOfEach(
  database: Database,
  tables: readonly string[],
  work: Work,
): Promise<Map<string, number>> {
  return database.transaction(async db => {
    await sql`set local plan_cache_mode = force_generic_plan`.execute(db)
    const read = async () => {
      const { rows } = await sql<{ name: string; read: number }>`
        select relname::text as name, (seq_tup_read + coalesce(idx_tup_fetch, 0))::integer as read
        from pg_stat_xact_user_tables where relname = any(${tables}::text[])`.execute(db)
      return new Map(rows.map(row => [row.name, row.read]))
    }
    const before = await read()
    await work({ ...database, db })
    const after = await read()
    return new Map(tables.map(name => [name, (after.get(name) ?? 0) - (before.get(name) ?? 0)]))
  })
}

/**
 * How many rows of a table are read while `work` goes on, all of it with plans that are made once for
 * everybody: what PostgreSQL would choose by itself after some such statements, and goes on with.
 * @param work with a database whose statements are those of one transaction
 */
export const rowsReadByKeptPlans = async (database: Database, table: string, work: Work): Promise<number> =>
  (await rowsReadOfEach(database, [table], work)).get(table) ?? 0
