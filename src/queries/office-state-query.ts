import { queryOptions } from '@tanstack/react-query'
import { LINES_CACHE_MS } from '#contract/limits.ts'
import type { OfficeState } from '#contract/rest/offices.ts'
import { browserRandom } from '#src/platform/random.ts'
import { broughtAnswer } from './brought.ts'
import { apiPart } from './parts.ts'
import { queryKeys } from './query-keys.ts'
import { isKnown } from './is-known.ts'
import { staleAfter } from './stale-after.ts'

const fresh = staleAfter(LINES_CACHE_MS, browserRandom)

/**
 * An office with its lines as they stand, fresh for 1 to 5 minutes and kept current by the socket:
 * `{ data: OfficeState, inserted_at }`. A slug that does not exist fails with the code not-found (OFF-10).
 *
 * @see rules OFF-03 and OFF-08
 */
export const officeStateQuery = (officeSlug: string) =>
  queryOptions({
    queryKey: queryKeys.officeState(officeSlug),
    queryFn: async ({ signal, client }) =>
      (await apiPart.get()).offices.state(officeSlug, {
        signal,
        newest: isKnown(client, queryKeys.officeState(officeSlug)),
      }),
    initialData: () => broughtAnswer<OfficeState>('v1', `/state/${encodeURIComponent(officeSlug)}`),
    staleTime: fresh,
  })
