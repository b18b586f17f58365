import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { DeskList, DeskListName } from '#contract/rest/desk.ts'
import { browserClock } from '#src/platform/clock.ts'
import { useClerkSession, useDeskTools } from '../desk-tools.ts'
import { officeKey } from '../use-office.ts'

export interface WhichList {
  clerkId: number
  officeId: number
  list: DeskListName
  /** The office's newest fact: nothing moves without one, so nothing is asked again without one. */
  seq: number
}

/** A list, and when it was seen here. */
export type SeenList = DeskList & { seenAt: number }

/** A list as it stands; while it is asked for anew, as it stood, since when that was. */
export function useDeskList({ clerkId, officeId, list, seq }: WhichList): UseQueryResult<SeenList> {
  const { api } = useDeskTools()
  const { phase } = useClerkSession()
  return useQuery<SeenList>({
    // Below the office's own key: what puts the office in doubt puts its lists in doubt, too.
    queryKey: [...officeKey(clerkId, officeId), 'list', list, seq],
    // With it: of what is shown meanwhile the library does not say when it came.
    queryFn: async ({ signal }) => ({
      ...(await api.list(officeId, list, signal)),
      seenAt: browserClock.now(),
    }),
    placeholderData: keepPreviousData,
    // Each is of one moment, and of no use after the next.
    gcTime: 10_000,
    staleTime: 5_000,
    retry: 1,
    networkMode: 'always',
    enabled: phase === 'in',
  })
}
