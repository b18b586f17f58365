import { queryOptions } from '@tanstack/react-query'
import { WAIT_REFRESH_MS } from '#contract/limits.ts'
import { apiPart } from './parts.ts'
import { queryKeys } from './query-keys.ts'

/**
 * A line by its name, for whoever has the link of a hidden one: its office does not list it, so the socket's news of the
 * office's lines pass it by, and it is asked for again every 20 s.
 * @see rule OFF-07
 */
export const officeLineQuery = (officeSlug: string, lineSlug: string) =>
  queryOptions({
    queryKey: queryKeys.officeLine(officeSlug, lineSlug),
    queryFn: async ({ signal }) => (await apiPart.get()).offices.line(officeSlug, lineSlug, signal),
    staleTime: WAIT_REFRESH_MS,
    refetchInterval: WAIT_REFRESH_MS,
  })
