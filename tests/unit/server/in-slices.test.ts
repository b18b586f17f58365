import { expect, it } from 'vitest'
import { inSlices } from '#server/office-settings/in-slices.ts'

it('[ADMIN-02] while a year’s bookings are judged, others have their turn; all are judged, in their order', async () => {
  let turns = 0
  const after: number[] = []
  const turn = (): void => {
    turns += 1
    if (turns < 10) setImmediate(turn)
  }
  setImmediate(turn)
  const bookings = Array.from({ length: 1_750 }, (_, at) => at)
  const odd = await inSlices(bookings, each => {
    if (each % 500 === 0) after.push(turns)
    return each % 2 === 1
  })
  expect(odd).toEqual(bookings.filter(each => each % 2 === 1))
  expect(after).toEqual([0, 1, 2, 3])
  expect(await inSlices([], () => true)).toEqual([])
})
