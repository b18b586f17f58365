import { infiniteQueryOptions } from '@tanstack/react-query'
import { apiPart } from './parts.ts'
import { queryKeys } from './query-keys.ts'

/** The tickets of the past, newest first, in pages of 10 from page 1 (TKT-06). */
export const historyQuery = () =>
  infiniteQueryOptions({
    queryKey: queryKeys.history,
    queryFn: async ({ pageParam, signal }) => (await apiPart.get()).tickets.history(pageParam, signal),
    initialPageParam: 1,
    getNextPageParam: ({ page, pages }) => (page < pages ? page + 1 : null),
    staleTime: 60_000,
  })
