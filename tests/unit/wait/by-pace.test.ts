import fc from '#tests/support/fast-check.ts'
import { describe, expect, it } from 'vitest'
import { type Pace, waitByPace } from '#server/wait/by-pace.ts'

const unknownLine: Pace = {
  lately: { calls: 0, minutes: 0 },
  usually: { calls: 0, minutes: 0 },
  idleMinutes: 0,
  openModulos: 1,
  fallbackMinutes: 5,
}

const movement = fc.record({ calls: fc.nat(60), minutes: fc.double({ min: 0, max: 120, noNaN: true }) })
const pace: fc.Arbitrary<Pace> = fc.record({
  lately: movement,
  usually: fc.record({ calls: fc.nat(600), minutes: fc.double({ min: 0, max: 900, noNaN: true }) }),
  idleMinutes: fc.double({ min: 0, max: 360, noNaN: true }),
  openModulos: fc.nat(20),
  fallbackMinutes: fc.integer({ min: 1, max: 90 }),
})
const ahead = fc.nat(300)

describe('the wait that is shown', () => {
  it('[WAIT-01] is a range of whole minutes, never negative, never over 6 hours', () => {
    fc.assert(
      fc.property(pace, ahead, (known, people) => {
        const { from, to } = waitByPace(known, people)
        expect(Number.isInteger(from) && Number.isInteger(to)).toBe(true)
        expect(from).toBeGreaterThanOrEqual(0)
        expect(from).toBeLessThanOrEqual(to)
        expect(to).toBeLessThanOrEqual(360)
      }),
    )
  })

  it('[WAIT-01] is a range also where a clock that was wrong has people called before they came', () => {
    const lately = { calls: 5, minutes: -240 }
    for (const people of [0, 1, 5, 40]) {
      const { from, to } = waitByPace({ ...unknownLine, lately }, people)
      expect(from).toBeGreaterThanOrEqual(0)
      expect(to).toBeGreaterThanOrEqual(from)
    }
  })

  it('promises nobody less for more people ahead', () => {
    fc.assert(
      fc.property(pace, ahead, fc.nat(50), (known, people, more) => {
        const near = waitByPace(known, people)
        const far = waitByPace(known, people + more)
        expect(far.from).toBeGreaterThanOrEqual(near.from)
        expect(far.to).toBeGreaterThanOrEqual(near.to)
      }),
    )
  })

  it('may be over at once for the one who is next', () => {
    fc.assert(
      fc.property(pace, known => {
        expect(waitByPace(known, 0).from).toBe(0)
      }),
    )
  })

  it('goes by the line’s own setting where nothing was seen', () => {
    const { from, to } = waitByPace(unknownLine, 3)
    expect(from).toBeLessThanOrEqual(4 * 5)
    expect(to).toBeGreaterThanOrEqual(4 * 5)
    expect(waitByPace({ ...unknownLine, openModulos: 4 }, 3).to).toBeLessThan(to)
  })

  it('follows how fast the line has really moved', () => {
    const brisk = { ...unknownLine, lately: { calls: 30, minutes: 30 } }
    const slow = { ...unknownLine, lately: { calls: 6, minutes: 60 } }
    const tenAhead = waitByPace(brisk, 10)
    expect(tenAhead.from).toBeGreaterThan(4)
    expect(tenAhead.to).toBeLessThan(20)
    expect(waitByPace(slow, 10).from).toBeGreaterThan(tenAhead.to)
  })

  it('is steadied by the same hour of past days, which yields to what is seen now', () => {
    const usually = { calls: 100, minutes: 200 }
    const quiet = waitByPace({ ...unknownLine, fallbackMinutes: 20, usually }, 5)
    expect(quiet.to).toBeLessThan(waitByPace({ ...unknownLine, fallbackMinutes: 20 }, 5).to)
    const seen = { calls: 40, minutes: 400 }
    const pressed = waitByPace({ ...unknownLine, usually, lately: seen }, 5)
    expect(pressed.from).toBeGreaterThan(6 * 2)
  })

  it('grows while nobody is called, and is wider where no desk is open', () => {
    const moving = { ...unknownLine, lately: { calls: 10, minutes: 20 } }
    expect(waitByPace({ ...moving, idleMinutes: 30 }, 8).to).toBeGreaterThan(waitByPace(moving, 8).to)
    const open = waitByPace(moving, 8)
    const closed = waitByPace({ ...moving, openModulos: 0 }, 8)
    expect(closed.to - closed.from).toBeGreaterThan(open.to - open.from)
  })

  it('narrows as more is seen', () => {
    const few = waitByPace({ ...unknownLine, lately: { calls: 3, minutes: 15 } }, 10)
    const many = waitByPace({ ...unknownLine, lately: { calls: 60, minutes: 300 } }, 10)
    expect(many.to - many.from).toBeLessThan(few.to - few.from)
  })
})
