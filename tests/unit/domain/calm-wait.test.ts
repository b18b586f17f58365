import { describe, expect, it } from 'vitest'
import { calmWait, leftOf, type SaidWait } from '#src/domain/calm-wait.ts'

const MINUTE = 60_000
const wait = (about: number, more: object = {}) => ({
  from: about - 8,
  to: about + 10,
  about,
  holds: 80,
  desks: 3,
  ...more,
})
const said: SaidWait = { wait: wait(40), ahead: 12, at: 0, slower: null }
const after = (minutes: number, about: number, more: object = {}, ahead = 12) =>
  calmWait(said, { wait: wait(about, more), ahead, at: minutes * MINUTE })

describe('[WAIT-03] what the waiting room says after news', () => {
  it('is what it said, as time takes it away, while the news hardly differs', () => {
    for (const about of [28, 30, 32, 34]) expect(after(10, about)).toBe(said)
    expect(leftOf(said, 10 * MINUTE)).toMatchObject({ from: 22, about: 30, to: 40 })
    expect(leftOf(said, 100 * MINUTE)).toMatchObject({ from: 0, about: 0, to: 0 })
    // A clock that was set back does not make it longer.
    expect(leftOf(said, -10 * MINUTE)).toMatchObject({ about: 40 })
  })

  it('is the news where it goes quicker, without a word', () => {
    expect(after(10, 20)).toEqual({ wait: wait(20), ahead: 12, at: 10 * MINUTE, slower: null })
  })

  it('never becomes longer without a reason that can be said', () => {
    expect(after(10, 45)?.slower).toBe('slower')
    expect(after(10, 45, { desks: 2 })?.slower).toBe('fewer-desks')
    expect(after(10, 31, {}, 15)?.slower).toBe('more-ahead')
    // Of a server that does not tell how many desks there are.
    expect(
      calmWait({ ...said, wait: wait(40, { desks: undefined }) }, { wait: wait(60), ahead: 12, at: 0 })
        ?.slower,
    ).toBe('slower')
  })

  it('is what stands where the same is heard once more', () => {
    const news = { wait: wait(60), ahead: 12, at: 5 * MINUTE }
    const now = calmWait(said, news)
    expect(calmWait(now, news)).toBe(now)
  })

  it('is the news where it is of another kind, however little it differs', () => {
    expect(after(10, 30, { closes_first: true })?.wait).toMatchObject({ closes_first: true })
    expect(after(38, 2, { now: true })?.wait).toMatchObject({ now: true })
    expect(after(10, 30, { holds: undefined })?.wait).not.toBe(said.wait)
    expect(calmWait(said, { wait: null, ahead: null, at: 0 })).toBeNull()
    expect(calmWait(null, { wait: wait(9), ahead: 1, at: 7 })).toEqual({
      wait: wait(9),
      ahead: 1,
      at: 7,
      slower: null,
    })
  })
})
