import { expect, it } from 'vitest'
import { meetTopic } from '#contract/channel/meet-channel.ts'
import type { Fact } from '#server/facts/fact.ts'
import { FactFanOut } from '#server/realtime/fact-fan-out.ts'
import { type MeetAssigns, meetChannel } from '#server/realtime/meet-channel.ts'
import { MeetRooms } from '#server/realtime/meet-rooms.ts'

const OFFICE = 7
const MEETING = 'b3f0a3a4-2f0a-4a70-9d8e-0d6f0c9a1b11'

it('[VID-02] whoever sits down while offices without listeners are forgotten hears of their office', async () => {
  const rooms = new MeetRooms(
    () => undefined,
    true,
    () => undefined,
  )
  const heard: number[] = []
  const fanOut = new FactFanOut({
    readAfter: async () => [],
    currentSeqs: async () => new Map([[OFFICE, 0]]),
    isFollowed: officeId => rooms.isAnyoneAt(officeId),
    word:
      async ({ seq }) =>
      () =>
        void heard.push(seq),
    inOneGo: say => say(),
    onLogReplaced: () => expect.fail('no log is replaced'),
    onFault: error => {
      throw error
    },
  })
  const { join } = meetChannel({
    rooms,
    seats: { take: async () => null, free: async () => undefined },
    uuid: () => MEETING,
    seatOf: async () => ({ role: 'customer', office_id: OFFICE, demo: false }),
    async follow(officeId) {
      const following = fanOut.follow(officeId)
      // While it is being asked where the office stands, and nobody sits there yet.
      await fanOut.sweep()
      return await following
    },
  })
  const assigns: Partial<MeetAssigns> = {}
  const answer = await join({
    topic: meetTopic(MEETING),
    payload: { page: '5a0f3c1e-6f0e-4a5e-9c55-3f0a7b2d9e10' },
    identity: { kind: 'user' },
    channel: { assigns, push: () => undefined },
  } as unknown as Parameters<typeof join>[0])
  expect(answer).toMatchObject({ ok: { role: 'customer' } })
  fanOut.offer([{ seq: 1, office_id: OFFICE } as Fact])
  await fanOut.settled()
  expect(heard).toEqual([1])
})
