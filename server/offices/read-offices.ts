import { type Kysely, sql } from 'kysely'
import { is } from 'valibot'
import { CATEGORIES } from '#contract/categories.ts'
import { officeTopic } from '#contract/channel/office-channel.ts'
import { slug as slugSchema } from '#contract/primitives.ts'
import type { Office } from '#contract/rest/offices.ts'
import type { Tables } from '#server/database/tables.ts'
import { notFound } from '#server/web/refusal.ts'
import { isSerial } from './serial.ts'

const categoryNames: ReadonlyMap<string, string> = new Map(CATEGORIES.map(({ slug, name }) => [slug, name]))

const allOffices = (db: Kysely<Tables>) =>
  db
    .selectFrom('offices')
    .select([
      'offices.id',
      'offices.slug',
      'offices.name',
      'offices.demo',
      'offices.category_slug',
      'offices.organization_id',
      'offices.address',
      'offices.district',
      'offices.region',
      'offices.latitude',
      'offices.longitude',
      'offices.time_zone',
      'offices.hours',
      'offices.closures',
      'offices.web_only',
    ])
    .select(
      sql<number[]>`array(
        select distinct l.line_category_id from lines l
        where l.office_id = offices.id and l.active and l.type <> 'hidden' and l.line_category_id is not null
        order by l.line_category_id
      )`.as('line_categories'),
    )

const activeOffices = (db: Kysely<Tables>) => allOffices(db).where('offices.active', '=', true)

type OfficeRow = Awaited<ReturnType<ReturnType<typeof activeOffices>['execute']>>[number]

function officeOf({ category_slug, web_only, ...row }: OfficeRow): Office {
  return {
    ...row,
    category_id: category_slug,
    category: categoryNames.get(category_slug) ?? category_slug,
    channel: officeTopic(row.slug),
    options: { web_only },
  }
}

/** Every active office, in the order of their names: one statement. */
export async function readOffices(db: Kysely<Tables>): Promise<Office[]> {
  const rows = await activeOffices(db).orderBy('offices.name').orderBy('offices.id').execute()
  return rows.map(officeOf)
}

/** Those of these offices that are active, in the order of their names. */
export async function readOfficesById(db: Kysely<Tables>, ids: readonly number[]): Promise<Office[]> {
  const known = ids.filter(isSerial)
  if (known.length === 0) return []
  const rows = await activeOffices(db)
    .where('offices.id', 'in', known)
    .orderBy('offices.name')
    .orderBy('offices.id')
    .execute()
  return rows.map(officeOf)
}

/** These offices as they are, or as they were when they closed for ever. */
export async function readOfficesEver(
  db: Kysely<Tables>,
  ids: readonly number[],
): Promise<(Office & { active: boolean })[]> {
  if (ids.length === 0) return []
  const rows = await allOffices(db).select('offices.active').where('offices.id', 'in', ids).execute()
  return rows.map(({ active, ...row }) => ({ ...officeOf(row), active }))
}

/** @throws Refusal not-found, for one that was retired too */
export async function requireOffice(db: Kysely<Tables>, id: number): Promise<Office> {
  const [office] = await readOfficesById(db, [id])
  if (!office) throw notFound('the office')
  return office
}

/** @throws Refusal not-found */
export async function requireOfficeBySlug(db: Kysely<Tables>, slug: string): Promise<Office> {
  // What is no slug may hold what PostgreSQL takes in no text at all.
  const row = is(slugSchema, slug)
    ? await activeOffices(db).where('offices.slug', '=', slug).executeTakeFirst()
    : undefined
  if (!row) throw notFound('the office')
  return officeOf(row)
}
