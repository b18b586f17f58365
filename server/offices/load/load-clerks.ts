import type { Transaction } from 'kysely'
import type { Tables } from '#server/database/tables.ts'
import type { ClerkEntry } from '../file/offices-file.ts'
import { type Comparison, compareRows } from './compare-rows.ts'
import { inChunks } from './in-chunks.ts'

interface WantedClerk {
  user_name: string
  name: string
  /** Ids of the offices, in order. */
  offices: number[]
  active: true
}

type ClerkRow = { id: number; user_name: string; name: string; offices: number[]; active: boolean }

async function presentClerks(transaction: Transaction<Tables>): Promise<ClerkRow[]> {
  const clerks = await transaction
    .selectFrom('clerks')
    .select(['id', 'user_name', 'name', 'active'])
    .execute()
  const places = await transaction.selectFrom('clerk_offices').selectAll().orderBy('office_id').execute()
  const offices = Map.groupBy(places, place => place.clerk_id)
  return clerks.map(clerk => ({
    ...clerk,
    offices: (offices.get(clerk.id) ?? []).map(place => place.office_id),
  }))
}

/**
 * Clerks keep their passwords; a new one has none until it is set. One who is no longer named is signed out
 * everywhere.
 */
export async function loadClerks(
  transaction: Transaction<Tables>,
  entries: readonly ClerkEntry[],
  officeIds: ReadonlyMap<string, number>,
  at: Date,
): Promise<{ comparison: Comparison<WantedClerk> }> {
  const wanted = entries.map(({ user, name, offices }): WantedClerk => {
    const ids = offices.flatMap(slug => officeIds.get(slug) ?? [])
    return { user_name: user, name, offices: [...new Set(ids)].sort((a, b) => a - b), active: true }
  })
  const present = await presentClerks(transaction)
  const comparison = compareRows(present, wanted, clerk => clerk.user_name)

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
  await inChunks(
    comparison.changed.map(({ id }) => id),
    chunk => transaction.deleteFrom('clerk_offices').where('clerk_id', 'in', chunk).execute(),
  )
  const places = placed.flatMap(({ id, wanted: { offices } }) =>
    offices.map(office_id => ({ clerk_id: id, office_id })),
  )
  await inChunks(places, chunk => transaction.insertInto('clerk_offices').values(chunk).execute())

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
