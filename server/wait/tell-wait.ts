import { boundRange, LONGEST_WAIT_MINUTES, type Range } from './bounds.ts'
import { type Pace, waitByPace } from './by-pace.ts'
import { type Calibration, calibrated } from './calibrate.ts'
import { type FlowHabits, flowMinutes, type LineFlow } from './flow.ts'

/** A line at a moment, as far as it matters to those who wait in it. */
export interface WaitingLine extends Pace, Omit<LineFlow, 'habits'> {
  /** Null while no day is over of which something could be learned. */
  habits: FlowHabits | null
  /** Null while too few waits are over of which it is known what the flow had said. */
  calibration: Calibration | null
  /** Desks that call from it and have nobody. */
  free: number
  /** Minutes until those who still wait are sent home; null where they are attended however late it gets. */
  closesIn: number | null
}

/** What somebody is told, and what is kept of it. */
export interface ToldWait extends Range {
  /** The one figure, where the range is calibrated. */
  about?: number
  /** Of a hundred such waits, how many lie in the range; only where the line's own past says so. */
  holds?: number
  /** Nobody is ahead, and a desk has nobody. */
  now?: true
  /** The office may close before. */
  closes_first?: true
}

/** What a calibrated range aims at. */
const HOLDS = 80

/**
 * What the flow says, in minutes: kept beside what was told, for the range is learned from how it was off.
 */
export const flowOf = ({ habits, ...line }: WaitingLine, ahead: number): number | null =>
  habits && flowMinutes({ ...line, habits }, ahead)

/**
 * How long the one with `ahead` people before them waits. Never less for more people, never more for more
 * desks, never negative, never past the closing of an office that sends people home then, and never so wide
 * that it says nothing.
 * @see rules WAIT-03, WAIT-04
 */
export function tellWait(line: WaitingLine, ahead: number): ToldWait {
  const { calibration, closesIn, free, first, beside } = line
  if (ahead === 0 && free > 0 && first + beside === 0) return { from: 0, to: 0, now: true }
  const flow = calibration && flowOf(line, ahead)
  const range = calibration && flow !== null ? calibrated(calibration, flow) : waitByPace(line, ahead)
  const bounded = boundRange(range, Math.min(LONGEST_WAIT_MINUTES, closesIn ?? LONGEST_WAIT_MINUTES))
  const { from, to } = bounded
  return {
    ...bounded,
    ...(flow !== null && { about: Math.min(to, Math.max(from, Math.round(flow))), holds: HOLDS }),
    ...(closesIn !== null && range.to > closesIn && { closes_first: true }),
  }
}
