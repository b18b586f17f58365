import { useQueries } from '@tanstack/react-query'
import { OFFICE_WAITS_REFRESH_MS } from '#contract/limits.ts'
import type { Favorite } from '#src/domain/favorite.ts'
import type { DatedWait } from '#src/queries/kept-waits.ts'
import { officeStateQuery } from '#src/queries/office-state-query.ts'
import type { ShownWait } from './use-office-waits.ts'

/** Offices that are asked how their lines stand: each is a request, and few keep lines of more. */
const ASKED_MAX = 10

/** How long one would wait in lines that are kept, asked anew every half minute: one request an office. */
export function useLineWaits(favorites: readonly Favorite[]): (lineId: number) => ShownWait {
  const slugs = [
    ...new Set(favorites.flatMap(({ line, office, active }) => (line && active ? [office.slug] : []))),
  ].slice(0, ASKED_MAX)
  const { waits, asking } = useQueries({
    queries: slugs.map(slug => ({ ...officeStateQuery(slug), refetchInterval: OFFICE_WAITS_REFRESH_MS })),
    combine: results => ({
      waits: new Map<number, DatedWait>(
        results.flatMap(({ data }) =>
          (data?.data.lines ?? [])
            .filter(({ frozen, takes_tickets }) => !frozen && takes_tickets)
            .map(({ line_id, officeId, waiting, wait }) => [
              line_id,
              { office_id: officeId, waiting, wait, at: data?.inserted_at ?? 0 },
            ]),
        ),
      ),
      asking: results.some(({ isPending }) => isPending),
    }),
  })
  return lineId => waits.get(lineId) ?? (asking ? 'asking' : null)
}
