import { describe, expect, it } from 'vitest'
import { CALIBRATE_LEAST, calibrate, calibrated, type FinishedWait } from '#server/wait/calibrate.ts'
import { liveDays } from '../../../bench/wait-error/live-days.ts'
import { OFFICES, type OfficeLaw } from '../../../bench/wait-error/office-laws.ts'
import { RepeatableRandom } from '../../../bench/wait-error/repeatable-random.ts'
import { scoreOf } from '../../../bench/wait-error/score.ts'
import { live, opening } from '../../../bench/wait-error/simulate.ts'

const random = new RepeatableRandom(20_261_125)

/** Waits of all sizes, off from what the flow said by chance. */
const waits = (count: number, realOf: (flow: number) => number): FinishedWait[] =>
  Array.from({ length: count }, () => {
    const flow = 1 + 60 * random.fraction()
    return { flow, real: realOf(flow) }
  })
/** Twice as long as was said, more or less. */
const twice = (flow: number) => random.logNormal(2 * flow, 0.4)

function partsOf(calibration: ReturnType<typeof calibrate>, later: readonly FinishedWait[]) {
  if (!calibration) throw new Error('they are too few')
  const parts = later.map(({ flow, real }) => ({ ...calibrated(calibration, flow), real }))
  const part = (is: (one: (typeof parts)[number]) => boolean) => parts.filter(is).length / parts.length
  return {
    within: part(({ from, to, real }) => from <= real && real <= to),
    longer: part(({ to, real }) => real > to),
  }
}

describe('the range that finished waits make', () => {
  it('[WAIT-04] holds about four fifths of those that follow, however the flow is off', () => {
    const calibration = calibrate(waits(400, twice))
    const later = waits(4_000, twice)
    const { within, longer } = partsOf(calibration, later)
    expect(within).toBeGreaterThan(0.77)
    expect(within).toBeLessThan(0.86)
    expect(longer).toBeLessThan(0.12)
  })

  it('[WAIT-04] does so for short waits and for long ones', () => {
    // Short ones are nearly hit, long ones are far off.
    const uneven = (flow: number) => random.logNormal(flow, 0.4)
    const calibration = calibrate(waits(400, uneven))
    for (const isOf of [(flow: number) => flow < 20, (flow: number) => flow > 40]) {
      const { within, longer } = partsOf(
        calibration,
        waits(6_000, uneven).filter(({ flow }) => isOf(flow)),
      )
      expect(within).toBeGreaterThan(0.74)
      expect(within).toBeLessThan(0.94)
      expect(longer).toBeLessThan(0.14)
    }
  })

  it('[WAIT-04] does so for the shortest and the longest, of which few have gone before', () => {
    const sum = (flow: number) => Math.max(0, flow + 3 * (flow + 2) ** 0.6 * (random.logNormal(1, 0.5) - 1))
    const calibration = calibrate(waits(2_000, sum))
    for (const isOf of [(flow: number) => flow < 4, (flow: number) => flow > 57]) {
      const { within, longer } = partsOf(
        calibration,
        waits(20_000, sum).filter(({ flow }) => isOf(flow)),
      )
      expect(within).toBeGreaterThan(0.77)
      expect(within).toBeLessThan(0.93)
      expect(longer).toBeLessThan(0.12)
    }
  })

  it('[WAIT-04] is none where fewer than thirty waits are over', () => {
    const all = waits(CALIBRATE_LEAST, twice)
    expect(calibrate(all)).not.toBeNull()
    expect(calibrate(all.slice(1))).toBeNull()
  })

  it('foresees of waits longer than all before that they are off by little more', () => {
    const sum = (flow: number) => Math.max(0, flow + Math.sqrt(flow) * (2 * random.fraction() - 1))
    const { from, to } = calibrated(calibrate(waits(400, sum))!, 240)
    // Four fifths of what lies between a root less and a root more, and a little: it is far from the others.
    expect(to - from).toBeGreaterThan(1.4 * Math.sqrt(240))
    expect(to - from).toBeLessThan(2.2 * Math.sqrt(240))
  })

  it('never falls where the flow says more', () => {
    // The longer the flow says, the shorter it is.
    const calibration = calibrate(waits(300, flow => 61 - flow + random.exponential(9)))
    let before = { from: 0, to: 0 }
    for (let flow = 0; flow <= 400; flow += 0.5) {
      const range = calibrated(calibration!, flow)
      expect(range.from).toBeGreaterThanOrEqual(before.from - 1e-9)
      expect(range.to).toBeGreaterThanOrEqual(before.to - 1e-9)
      expect(range.from).toBeLessThanOrEqual(range.to)
      before = range
    }
  })

  it('looks at all the days that it is given, not at the last ones alone', () => {
    // A quick fortnight, and two slow days.
    const usual = waits(2_000, flow => flow)
    const slow = waits(400, flow => 3 * flow)
    const { from, to } = calibrated(calibrate([...usual, ...slow])!, 30)
    expect(from).toBeCloseTo(30, 0)
    expect(to).toBeGreaterThan(80)
    expect(calibrated(calibrate([...waits(100_000, flow => flow), ...slow])!, 30).to).toBeCloseTo(30, 0)
  })
})

