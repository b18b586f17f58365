import type { Kysely, Transaction } from 'kysely'
import type { Policy } from '#contract/rest/policies.ts'
import { json } from '#server/database/json-column.ts'
import type { Tables } from '#server/database/tables.ts'
import type { OfficesFile, PolicyEntry } from '../file/offices-file.ts'
import type { Others } from './unnamed.ts'

/** Every text that was ever loaded or accepted, by version. */
export async function knownPolicies(db: Kysely<Tables>): Promise<Map<string, Policy['texts']>> {
  const rows = await db.selectFrom('policies').select(['version', 'texts']).execute()
  return new Map(rows.map(({ version, texts }) => [version, texts]))
}

/** Adds texts, before the offices that name them. */
export async function addPolicies(
  transaction: Transaction<Tables>,
  entries: readonly PolicyEntry[],
): Promise<void> {
  for (const { version, ...texts } of entries) {
    await transaction
      .insertInto('policies')
      .values({ version, texts: json(texts) })
      .onConflict(conflict => conflict.column('version').doNothing())
      .execute()
  }
}

/**
 * Adds the file's policies. Those that it no longer names stay: they were accepted. Which one holds for all
 * is the whole file's to say.
 */
export async function loadPolicies(
  transaction: Transaction<Tables>,
  { policy, offices }: Pick<OfficesFile, 'policy' | 'offices'>,
  others: Others,
): Promise<void> {
  const entries = [policy, ...offices.map(office => office.policy)].filter(
    (entry): entry is PolicyEntry => entry !== undefined,
  )
  await addPolicies(transaction, entries)
  if (others === 'keep') return
  const wanted = policy?.version ?? null
  await transaction
    .updateTable('policies')
    .set({ for_all: false })
    .where('for_all', '=', true)
    .where('version', 'is distinct from', wanted)
    .execute()
  await transaction.updateTable('policies').set({ for_all: true }).where('version', '=', wanted).execute()
}
