import { queryOptions } from '@tanstack/react-query'
import { OFFICE_WAITS_REFRESH_MS } from '#contract/limits.ts'
import { browserClock } from '#src/platform/clock.ts'
import { type DatedWait, keepWaits, readKeptWaits } from './kept-waits.ts'
import { apiPart, databasePart } from './parts.ts'
import { queryKeys } from './query-keys.ts'

/**
 * How long one would wait in these offices, asked anew every half minute while somebody looks. Without an
 * answer it is what was said last, with its age.
 * @param officeIds at most OFFICE_WAITS_MAX
 */
export const officeWaitsQuery = (officeIds: readonly number[]) =>
  queryOptions({
    queryKey: queryKeys.officeWaits(officeIds),
    queryFn: async ({ signal }): Promise<DatedWait[]> => {
      const [api, { cachedData, atomically }] = await Promise.all([apiPart.get(), databasePart.get()])
      try {
        const answer = await api.offices.waits(officeIds, signal)
        // That it cannot be kept costs nobody the answer; the storage guard says it.
        atomically(() => keepWaits(cachedData, officeIds, answer)).catch(() => {})
        return answer.data.map(wait => ({ ...wait, at: answer.inserted_at }))
      } catch (error) {
        const kept = signal.aborted
          ? []
          : await readKeptWaits(cachedData, officeIds, browserClock.now()).catch(() => [])
        if (kept.length === 0) throw error
        return kept
      }
    },
    staleTime: OFFICE_WAITS_REFRESH_MS / 2,
    refetchInterval: OFFICE_WAITS_REFRESH_MS,
  })
