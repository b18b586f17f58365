import { useCallback, useEffect, useState } from 'react'
import { WAIT_REFRESH_MS } from '#contract/limits.ts'
import { flows } from '#src/flows/flows.ts'
import { useConnection } from '#src/stores/connection-store.ts'

const SECOND_MS = 1_000
const TOTAL_S = WAIT_REFRESH_MS / SECOND_MS

/** Asks where one stands every 20 s, and says how long until the next time (WAIT-01). The socket brings the rest. */
export function useWaitRefresh(tuid: string, isWaiting: boolean) {
  const online = useConnection(connection => connection.online)
  const [remaining, setRemaining] = useState(TOTAL_S)
  const [isAsking, setAsking] = useState(false)

  const refresh = useCallback(async () => {
    setAsking(true)
    try {
      await (await flows.get()).refreshWait(tuid)
    } catch (error) {
      reportError(error)
    } finally {
      setRemaining(TOTAL_S)
      setAsking(false)
    }
  }, [tuid])

  useEffect(() => {
    if (isWaiting && online) void refresh()
  }, [isWaiting, online, refresh])
  useEffect(() => {
    if (!isWaiting || !online || isAsking) return
    const timer = setTimeout(() => {
      if (remaining > 1) setRemaining(remaining - 1)
      else void refresh()
    }, SECOND_MS)
    return () => clearTimeout(timer)
  }, [isWaiting, online, isAsking, remaining, refresh])

  return { remaining, total: TOTAL_S, isAsking, refresh }
}
