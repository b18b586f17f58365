import { queryOptions } from '@tanstack/react-query'
import { apiPart } from './parts.ts'
import { queryKeys } from './query-keys.ts'

const HOUR_MS = 60 * 60 * 1_000

/** How what an office said of the wait came true. It changes once a day. */
export const toldWaitsQuery = (officeId: number) =>
  queryOptions({
    queryKey: queryKeys.toldWaits(officeId),
    queryFn: async ({ signal }) => (await apiPart.get()).offices.toldWaits(officeId, signal),
    staleTime: HOUR_MS,
  })