describe('a line that chance makes', () => {
  const SEEDS = 3
  const DAYS = 18
  const DAYS_BEFORE = 8

  function told(law: OfficeLaw) {
    const all = Array.from({ length: SEEDS }, (_, seed) => {
      const chance = new RepeatableRandom(20_261_125 + seed)
      const days = Array.from({ length: DAYS }, () => live(opening(law, chance), law, chance))
      return liveDays(days, law.attention.mean)
    }).flat()
    const said = all.filter(({ day }) => day >= DAYS_BEFORE).map(one => one.said)
    const of = (who: 'told' | 'formula') => scoreOf(said.flatMap(one => one[who] ?? []))
    return { told: of('told'), formula: of('formula') }
  }

  it.each(OFFICES.map(law => [law.name, law] as const))(
    '[WAIT-04] is told a range that holds about eight of ten: %s',
    (_, law) => {
      const { told: ours, formula } = told(law)
      // Three seeds are few; the bench holds eight of them to 77 to 84, and to 12 that wait longer.
      expect(ours.within).toBeGreaterThan(0.76)
      expect(ours.within).toBeLessThan(0.85)
      expect(ours.later).toBeLessThan(0.14)
      // And says more by its one figure than the formula by the middle of its range.
      expect(ours.mae).toBeLessThan(0.9 * formula.mae)
    },
    30_000,
  )

  it('[WAIT-04] is told it on Mondays, too, when two desks more are there for more people', () => {
    const [usual] = OFFICES
    if (!usual) throw new Error('there is no office')
    const monday = { ...usual, desks: usual.desks + 2, arrivals: usual.arrivals.map(people => people * 1.75) }
    const all = Array.from({ length: SEEDS }, (_, seed) => {
      const chance = new RepeatableRandom(20_261_125 + seed)
      const days = Array.from({ length: 21 }, (_, day) => {
        const law = day % 5 === 0 ? monday : usual
        return live(opening(law, chance), law, chance)
      })
      return liveDays(days, usual.attention.mean)
    }).flat()
    const ofMondays = all.filter(({ day }) => day >= DAYS_BEFORE && day % 5 === 0).map(one => one.said)
    const of = (who: 'told' | 'formula') => scoreOf(ofMondays.flatMap(one => one[who] ?? []))
    expect(of('told').within).toBeGreaterThan(0.76)
    expect(of('told').later).toBeLessThan(0.14)
    // That they are there all day was learned of the Mondays before: they are not expected to leave.
    expect(of('told').mae).toBeLessThan(0.9 * of('formula').mae)
  }, 30_000)
})
