import { queryOptions } from '@tanstack/react-query'
import { OFFICES_CACHE_MS } from '#contract/limits.ts'
import type { Office } from '#contract/rest/offices.ts'
import { browserRandom } from '#src/platform/random.ts'
import { broughtAnswer } from './brought.ts'
import { apiPart } from './parts.ts'
import { queryKeys } from './query-keys.ts'
import { isKnown } from './is-known.ts'
import { staleAfter } from './stale-after.ts'

const fresh = staleAfter(OFFICES_CACHE_MS, browserRandom)

/**
 * The list of offices, fresh for 10 to 30 minutes: `{ data: Office[], inserted_at }`.
 *
 * @param enabled false where a marketing parameter is present: then offices are not loaded (SHELL-07)
 * @see rule OFF-02
 */
export const officesQuery = ({ enabled = true }: { enabled?: boolean } = {}) =>
  queryOptions({
    queryKey: queryKeys.offices,
    queryFn: async ({ signal, client }) =>
      (await apiPart.get()).offices.list({ signal, newest: isKnown(client, queryKeys.offices) }),
    initialData: () => (enabled ? broughtAnswer<Office[]>('v3', '/offices/web') : undefined),
    staleTime: fresh,
    enabled,
  })
