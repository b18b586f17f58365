import { sql } from 'kysely'
import type { Database } from '#server/database/database.ts'
import type { Counts, Head, InstallationTaker } from './installation.ts'
import { type KeptTable, keptTables, migrationsRun, sequenceStands } from './kept-tables.ts'
import { KeepingFault } from './keeping-fault.ts'

const ROWS_AT_ONCE = 500

const lineOf = ({ columns }: KeptTable) =>
  sql`to_json(array[${sql.join(columns.map(({ name }) => sql`${sql.id(name)}::text`))}]::text[])::text`

/** PostgreSQL's classes of faults that reading meets where a table is damaged, or the disk under it. */
const DAMAGE = /^(XX|58)/

const wordedDamage = (table: string, error: unknown): unknown =>
  error instanceof Error && 'code' in error && DAMAGE.test(String(error.code))
    ? new KeepingFault(
        `the database is damaged: its table ${table} cannot be read to its end (${error.message}), so it is ` +
          `neither backed up nor moved. Restore the last good backup`,
        { cause: error },
      )
    : error

/**
 * Reads a whole installation as it stood in one moment, while others go on writing: one transaction that sees
 * what was committed when it began.
 * @throws KeepingFault where there is none in this database, or it is damaged
 */
export async function readInstallation(
  database: Pick<Database, 'transaction'>,
  about: Omit<Head, 'migrations'>,
  taker: InstallationTaker,
): Promise<void> {
  await database.transaction(async trx => {
    await sql`set transaction isolation level repeatable read, read only`.execute(trx)
    // Whoever takes may be slower than the server is patient.
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(trx)
    const migrations = await migrationsRun(trx)
    if (migrations.length === 0) throw new KeepingFault('there is no installation in this database')
    await taker.head({ ...about, migrations })
    const counts: Counts = {}
    for (const table of await keptTables(trx)) {
      await taker.table(
        table.name,
        table.columns.map(({ name }) => name),
      )
      const complain = (error: unknown) => {
        throw wordedDamage(table.name, error)
      }
      await sql`
        declare kept_rows no scroll cursor for
        select ${lineOf(table)} as line from ${sql.id(table.name)}`
        .execute(trx)
        .catch(complain)
      let count = 0
      for (;;) {
        const { rows } = await sql<{ line: string }>`fetch ${sql.lit(ROWS_AT_ONCE)} from kept_rows`
          .execute(trx)
          .catch(complain)
        if (rows.length === 0) break
        count += rows.length
        await taker.rows(rows.map(({ line }) => line))
      }
      await sql`close kept_rows`.execute(trx)
      counts[table.name] = count
    }
    await taker.sequences(await sequenceStands(trx))
    await taker.end(counts)
  })
}
