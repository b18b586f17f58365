import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { CALLED_REFRESH_MS } from '#contract/limits.ts'
import { attentionQuery } from '#src/queries/attention-query.ts'
import { useErrand } from '#src/screens/shared/use-errand.ts'
import { useSession } from '#src/stores/session-store.ts'

/**
 * Notices that a called number has been attended, and brings the ticket up to date. A called number's channel
 * is not joined again (CHAN-05), so after a reload nobody else would tell (WAIT-02).
 */
export function useAttention(tuid: string, isCalled: boolean): void {
  const isSignedIn = useSession(session => session.token !== null)
  const { data, dataUpdatedAt } = useQuery({
    ...attentionQuery(tuid, 'ticket'),
    enabled: isCalled && isSignedIn,
    refetchInterval: CALLED_REFRESH_MS,
  })
  const { run: refresh } = useErrand('refreshTicket', tuid)
  const isOver = isCalled && data !== undefined && !data.attending
  // With each answer: a refresh that found no network is tried again.
  useEffect(() => {
    if (isOver && dataUpdatedAt > 0) void refresh(tuid)
  }, [isOver, dataUpdatedAt, refresh, tuid])
}
