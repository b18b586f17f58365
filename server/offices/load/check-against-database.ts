import type { Kysely } from 'kysely'
import { foreignZones } from '#server/database/foreign-zones.ts'
import type { Tables } from '#server/database/tables.ts'
import { type CheckedOffices, checkOfficesFile, type OfficesSource } from '../file/check-offices-file.ts'
import { knownPolicies } from './load-policies.ts'

/** As `checkOfficesFile`, for the database into which it is to be loaded. */
export async function checkAgainstDatabase(
  db: Kysely<Tables>,
  sources: readonly OfficesSource[],
): Promise<CheckedOffices> {
  const known = { policies: await knownPolicies(db), foreignZones: new Set<string>() }
  const checked = checkOfficesFile(sources, known)
  if (checked.file === null) return checked
  const foreign = await foreignZones(
    db,
    checked.file.offices.map(office => office.time_zone),
  )
  // Once more, with a place for each of them.
  return foreign.size === 0 ? checked : checkOfficesFile(sources, { ...known, foreignZones: foreign })
}
