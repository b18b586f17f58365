import { QueryClient } from '@tanstack/react-query'
import type { ApiError } from '#src/api/api-error.ts'

const RETRIES = 2
/** Long enough that an answer is still there after a visit to another screen and back. */
const KEPT_MS = 60 * 60_000

/**
 * Known by its shape: to import the class would bring its schemas into the first download. A part that could
 * not be fetched is no ApiError, and is worth another try as well.
 */
function mayPass(error: Partial<ApiError>): boolean {
  const { status } = error
  return status === undefined || status === 0 || status >= 500
}

/**
 * Retries what may pass by itself: no answer, a server that stumbles. Refusals are answers; and where there
 * is no network at all that is said at once (OFFL-03), and asked again when it is back.
 */
export function createQueryClient({
  hasNetwork = () => true,
}: {
  hasNetwork?: () => boolean
} = {}): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // The browser's own idea of being offline would keep us from the worker's cache.
        networkMode: 'always',
        retry: (failures, error) => failures < RETRIES && hasNetwork() && mayPass(error),
        gcTime: KEPT_MS,
        refetchOnWindowFocus: true,
        // Off by itself with the network mode above.
        refetchOnReconnect: true,
      },
      mutations: { networkMode: 'always' },
    },
  })
}
