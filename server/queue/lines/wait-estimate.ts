import type { WaitRange } from '#contract/rest/offices.ts'
import { tellWait, type WaitingLine } from '#server/wait/tell-wait.ts'

/** What is known of how fast a line moves, at a moment. */
export interface LinePace extends WaitingLine {
  /** Where no desk calls from it now: when one will, as far as that is known. */
  opensAt: Date | null
}

/** How long the one with `ahead` people before them waits, as it is told to them. */
export function estimateWait(pace: LinePace, ahead: number): WaitRange {
  const { desks, opensAt } = pace
  return { ...tellWait(pace, ahead), desks, ...(opensAt && { opens_at: opensAt.toISOString() }) }
}
