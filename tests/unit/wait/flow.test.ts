import { describe, expect, it } from 'vitest'
import { LONGEST_WAIT_MINUTES } from '#server/wait/bounds.ts'
import { type FlowHabits, flowMinutes, type LineFlow, QUARTERS } from '#server/wait/flow.ts'
import { habitsOf, type PastDay } from '#server/wait/habits.ts'

const always = (value: number) => Array.from({ length: QUARTERS }, () => value)
const habits: FlowHabits = {
  desks: always(2),
  claimed: always(0),
  work: { calls: 1000, minutes: 6000 },
  leaving: 0,
}
const NOON = 12 * 60
const line: LineFlow = {
  minuteOfDay: NOON,
  desks: 2,
  work: { calls: 0, minutes: 0 },
  waiting: 9,
  first: 0,
  beside: 0,
  habits,
}

describe('the flow of a line', () => {
  it('is over when so many attentions are as stand ahead, and one more', () => {
    expect(flowMinutes(line, 9)).toBeCloseTo((10 * 6) / 2)
    expect(flowMinutes({ ...line, desks: 4, habits: { ...habits, desks: always(4) } }, 9)).toBeCloseTo(15)
  })

  it('knows that desks go to lunch, and come back', () => {
    const lunch = habits.desks.map((desks, quarter) => (quarter >= 49 && quarter < 52 ? 1 : desks))
    const over = flowMinutes({ ...line, habits: { ...habits, desks: lunch } }, 9)
    expect(over).toBeGreaterThan(38)
    expect(over).toBeLessThan(60)
    // Who is called before it does not feel it.
    expect(
      flowMinutes({ ...line, minuteOfDay: 10 * 60, habits: { ...habits, desks: lunch } }, 9),
    ).toBeCloseTo(30)
  })

  it('expects an unusual number of desks to become usual again', () => {
    const few = flowMinutes({ ...line, desks: 1 }, 9)
    expect(few).toBeGreaterThan(30)
    expect(few).toBeLessThan(60)
    // At first nearly as slow as it is now.
    expect(flowMinutes({ ...line, desks: 1 }, 0)).toBeGreaterThan(5)
    expect(flowMinutes({ ...line, desks: 0, habits: { ...habits, desks: always(0) } }, 0)).toBe(
      LONGEST_WAIT_MINUTES,
    )
  })

  it('goes by how soon that was over there so far', () => {
    const few = (fade: number) => flowMinutes({ ...line, desks: 1, habits: { ...habits, fade } }, 9)
    // Two desks take half an hour, one an hour.
    expect(few(5)).toBeLessThan(34)
    expect(few(30)).toBeCloseTo(flowMinutes({ ...line, desks: 1 }, 9))
    expect(few(240)).toBeGreaterThan(50)
  })

  it('takes an attention to last as it lately did, steadied by the past', () => {
    const slow = (calls: number) => flowMinutes({ ...line, work: { calls, minutes: calls * 12 } }, 9)
    expect(slow(25)).toBeCloseTo((10 * 9) / 2)
    expect(slow(5)).toBeLessThan(slow(25))
    expect(slow(5)).toBeGreaterThan(30)
    expect(slow(1000)).toBeGreaterThan(58)
  })

  it('takes off those who usually give up, and adds those who are called first', () => {
    expect(flowMinutes({ ...line, habits: { ...habits, leaving: 0.01 } }, 9)).toBeLessThan(28)
    expect(flowMinutes({ ...line, first: 20 }, 9)).toBeCloseTo(40)
    // Of those beside it, as many came before as stand before in this line.
    expect(flowMinutes({ ...line, beside: 20 }, 9)).toBeCloseTo(40)
    expect(flowMinutes({ ...line, beside: 20 }, 4)).toBeCloseTo(20)
    // One who comes to be called first takes a desk away, one day as long as the others take then.
    const claimed = { ...line, habits: { ...habits, claimed: always(1) } }
    expect(flowMinutes(claimed, 9)).toBeCloseTo(60)
    const all = { ...line, habits: { ...habits, claimed: always(9) } }
    expect(flowMinutes(all, 0)).toBeCloseTo(20)
  })
})

