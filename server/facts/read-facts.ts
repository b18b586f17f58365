import { type Kysely, type Selectable, sql } from 'kysely'
import type { FactsTable } from '#server/database/tables/log.ts'
import type { Tables } from '#server/database/tables.ts'
import type { Fact } from './fact.ts'

/**
 * A row of the log as the fact that was appended. The log is written by appendFacts alone, so its kinds are
 * ours.
 */
function factOfRow({ kind, ...columns }: Selectable<FactsTable>): Fact {
  return { ...columns, name: kind } as Fact
}

/**
 * What happened at an office after `seq`, oldest first, at most `limit`. Where the log was pruned in between,
 * the first fact's seq is not `seq + 1`: whoever catches up must then fetch anew.
 */
export async function factsAfter(
  db: Kysely<Tables>,
  officeId: number,
  seq: number,
  limit: number,
): Promise<Fact[]> {
  const rows = await db
    .selectFrom('facts')
    .selectAll()
    .where('office_id', '=', officeId)
    .where('seq', '>', seq)
    .orderBy('seq')
    .limit(limit)
    .execute()
  return rows.map(factOfRow)
}

/** The newest sequence number of each office, 0 for one at which nothing happened yet. */
export async function currentSeqs(
  db: Kysely<Tables>,
  officeIds: readonly number[],
): Promise<Map<number, number>> {
  const seqs = new Map(officeIds.map(officeId => [officeId, 0]))
  if (officeIds.length === 0) return seqs
  const rows = await db
    .selectFrom('office_sequences')
    .selectAll()
    .where(row => row('office_id', '=', sql<number>`any(${[...officeIds]}::integer[])`))
    .execute()
  for (const row of rows) seqs.set(row.office_id, row.last_seq)
  return seqs
}

/** The newest sequence number of an office. */
export async function currentSeq(db: Kysely<Tables>, officeId: number): Promise<number> {
  return (await currentSeqs(db, [officeId])).get(officeId) ?? 0
}
