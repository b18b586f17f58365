import { type RawBuilder, sql } from 'kysely'

/** SQL: states in brackets, as words of the statement: so an index over just these rows is seen to fit. */
export const stateList = (states: readonly string[]): RawBuilder<unknown> =>
  sql`(${sql.join(states.map(state => sql.lit(state)))})`
