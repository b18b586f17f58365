import { useEffect, useState } from 'react'
import { browserClock } from '#src/platform/clock.ts'
import { browserTimers } from '#src/platform/timers.ts'

const MINUTE_MS = 60_000

/**
 * The time, to the minute: milliseconds since the epoch. What is true only until an hour strikes is asked
 * anew with it.
 */
export function useNow(): number {
  const [now, setNow] = useState(() => browserClock.now())
  useEffect(() => browserTimers.every(MINUTE_MS, () => setNow(browserClock.now())), [])
  return now
}
