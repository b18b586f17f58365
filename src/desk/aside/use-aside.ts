import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { DeskAside } from '#contract/rest/desk.ts'
import { useClerkSession, useDeskTools } from '../desk-tools.ts'
import { officeKey, pauseAfter } from '../use-office.ts'

/** Somebody who missed their call stands at the desk and asks: the list must know. In milliseconds. */
const REFRESH_MS = 5_000

/** Below the office's own: what puts the office in doubt puts these in doubt, too. */
export const asideKey = (clerkId: number, officeId: number) =>
  [...officeKey(clerkId, officeId), 'aside'] as const

/**
 * Whom nobody calls by turn, kept fresh; still while the session is over, with what was seen last.
 */
export function useAside(clerkId: number, officeId: number): UseQueryResult<DeskAside> {
  const { api } = useDeskTools()
  const { phase } = useClerkSession()
  return useQuery<DeskAside>({
    queryKey: asideKey(clerkId, officeId),
    queryFn: ({ signal }) => api.aside(officeId, signal),
    refetchInterval: ({ state }) => pauseAfter(state.error, REFRESH_MS),
    retry: false,
    networkMode: 'always',
    enabled: phase === 'in',
  })
}
