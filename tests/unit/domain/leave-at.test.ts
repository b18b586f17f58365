import { describe, expect, it } from 'vitest'
import { leaveAt } from '#src/domain/leave-at.ts'

const MINUTE = 60_000
const told = { wait: { from: 30, to: 50 }, at: 1_000_000 }

describe('when whoever waits elsewhere sets out', () => {
  it('is there five minutes before the earliest call, on foot', () => {
    // 750 m as the crow flies are 975 m of streets: 13 minutes.
    expect(leaveAt(750, told)).toEqual({ walkMinutes: 13, at: told.at + (30 - 13 - 5) * MINUTE })
  })

  it('is over already where the way is longer than the wait', () => {
    expect(leaveAt(2_000, told)?.at).toBeLessThan(told.at)
  })

  it('is not said to whoever is there, or next door', () => {
    expect(leaveAt(0, told)).toBeNull()
    expect(leaveAt(115, told)).toBeNull()
    expect(leaveAt(116, told)?.walkMinutes).toBe(3)
  })

  it('is not said where the way is not known, or nobody walks it', () => {
    expect(leaveAt(Number.POSITIVE_INFINITY, told)).toBeNull()
    expect(leaveAt(3_461, told)?.walkMinutes).toBe(60)
    expect(leaveAt(3_462, told)).toBeNull()
  })
})
