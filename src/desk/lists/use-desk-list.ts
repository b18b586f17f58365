import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { DeskList, DeskListName } from '#contract/rest/desk.ts'
import { browserClock } from '#src/platform/clock.ts'
import { useClerkSession, useDeskTools } from '../desk-tools.ts'
import { officeKey, pauseAfter } from '../use-office.ts'

/** Before one that failed is asked for again, in milliseconds. */
const AGAIN_MS = 10_000

export interface WhichList {
  clerkId: number
  officeId: number
  list: DeskListName
  /** The office's newest fact: nothing moves without one, so nothing is asked again without one. */
  seq: number
}

/** A list, and when it was seen here. */
export type SeenList = DeskList & { seenAt: number }

/**
 * A list as it stands; while it is asked for anew, and where that fails, as it stood, since when that was.
 */
export function useDeskList({ clerkId, officeId, list, seq }: WhichList) {
  const { api } = useDeskTools()
  const { phase } = useClerkSession()
  const [kept, setKept] = useState<{ list: DeskListName; seen: SeenList } | null>(null)
  const { data, error, refetch, isPlaceholderData } = useQuery<SeenList>({
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
    // One that failed is asked for again, though nothing happens at the office.
    refetchInterval: ({ state }) => (state.error ? pauseAfter(state.error, AGAIN_MS) : false),
    networkMode: 'always',
    enabled: phase === 'in',
  })
  // The library keeps what was seen by what was asked, and each look asks something else.
  if (data && !isPlaceholderData && data !== kept?.seen) setKept({ list, seen: data })
  const before = kept?.list === list ? kept.seen : undefined
  return { data: data ?? before, error, refetch, isPlaceholderData }
}
