import { describe, expect, it } from 'vitest'
import { ApiError } from '#src/api/api-error.ts'
import { WallFeed } from '#src/wall/wall-feed.ts'
import type { WallState } from '#contract/rest/devices.ts'
import { HandTime } from '../platform/fakes.ts'
import { settled, wallOf } from './wall-of.ts'

const STATE = wallOf([[7, 'A003', 2]])

function fed() {
  const time = new HandTime()
  const told: string[] = []
  let answers: ((how: WallState | Error) => void)[] = []
  let asked = 0
  const feed = new WallFeed({
    ask() {
      asked += 1
      return new Promise((resolve, reject) => {
        answers.push(how => (how instanceof Error ? reject(how) : resolve(how)))
      })
    },
    timers: time,
    elapsed: () => time.now(),
    onState: () => void told.push('state'),
    onCurrent: isCurrent => void told.push(isCurrent ? 'current' : 'old'),
    onShut: () => void told.push('shut'),
  })
  feed.start()
  return {
    feed,
    time,
    told,
    asked: () => asked,
    async answer(how: WallState | Error = STATE) {
      const waiting = answers
      answers = []
      for (const one of waiting) one(how)
      await settled()
    },
  }
}

const offline = new ApiError('offline', 0, 'no network')

describe('what the wall knows', () => {
  it('[WALL-02] is not current once two questions in a row found nobody, and is again with the first answer', async () => {
    const { time, told, answer } = fed()
    await answer()
    expect(told).toEqual(['current', 'state'])
    time.pass(20_000)
    await answer(offline)
    // One may be an accident.
    expect(told).toEqual(['current', 'state'])
    time.pass(3_000)
    await answer(offline)
    expect(told.at(-1)).toBe('old')
    time.pass(3_000)
    await answer()
    expect(told.slice(3)).toEqual(['current', 'state'])
  })

  it('[WALL-02] is not current where an answer does not come at all', async () => {
    const { time, told, answer } = fed()
    await answer()
    time.pass(44_000)
    expect(told.at(-1)).toBe('state')
    time.pass(2_000)
    expect(told.at(-1)).toBe('old')
  })

  it('[WALL-01] is asked for when something happened, and once for all that happens meanwhile', async () => {
    const { feed, time, asked, answer } = fed()
    feed.look()
    feed.look()
    expect(asked()).toBe(1)
    await answer()
    time.pass(300)
    expect(asked()).toBe(2)
    await answer()
    time.pass(19_000)
    expect(asked()).toBe(2)
    feed.look()
    expect(asked()).toBe(3)
    await answer()
    time.pass(20_000)
    expect(asked()).toBe(4)
  })

  it('[WALL-01] ends with the link, and is asked for no more', async () => {
    const { time, told, asked, answer } = fed()
    await answer()
    time.pass(20_000)
    await answer(new ApiError('session-expired', 401, 'over'))
    expect(told.at(-1)).toBe('shut')
    time.pass(600_000)
    expect([asked(), told.filter(word => word === 'shut')]).toEqual([2, ['shut']])
  })

  it('[WALL-01] asks nothing while it is shut out, whatever happens, until it is let in again', async () => {
    const { feed, time, told, asked, answer } = fed()
    await answer()
    feed.look()
    await answer(new ApiError('session-expired', 401, 'no'))
    // What stands there is old from then on.
    expect(told.slice(-2)).toEqual(['old', 'shut'])
    for (let event = 0; event < 3; event += 1) feed.look()
    time.pass(3_600_000)
    expect(asked()).toBe(2)
    feed.start()
    expect(asked()).toBe(3)
    await answer()
    expect(told.slice(-2)).toEqual(['current', 'state'])
  })
})
