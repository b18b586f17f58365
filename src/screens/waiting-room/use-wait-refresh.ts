import { useCallback, useEffect, useState } from 'react'
import { ALMOST_THERE_THRESHOLDS, WAIT_REFRESH_MS } from '#contract/limits.ts'
import { flows } from '#src/flows/flows.ts'
import { useConnection } from '#src/stores/connection-store.ts'

const SECOND_MS = 1_000
const TOTAL_S = WAIT_REFRESH_MS / SECOND_MS

/** The few people so near the desk may ask at each step: for all who wait, a step would be a storm. */
const NEAR = Math.min(...ALMOST_THERE_THRESHOLDS)

/**
 * Asks where one stands every 20 s, and says how long until the next time (WAIT-01). The socket brings each
 * step forward, but not one's own minutes: near the desk they are asked for with the step, or they would
 * contradict it.
 *
 * @param ahead people ahead, null when unknown
 */
export function useWaitRefresh(tuid: string, isWaiting: boolean, ahead: number | null) {
  const online = useConnection(connection => connection.online)
  const [remaining, setRemaining] = useState(TOTAL_S)
  const [isAsking, setAsking] = useState(false)
  const [isUnheard, setUnheard] = useState(false)
  const step = ahead !== null && ahead <= NEAR ? ahead : null

  const refresh = useCallback(async () => {
    setAsking(true)
    try {
      const { status } = await (await flows.get()).refreshWait(tuid)
      setUnheard(status === 'failed')
    } catch (error) {
      setUnheard(true)
      reportError(error)
    } finally {
      setRemaining(TOTAL_S)
      setAsking(false)
    }
  }, [tuid])

  useEffect(() => {
    if (isWaiting && online) void refresh()
  }, [isWaiting, online, refresh, step])
  useEffect(() => {
    if (!isWaiting || !online || isAsking) return
    const timer = setTimeout(() => {
      if (remaining > 1) setRemaining(remaining - 1)
      else void refresh()
    }, SECOND_MS)
    return () => clearTimeout(timer)
  }, [isWaiting, online, isAsking, remaining, refresh])

  return {
    remaining,
    total: TOTAL_S,
    isAsking,
    /** The last answer was none: what is shown stays as it was (OFFL-02). */
    isUnheard,
    refresh,
  }
}
