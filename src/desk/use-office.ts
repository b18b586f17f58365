import { queryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { DeskState } from '#contract/rest/desk.ts'
import { ApiError } from '#src/api/api-error.ts'
import { type DeskTools, useClerkSession, useDeskTools } from './desk-tools.ts'

/** How often the desk is looked at while the page is seen, in milliseconds. */
const REFRESH_MS = 3_000

/** By clerk: the next one at this computer must not see the office through the eyes of the last. */
export const officeKey = (clerkId: number, officeId: number) => ['desk', clerkId, officeId] as const

/** Where the server says how long to leave it alone, it is left alone. */
export function pauseAfter(error: Error | null, refreshMs: number): number {
  return Math.max(refreshMs, error instanceof ApiError ? (error.retryAfterMs ?? 0) : 0)
}

function officeQuery({ api }: DeskTools, clerkId: number, officeId: number) {
  return queryOptions<DeskState>({
    queryKey: officeKey(clerkId, officeId),
    queryFn: ({ signal }) => api.office(officeId, signal),
    refetchInterval: ({ state }) => pauseAfter(state.error, REFRESH_MS),
    // Each look is soon followed by the next, which is the retry; and a look that fails is how we hear of no
    // network.
    retry: false,
    networkMode: 'always',
  })
}

/** How the desk stands, kept fresh; still while the session is over, with what was seen last. */
export function useOffice(clerkId: number, officeId: number): UseQueryResult<DeskState> {
  const tools = useDeskTools()
  const { phase } = useClerkSession()
  return useQuery({ ...officeQuery(tools, clerkId, officeId), enabled: phase === 'in' })
}
