import { expect, it } from 'vitest'
import { DeviceClock } from '#src/platform/clock.ts'

const NOON = Date.parse('2026-11-27T12:00:00Z')
const HOUR_MS = 3_600_000
const said = (at: number) => new Date(at).toUTCString()

/** A device whose clock stands where the test sets it. */
function device() {
  const shown = { at: NOON, elapsed: 0 }
  const clock = new DeviceClock(
    () => shown.at,
    () => shown.elapsed,
  )
  let told = 0
  const stop = clock.onPutRight(() => {
    told += 1
  })
  return { shown, clock, stop, told: () => told }
}

it('is the device’s own where that is right, by less than a minute', () => {
  const { clock, told } = device()
  clock.hear(said(NOON - 59_000))
  clock.hear(said(NOON + 59_000))
  expect([clock.now(), told()]).toEqual([NOON, 0])
})

it.each([
  ['ahead', 7 * HOUR_MS],
  ['behind', -HOUR_MS],
  ['ahead by a minute', 60_000],
])('is put right by the server’s where it stands %s, goes on from there, and says so once', (_, apart) => {
  const { shown, clock, told } = device()
  clock.hear(said(NOON - apart))
  expect(clock.now()).toBe(NOON - apart)
  shown.at += 5_000
  shown.elapsed += 5_000
  expect(clock.now()).toBe(NOON - apart + 5_000)
  clock.hear(said(NOON - apart + 5_000))
  expect(told()).toBe(1)
})

it.each([
  ['and the server is heard again', true],
  ['and the server is not heard again', false],
])('is the device’s own again once that was set right, %s', (_, hearsAgain) => {
  const { shown, clock } = device()
  clock.hear(said(NOON - HOUR_MS))
  shown.at -= HOUR_MS - 30_000
  shown.elapsed += 30_000
  if (hearsAgain) clock.hear(said(shown.at))
  expect(clock.now()).toBe(shown.at)
  // It sleeps, and nothing elapses meanwhile.
  shown.at += 2 * HOUR_MS
  expect(clock.now()).toBe(shown.at)
})

it('stays put right while the device sleeps, though nothing elapses meanwhile', () => {
  const { shown, clock } = device()
  clock.hear(said(NOON - 7 * HOUR_MS))
  shown.at += HOUR_MS / 2
  expect(clock.now()).toBe(NOON - 6.5 * HOUR_MS)
})

it('takes nothing from what is no date, and tells nobody who has left', () => {
  const { clock, stop, told } = device()
  clock.hear('yesterday')
  expect(clock.now()).toBe(NOON)
  stop()
  clock.hear(said(NOON + HOUR_MS))
  expect(told()).toBe(0)
})
