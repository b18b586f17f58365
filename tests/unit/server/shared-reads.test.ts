import { expect, it } from 'vitest'
import { shareReads } from '#server/database/shared-reads.ts'
import { HandTime } from '../platform/fakes.ts'

const settle = () => new Promise(resolve => setImmediate(resolve))

/** Reads that are answered by hand. */
function reads() {
  const together = shareReads(new HandTime())
  const under: { key: string; answer: (value: string) => void; fail: (error: Error) => void }[] = []
  const ask = (key: string) =>
    together(key, () => {
      const { promise, resolve, reject } = Promise.withResolvers<string>()
      under.push({ key, answer: resolve, fail: reject })
      return promise
    })
  return { ask, under, keys: () => under.map(({ key }) => key) }
}

it('who asks for the same in one moment is answered by one read, and who comes meanwhile by the next', async () => {
  const { ask, under, keys } = reads()
  const first = [ask('a'), ask('a')]
  await settle()
  const later = [ask('a'), ask('a'), ask('a')]
  await settle()
  expect(keys()).toEqual(['a'])
  under[0]?.answer('before')
  expect(await Promise.all(first)).toEqual(['before', 'before'])
  await settle()
  expect(keys()).toEqual(['a', 'a'])
  under[1]?.answer('after')
  expect(await Promise.all(later)).toEqual(['after', 'after', 'after'])
})

it('nobody waits for what is read of anything else, and what failed is asked anew', async () => {
  const { ask, under, keys } = reads()
  const slow = ask('a')
  const other = ask('b')
  await settle()
  under[1]?.answer('of b')
  expect(await other).toBe('of b')
  under[0]?.fail(new Error('lost'))
  await expect(slow).rejects.toThrow('lost')
  const again = ask('a')
  await settle()
  expect(keys()).toEqual(['a', 'b', 'a'])
  under[2]?.answer('of a')
  expect(await again).toBe('of a')
})
