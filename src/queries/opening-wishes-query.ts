import { queryOptions } from '@tanstack/react-query'
import { apiPart } from './parts.ts'
import { queryKeys } from './query-keys.ts'

const MINUTE_MS = 60_000

/** The openings that this session wishes to be told of: `OpeningWish[]`. Not for guests. */
export const openingWishesQuery = () =>
  queryOptions({
    queryKey: queryKeys.openingWishes,
    queryFn: async ({ signal }) => (await apiPart.get()).push.openings(signal),
    staleTime: MINUTE_MS,
  })
