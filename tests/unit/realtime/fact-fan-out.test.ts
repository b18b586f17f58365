import { expect, it } from 'vitest'
import type { Fact } from '#server/facts/fact.ts'
import { FactFanOut } from '#server/realtime/fact-fan-out.ts'

const OFFICE = 7
const factOf = (seq: number) => ({ office_id: OFFICE, seq }) as Fact

/** The feeds of a process whose log stands where the test says, and what they said. */
function following(from: number) {
  const log = { seq: from }
  const heard: number[] = []
  const replaced: number[] = []
  const fanOut = new FactFanOut({
    readAfter: async () => [],
    currentSeqs: async () => new Map([[OFFICE, log.seq]]),
    isFollowed: () => true,
    word:
      async ({ seq }) =>
      () =>
        void heard.push(seq),
    inOneGo: say => say(),
    onLogReplaced: officeId => void replaced.push(officeId),
    onFault: error => {
      throw error
    },
  })
  return { fanOut, log, heard, replaced }
}

it('[CHAN-07] goes on with a log that went back, also for those who are sent away by nobody', async () => {
  const { fanOut, log, heard, replaced } = following(5)
  expect(await fanOut.follow(OFFICE)).toBe(5)
  log.seq = 2
  await fanOut.sweep()
  expect(replaced).toEqual([OFFICE])
  // The next that happens is the third of that log, which the one before had told long ago.
  fanOut.offer([factOf(3)])
  await fanOut.settled()
  expect(heard).toEqual([3])
  log.seq = 3
  await fanOut.sweep()
  expect(replaced).toHaveLength(1)
})

it('[CHAN-07] takes no log for another while what happens is told sooner than it is looked at', async () => {
  const { fanOut, log, heard, replaced } = following(5)
  await fanOut.follow(OFFICE)
  const looking = fanOut.sweep()
  log.seq = 6
  fanOut.offer([factOf(6)])
  await looking
  await fanOut.settled()
  expect([heard, replaced]).toEqual([[6], []])
})
