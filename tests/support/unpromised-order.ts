import { type KyselyPlugin, PostgresQueryCompiler } from 'kysely'
import type { Database } from '#server/database/database.ts'

/** Whether a statement says in which order its rows come. */
function saysOrder(statement: string): boolean {
  let depth = 0
  let outermost = ''
  for (const letter of statement) {
    if (letter === '(') depth += 1
    if (depth === 0) outermost += letter
    if (letter === ')') depth -= 1
  }
  return /order\s+by/i.test(outermost)
}

/**
 * The same database, whose answers come in the opposite order wherever the statement says none. Rows then
 * come in the order in which they lie on disk, and a vacuum at the wrong moment is enough for another one:
 * what leans on it would fail once in a hundred runs, and fails each time like this.
 */
export function withoutUnpromisedOrder(database: Database): Database {
  const compiler = new PostgresQueryCompiler()
  const backwards = new WeakSet<object>()
  const plugin: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      if (!saysOrder(compiler.compileQuery(node, queryId).sql)) backwards.add(queryId)
      return node
    },
    transformResult: async ({ result, queryId }) =>
      backwards.has(queryId) ? { ...result, rows: result.rows.toReversed() } : result,
  }
  return {
    ...database,
    db: database.db.withPlugin(plugin),
    transaction: work => database.transaction(transaction => work(transaction.withPlugin(plugin))),
  }
}
