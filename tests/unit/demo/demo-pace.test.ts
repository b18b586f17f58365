import { describe, expect, it } from 'vitest'
import { arrivalChance, backgroundStretch, LINE, SERVICE_MS, VERBS_A_SECOND } from '#server/demo/demo-pace.ts'

describe('the demonstration’s pace', () => {
  it('is natural for a few desks, and slower the more there are', () => {
    expect(backgroundStretch(0)).toBe(1)
    expect(backgroundStretch(60)).toBe(1)
    expect(backgroundStretch(274)).toBeGreaterThan(2)
  })

  it('keeps any number of desks within what the demonstration may ask', () => {
    const meanSeconds = (SERVICE_MS.shortest + SERVICE_MS.longest) / 2 / 1_000
    for (const desks of [70, 274, 5_000]) {
      const callsASecond = desks / (meanSeconds * backgroundStretch(desks))
      // Each call brings at least the number that was taken for it.
      expect(callsASecond * 2).toBeLessThan(VERBS_A_SECOND)
    }
  })

  it('fills thin lines surely, full ones never, so that a line levels out in between', () => {
    expect(arrivalChance(0)).toBe(1)
    expect(arrivalChance(LINE.thin)).toBe(1)
    expect(arrivalChance(LINE.full)).toBe(0)
    expect(arrivalChance(LINE.full + 5)).toBe(0)
    const chances = Array.from({ length: LINE.full + 1 }, (_, waiting) => arrivalChance(waiting))
    expect(chances).toEqual([...chances].sort((a, b) => b - a))
  })
})
