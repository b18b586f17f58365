import { useMemo } from 'react'
import { browserClock } from '#src/platform/clock.ts'
import { useDeskTools } from './desk-tools.ts'

/**
 * When something was answered, by the server's clock: the library says it by this computer's, which may be
 * wrong. Both in milliseconds since the epoch.
 */
export function useSeenAt(answeredAt: number): number {
  const { clock } = useDeskTools()
  return useMemo(() => clock.now() - (browserClock.now() - answeredAt), [clock, answeredAt])
}
