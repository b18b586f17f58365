import type { Transaction } from 'kysely'
import * as v from 'valibot'
import { CATEGORIES } from '#contract/categories.ts'
import type { Tables } from '#server/database/tables.ts'
import { checkOfficesFile } from '../file/check-offices-file.ts'
import type { OfficesFault } from '../file/fault.ts'
import type { OfficeEntry } from '../file/offices-file.ts'
import { columnsOf } from './load-offices.ts'
import { loadLines } from './load-lines.ts'
import { loadModulos } from './load-modulos.ts'
import { addPolicies, knownPolicies } from './load-policies.ts'
import { wantedOffice } from './wanted-rows.ts'

export type OfficeFault = Pick<OfficesFault, 'kind' | 'path' | 'message'>

export type LoadedOffice =
  | { office_id: null; faults: readonly OfficeFault[] }
  | { office_id: number; faults: readonly [] }

const withCategory = v.object({ category: v.string() })

/** The kinds of service that the entry's lines may name: those that its organization has already. */
async function knownOrganizations(transaction: Transaction<Tables>, entry: unknown) {
  const said = v.safeParse(withCategory, entry)
  const known = CATEGORIES.find(({ slug }) => said.success && slug === said.output.category)
  if (!known) return []
  const line_categories = await transaction
    .selectFrom('line_categories')
    .select(['slug', 'name'])
    .where('organization_id', '=', known.organization_id)
    .execute()
  return [{ category: known.slug, line_categories }]
}

/** Offices[0] is the only one there is: its parts have their place in itself. */
const placeInOffice = ({ kind, path, message }: OfficesFault): OfficeFault => ({
  kind,
  path: path.replace(/^offices(\[0\]\.?)?/, ''),
  message,
})

/**
 * Brings one office to what its entry says, in the offices file's own form and by the file's own checker;
 * all others stay as they are. In the caller's transaction, behind lockOffices.
 * @param which the office that is changed, null for a new one: the slug of another one is a fault then
 */
export async function loadOffice(
  transaction: Transaction<Tables>,
  entry: unknown,
  which: { office_id: number | null; may?: (office: OfficeEntry) => void },
  at: Date,
): Promise<LoadedOffice> {
  const organizations = await knownOrganizations(transaction, entry)
  const text = JSON.stringify({ organizations, offices: [entry] })
  const { file, faults } = checkOfficesFile([{ file: '', text }], await knownPolicies(transaction))
  const [office] = file?.offices ?? []
  if (!file || !office) return { office_id: null, faults: faults.map(placeInOffice) }
  which.may?.(office)
  const named = await transaction
    .selectFrom('offices')
    .select('id')
    .where('slug', '=', office.slug)
    .executeTakeFirst()
  if (named && named.id !== which.office_id) {
    const message = `the slug “${office.slug}” is another office’s`
    return { office_id: null, faults: [{ kind: 'duplicate-office', path: 'slug', message }] }
  }
  await addPolicies(transaction, office.policy ? [office.policy] : [])
  const columns = columnsOf(wantedOffice(office, file.holidays), at)
  const { id } = await (which.office_id === null
    ? transaction.insertInto('offices').values(columns).returning('id').executeTakeFirstOrThrow()
    : transaction
        .updateTable('offices')
        .set(columns)
        .where('id', '=', which.office_id)
        .returning('id')
        .executeTakeFirstOrThrow())
  const ids = new Map([[office.slug, id]])
  await loadLines(transaction, { organizations: [], offices: [office] }, ids)
  await loadModulos(transaction, [office], ids)
  return { office_id: id, faults: [] }
}
