import type { Block } from '#src/screens/times/time-step.tsx'

export const MOVE_STEPS = ['date', 'time', 'confirm'] as const
export type MoveStep = (typeof MOVE_STEPS)[number]

export interface MoveChoice {
  step: string | null
  /** YYYY-MM-DD, on the office's calendar. */
  day: string | null
  block: Block | null
}

const isMoment = (text: string | null): text is string => text !== null && !Number.isNaN(Date.parse(text))

/**
 * What was chosen so far is in the address: going back and a reload keep it. Of an address that somebody
 * bent, what names no time is left out.
 */
export function readMoveChoice(search: string): MoveChoice {
  const asked = new URLSearchParams(search)
  const [day, from, to] = [asked.get('day'), asked.get('from'), asked.get('to')]
  return {
    step: asked.get('step'),
    day: isMoment(day) ? day : null,
    block: isMoment(from) && isMoment(to) ? { from, to } : null,
  }
}
