import { sql, type Transaction } from 'kysely'
import { json } from '#server/database/json-column.ts'
import type { Tables } from '#server/database/tables.ts'
import type { OfficeEntry } from '../file/offices-file.ts'
import { type Comparison, compareRows } from './compare-rows.ts'
import { inChunks } from './in-chunks.ts'

interface WantedModulo {
  office_id: number
  name: string
  prescribed_lines: number[] | null
  active: true
}

export interface LoadedModulos {
  comparison: Comparison<WantedModulo>
  /** The offices whose modulos are no longer what they were. */
  offices: ReadonlySet<number>
}

type Prescribing = Pick<OfficeEntry, 'modulo_lines'>

/** The slugs of the lines from which a modulo has to call; null where whoever sits there chooses. */
const prescribedFor = ({ modulo_lines }: Prescribing, name: string): readonly string[] | null =>
  modulo_lines.find(({ modulo }) => modulo === name)?.lines ?? null

async function lineIdsOf(transaction: Transaction<Tables>, officeIds: ReadonlyMap<string, number>) {
  const rows = await transaction
    .selectFrom('lines')
    .select(['id', 'office_id', 'slug'])
    .where(row => row('office_id', '=', sql<number>`any(${[...officeIds.values()]}::integer[])`))
    .where('active', '=', true)
    .execute()
  return new Map(rows.map(({ id, office_id, slug }) => [`${office_id} ${slug}`, id]))
}

/**
 * A retired modulo cannot be opened any more once nobody sits or stands there; whoever does finishes and
 * leaves as always. Behind the lines, by whose ids it is said what a modulo calls from.
 */
export async function loadModulos(
  transaction: Transaction<Tables>,
  offices: readonly OfficeEntry[],
  officeIds: ReadonlyMap<string, number>,
  at: Date,
): Promise<LoadedModulos> {
  const lineIds = await lineIdsOf(transaction, officeIds)
  const wanted = offices.flatMap(office => {
    const office_id = officeIds.get(office.slug)
    if (office_id === undefined) throw new Error(`the office ${office.slug} was not stored`)
    return office.modulos.map((name): WantedModulo => {
      const slugs = prescribedFor(office, name)
      const lines = slugs?.flatMap(slug => lineIds.get(`${office_id} ${slug}`) ?? [])
      return { office_id, name, prescribed_lines: lines?.sort((a, b) => a - b) ?? null, active: true }
    })
  })
  const present = await transaction
    .selectFrom('modulos')
    .select(['id', 'office_id', 'name', 'prescribed_lines', 'active'])
    .where(row => row('office_id', '=', sql<number>`any(${[...officeIds.values()]}::integer[])`))
    .execute()
  const comparison = compareRows(present, wanted, modulo => `${modulo.office_id} ${modulo.name}`)
  await inChunks(comparison.added, chunk =>
    transaction
      .insertInto('modulos')
      .values(chunk.map(modulo => ({ ...modulo, prescribed_lines: listOf(modulo) })))
      .execute(),
  )
  for (const { id, wanted: modulo } of comparison.changed) {
    await transaction
      .updateTable('modulos')
      .set({
        active: true,
        prescribed_lines: listOf(modulo),
        // Whoever is at work there calls from other lines from now on.
        changed_at: sql<Date>`
          case when clerk_id is null or break_until is not null then changed_at else ${at}::timestamptz end`,
      })
      .where('id', '=', id)
      .execute()
  }
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

const listOf = ({ prescribed_lines }: WantedModulo) => prescribed_lines && json(prescribed_lines)
