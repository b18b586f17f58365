import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { FIGURES_REFRESH_MS } from '#contract/limits.ts'
import type { Figures } from '#contract/rest/figures.ts'
import type { FiguresWish } from '../desk-api.ts'
import { useClerkSession, useDeskTools } from '../desk-tools.ts'
import { pauseAfter } from '../use-office.ts'

/**
 * What happened at the office; kept fresh while today is in it. What was seen last stays until the answer to
 * another wish is there, and while there is no network.
 */
export function useFigures(clerkId: number, officeId: number, wish: FiguresWish): UseQueryResult<Figures> {
  const { api } = useDeskTools()
  const { phase } = useClerkSession()
  return useQuery<Figures>({
    queryKey: ['figures', clerkId, officeId, wish],
    queryFn: ({ signal }) => api.figures(officeId, wish, signal),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data, error } }) =>
      error !== null || data === undefined || data.to >= data.today
        ? pauseAfter(error, FIGURES_REFRESH_MS)
        : false,
    retry: false,
    networkMode: 'always',
    enabled: phase === 'in',
  })
}
