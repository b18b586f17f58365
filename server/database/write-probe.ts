import { sql } from 'kysely'
import type { Database } from './database.ts'
import { StorageFull } from './storage-full.ts'

/** More than a table grows by at once: whoever finds room for this finds room for the next numbers. */
const PROBE_BYTES = 256 * 1024

/** Whoever asks for our health waits for longer. */
const LOCK_WAIT_MS = 500

/** PostgreSQL's lock_not_available: somebody else has the table, and had it for as long as one waits. */
const LOCK_NOT_AVAILABLE = '55P03'

const isHeld = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === LOCK_NOT_AVAILABLE

/** Of each database whose disk was full when it was last known, what was said of it. */
const full = new WeakMap<object, StorageFull>()

/** @throws StorageFull, where that is what was known last */
function stand(database: object): void {
  const before = full.get(database)
  if (before) throw before
}

/**
 * Writes and throws away again: only so is it known whether anything can be kept. Emptied first, the table
 * gets a new file, so the bytes need room that is really free; it is not logged, so they burden no log.
 *
 * Nobody else may have the table meanwhile, and a backup has every table until it is done, for hours perhaps:
 * waited for, each probe would hold a connection for all that time. So it gives way, and what the disk was
 * found to be before stands.
 * @throws StorageFull, DatabaseUnavailable
 */
export async function probeWriting(database: Pick<Database, 'transaction'>): Promise<void> {
  try {
    await database.transaction(async transaction => {
      await sql`set local lock_timeout = ${sql.lit(LOCK_WAIT_MS)}`.execute(transaction)
      await sql`truncate write_probe`.execute(transaction)
      await sql`insert into write_probe (ballast) values (decode(repeat('00', ${PROBE_BYTES}::integer), 'hex'))`.execute(
        transaction,
      )
    })
    full.delete(database)
  } catch (error) {
    if (isHeld(error)) return stand(database)
    if (error instanceof StorageFull) full.set(database, error)
    throw error
  }
}
