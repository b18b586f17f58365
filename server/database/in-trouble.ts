import type { Database } from './database.ts'

/**
 * Those of one kind that failed when this process looked after them last. So many are taken at a time, those
 * that wait longest first: without this the same ones would fail in each run, and nobody else have one.
 */
export class InTrouble {
  readonly #of = new WeakMap<Database, Set<number>>()

  /** Their ids, to come after all others: whoever failed last is the last of them. */
  idsAt(database: Database): number[] {
    return [...(this.#of.get(database) ?? [])]
  }

  /** @throws what `work` throws: remembered as the trouble of this one */
  async whether(database: Database, id: number, work: () => Promise<unknown>): Promise<void> {
    const ids = this.#of.get(database) ?? new Set()
    this.#of.set(database, ids)
    ids.delete(id)
    try {
      await work()
    } catch (error) {
      ids.add(id)
      throw error
    }
  }
}
