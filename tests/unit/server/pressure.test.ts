import { describe, expect, it } from 'vitest'
import { createPressure } from '#server/platform/pressure.ts'
import { ManualTime } from '#tests/phoenix/manual-time.ts'

/** A process whose time passes by hand; while it is held up, none of its timers rings. */
function process(waitingMs = () => 0) {
  const time = new ManualTime()
  let heldMs = 0
  const pressure = createPressure(
    { busyMs: 1_000, overrunMs: 4_000 },
    { timers: time, now: () => time.now() + heldMs, waitingMs },
  )
  return { time, pressure, holdUp: (ms: number) => void (heldMs += ms) }
}

describe('the pressure on a process', () => {
  it('is none while its timers ring in time', () => {
    const { time, pressure } = process()
    for (let second = 0; second < 10; second += 1) {
      time.advance(1_000)
      expect(pressure.level()).toBe('easy')
    }
  })

  it('is seen in the moment in which somebody asks, and at the next sample, and holds for two seconds', () => {
    const { time, pressure, holdUp } = process()
    holdUp(1_099)
    expect(pressure.level()).toBe('easy')
    holdUp(1)
    expect(pressure.level()).toBe('busy')
    time.advance(1_900)
    expect(pressure.level()).toBe('busy')
    time.advance(200)
    expect(pressure.level()).toBe('easy')
    holdUp(1_100)
    // Nobody asked in that very moment: the timer itself saw that it was late.
    time.advance(100)
    expect(pressure.level()).toBe('busy')
  })

  it('is more from the second limit on', () => {
    const { time, pressure, holdUp } = process()
    holdUp(4_100)
    expect(pressure.level()).toBe('overrun')
    time.advance(2_100)
    expect(pressure.level()).toBe('easy')
  })

  it('is seen in those who act and wait for the database, too', () => {
    let waitingMs = 999
    const { time, pressure } = process(() => waitingMs)
    time.advance(500)
    expect(pressure.level()).toBe('easy')
    waitingMs = 1_000
    expect(pressure.level()).toBe('busy')
    waitingMs = 4_000
    expect(pressure.level()).toBe('overrun')
  })

  it('is looked for no more once it is stopped', () => {
    const { time, pressure } = process()
    expect(time.pending).toBe(1)
    pressure.stop()
    expect(time.pending).toBe(0)
  })
})
