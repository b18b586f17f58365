import type { Selectable } from 'kysely'
import type { FactsTable } from '#server/database/tables/log.ts'
import type { Fact } from './fact.ts'

/**
 * A row of the log as the fact that was appended. The log is written by appendFacts alone, so its kinds are
 * ours.
 */
export function factOfRow({ kind, ...columns }: Selectable<FactsTable>): Fact {
  return { ...columns, name: kind } as Fact
}
