import type { Language } from '#contract/primitives.ts'
import type { Office } from '#contract/rest/offices.ts'
import { distanceBetween, type Place, placeOf } from './distance.ts'

/** An office with its distance in metres from the person; Infinity where either place is unknown. */
export type OfficeAtDistance = Office & { distance: number }

/**
 * Nearest first; the ones at an unknown distance last, by name.
 *
 * @param position where the person is, or null when they did not say
 * @see rule OFF-05
 */
export function sortOffices(
  offices: readonly Office[],
  position: Place | null,
  language: Language,
): OfficeAtDistance[] {
  const byName = new Intl.Collator(language)
  return offices
    .map(office => ({ ...office, distance: distanceBetween(position, placeOf(office)) }))
    .sort((a, b) => (a.distance === b.distance ? byName.compare(a.name, b.name) : a.distance - b.distance))
}
