import { queryOptions } from '@tanstack/react-query'
import { WAIT_REFRESH_MS } from '#contract/limits.ts'
import { apiPart } from './parts.ts'
import { queryKeys } from './query-keys.ts'

/**
 * A line by its name, for whoever has the link of a hidden one: its office does not list it. The socket keeps
 * it current with the others; a guest has none (CHAN-03), and asks again every 20 s.
 * @see rule OFF-07
 */
export const officeLineQuery = (officeSlug: string, lineSlug: string) =>
  queryOptions({
    queryKey: queryKeys.officeLine(officeSlug, lineSlug),
    queryFn: async ({ signal }) => (await apiPart.get()).offices.line(officeSlug, lineSlug, signal),
    staleTime: WAIT_REFRESH_MS,
    refetchInterval: WAIT_REFRESH_MS,
  })
