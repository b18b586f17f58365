import type { Language } from '../primitives.ts'
import type { Office } from '../rest/offices.ts'
import { distanceBetween, type Place, placeOf } from './distance.ts'

/** An office as a list ranks it. */
export type RankedOffice = Office & {
  /** Metres from the person; Infinity where either place is unknown. */
  distance: number
  /** Now, by its own clock. */
  isOpen: boolean
}

/**
 * A door that is shut helps nobody, however near it is: open ones first, the nearest of them before the
 * others.
 */
export const byUse = (a: RankedOffice, b: RankedOffice): number =>
  Number(b.isOpen) - Number(a.isOpen) || (a.distance === b.distance ? 0 : a.distance - b.distance)

export interface Standing {
  /** Where the person is, or null when they did not say. */
  position: Place | null
  /** The ids of the offices that are open now. */
  open: ReadonlySet<number>
}

/**
 * Open ones first, then nearest first; the ones at an unknown distance last among their like, by name.
 * @see rule OFF-05
 */
export function sortOffices(
  offices: readonly Office[],
  { position, open }: Standing,
  language: Language,
): RankedOffice[] {
  const byName = new Intl.Collator(language)
  return offices
    .map(office => ({
      ...office,
      distance: distanceBetween(position, placeOf(office)),
      isOpen: open.has(office.id),
    }))
    .sort((a, b) => byUse(a, b) || byName.compare(a.name, b.name))
}
