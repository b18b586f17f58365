import type { Table } from 'dexie'
import type { StorageGuard } from './storage-guard.ts'

/** What was decided without a network and must still be told to the server. */
export type OutboxKind = 'log-out'

export interface OutboxItem {
  id?: number
  kind: OutboxKind
  /** Milliseconds since the epoch. */
  inserted_at: number
}

export interface Outbox {
  /** Puts it in once, however often it is decided. */
  put(kind: OutboxKind, now: number): Promise<void>
  has(kind: OutboxKind): Promise<boolean>
  remove(kind: OutboxKind): Promise<void>
}

export function outbox(table: Table<OutboxItem, number>, guard: StorageGuard): Outbox {
  return {
    put: (kind, now) =>
      guard(() =>
        table.db.transaction('rw', table, async () => {
          if ((await table.where({ kind }).count()) === 0) await table.add({ kind, inserted_at: now })
        }),
      ),
    has: kind => guard(async () => (await table.where({ kind }).count()) > 0),
    remove: kind =>
      guard(async () => {
        await table.where({ kind }).delete()
      }),
  }
}
