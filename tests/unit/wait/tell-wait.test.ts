import { describe, expect, it } from 'vitest'
import { boundRange, LONGEST_WAIT_MINUTES } from '#server/wait/bounds.ts'
import { calibrate } from '#server/wait/calibrate.ts'
import { QUARTERS } from '#server/wait/flow.ts'
import { tellWait, type WaitingLine } from '#server/wait/tell-wait.ts'
import fc from '#tests/support/fast-check.ts'

const movement = fc.record({ calls: fc.nat(60), minutes: fc.double({ min: 0, max: 120, noNaN: true }) })
const perQuarter = (max: number) =>
  fc.array(fc.double({ min: 0, max, noNaN: true }), { minLength: QUARTERS, maxLength: QUARTERS })
const work = fc.record({ calls: fc.nat(400), minutes: fc.double({ min: 0, max: 3000, noNaN: true }) })
const habits = fc.record({
  desks: perQuarter(8),
  claimed: perQuarter(4),
  work,
  leaving: fc.double({ min: 0, max: 0.1, noNaN: true }),
  fade: fc.option(fc.double({ min: 5, max: 240, noNaN: true }), { nil: undefined }),
})
const minutes = fc.double({ min: 0, max: LONGEST_WAIT_MINUTES, noNaN: true })
const calibration = fc
  .array(fc.record({ flow: minutes, real: minutes }), { minLength: 30, maxLength: 120 })
  .map(finished => calibrate(finished))

/** Any line at all, sensible or not. */
const anyLine: fc.Arbitrary<WaitingLine> = fc.record({
  lately: movement,
  usually: movement,
  idleMinutes: fc.double({ min: 0, max: 360, noNaN: true }),
  openModulos: fc.nat(9),
  fallbackMinutes: fc.integer({ min: 1, max: 90 }),
  minuteOfDay: fc.nat(1439),
  desks: fc.nat(9),
  free: fc.nat(3),
  work,
  waiting: fc.nat(80),
  first: fc.double({ min: 0, max: 200, noNaN: true }),
  beside: fc.double({ min: 0, max: 200, noNaN: true }),
  habits: fc.option(habits),
  calibration: fc.option(calibration),
  closesIn: fc.option(fc.double({ min: 0, max: 700, noNaN: true })),
})
const ahead = fc.nat(120)

describe('the wait that is told', () => {
  it('[WAIT-03] is never negative, never past closing, and never absurdly wide', () => {
    fc.assert(
      fc.property(anyLine, ahead, (line, people) => {
        const { from, to, about } = tellWait(line, people)
        expect(Number.isInteger(from) && Number.isInteger(to)).toBe(true)
        expect(from).toBeGreaterThanOrEqual(0)
        expect(to).toBeGreaterThanOrEqual(from)
        expect(to).toBeLessThanOrEqual(Math.min(LONGEST_WAIT_MINUTES, line.closesIn ?? LONGEST_WAIT_MINUTES))
        expect(to - from).toBeLessThanOrEqual((1.2 * (from + to)) / 2 + 5)
        if (about !== undefined) expect(from <= about && about <= to).toBe(true)
      }),
    )
  })

  it('[WAIT-03] begins before it ends also where most of a minute is left until closing', () => {
    expect(boundRange({ from: 60, to: 90 }, 2.7)).toEqual({ from: 2, to: 2 })
    expect(boundRange({ from: 60, to: 90 }, 0.7)).toEqual({ from: 0, to: 0 })
  })

  it('[WAIT-03] promises nobody less for more people ahead', () => {
    fc.assert(
      fc.property(anyLine, ahead, fc.nat(40), (line, people, more) => {
        const near = tellWait(line, people)
        const far = tellWait(line, people + more)
        expect(far.from).toBeGreaterThanOrEqual(near.from)
        expect(far.to).toBeGreaterThanOrEqual(near.to)
        if (near.about !== undefined) expect(far.about).toBeGreaterThanOrEqual(near.about)
      }),
    )
  })

  it('[WAIT-03] promises nobody less for fewer desks', () => {
    fc.assert(
      fc.property(anyLine, ahead, fc.integer({ min: 1, max: 4 }), (line, people, more) => {
        const few = tellWait(line, people)
        const many = tellWait(
          { ...line, desks: line.desks + more, openModulos: line.openModulos + more },
          people,
        )
        expect(many.from).toBeLessThanOrEqual(few.from)
        expect(many.to).toBeLessThanOrEqual(few.to)
      }),
    )
  })

  it('[WAIT-03] reads "now" where nobody is ahead and a desk has nobody, and only there', () => {
    fc.assert(
      fc.property(anyLine, fc.nat(2), (line, people) => {
        const isNow = people === 0 && line.free > 0 && line.first === 0 && line.beside === 0
        expect(tellWait(line, people).now).toBe(isNow || undefined)
      }),
    )
    const idle = { ...fc.sample(anyLine, 1)[0]!, free: 1, first: 0, beside: 0 }
    expect(tellWait(idle, 0)).toEqual({ from: 0, to: 0, now: true })
  })

  it('says that closing comes first where it may, and how sure it is where the past says so', () => {
    const [line] = fc.sample(anyLine, 1)
    const plain = { ...line!, habits: null, calibration: null, free: 0, closesIn: null }
    const { from, to } = tellWait(plain, 20)
    expect(tellWait(plain, 20)).toEqual({ from, to })
    expect(tellWait({ ...plain, closesIn: 1 }, 20)).toEqual({ from: 1, to: 1, closes_first: true })
    expect(tellWait({ ...plain, closesIn: 700 }, 20)).toEqual({ from, to })
    const known = { ...plain, habits: fc.sample(habits, 1)[0]!, calibration: fc.sample(calibration, 1)[0]! }
    expect(tellWait(known, 20)).toMatchObject({ holds: 80, about: expect.any(Number) })
  })
})
