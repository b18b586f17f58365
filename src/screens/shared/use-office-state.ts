import { useQuery } from '@tanstack/react-query'
import { WAIT_REFRESH_MS } from '#contract/limits.ts'
import { officeStateQuery } from '#src/queries/office-state-query.ts'
import { useSession } from '#src/stores/session-store.ts'

/**
 * An office with its lines. The socket keeps them current (OFF-08); a guest has none (CHAN-03), and asks
 * again every 20 s while they look.
 */
export function useOfficeState(officeSlug: string) {
  const isGuest = useSession(({ token }) => token === null)
  return useQuery({ ...officeStateQuery(officeSlug), refetchInterval: isGuest && WAIT_REFRESH_MS })
}
