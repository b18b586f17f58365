import type { Transaction } from 'kysely'
import type { Tables } from '#server/database/tables.ts'
import type { OfficeEntry } from '../file/offices-file.ts'
import { organizationOf } from './wanted-rows.ts'

export interface Place {
  office_id: number
  role: 'clerk' | 'supervisor'
}

/** What a clerk may do, each in the order of the ids. */
export interface Roles {
  places: Place[]
  /** Organizations that they administrate. */
  organizations: number[]
}

/**
 * Of a clerk's roles those that are not for a part of the whole file to say: at offices that are not in it,
 * and of organizations that reach beyond it. One whose offices are all in the part is the part's.
 */
export async function rolesElsewhere(
  transaction: Transaction<Tables>,
  part: readonly OfficeEntry[],
): Promise<(roles: Roles) => Roles> {
  const rows = await transaction
    .selectFrom('offices')
    .select(['id', 'slug', 'organization_id', 'active'])
    .execute()
  const slugs = new Set(part.map(({ slug }) => slug))
  const named = new Set(rows.flatMap(({ id, slug }) => (slugs.has(slug) ? id : [])))
  const beyond = new Set(
    rows.flatMap(({ id, organization_id, active }) => (active && !named.has(id) ? organization_id : [])),
  )
  const touched = new Set(part.map(({ category }) => organizationOf(category)))
  return ({ places, organizations }) => ({
    places: places.filter(({ office_id }) => !named.has(office_id)),
    organizations: organizations.filter(id => !touched.has(id) || beyond.has(id)),
  })
}

/** What is wanted, and what stays beside it. */
export const joinRoles = (wanted: Roles, kept: Roles): Roles => ({
  places: [...wanted.places, ...kept.places].sort((a, b) => a.office_id - b.office_id),
  organizations: [...new Set([...wanted.organizations, ...kept.organizations])].sort((a, b) => a - b),
})
