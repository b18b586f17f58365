import { expect, it } from 'vitest'
import type { Lane } from '#server/database/lanes.ts'
import { Places } from '#server/database/places.ts'
import { systemTimers } from '#server/platform/timers.ts'

const PATIENCE_MS = 60_000

it('lets a reader in at every eighth place, however quickly those who act follow each other', async () => {
  const places = new Places(1, PATIENCE_MS, systemTimers, () => performance.now())
  const leave = await places.take('actors')
  const order: Lane[] = []
  // Answered in the same turn of the loop: the process never looks round.
  const use = async (lane: Lane) => {
    const leaveAgain = await places.take(lane)
    order.push(lane)
    leaveAgain()
  }
  const all = [
    ...Array.from({ length: 2 }, () => use('readers')),
    ...Array.from({ length: 20 }, () => use('actors')),
  ]
  leave()
  await Promise.all(all)
  expect(order.flatMap((lane, place) => (lane === 'readers' ? [place] : []))).toEqual([7, 15])
})

it('lets a reader in once the process has looked round, where nobody acts any more', async () => {
  const places = new Places(2, PATIENCE_MS, systemTimers, () => performance.now())
  const actors = await Promise.all([places.take('actors'), places.take('actors')])
  const readers = Promise.all([places.take('readers'), places.take('actors')])
  for (const leave of actors) leave()
  const leaving = await readers
  expect(places.waiting()).toMatchObject({ actors: { count: 0 }, readers: { count: 0 } })
  for (const leave of leaving) leave()
})
