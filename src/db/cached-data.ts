import type { Table } from 'dexie'
import type { StorageGuard } from './storage-guard.ts'

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

export function cachedData(table: Table<CachedRow, string>, guard: StorageGuard): CachedData {
  return {
    read: key => guard(async () => (await table.get(key)) ?? null),
    write: row =>
      guard(async () => {
        await table.put(row)
      }),
  }
}
