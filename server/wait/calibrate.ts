import type { Range } from './bounds.ts'

/** A wait that is over, in minutes. */
export interface FinishedWait {
  /** What the flow said when the number was taken. */
  flow: number
  /** What came. */
  real: number
}

/** Between what real waits were, by what the flow had said of them: lists of one length that never fall. */
export interface Calibration {
  flow: readonly number[]
  low: readonly number[]
  high: readonly number[]
}

/** Fewer say too little. */
export const CALIBRATE_LEAST = 30
/** More say nothing more. */
const CALIBRATE_MOST = 400
/**
 * Which part of all waits is to be shorter than the range, and which longer. Together a little less than the
 * fifth that may lie outside: no day is quite like those before it.
 */
const SHORTER = 0.095
const LONGER = 0.09
/**
 * Waits of about the same size say what is asked: this part of all, and at least so many. Of fewer a long
 * wait would be foreseen by a few days alone, and the range must be wider for holding as many.
 */
const NEAR = 0.5
const NEAR_LEAST = 30
const POINTS = 12

/**
 * By how much a wait of this size may well be off. Of more attentions the sum is off by the root of what they
 * are more, and how quick a day and its desks are, by all of it: this lies between the two.
 */
const scale = (flow: number) => (flow + 2) ** 0.6

/**
 * Split conformal prediction, local by size: of the finished waits of which the flow said about the same, so
 * many were shorter than `low`, and so many longer than `high`, as may be. Where there are many they are
 * taken from all the days that are given, not from the last ones alone: a whole day is slow or quick, and
 * two days of a busy line would say nothing of that.
 * @param finished in the order in which they were over
 * @see H. Papadopoulos et al., "Inductive confidence machines for regression", ECML 2002; J. Lei et al.,
 * "Distribution-free predictive inference for regression", JASA 113(523), 2018
 * @returns null where they are too few
 */
export function calibrate(finished: readonly FinishedWait[]): Calibration | null {
  if (finished.length < CALIBRATE_LEAST) return null
  const waits = spaced(finished).sort((a, b) => a.flow - b.flow)
  const size = Math.min(waits.length, Math.max(NEAR_LEAST, Math.round(NEAR * waits.length)))
  const flow: number[] = []
  const low: number[] = []
  const high: number[] = []
  for (let point = 0; point < POINTS; point++) {
    const from = Math.round(((waits.length - size) * point) / (POINTS - 1))
    const near = waits.slice(from, from + size)
    const off = near.map(wait => (wait.real - wait.flow) / scale(wait.flow)).sort((a, b) => a - b)
    const centre = near.reduce((sum, wait) => sum + wait.flow, 0) / size
    const at = (rank: number) =>
      Math.max(0, centre + scale(centre) * off[Math.min(size, Math.max(1, rank)) - 1]!)
    flow.push(centre)
    low.push(at(Math.floor((size + 1) * SHORTER)))
    high.push(at(Math.ceil((size + 1) * (1 - LONGER))))
  }
  return { flow, low: rising(low), high: rising(high) }
}

/** The nearest list that never falls: where it does, neighbours are evened out. */
function rising(values: readonly number[]): number[] {
  const runs: { sum: number; count: number }[] = []
  for (const value of values) {
    let run = { sum: value, count: 1 }
    for (let last = runs.at(-1); last && last.sum / last.count > run.sum / run.count; last = runs.at(-1)) {
      runs.pop()
      run = { sum: last.sum + run.sum, count: last.count + run.count }
    }
    runs.push(run)
  }
  return runs.flatMap(({ sum, count }) => Array.from({ length: count }, () => sum / count))
}

/** What is to be told where the flow says so many minutes. More of them never give less. */
export const calibrated = ({ flow, low, high }: Calibration, minutes: number): Range => ({
  from: between(flow, low, minutes),
  to: between(flow, high, minutes),
})

/**
 * Even between two points; below the first and beyond the last as far off for its size as there. In one
 * proportion with what was said the longest would be off by far more than they are.
 */
function between(flow: readonly number[], values: readonly number[], minutes: number): number {
  const after = flow.findIndex(point => point > minutes)
  if (after === 0) return alike(flow[0]!, values[0]!, minutes)
  if (after < 0) return alike(flow.at(-1)!, values.at(-1)!, minutes)
  const [a, b] = [flow[after - 1]!, flow[after]!]
  return values[after - 1]! + (values[after]! - values[after - 1]!) * ((minutes - a) / (b - a))
}

/** It never falls with `minutes`: what is off grows more slowly than they do. */
const alike = (point: number, value: number, minutes: number): number =>
  Math.max(0, minutes + ((value - point) * scale(minutes)) / scale(point))

/** So many of them, from everywhere in the list. */
function spaced<Value>(values: readonly Value[]): Value[] {
  const step = Math.max(1, values.length / CALIBRATE_MOST)
  const count = Math.min(values.length, CALIBRATE_MOST)
  return Array.from({ length: count }, (_, index) => values[Math.floor((index + 0.5) * step)]!)
}
