import type { Transaction } from 'kysely'
import type { Tables } from '#server/database/tables.ts'
import type { ClerkEntry, OfficeEntry } from '../file/offices-file.ts'
import { type Comparison, compareRows } from './compare-rows.ts'
import { inChunks } from './in-chunks.ts'
import { joinRoles, type Roles, rolesElsewhere } from './roles-elsewhere.ts'
import type { Others } from './unnamed.ts'
import { organizationOf } from './wanted-rows.ts'

interface WantedClerk extends Roles {
  user_name: string
  name: string
  active: true
}

type ClerkRow = Omit<WantedClerk, 'active'> & { id: number; active: boolean }

const ascending = (ids: Iterable<number>) => [...new Set(ids)].sort((a, b) => a - b)

async function presentClerks(transaction: Transaction<Tables>): Promise<ClerkRow[]> {
  const clerks = await transaction
    .selectFrom('clerks')
    .select(['id', 'user_name', 'name', 'active'])
    .execute()
  const places = await transaction.selectFrom('clerk_offices').selectAll().orderBy('office_id').execute()
  const placesOf = Map.groupBy(places, place => place.clerk_id)
  const led = await transaction.selectFrom('administrators').selectAll().execute()
  const ledBy = Map.groupBy(led, ({ clerk_id }) => clerk_id)
  return clerks.map(clerk => ({
    ...clerk,
    places: (placesOf.get(clerk.id) ?? []).map(({ office_id, role }) => ({ office_id, role })),
    organizations: ascending((ledBy.get(clerk.id) ?? []).map(({ organization_id }) => organization_id)),
  }))
}

/** What they may do at their offices, and the organizations of these that they administrate. */
function wantedClerk(
  { user, name, offices, role }: ClerkEntry,
  officeIds: ReadonlyMap<string, number>,
  organizations: ReadonlyMap<string, number>,
): WantedClerk {
  const each = <Id>(ids: ReadonlyMap<string, Id>) => offices.flatMap(slug => ids.get(slug) ?? [])
  const placed = role === 'supervisor' ? role : 'clerk'
  return {
    user_name: user,
    name,
    places: ascending(each(officeIds)).map(office_id => ({ office_id, role: placed })),
    organizations: role === 'administrator' ? ascending(each(organizations)) : [],
    active: true,
  }
}

/**
 * What the file says of them, and beside it, where others are to be kept, what they may do where it says
 * nothing: whoever wrote a part of the whole may not even know of it.
 */
async function withKept(
  transaction: Transaction<Tables>,
  said: WantedClerk[],
  present: readonly ClerkRow[],
  part: readonly OfficeEntry[],
): Promise<WantedClerk[]> {
  const elsewhere = await rolesElsewhere(transaction, part)
  const byUser = new Map(present.map(clerk => [clerk.user_name, clerk]))
  return said.map(clerk => {
    const before = byUser.get(clerk.user_name)
    return before ? { ...clerk, ...joinRoles(clerk, elsewhere(before)) } : clerk
  })
}

/**
 * Clerks keep their passwords; a new one has none until it is set. One who is no longer named, where others
 * are not to be kept, is signed out everywhere, and may do nothing anywhere.
 */
export async function loadClerks(
  transaction: Transaction<Tables>,
  file: { clerks: readonly ClerkEntry[]; offices: readonly OfficeEntry[] },
  officeIds: ReadonlyMap<string, number>,
  others: Others,
  at: Date,
): Promise<{ comparison: Comparison<WantedClerk> }> {
  const organizations = new Map(file.offices.map(({ slug, category }) => [slug, organizationOf(category)]))
  const said = file.clerks.map(entry => wantedClerk(entry, officeIds, organizations))
  const present = await presentClerks(transaction)
  const wanted = others === 'keep' ? await withKept(transaction, said, present, file.offices) : said
  const comparison = compareRows(present, wanted, clerk => clerk.user_name)
  if (others === 'keep') comparison.retired = []

  const placed: { id: number; wanted: WantedClerk }[] = [...comparison.changed]
  await inChunks(comparison.added, async chunk => {
    const rows = await transaction
      .insertInto('clerks')
      .values(chunk.map(({ user_name, name }) => ({ user_name, name })))
      .returning(['id', 'user_name'])
      .execute()
    const byUser = new Map(chunk.map(clerk => [clerk.user_name, clerk]))
    for (const { id, user_name } of rows) {
      const clerk = byUser.get(user_name)
      if (clerk) placed.push({ id, wanted: clerk })
    }
  })
  for (const { id, wanted: clerk } of comparison.changed) {
    const { name, active } = clerk
    await transaction.updateTable('clerks').set({ name, active }).where('id', '=', id).execute()
  }
  // Whoever is retired keeps no role: with an invitation to one office they would come back to all of theirs.
  const leaving = [...comparison.changed.map(({ id }) => id), ...comparison.retired]
  await inChunks(leaving, async chunk => {
    await transaction.deleteFrom('clerk_offices').where('clerk_id', 'in', chunk).execute()
    await transaction.deleteFrom('administrators').where('clerk_id', 'in', chunk).execute()
  })
  const places = placed.flatMap(({ id: clerk_id, wanted: { places } }) =>
    places.map(place => ({ clerk_id, ...place })),
  )
  await inChunks(places, chunk => transaction.insertInto('clerk_offices').values(chunk).execute())
  const led = placed.flatMap(({ id: clerk_id, wanted: { organizations } }) =>
    organizations.map(organization_id => ({ clerk_id, organization_id })),
  )
  await inChunks(led, chunk => transaction.insertInto('administrators').values(chunk).execute())

  await inChunks(comparison.retired, async chunk => {
    await transaction.updateTable('clerks').set({ active: false }).where('id', 'in', chunk).execute()
    await transaction
      .updateTable('sessions')
      .set({ revoked_at: at })
      .where('clerk_id', 'in', chunk)
      .where('revoked_at', 'is', null)
      .execute()
  })
  return { comparison }
}
