import { AsyncLocalStorage } from 'node:async_hooks'
import { setImmediate as lookRound } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { CrowdPace } from '#server/phoenix/crowd-pace.ts'

/** A crowd each of whose steps takes so many milliseconds. */
function crowd(stepMs: number) {
  let now = 0
  const pace = new CrowdPace(() => now)
  const done: number[] = []
  const come = (count: number) =>
    Array.from({ length: count }, (_, who) =>
      pace.step(() => {
        now += stepMs
        done.push(who)
        return who
      }),
    )
  return { pace, done, come }
}

it('whoever comes alone is not kept waiting', () => {
  const { done, come } = crowd(5)
  void come(1)
  expect(done).toEqual([0])
})

it('a crowd goes on a millisecond at a time, in its order, and the process does the rest between', async () => {
  const { done, come } = crowd(0.4)
  const all = come(8)
  expect(done).toEqual([0, 1, 2])
  await lookRound()
  expect(done).toEqual([0, 1, 2, 3, 4, 5])
  expect(await Promise.all(all)).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
})

it('who comes while others wait goes behind them', async () => {
  const { done, come, pace } = crowd(1)
  void come(3)
  const last = pace.step(() => 'last')
  expect(done).toEqual([0])
  await last
  expect(done).toEqual([0, 1, 2])
})

it('a step that fails is its own affair', async () => {
  const { pace, come, done } = crowd(1)
  const failing = pace.step(() => {
    throw new Error('not this one')
  })
  const others = come(2)
  await expect(failing).rejects.toThrow('not this one')
  await Promise.all(others)
  expect(done).toEqual([0, 1])
})

it('each step is done in its own asker’s name', async () => {
  const { pace } = crowd(0)
  const name = new AsyncLocalStorage<string>()
  let now = 0
  const slow = new CrowdPace(() => (now += 1))
  const asked = ['Ana', 'Luis', 'Eva'].map(who => name.run(who, () => slow.step(() => name.getStore())))
  expect(await Promise.all(asked)).toEqual(['Ana', 'Luis', 'Eva'])
  expect(await pace.step(() => name.getStore())).toBeUndefined()
})