describe('what days that are over say of the next', () => {
  const turn = (came: number, called: number | null, ended: number | null, left: number | null = null) => ({
    came,
    called,
    ended,
    left,
  })
  const nine = 9 * 60
  const day: PastDay = {
    turns: [
      turn(nine, nine + 10, nine + 16),
      turn(nine, nine + 16, nine + 20),
      turn(nine, null, null, nine + 24),
    ],
    open: [{ from: nine, to: nine + 60 }],
    above: [{ came: nine, minutes: 5 }],
  }

  it('is how long attentions took, who gave up, and what others claimed', () => {
    const known = habitsOf([day])
    expect(known?.work).toEqual({ calls: 2, minutes: 10 })
    expect(known?.leaving).toBeCloseTo(1 / 50)
    expect(known?.claimed[36]).toBeCloseTo(5 / 15)
    expect(known?.claimed[37]).toBe(0)
  })

  it('is how many desks there were while a day lasted, not how often it lasted so long', () => {
    const long: PastDay = {
      ...day,
      turns: [...day.turns, turn(nine + 60, nine + 110, nine + 116)],
      open: [
        { from: nine, to: nine + 120 },
        { from: nine, to: nine + 60 },
      ],
    }
    const desks = habitsOf([day, long])?.desks
    // One on the first day, two on the second; and later only the second day was there.
    expect([desks?.[36], desks?.[41], desks?.[35]]).toEqual([1.5, 1, 0])
    // Nobody knows of the evening: it would have gone on.
    expect(desks?.[80]).toBe(1)
  })

  it('is how soon an unusual number of desks is usual again', () => {
    const five = 17 * 60
    const rest = (from: number, to: number) => [
      { from: nine, to: from },
      { from: to, to: five },
    ]
    const withDesk = (open: PastDay['open']): PastDay => ({
      turns: [turn(nine, nine + 10, five)],
      open: [...open, { from: nine, to: five }],
      above: [],
    })
    const fadeOf = (days: PastDay['open'][]) =>
      habitsOf(days.map(open => ({ ...withDesk(open), turns: [...day.turns, turn(nine, five - 9, five)] })))
        ?.fade
    const whole = [{ from: nine, to: five }]
    // A pause of ten minutes, each day at another time; one of an hour; and a clerk who was ill.
    const pauses = [4, 5, 6, 7].map(hour => rest((hour + 6) * 60, (hour + 6) * 60 + 10))
    const hours = [4, 5, 6, 7].map(hour => rest((hour + 6) * 60, (hour + 7) * 60))
    const ill = [whole, whole, whole, []]
    expect(fadeOf(pauses)).toBeLessThan(18)
    expect(fadeOf(hours)).toBeGreaterThan(30)
    expect(fadeOf(hours)).toBeLessThan(120)
    expect(fadeOf(ill)).toBeGreaterThan(120)
    expect(fadeOf(ill)).toBeLessThanOrEqual(240)
    // Where every day was like the other nothing was seen of it.
    expect(fadeOf([whole, whole])).toBeCloseTo(30)
    // They open and are gone, and open again: not even then is it over at once.
    const flickers = [0, 1].map(odd =>
      Array.from({ length: 16 }, (_, half) => ({
        from: nine + (2 * half + odd) * 15,
        to: nine + (2 * half + odd + 1) * 15,
      })),
    )
    expect(fadeOf(flickers)).toBe(5)
  })

  it('does not count on a desk that somebody forgot to close', () => {
    const forgotten = { from: nine - 500, to: nine + 600 }
    const desks = habitsOf([{ ...day, open: [...day.open, forgotten] }])?.desks
    // Not open in the night before; and that one was, when the other had gone, says nothing of the evening.
    expect([desks?.[30], desks?.[36], desks?.[80]]).toEqual([0, 2, 2])
  })

  it('is nothing where nobody was called, or nobody knows at which desks', () => {
    expect(habitsOf([])).toBeNull()
    expect(habitsOf([{ ...day, turns: [turn(nine, null, null, nine + 5)] }])).toBeNull()
    expect(habitsOf([{ ...day, open: [] }])).toBeNull()
  })

  it('leaves out what was forgotten, and goes on over midnight', () => {
    const forgotten = {
      ...day,
      turns: [...day.turns, turn(nine, nine + 30, nine + 900), turn(nine, nine + 30, nine)],
    }
    expect(habitsOf([forgotten])?.work).toEqual({ calls: 2, minutes: 10 })
    const late = 23 * 60 + 50
    const night = habitsOf([
      { turns: [turn(late, late + 5, late + 40)], open: [{ from: late, to: late + 60 }], above: [] },
    ])
    expect([night?.desks[95], night?.desks[0]]).toEqual([1, 1])
  })
})
