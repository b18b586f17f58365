import fc from '#tests/support/fast-check.ts'
import { describe, expect, it } from 'vitest'
import { CORRECTION_MS, createSteadyClock, DOUBT_MS } from '#server/platform/steady-clock.ts'

const HOUR_MS = 3_600_000
const START = Date.parse('2026-11-21T15:00:00Z')

/** A machine whose time of day somebody sets. */
function machine() {
  let elapsed = 500
  let set = 0
  const jumps: [ms: number, believed: boolean][] = []
  const clock = createSteadyClock({
    wall: () => START + elapsed - 500 + set,
    elapsed: () => elapsed,
    onJump: (ms, believed) => void jumps.push([ms, believed]),
  })
  return {
    clock,
    jumps,
    pass: (ms: number) => {
      elapsed += ms
    },
    setBy: (ms: number) => {
      set += ms
    },
    /** Since the start, by the clock that is asked. */
    since: () => clock.now().getTime() - START,
    isSure: () => clock.isSure?.(),
  }
}

describe('a clock that jumps', () => {
  it.each([7 * HOUR_MS, -24 * HOUR_MS])(
    'by %i ms for a second is not followed, and nothing is sure meanwhile',
    ms => {
      const { setBy, pass, since, isSure, jumps } = machine()
      pass(DOUBT_MS)
      expect([since(), isSure()]).toEqual([DOUBT_MS, true])
      setBy(ms)
      expect([since(), isSure()]).toEqual([DOUBT_MS, false])
      pass(1_000)
      expect([since(), isSure()]).toEqual([DOUBT_MS + 1_000, false])
      setBy(-ms)
      expect([since(), isSure()]).toEqual([DOUBT_MS + 1_000, true])
      expect(jumps).toEqual([[ms, false]])
    },
  )

  it.each([7 * HOUR_MS, -24 * HOUR_MS])('by %i ms for good is believed once two looks apart agree', ms => {
    const { setBy, pass, since, isSure, jumps } = machine()
    pass(DOUBT_MS)
    since()
    setBy(ms)
    since()
    pass(DOUBT_MS - 1)
    expect([since(), isSure()]).toEqual([2 * DOUBT_MS - 1, false])
    pass(1)
    expect([since(), isSure()]).toEqual([2 * DOUBT_MS + ms, true])
    expect(jumps).toEqual([
      [ms, false],
      [ms, true],
    ])
  })

  it('nobody is sure of a clock that was not watched for a while', () => {
    const { pass, isSure } = machine()
    expect(isSure()).toBe(false)
    pass(DOUBT_MS - 1)
    expect(isSure()).toBe(false)
    pass(1)
    expect(isSure()).toBe(true)
  })

  it('whatever it does, the time of day goes back only where a new one is believed, and is never ahead of both', () => {
    const step = fc.record({
      pass: fc.integer({ min: 0, max: 2 * DOUBT_MS }),
      set: fc.oneof(
        fc.integer({ min: -CORRECTION_MS, max: CORRECTION_MS }),
        fc.integer({ min: -48 * HOUR_MS, max: 48 * HOUR_MS }),
      ),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), steps => {
        const { pass, setBy, clock, jumps } = machine()
        let last = clock.now().getTime()
        for (const { pass: ms, set } of steps) {
          pass(ms)
          setBy(set)
          const before = jumps.length
          const now = clock.now().getTime()
          const believed = jumps.slice(before).some(([, isBelieved]) => isBelieved)
          if (!believed) {
            expect(now).toBeGreaterThanOrEqual(last)
            expect(now).toBeLessThanOrEqual(last + ms + CORRECTION_MS)
          }
          last = now
        }
      }),
    )
  })
})
