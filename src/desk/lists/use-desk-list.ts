import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { DeskList, DeskListName } from '#contract/rest/desk.ts'
import { useClerkSession, useDeskTools } from '../desk-tools.ts'
import { officeKey } from '../use-office.ts'

export interface WhichList {
  clerkId: number
  officeId: number
  list: DeskListName
  /** The office's newest fact: nothing moves without one, so nothing is asked again without one. */
  seq: number
}

/** A list as it stands; while it is asked for anew, as it stood. */
export function useDeskList({ clerkId, officeId, list, seq }: WhichList): UseQueryResult<DeskList> {
  const { api } = useDeskTools()
  const { phase } = useClerkSession()
  return useQuery<DeskList>({
    // Below the office's own key: what puts the office in doubt puts its lists in doubt, too.
    queryKey: [...officeKey(clerkId, officeId), 'list', list, seq],
    queryFn: ({ signal }) => api.list(officeId, list, signal),
    placeholderData: keepPreviousData,
    // Each is of one moment, and of no use after the next.
    gcTime: 10_000,
    staleTime: 5_000,
    retry: 1,
    networkMode: 'always',
    enabled: phase === 'in',
  })
}
