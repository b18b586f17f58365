import { expect, it } from 'vitest'
import { LatestKept } from '#server/queue/lines/latest-kept.ts'

it('of too many the oldest goes, and nobody who was put in anew', () => {
  const kept = new LatestKept<string, number>(2)
  kept.set('first', 1)
  kept.set('second', 2)
  kept.set('first', 3)
  expect([kept.get('first'), kept.get('second')]).toEqual([3, 2])
  kept.set('third', 4)
  expect([kept.get('first'), kept.get('second'), kept.get('third')]).toEqual([3, undefined, 4])
})
