import { fail, type Finding, ok, warn } from './finding.ts'

/** What two machines that keep their clocks differ by at most, with a second of a header's rounding. */
const SET_WITHIN_MS = 5_000
/** From here on certificates, sessions and offices' hours are wrong for people. */
const WRONG_FROM_MS = 60_000

/**
 * @param aheadMs by how much the other's clock is ahead of ours
 * @param whose who was asked for the time
 */
export function judgeClock(aheadMs: number, whose: string): Finding {
  const seconds = Math.round(Math.abs(aheadMs) / 1_000)
  const [en, es] = aheadMs > 0 ? ['behind', 'atrasado'] : ['ahead of', 'adelantado']
  if (Math.abs(aheadMs) < SET_WITHIN_MS) return ok('clock', `agrees with ${whose}`, `coincide con ${whose}`)
  return (Math.abs(aheadMs) < WRONG_FROM_MS ? warn : fail)(
    'clock',
    `is ${seconds} s ${en} ${whose}: have it kept by NTP`,
    `está ${seconds} s ${es} respecto de ${whose}: mantenlo con NTP`,
  )
}
