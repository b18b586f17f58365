import { describe, expect, it } from 'vitest'
import { numbersOf } from '#server/queue/take/number-lines.ts'
import { seenLine as line } from './seen-line.ts'

describe('the numbers of a round', () => {
  it('[TKT-04] follow each other from the last one on, each with one more who waits', () => {
    const found = line({ last_number: 41, waiting: 2, next_place: 5 })
    const numbers = numbersOf([found])
    expect([numbers.next(found), numbers.next(found)]).toEqual([
      { day: '2026-11-21', number: 42, ticket: 'A042', place: 9_821_000_042, waiting: 3 },
      { day: '2026-11-21', number: 43, ticket: 'A043', place: 9_821_000_043, waiting: 4 },
    ])
  })

  it('stand behind everybody who waits, whatever any clock says', () => {
    const found = line({ last_number: 1, waiting: 1, next_place: 9_999_000_000 })
    const numbers = numbersOf([found])
    expect([numbers.next(found).place, numbers.next(found).place]).toEqual([9_999_000_000, 9_999_000_001])
  })

  it('do not mix the lines', () => {
    const [one, two] = [line({ last_number: 4 }), line({ line_id: 2, prefix: 'B', last_number: 8 })]
    const numbers = numbersOf([one, two])
    expect([numbers.next(one), numbers.next(two), numbers.next(one)].map(({ ticket }) => ticket)).toEqual([
      'A005',
      'B009',
      'A006',
    ])
  })

  it('[TKT-04] begin anew where midnight lies within the round, and never before', () => {
    const before = line({ last_number: 90, waiting: 3, next_place: 7 })
    const after = line({
      asked_day: '2026-11-22',
      day: '2026-11-22',
      last_number: 0,
      waiting: 3,
      next_place: 7,
    })
    const numbers = numbersOf([before, after])
    const given = [before, after, before, after].map(found => numbers.next(found))
    expect(given.map(({ ticket, day, waiting }) => [ticket, day, waiting])).toEqual([
      ['A091', '2026-11-21', 4],
      ['A001', '2026-11-22', 5],
      // Whose clock is behind takes the line not back.
      ['A002', '2026-11-22', 6],
      ['A003', '2026-11-22', 7],
    ])
    const places = given.map(({ place }) => place)
    expect(places).toEqual([...places].sort((a, b) => a - b))
    expect(new Set(places).size).toBe(4)
  })

  it('finds a line as who asks on that day finds it', () => {
    const found = line()
    const numbers = numbersOf([found])
    expect(numbers.line(1, '2026-11-21')).toBe(found)
    expect(numbers.line(1, '2026-11-22')).toBeNull()
    expect(numbers.line(2, '2026-11-21')).toBeNull()
  })
})
