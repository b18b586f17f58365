import { type Kysely, sql } from 'kysely'
import type { Tables } from './tables.ts'

/**
 * Of these time zones those that the database does not know: its list may be older than this process's
 * (America/Coyhaique is of 2025), and it counts an office's days by it.
 */
export async function foreignZones(
  db: Kysely<Tables>,
  zones: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ zone: string }>`
    select zone from unnest(${[...new Set(zones)]}::text[]) as wanted (zone)
    where zone not in (select name from pg_timezone_names)`.execute(db)
  return new Set(rows.map(({ zone }) => zone))
}
