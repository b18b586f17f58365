import { useQueries } from '@tanstack/react-query'
import { OFFICE_WAITS_MAX } from '#contract/limits.ts'
import type { RankedOffice } from '#contract/rules/sort-offices.ts'
import type { DatedWait } from '#src/queries/kept-waits.ts'
import { officeWaitsQuery } from '#src/queries/office-waits-query.ts'

/** What a list knows of an office's wait: `asking` until it is known, null where there is nothing to say. */
export type ShownWait = DatedWait | 'asking' | null

/**
 * The open ones among them, in parts that stay the same while the list grows by whole pages: else each would
 * be asked anew.
 */
export function askedTogether(offices: readonly RankedOffice[], page: number): number[][] {
  const size = Math.min(page, OFFICE_WAITS_MAX)
  const parts: number[][] = []
  for (let first = 0; first < offices.length; first += page) {
    for (let at = first; at < Math.min(first + page, offices.length); at += size) {
      const part = offices.slice(at, Math.min(at + size, first + page)).filter(({ isOpen }) => isOpen)
      if (part.length > 0) parts.push(part.map(({ id }) => id))
    }
  }
  return parts
}

/**
 * How long one would wait in each of these offices that is open: one request for a page of them.
 * @param page how many offices the list grows by
 */
export function useOfficeWaits(
  offices: readonly RankedOffice[],
  page: number,
): (office: RankedOffice) => ShownWait {
  const { waits, asking } = useQueries({
    queries: askedTogether(offices, page).map(officeWaitsQuery),
    combine: results => ({
      waits: new Map(results.flatMap(({ data = [] }) => data.map(wait => [wait.office_id, wait] as const))),
      asking: results.some(({ isPending }) => isPending),
    }),
  })
  return ({ id, isOpen }) => (isOpen ? (waits.get(id) ?? (asking ? 'asking' : null)) : null)
}
