import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { isoDay, isoTime, uuid } from '#contract/primitives.ts'

describe('a time on the wire', () => {
  it.each(['2026-11-21T15:00:00Z', '2026-11-21T12:00:00.123-03:00', '2028-02-29T23:59:59Z'])(
    '%s is one',
    time => {
      expect(v.is(isoTime, time)).toBe(true)
      expect(v.is(isoDay, time.slice(0, 10))).toBe(true)
    },
  )

  it.each([
    ['has a day that does not exist', '2026-02-30T10:00:00Z'],
    ['has a day that its year does not have', '2027-02-29T10:00:00Z'],
    ['has an offset of which no Date can be made', '2026-11-21T10:00:00+03'],
    ['has a year that no calendar has', '0000-01-01T00:00:00Z'],
    ['has a year of which one cannot count on by text', '9999-12-31T00:00:00Z'],
    ['has no offset', '2026-11-21T10:00:00'],
    ['is a day', '2026-11-21'],
  ])('what %s is none', (_what, time) => {
    expect(v.is(isoTime, time)).toBe(false)
  })

  it.each([
    '2026-02-30',
    '2027-02-29',
    '0000-01-01',
    '3000-01-01',
    '9999-12-31',
    '2026-13-01',
    '2026-11-21T10:00:00Z',
  ])('%s is no day', day => {
    expect(v.is(isoDay, day)).toBe(false)
  })
})

it('an id that is spelt in capitals is the same one', () => {
  const id = '0b5f7a2e-9c1d-4e3f-8a6b-7c8d9e0f1a2b'
  expect(v.parse(uuid, id.toUpperCase())).toBe(id)
})
