import { expect, it } from 'vitest'
import { gatherReads } from '#server/database/gathered-reads.ts'
import { inLane, laneOf } from '#server/database/lanes.ts'
import { HandTime } from '../platform/fakes.ts'

/** Reads that are answered by hand, each with what it was asked for. */
function reads() {
  const time = new HandTime()
  const asked: { keys: readonly string[]; lane: string; answer: () => void }[] = []
  const ask = gatherReads<string, string>(time, keys => {
    const { promise, resolve } = Promise.withResolvers<ReadonlyMap<string, string>>()
    asked.push({ keys, lane: laneOf(), answer: () => resolve(new Map(keys.map(key => [key, `${key}!`]))) })
    return promise
  })
  const settle = () => new Promise(resolve => setImmediate(resolve))
  return { time, asked, ask, settle, look: (key: string) => inLane('readers', () => ask(key)) }
}

it('whoever asks while a read is under way is asked for by the next one, with all the others', async () => {
  const { asked, ask, settle } = reads()
  const first = ask('a')
  await settle()
  const others = [ask('b'), ask('c'), ask('b')]
  await settle()
  expect(asked.map(({ keys }) => keys)).toEqual([['a']])
  asked[0]?.answer()
  await settle()
  expect(asked.map(({ keys }) => keys)).toEqual([['a'], ['b', 'c']])
  asked[1]?.answer()
  expect(await Promise.all([first, ...others])).toEqual(['a!', 'b!', 'c!', 'b!'])
})

it('who acts waits for no read of those who look, and goes by the other lane', async () => {
  const { asked, ask, look, settle } = reads()
  void look('a')
  await settle()
  void look('b')
  const acting = ask('c')
  await settle()
  expect(asked.map(({ keys, lane }) => ({ keys, lane }))).toEqual([
    { keys: ['a'], lane: 'readers' },
    { keys: ['c'], lane: 'actors' },
  ])
  asked[1]?.answer()
  expect(await acting).toBe('c!')
})

it('those who look one after the other are asked for together, every ten milliseconds', async () => {
  const { asked, look, time, settle } = reads()
  void look('a')
  await settle()
  asked[0]?.answer()
  await settle()
  void look('b')
  void look('c')
  await settle()
  expect(asked).toHaveLength(1)
  time.pass(10)
  await settle()
  expect(asked.map(({ keys }) => keys)).toEqual([['a'], ['b', 'c']])
})
