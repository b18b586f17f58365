import type { Transaction } from 'dexie'

/** One step of the database's shape. */
export interface Migration {
  version: number
  /** Dexie's words: primary key first, then what is looked up by. Null takes a table away. */
  stores: Record<string, string | null>
  /** Carries the data of the version before over. */
  upgrade?: (transaction: Transaction) => PromiseLike<void>
}
