import { AsyncLocalStorage } from 'node:async_hooks'

/** A statement inside `transaction` went to the database instead of to the transaction. */
export class OutsideTransaction extends Error {
  constructor() {
    super('a statement inside a transaction has to go through the transaction, not through the database')
    this.name = 'OutsideTransaction'
  }
}

/**
 * Notices a statement that asks for a second connection while its own transaction holds one. The embedded
 * database has one connection, so such a statement would wait for itself; a pool of PostgreSQL connections
 * does the same once as many callers do it at once. Refusing it on both makes the mistake show in the first
 * test that runs it.
 */
export class OwnTransaction {
  readonly #current = new AsyncLocalStorage<{ open: boolean }>()

  async run<T>(work: () => Promise<T>): Promise<T> {
    const transaction = { open: true }
    try {
      return await this.#current.run(transaction, work)
    } finally {
      // Timers and promises that `work` left behind carry this context on; after the end they are free to
      // ask.
      transaction.open = false
    }
  }

  assertOutside(): void {
    if (this.#current.getStore()?.open) throw new OutsideTransaction()
  }
}
