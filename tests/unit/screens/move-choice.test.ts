import { describe, expect, it } from 'vitest'
import { readMoveChoice } from '#src/screens/reservations/move-choice.ts'

const FROM = '2026-11-24T12:30:00.000Z'
const TO = '2026-11-24T13:00:00.000Z'

describe('what an address says of a move', () => {
  it('is read as it was written', () => {
    const search = new URLSearchParams({ step: 'confirm', day: '2026-11-24', from: FROM, to: TO })
    expect(readMoveChoice(`?${search}`)).toEqual({
      step: 'confirm',
      day: '2026-11-24',
      block: { from: FROM, to: TO },
    })
    expect(readMoveChoice('')).toEqual({ step: null, day: null, block: null })
  })

  it.each([
    ['a day that is none', '?day=hoy', { day: null, block: null }],
    ['a month too many', '?day=2026-13-01', { day: null, block: null }],
    ['a time that is none', `?day=2026-11-24&from=x&to=${TO}`, { day: '2026-11-24', block: null }],
    ['half a block', `?day=2026-11-24&from=${FROM}`, { day: '2026-11-24', block: null }],
  ])('leaves out %s', (_case, search, choice) => {
    expect(readMoveChoice(search)).toMatchObject(choice)
  })
})
