import { useQuery } from '@tanstack/react-query'
import { WAIT_REFRESH_MS } from '#contract/limits.ts'
import { officeStateQuery } from '#src/queries/office-state-query.ts'
import { useSession } from '#src/stores/session-store.ts'

const LEFT_ALONE_MS = 3 * WAIT_REFRESH_MS

/**
 * An office with its lines. The socket keeps them current (OFF-08); a guest has none (CHAN-03), and asks
 * again every 20 s while they look.
 */
export function useOfficeState(officeSlug: string) {
  const isGuest = useSession(({ token }) => token === null)
  return useQuery({
    ...officeStateQuery(officeSlug),
    // A server that turns them away is left alone for longer: many may look from one address.
    refetchInterval: ({ state }) => isGuest && (state.error ? LEFT_ALONE_MS : WAIT_REFRESH_MS),
  })
}
