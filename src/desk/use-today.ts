import { useState } from 'react'
import { wallTime } from '#contract/rules/office-time.ts'
import { useDeskTools } from './desk-tools.ts'

/**
 * The day at the office when the screen was opened, by the server's clock: YYYY-MM-DD. Where settings name a
 * zone that there is not, this computer's own does until it is mended.
 */
export function useToday(timeZone: string): string {
  const { clock } = useDeskTools()
  const [today] = useState(() => {
    const now = new Date(clock.now())
    try {
      return wallTime(now, timeZone).day
    } catch {
      return now.toLocaleDateString('en-CA')
    }
  })
  return today
}
