import { sql } from 'kysely'
import type { Database } from '#server/database/database.ts'

/**
 * How many rows of a table are read while `work` goes on, all of it with plans that are made once for
 * everybody: what PostgreSQL would choose by itself after some such statements, and goes on with.
 * @param work with a database whose statements are those of one transaction
 */
export function rowsReadByKeptPlans(
  database: Database,
  table: string,
  work: (database: Database) => Promise<unknown>,
): Promise<number> {
  return database.transaction(async db => {
    await sql`set local plan_cache_mode = force_generic_plan`.execute(db)
    const read = async () => {
      const { rows } = await sql<{ read: number }>`
        select (seq_tup_read + coalesce(idx_tup_fetch, 0))::integer as read
        from pg_stat_xact_user_tables where relname = ${table}`.execute(db)
      return rows[0]?.read ?? 0
    }
    const before = await read()
    await work({ ...database, db })
    return (await read()) - before
  })
}
