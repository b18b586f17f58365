import type { Kysely } from 'kysely'
import type { InferOutput } from 'valibot'
import type { lineCategoryGeo, lineCategoryList } from '#contract/rest/offices.ts'
import type { Tables } from '#server/database/tables.ts'

/** The kinds of service that an organization gives somewhere: one that no listed line has finds nothing. */
export async function readLineCategories(
  db: Kysely<Tables>,
  organizationId: number,
): Promise<InferOutput<typeof lineCategoryList>> {
  return await db
    .selectFrom('line_categories as kind')
    .select(['kind.id', 'kind.slug', 'kind.name'])
    .where('kind.organization_id', '=', organizationId)
    .where(kind =>
      kind.exists(
        kind
          .selectFrom('lines')
          .innerJoin('offices', 'offices.id', 'lines.office_id')
          .select('lines.id')
          .whereRef('lines.line_category_id', '=', 'kind.id')
          .where('lines.active', '=', true)
          .where('lines.type', '<>', 'hidden')
          .where('offices.active', '=', true),
      ),
    )
    .orderBy('kind.name')
    .execute()
}

/**
 * The offices that give a kind of service, with their place and the lines that give it; null for an unknown
 * kind.
 */
export async function readLineCategoryGeo(
  db: Kysely<Tables>,
  lineCategoryId: number,
): Promise<InferOutput<typeof lineCategoryGeo> | null> {
  const rows = await db
    .selectFrom('line_categories as kind')
    .leftJoin(
      eb =>
        eb
          .selectFrom('lines')
          .innerJoin('offices', 'offices.id', 'lines.office_id')
          .select([
            'lines.id',
            'lines.slug',
            'lines.name',
            'lines.priority',
            'lines.line_category_id',
            'offices.id as office_id',
            'offices.slug as office_slug',
            'offices.name as office_name',
            'offices.latitude',
            'offices.longitude',
          ])
          .where('lines.active', '=', true)
          .where('lines.type', '<>', 'hidden')
          .where('offices.active', '=', true)
          .as('line'),
      join => join.onRef('line.line_category_id', '=', 'kind.id'),
    )
    .selectAll('line')
    .where('kind.id', '=', lineCategoryId)
    .orderBy('line.office_name')
    .orderBy('line.priority', 'desc')
    .orderBy('line.id')
    .execute()
  if (rows.length === 0) return null
  const offices = new Map<number, InferOutput<typeof lineCategoryGeo>[number]>()
  for (const row of rows) {
    const { id, slug, name, office_id, office_slug, office_name, latitude, longitude } = row
    // A kind that no line has any more joins to nothing.
    if (id === null || slug === null || name === null) continue
    if (office_id === null || office_slug === null || office_name === null) continue
    const office = offices.get(office_id) ?? {
      office_id,
      office_slug,
      office_name,
      latitude,
      longitude,
      lines: [],
    }
    office.lines.push({ id, slug, name })
    offices.set(office_id, office)
  }
  return [...offices.values()]
}
