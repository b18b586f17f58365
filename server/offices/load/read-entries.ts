import type { Kysely } from 'kysely'
import type { Tables } from '#server/database/tables.ts'
import { entryOfRows, type WrittenOffice } from './entry-of-rows.ts'
import { knownPolicies } from './load-policies.ts'

/** Days on which no office works that does not say `open_on_holidays`. */
export async function readHolidays(db: Kysely<Tables>): Promise<string[]> {
  const rows = await db.selectFrom('holidays').select('day').orderBy('day').execute()
  return rows.map(({ day }) => day)
}

/** The kinds of service of an organization. */
export async function readLineCategories(
  db: Kysely<Tables>,
  organizationId: number,
): Promise<{ slug: string; name: string }[]> {
  return await db
    .selectFrom('line_categories')
    .select(['slug', 'name'])
    .where('organization_id', '=', organizationId)
    .orderBy('id')
    .execute()
}

/** Active offices as the offices file would say them, in the order of their ids: all, or this one. */
export async function readEntries(db: Kysely<Tables>, officeId?: number): Promise<WrittenOffice[]> {
  const one = officeId ?? null
  const offices = await db
    .selectFrom('offices')
    .selectAll()
    .where('active', '=', true)
    .$if(one !== null, query => query.where('id', '=', one))
    .orderBy('id')
    .execute()
  const lines = await db
    .selectFrom('lines')
    .leftJoin('line_categories', 'line_categories.id', 'lines.line_category_id')
    .selectAll('lines')
    .select('line_categories.slug as line_category')
    .where('lines.active', '=', true)
    .$if(one !== null, query => query.where('lines.office_id', '=', one))
    .orderBy('lines.id')
    .execute()
  const modulos = await db
    .selectFrom('modulos')
    .select(['office_id', 'name', 'prescribed_lines'])
    .where('active', '=', true)
    .$if(one !== null, query => query.where('office_id', '=', one))
    .orderBy('id')
    .execute()
  const policies = await knownPolicies(db)
  const holidays = new Set(await readHolidays(db))
  const linesOf = Map.groupBy(lines, ({ office_id }) => office_id)
  const modulosOf = Map.groupBy(modulos, ({ office_id }) => office_id)
  const slugOf = new Map(lines.map(({ id, slug }) => [id, slug]))
  return offices.map(office => {
    const version = office.policy_version
    const texts = version === null ? undefined : policies.get(version)
    return entryOfRows(office, {
      lines: linesOf.get(office.id) ?? [],
      modulos: (modulosOf.get(office.id) ?? []).map(({ name, prescribed_lines: prescribed }) => ({
        name,
        lines: prescribed && prescribed.flatMap(id => slugOf.get(id) ?? []),
      })),
      policy: version !== null && texts ? { version, ...texts } : undefined,
      holidays,
    })
  })
}
