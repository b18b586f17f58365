import type { Kysely, Transaction } from 'kysely'
import * as v from 'valibot'
import { CATEGORIES } from '#contract/categories.ts'
import type { Tables } from '#server/database/tables.ts'
import type { FaultKind, OfficesFault } from '../file/fault.ts'
import type { OfficeEntry } from '../file/offices-file.ts'
import { isTooDeep } from '../file/too-deep.ts'
import { checkAgainstDatabase } from './check-against-database.ts'
import { columnsOf } from './load-offices.ts'
import { loadLines } from './load-lines.ts'
import { loadModulos } from './load-modulos.ts'
import { readHolidays, readLineCategories } from './read-entries.ts'
import { addPolicies } from './load-policies.ts'
import { wantedOffice } from './wanted-rows.ts'

export interface OfficeFault extends Pick<OfficesFault, 'path' | 'message'> {
  /** other-office: the entry is meant for one office, and says another one. */
  kind: FaultKind | 'other-office'
}

export type LoadedOffice =
  | { office_id: null; faults: readonly OfficeFault[] }
  | { office_id: number; faults: readonly [] }

export type CheckedOffice =
  | { office: null; faults: readonly OfficeFault[] }
  | { office: OfficeEntry; holidays: readonly string[]; faults: readonly [] }

const withCategory = v.object({ category: v.string() })

/** The kinds of service that the entry's lines may name: those that its organization has already. */
async function knownOrganizations(db: Kysely<Tables>, entry: unknown) {
  const said = v.safeParse(withCategory, entry)
  const known = CATEGORIES.find(({ slug }) => said.success && slug === said.output.category)
  if (!known) return []
  return [{ category: known.slug, line_categories: await readLineCategories(db, known.organization_id) }]
}

/** Offices[0] is the only one there is: its parts have their place in itself. */
const placeInOffice = ({ kind, path, message }: OfficesFault): OfficeFault => ({
  kind,
  path: path.replace(/^offices(\[0\]\.?)?/, ''),
  message,
})

/**
 * Holds an office's entry against itself, by the offices file's own checker, and against the others.
 * @param office_id the office that is changed, null for a new one. An office keeps its slug, which stands on
 * posters and in links, and its category, which says whose it is
 */
export async function checkOffice(
  db: Kysely<Tables>,
  entry: unknown,
  office_id: number | null,
): Promise<CheckedOffice> {
  // Before it is written out: no text is made of what stands thousands of times in itself.
  if (isTooDeep(entry)) {
    const message = 'too many lists and entries stand in one another'
    return { office: null, faults: [{ kind: 'too-deep', path: '', message }] }
  }
  const holidays = await readHolidays(db)
  const organizations = await knownOrganizations(db, entry)
  const text = JSON.stringify({ organizations, offices: [entry] })
  const { file, faults } = await checkAgainstDatabase(db, [{ file: '', text }])
  const [office] = file?.offices ?? []
  if (!office) return { office: null, faults: (faults ?? []).map(placeInOffice) }
  const wrong = (kind: OfficeFault['kind'], path: string, message: string): CheckedOffice => ({
    office: null,
    faults: [{ kind, path, message }],
  })
  if (office_id === null) {
    const named = await db
      .selectFrom('offices')
      .select('id')
      .where('slug', '=', office.slug)
      .executeTakeFirst()
    if (named) return wrong('duplicate-office', 'slug', `the slug “${office.slug}” is another office’s`)
    return { office, holidays, faults: [] }
  }
  const stands = await db
    .selectFrom('offices')
    .select(['slug', 'category_slug'])
    .where('id', '=', office_id)
    .executeTakeFirstOrThrow()
  if (office.slug !== stands.slug)
    return wrong('other-office', 'slug', `this office is “${stands.slug}”, and keeps its slug`)
  if (office.category !== stands.category_slug)
    return wrong('other-office', 'category', `this office is of “${stands.category_slug}”, and stays there`)
  return { office, holidays, faults: [] }
}

/** Brings the tables to what a checked entry says. */
export async function storeOffice(
  transaction: Transaction<Tables>,
  { office, holidays }: Extract<CheckedOffice, { office: OfficeEntry }>,
  office_id: number | null,
  at: Date,
): Promise<number> {
  await addPolicies(transaction, office.policy ? [office.policy] : [])
  const columns = columnsOf(wantedOffice(office, holidays), at)
  const { id } = await (office_id === null
    ? transaction.insertInto('offices').values(columns).returning('id').executeTakeFirstOrThrow()
    : transaction
        .updateTable('offices')
        .set(columns)
        .where('id', '=', office_id)
        .returning('id')
        .executeTakeFirstOrThrow())
  const ids = new Map([[office.slug, id]])
  await loadLines(transaction, { organizations: [], offices: [office] }, ids)
  await loadModulos(transaction, [office], ids, at)
  return id
}

/**
 * Makes a new office of its entry, in the offices file's own form; all others stay as they are. In the
 * caller's transaction, behind lockOffices.
 * @param may throws where this may not be done
 */
export async function loadOffice(
  transaction: Transaction<Tables>,
  entry: unknown,
  may: (office: OfficeEntry) => void,
  at: Date,
): Promise<LoadedOffice> {
  const checked = await checkOffice(transaction, entry, null)
  if (checked.office === null) return { office_id: null, faults: checked.faults }
  may(checked.office)
  return { office_id: await storeOffice(transaction, checked, null, at), faults: [] }
}
