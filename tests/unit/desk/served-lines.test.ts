import { describe, expect, it } from 'vitest'
import {
  chooseLine,
  forgetKeptChoice,
  readKeptChoice,
  servedBookings,
  servedLines,
} from '#src/desk/served-lines.ts'
import { browserSettings } from '#src/platform/settings.ts'

const lines = [{ line_id: 1 }, { line_id: 2 }, { line_id: 3 }]

describe('the lines that a desk serves', () => {
  it('are all of them until some are chosen, those that come later too', () => {
    expect(servedLines(lines, null)).toEqual(lines)
    expect(servedLines([...lines, { line_id: 4 }], null)).toHaveLength(4)
  })

  it('lose the one that is left out, and are all again when it comes back', () => {
    const without = chooseLine(lines, null, 2, false)
    expect(without).toEqual([1, 3])
    expect(servedLines(lines, without)).toEqual([{ line_id: 1 }, { line_id: 3 }])
    expect(chooseLine(lines, without, 2, true)).toBeNull()
  })

  it('may be none, which is not all', () => {
    expect(chooseLine(lines, [2], 2, false)).toEqual([])
    expect(servedLines(lines, [])).toEqual([])
  })

  it('[DESK-11] what is booked in a line that is gone is every desk’s: nobody can choose it any more', () => {
    const booked = [
      { line_id: 2, id: 'of another desk' },
      { line_id: 1, id: 'own' },
      { line_id: 9, id: 'gone' },
    ]
    const ids = (choice: readonly number[] | null) =>
      servedBookings(booked, lines, choice).map(({ id }) => id)
    expect(ids([1, 3])).toEqual(['own', 'gone'])
    expect(ids([])).toEqual(['gone'])
    expect(ids(null)).toEqual(['of another desk', 'own', 'gone'])
  })

  it('do not become all because those chosen were taken away', () => {
    expect(servedLines(lines, [9])).toEqual([])
    expect(chooseLine(lines, [9], 1, true)).toEqual([1])
  })
})

describe('the choice that a device kept before the server did', () => {
  const KEY = 'numerito-desk-lines-7-3'
  const keep = () => {
    const kept = new Map<string, string>()
    return browserSettings(() => ({
      getItem: key => kept.get(key) ?? null,
      setItem: (key, value) => void kept.set(key, value),
    }))
  }

  it('is each clerk’s own in each office', () => {
    const settings = keep()
    settings.write(KEY, '[1]')
    expect(readKeptChoice(settings, 7, 3)).toEqual([1])
    expect(readKeptChoice(settings, 8, 3)).toBeNull()
    expect(readKeptChoice(settings, 7, 4)).toBeNull()
  })

  it('may be none, and is nothing more once it was told', () => {
    const settings = keep()
    settings.write(KEY, '[]')
    expect(readKeptChoice(settings, 7, 3)).toEqual([])
    forgetKeptChoice(settings, 7, 3)
    expect(readKeptChoice(settings, 7, 3)).toBeNull()
  })

  it.each(['', '{', '"1"', '[0]', '[1.5]', '{"1":true}'])('is all where %s was kept', text => {
    const settings = keep()
    settings.write(KEY, text)
    expect(readKeptChoice(settings, 7, 3)).toBeNull()
  })
})
