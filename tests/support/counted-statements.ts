import type { KyselyPlugin } from 'kysely'
import type { Database } from '#server/database/database.ts'

/** The same database, counting the statements that go through it, begin and commit aside, and their rows. */
export function countedStatements(database: Database) {
  let statements = 0
  let most = 0
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      statements++
      return node
    },
    async transformResult({ result }) {
      most = Math.max(most, Number(result.numAffectedRows ?? 0))
      return result
    },
  }
  const counted: Database = {
    ...database,
    db: database.db.withPlugin(plugin),
    transaction: work => database.transaction(transaction => work(transaction.withPlugin(plugin))),
  }
  return {
    database: counted,
    /** How many rows one of them changed at most, so far. */
    mostRows: () => most,
    /** How many `work` took. */
    async during(work: () => Promise<unknown>): Promise<number> {
      const before = statements
      await work()
      return statements - before
    },
  }
}
