import type { KyselyPlugin } from 'kysely'
import type { Database } from '#server/database/database.ts'

/**
 * The same database, whose answers a test may keep back: what was read stays as it was, and is told later.
 */
export function heldDatabase(database: Database) {
  let hold: Promise<void> | null = null
  let isHolding = () => {}
  let held = Promise.resolve()
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      const mine = hold
      hold = null
      if (mine) {
        isHolding()
        await mine
      }
      return result
    },
  }
  return {
    database: {
      ...database,
      db: database.db.withPlugin(plugin),
      transaction: work => database.transaction(transaction => work(transaction.withPlugin(plugin))),
    } satisfies Database,
    /** The answer to the next statement is kept back until the function returned is called. */
    holdNextAnswer(): () => void {
      let letGo = () => {}
      hold = new Promise(resolve => (letGo = resolve))
      held = new Promise(resolve => (isHolding = resolve))
      return letGo
    },
    /** Settles when an answer has come and is kept back. */
    holding: () => held,
  }
}
