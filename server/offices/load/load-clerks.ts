import type { Transaction } from 'kysely'
import type { Tables } from '#server/database/tables.ts'
import type { ClerkEntry, OfficeEntry } from '../file/offices-file.ts'
import { type Comparison, compareRows } from './compare-rows.ts'
import { inChunks } from './in-chunks.ts'
import type { Others } from './unnamed.ts'
import { organizationOf } from './wanted-rows.ts'

interface Place {
  office_id: number
  role: 'clerk' | 'supervisor'
}

interface WantedClerk {
  user_name: string
  name: string
  /** By the offices' ids. */
  places: Place[]
  /** Organizations that they administrate, in order. */
  organizations: number[]
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
 * Clerks keep their passwords; a new one has none until it is set. One who is no longer named is signed out
 * everywhere, and may do nothing anywhere.
 */
export async function loadClerks(
  transaction: Transaction<Tables>,
  file: { clerks: readonly ClerkEntry[]; offices: readonly OfficeEntry[] },
  officeIds: ReadonlyMap<string, number>,
  others: Others,
  at: Date,
): Promise<{ comparison: Comparison<WantedClerk> }> {
  const organizations = new Map(file.offices.map(({ slug, category }) => [slug, organizationOf(category)]))
  const wanted = file.clerks.map(entry => wantedClerk(entry, officeIds, organizations))
  const present = await presentClerks(transaction)
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
