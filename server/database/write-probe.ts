import { sql } from 'kysely'
import type { Database } from './database.ts'

/** More than a table grows by at once: whoever finds room for this finds room for the next numbers. */
const PROBE_BYTES = 256 * 1024

/**
 * Writes and throws away again: only so is it known whether anything can be kept. Emptied first, the table
 * gets a new file, so the bytes need room that is really free; it is not logged, so they burden no log.
 * @throws StorageFull, DatabaseUnavailable
 */
export async function probeWriting(database: Pick<Database, 'transaction'>): Promise<void> {
  await database.transaction(async transaction => {
    await sql`truncate write_probe`.execute(transaction)
    await sql`insert into write_probe (ballast) values (decode(repeat('00', ${PROBE_BYTES}::integer), 'hex'))`.execute(
      transaction,
    )
  })
}
