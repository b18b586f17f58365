import { distanceBetween, placeOf } from '#contract/rules/distance.ts'
import type { RankedOffice } from '#contract/rules/sort-offices.ts'

/** Further than this nobody goes instead, in metres. */
const INSTEAD_MAX_M = 50_000

/**
 * Where one may go instead of an office that is shut: open ones of the same category, nearest to it first,
 * and those that attend by internet, which are as near as any.
 */
export function otherOffices(
  offices: readonly RankedOffice[],
  shut: Pick<RankedOffice, 'id' | 'category_id' | 'latitude' | 'longitude' | 'options'>,
): RankedOffice[] {
  const from = placeOf(shut)
  return offices
    .filter(({ id, isOpen, category_id }) => isOpen && id !== shut.id && category_id === shut.category_id)
    .map(office => ({ office, away: distanceBetween(from, placeOf(office)) }))
    .filter(({ office, away }) => away <= INSTEAD_MAX_M || office.options.web_only)
    .sort((a, b) => (a.away === b.away ? 0 : a.away - b.away))
    .map(({ office }) => office)
}
