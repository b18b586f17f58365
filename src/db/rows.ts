import type { Dexie } from 'dexie'

export type RowKey = string | number

/** A table, wherever its rows are kept just now. */
export interface Rows<Row> {
  get(key: RowKey): PromiseLike<Row | undefined>
  all(): PromiseLike<Row[]>
  put(row: Row): PromiseLike<void>
  delete(key: RowKey): PromiseLike<void>
}

/** Runs what reads and writes tables: all of it happens, or nothing. It must await nothing but tables. */
export type Run = <Value>(work: () => PromiseLike<Value>) => Promise<Value>

/** A table, and how work on it is run. */
export interface TableOf<Row> extends Rows<Row> {
  atomically: Run
  /** Work that changes nothing. */
  reading: Run
}

/** The rows of one table in this page's memory. */
export class MemoryRows<Row> implements Rows<Row> {
  readonly rows: Map<RowKey, Row>
  /** What must still be written to the disk, or taken away there. */
  readonly changed = new Set<RowKey>()
  readonly #keyPath: string
  /** Below zero: the disk counts its own from one, and gives these a new one. */
  #lastMade = 0

  constructor(keyPath: string, rows: Map<RowKey, Row>) {
    this.#keyPath = keyPath
    this.rows = rows
  }

  async get(key: RowKey): Promise<Row | undefined> {
    return this.rows.get(key)
  }

  async all(): Promise<Row[]> {
    return [...this.rows.values()]
  }

  async put(row: Row): Promise<void> {
    const key = (row as Record<string, RowKey>)[this.#keyPath] ?? --this.#lastMade
    this.rows.set(key, { ...row, [this.#keyPath]: key })
    this.changed.add(key)
  }

  async delete(key: RowKey): Promise<void> {
    if (this.rows.delete(key)) this.changed.add(key)
  }

  /**
   * What was shown and is not here, or not as new. Rows without a key of their own are none that is shown.
   */
  async keepShown(before: MemoryRows<Row> | undefined): Promise<void> {
    for (const key of before?.changed ?? []) {
      const row = before?.rows.get(key)
      if (row === undefined || (typeof key === 'number' && key < 0)) continue
      const now = this.rows.get(key)
      if (now === undefined || isNewer(row, now)) await this.put(row)
    }
  }

  /**
   * Brings the changes to the disk, inside a transaction. What another page has kept meanwhile and is newer
   * stays.
   */
  async bringTo(dexie: Dexie, name: string): Promise<void> {
    const table = dexie.table<Row, RowKey>(name)
    for (const key of this.changed) {
      const row = this.rows.get(key)
      if (row === undefined) await table.delete(key)
      else if (typeof key === 'number' && key < 0) {
        const { [this.#keyPath]: _made, ...fresh } = row as Record<string, unknown>
        await table.add(fresh as Row)
      } else if (!isNewer(await table.get(key), row)) await table.put(row)
    }
  }
}

/** By the office's sequence, where rows have one. */
function isNewer(kept: unknown, row: unknown): boolean {
  const seqOf = (of: unknown) => (of as { seq?: number | null } | undefined)?.seq ?? 0
  return seqOf(kept) > seqOf(row)
}
