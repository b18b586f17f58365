import { describe, expect, it } from 'vitest'
import type { Fact } from '#server/facts/fact.ts'
import { OfficeFeed } from '#server/realtime/office-feed.ts'
import { createTicketMeter } from '#server/realtime/ticket-meter.ts'

const fact = (seq: number): Fact => ({
  name: 'ticket:skipped',
  office_id: 1,
  seq,
  at: new Date(0),
  line_id: 1,
  ticket_id: null,
  user_id: null,
  detail: { ticket: `A00${seq}` },
})

function feedOf(log: Fact[], word?: (seq: number) => void) {
  const delivered: number[] = []
  const goes: number[][] = []
  const faults: unknown[] = []
  const feed = new OfficeFeed({
    from: 0,
    readAfter: async seq => log.filter(one => one.seq > seq),
    word: async one => {
      word?.(one.seq)
      return () => void delivered.push(one.seq)
    },
    inOneGo(say) {
      const before = delivered.length
      say()
      goes.push(delivered.slice(before))
    },
    onFault: error => void faults.push(error),
  })
  return { feed, delivered, goes, faults }
}

describe('an office’s feed', () => {
  it('delivers in the order of the sequence, each once, however the facts are told', async () => {
    const log = [1, 2, 3, 4].map(fact)
    const { feed, delivered } = feedOf(log)
    feed.offer([fact(2)])
    feed.offer([fact(1)])
    feed.look()
    feed.offer([fact(4), fact(3)])
    await feed.settled()
    expect(delivered).toEqual([1, 2, 3, 4])
    // The log had it already when whoever committed it came to tell it.
    feed.offer([fact(4)])
    await feed.settled()
    expect(delivered).toEqual([1, 2, 3, 4])
  })

  it('says in one go what was told together, and one alone at once', async () => {
    const { feed, delivered, goes } = feedOf([])
    feed.offer([fact(1)])
    await feed.settled()
    feed.offer([fact(2), fact(3), fact(3)])
    await feed.settled()
    expect(delivered).toEqual([1, 2, 3])
    expect(goes).toEqual([[2, 3]])
  })

  it('leaves whoever made a fact to be answered first', async () => {
    const { feed, delivered } = feedOf([])
    await feed.settled()
    feed.offer([fact(1)])
    // An answer is on its way in the same turn of the loop, however many steps it takes.
    for (let step = 0; step < 100; step++) await Promise.resolve()
    expect(delivered).toEqual([])
    await feed.settled()
    expect(delivered).toEqual([1])
  })

  it('lets others come in between where there is much to say', async () => {
    const { feed, delivered, goes } = feedOf([])
    const between: number[] = []
    feed.offer(Array.from({ length: 10 }, (_, index) => fact(index + 1)))
    setImmediate(() => between.push(delivered.length))
    await feed.settled()
    expect(delivered).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    expect(goes).toEqual([
      [1, 2, 3, 4],
      [5, 6, 7, 8],
      [9, 10],
    ])
    expect(between[0]).toBe(4)
  })

  it('brings what a fault kept back at the next look', async () => {
    const log = [1, 2, 3].map(fact)
    let isBroken = true
    const { feed, delivered, faults } = feedOf(log, seq => {
      if (seq === 2 && isBroken) throw new Error('the database is away')
    })
    feed.offer(log)
    await feed.settled()
    expect(delivered).toEqual([1])
    expect(faults).toHaveLength(1)
    isBroken = false
    feed.look()
    await feed.settled()
    expect(delivered).toEqual([1, 2, 3])
  })
})

it('a person may ask for so many numbers a minute by socket, and again in the next', () => {
  let now = 0
  const meter = createTicketMeter({ now: () => new Date(now) }, 2)
  expect([meter.admits('a'), meter.admits('a'), meter.admits('a'), meter.admits('b')]).toEqual([
    true,
    true,
    false,
    true,
  ])
  now = 60_000
  expect(meter.admits('a')).toBe(true)
})
