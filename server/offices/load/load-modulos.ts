import { sql, type Transaction } from 'kysely'
import type { Tables } from '#server/database/tables.ts'
import type { OfficeEntry } from '../file/offices-file.ts'
import { type Comparison, compareRows } from './compare-rows.ts'
import { inChunks } from './in-chunks.ts'

interface WantedModulo {
  office_id: number
  name: string
  active: true
}

export interface LoadedModulos {
  comparison: Comparison<WantedModulo>
  /** The offices whose modulos are no longer what they were. */
  offices: ReadonlySet<number>
}

/** A retired modulo cannot be opened any more; whoever sits there finishes and leaves as always. */
export async function loadModulos(
  transaction: Transaction<Tables>,
  offices: readonly OfficeEntry[],
  officeIds: ReadonlyMap<string, number>,
): Promise<LoadedModulos> {
  const wanted = offices.flatMap(({ slug, modulos }) => {
    const office_id = officeIds.get(slug)
    if (office_id === undefined) throw new Error(`the office ${slug} was not stored`)
    return modulos.map((name): WantedModulo => ({ office_id, name, active: true }))
  })
  const present = await transaction
    .selectFrom('modulos')
    .select(['id', 'office_id', 'name', 'active'])
    .where(row => row('office_id', '=', sql<number>`any(${[...officeIds.values()]}::integer[])`))
    .execute()
  const comparison = compareRows(present, wanted, modulo => `${modulo.office_id} ${modulo.name}`)
  await inChunks(comparison.added, chunk => transaction.insertInto('modulos').values(chunk).execute())
  await inChunks(
    comparison.changed.map(({ id }) => id),
    chunk => transaction.updateTable('modulos').set({ active: true }).where('id', 'in', chunk).execute(),
  )
  await inChunks(comparison.retired, chunk =>
    transaction.updateTable('modulos').set({ active: false }).where('id', 'in', chunk).execute(),
  )
  const retired = new Set(comparison.retired)
  return {
    comparison,
    offices: new Set([
      ...comparison.added.map(({ office_id }) => office_id),
      ...comparison.changed.map(({ wanted: { office_id } }) => office_id),
      ...present.filter(({ id }) => retired.has(id)).map(({ office_id }) => office_id),
    ]),
  }
}
