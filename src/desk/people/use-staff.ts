import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { Staff } from '#contract/rest/staff.ts'
import { useClerkSession, useDeskTools } from '../desk-tools.ts'
import { officeKey, pauseAfter } from '../use-office.ts'

/** In milliseconds: another supervisor may change it meanwhile. */
const REFRESH_MS = 15_000

export const staffKey = (clerkId: number, officeId: number) =>
  [...officeKey(clerkId, officeId), 'staff'] as const

/** Who works at the office; still while the session is over. */
export function useStaff(clerkId: number, officeId: number): UseQueryResult<Staff> {
  const { api } = useDeskTools()
  const { phase } = useClerkSession()
  return useQuery<Staff>({
    queryKey: staffKey(clerkId, officeId),
    queryFn: ({ signal }) => api.staff(officeId, signal),
    refetchInterval: ({ state }) => pauseAfter(state.error, REFRESH_MS),
    retry: false,
    networkMode: 'always',
    enabled: phase === 'in',
  })
}
