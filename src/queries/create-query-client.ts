import { QueryClient } from '@tanstack/react-query'
import type { ApiError } from '#src/api/api-error.ts'

const RETRIES = 2
/** Long enough that an answer is still there after a visit to another screen and back. */
const KEPT_MS = 60 * 60_000

/**
 * Known by its shape: to import the class would bring its schemas into the first download. A part that could not be
 * fetched is no ApiError, and is worth another try as well.
 */
function mayPass(error: Partial<ApiError>): boolean {
  const { status } = error
  return status === undefined || status === 0 || status >= 500
}

/** Retries what may pass by itself: no network, no answer, a server that stumbles. Refusals are answers. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // The browser's own idea of being offline would keep us from the worker's cache.
        networkMode: 'always',
        retry: (failures, error) => failures < RETRIES && mayPass(error),
        gcTime: KEPT_MS,
        refetchOnWindowFocus: true,
      },
      mutations: { networkMode: 'always' },
    },
  })
}
