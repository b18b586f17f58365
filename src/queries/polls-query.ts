import { queryOptions } from '@tanstack/react-query'
import { apiPart } from './parts.ts'
import { queryKeys } from './query-keys.ts'

/** What a person may still rate. It changes with the clock, and by what is done on other devices. */
export const pollsQuery = () =>
  queryOptions({
    queryKey: queryKeys.polls,
    queryFn: async ({ signal }) => (await apiPart.get()).polls.open(signal),
    staleTime: 60_000,
  })
