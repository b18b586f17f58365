import { sql, type Transaction } from 'kysely'
import { json } from '#server/database/json-column.ts'
import type { Tables } from '#server/database/tables.ts'
import type { OfficeEntry, OrganizationEntry } from '../file/offices-file.ts'
import { type Comparison, compareRows } from './compare-rows.ts'
import { inChunks } from './in-chunks.ts'
import { organizationOf, type WantedLine, wantedLine } from './wanted-rows.ts'

const categoryKey = (organizationId: number, slug: string) => `${organizationId} ${slug}`

/**
 * Makes sure of the kinds of service that the file names, and of their names. One that is no longer named
 * stays: lists show those only that a line still has.
 * @returns their ids by organization and slug
 */
async function loadLineCategories(
  transaction: Transaction<Tables>,
  organizations: readonly OrganizationEntry[],
): Promise<Map<string, number>> {
  const wanted = organizations.flatMap(({ category, line_categories }) =>
    line_categories.map(({ slug, name }) => ({ organization_id: organizationOf(category), slug, name })),
  )
  await inChunks(wanted, chunk =>
    transaction
      .insertInto('line_categories')
      .values(chunk)
      .onConflict(conflict =>
        conflict
          .columns(['organization_id', 'slug'])
          .doUpdateSet({ name: row => row.ref('excluded.name') })
          .whereRef('line_categories.name', 'is distinct from', 'excluded.name'),
      )
      .execute(),
  )
  const rows = await transaction.selectFrom('line_categories').selectAll().execute()
  return new Map(rows.map(row => [categoryKey(row.organization_id, row.slug), row.id]))
}

const jsonOrNull = (value: unknown) => (value === null ? null : json(value))

const columnsOf = (line: WantedLine) => ({
  ...line,
  ticket_form: jsonOrNull(line.ticket_form),
  reserve_hours: jsonOrNull(line.reserve_hours),
  unavailable_days: json(line.unavailable_days),
  reserve_form: jsonOrNull(line.reserve_form),
})

export interface LoadedLines {
  comparison: Comparison<WantedLine>
  /** The offices whose lines are no longer what they were. */
  offices: ReadonlySet<number>
}

/** Brings the lines of these offices to what the file says. `officeIds` are by slug. */
export async function loadLines(
  transaction: Transaction<Tables>,
  file: { organizations: readonly OrganizationEntry[]; offices: readonly OfficeEntry[] },
  officeIds: ReadonlyMap<string, number>,
): Promise<LoadedLines> {
  const categoryIds = await loadLineCategories(transaction, file.organizations)
  const frozen = new Set<string>()
  const keyOf = (line: { office_id: number; slug: string }) => `${line.office_id} ${line.slug}`
  const wanted = file.offices.flatMap(office => {
    const officeId = officeIds.get(office.slug)
    if (officeId === undefined) throw new Error(`the office ${office.slug} was not stored`)
    return office.lines.map(line => {
      if (line.frozen) frozen.add(keyOf({ office_id: officeId, slug: line.slug }))
      const category =
        line.line_category === null
          ? null
          : (categoryIds.get(categoryKey(organizationOf(office.category), line.line_category)) ?? null)
      return wantedLine(officeId, category, line)
    })
  })
  const present = await transaction
    .selectFrom('lines')
    .selectAll()
    .where(row => row('office_id', '=', sql<number>`any(${[...officeIds.values()]}::integer[])`))
    .execute()
  const comparison = compareRows(present, wanted, keyOf)

  await inChunks(comparison.added, chunk =>
    transaction
      .insertInto('lines')
      .values(chunk.map(line => ({ ...columnsOf(line), frozen: frozen.has(keyOf(line)) })))
      .execute(),
  )
  for (const { id, wanted: line } of comparison.changed) {
    await transaction.updateTable('lines').set(columnsOf(line)).where('id', '=', id).execute()
  }
  await inChunks(comparison.retired, chunk =>
    transaction.updateTable('lines').set({ active: false }).where('id', 'in', chunk).execute(),
  )

  const retired = new Set(comparison.retired)
  return {
    comparison,
    offices: new Set([
      ...comparison.added.map(line => line.office_id),
      ...comparison.changed.map(({ wanted: line }) => line.office_id),
      ...present.filter(line => retired.has(line.id)).map(line => line.office_id),
    ]),
  }
}
