import { expect, it } from 'vitest'
import { steadyCounts } from '#server/http/steady-counts.ts'

const WINDOW_MS = 60_000

function counted(most = 10) {
  let now = 5_000
  const Counts = steadyCounts(most, () => now)
  const one = new Counts({})
  const ask = (key: string, counts = one) => {
    let told: unknown
    counts.incr(key, (_error, result) => void (told = result), WINDOW_MS, 1)
    return told
  }
  const pass = (ms: number) => void (now += ms)
  return { ask, pass, other: one.child({ path: '/', prefix: '' } as Parameters<typeof one.child>[0]) }
}

it('a window begins with the first request and ends by what has elapsed, however many follow', () => {
  const { ask, pass } = counted()
  expect(ask('a')).toEqual({ current: 1, ttl: WINDOW_MS })
  pass(WINDOW_MS - 1)
  expect(ask('a')).toEqual({ current: 2, ttl: 1 })
  pass(1)
  expect(ask('a')).toEqual({ current: 1, ttl: WINDOW_MS })
})

it('each limit counts for itself', () => {
  const { ask, other } = counted()
  ask('a')
  expect(ask('a', other)).toMatchObject({ current: 1 })
  expect(ask('a')).toMatchObject({ current: 2 })
})

it('whoever was not heard of for longest is forgotten first, and no more are kept than may be', () => {
  const { ask } = counted(2)
  ask('a')
  ask('b')
  ask('a')
  ask('c')
  expect(ask('a')).toMatchObject({ current: 3 })
  expect(ask('b')).toMatchObject({ current: 1 })
  expect(ask('c')).toMatchObject({ current: 1 })
})
