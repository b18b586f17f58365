import type { TableOf } from './rows.ts'

/** The last known answer of something that may be old but not missing (specification §3 "cached data"). */
export interface CachedRow {
  key: string
  data: unknown
  /** Milliseconds since the epoch. */
  inserted_at: number
}

export interface CachedData {
  read(key: string): Promise<CachedRow | null>
  write(row: CachedRow): Promise<void>
}

export function cachedData(table: TableOf<CachedRow>): CachedData {
  return {
    read: key => table.reading(async () => (await table.get(key)) ?? null),
    write: row => table.atomically(() => table.put(row)),
  }
}
