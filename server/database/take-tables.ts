import { type Kysely, sql } from 'kysely'
import { isDeadlock } from './violations.ts'

/** PostgreSQL looks for circles of those who wait after a second, and ends the transaction that looked. */
const WAIT_MS = 500
/** Only by then does it also send a vacuum away that nobody asked for; in a circle it ends us. */
const LONG_WAIT_MS = 3_000

/** Somebody works with the tables. */
export class TablesHeld extends Error {
  override readonly name = 'TablesHeld'
}

const isTimeUp = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '57014'

/**
 * Takes every table at once, before any of them is changed: servers of the release before are at work, each
 * transaction with some tables in its hands and on its way to others. Were they taken one after the other,
 * as migrations come to them, the two could wait for each other in a circle, and PostgreSQL would end one:
 * somebody's number. And whoever comes later queues up behind us, so where the tables are not to be had soon
 * we step back and let them through.
 * @param long waits for longer, now and then
 * @throws TablesHeld, where somebody works with them for longer, or waits for us meanwhile
 */
export async function takeTables(db: Kysely<unknown>, long: boolean): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables
    where schemaname = current_schema() and tablename not like 'kysely%' order by tablename`.execute(db)
  if (rows.length === 0) return
  await sql`set local statement_timeout = ${sql.lit(long ? LONG_WAIT_MS : WAIT_MS)}`.execute(db)
  try {
    await sql`lock table ${sql.join(rows.map(({ name }) => sql.table(name)))}`.execute(db)
  } catch (cause) {
    if (!isTimeUp(cause) && !isDeadlock(cause)) throw cause
    throw new TablesHeld('somebody works with the tables all the time: a backup, or a long question', {
      cause,
    })
  }
  await sql`set local statement_timeout to default`.execute(db)
}
