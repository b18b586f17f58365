import { useEffect, useState } from 'react'
import { browserClock } from '#src/platform/clock.ts'
import { browserTimers } from '#src/platform/timers.ts'

const MINUTE_MS = 60_000
/** Of a page that is come back to: while the machine slept, or the page lay aside, no timer came. */
const BACK = ['visibilitychange', 'pageshow']

/**
 * The time, milliseconds since the epoch: to the minute, unless told otherwise. What is true only until an
 * hour strikes is asked anew with it.
 */
export function useNow(everyMs = MINUTE_MS): number {
  const [now, setNow] = useState(() => browserClock.now())
  useEffect(() => {
    const look = () => setNow(browserClock.now())
    // The clock may have been put right since the first picture.
    setNow(first => (Math.abs(browserClock.now() - first) < MINUTE_MS ? first : browserClock.now()))
    const stops = [browserTimers.every(everyMs, look), browserClock.onPutRight(look)]
    for (const sign of BACK) addEventListener(sign, look)
    return () => {
      for (const stop of stops) stop()
      for (const sign of BACK) removeEventListener(sign, look)
    }
  }, [everyMs])
  return now
}
