import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { Database } from '#server/database/database.ts'
import { gatherReads } from '#server/database/gathered-reads.ts'
import { inLane } from '#server/database/lanes.ts'
import { DatabaseUnavailable } from '#server/database/unavailable.ts'
import { eachDatabase } from '#tests/support/databases.ts'
import { holdConnections } from '#tests/support/held-connections.ts'
import { queueOffice } from '#tests/support/queue-office.ts'
import { ManualTime } from '#tests/phoenix/manual-time.ts'

const CROWD = 500

eachDatabase('a crowd of readers', (open, kind) => {
  /** As many places as readers can have: of PostgreSQL's five connections three, and the embedded one. */
  const readersHold = (database: Database) =>
    holdConnections(database, 'readers', kind === 'postgres' ? 3 : 1)

  it('does not hold up who takes a number', async () => {
    const database = await open()
    const office = await queueOffice(database)
    const line = await office.line()
    await office.fill(line, 1)
    const user = await office.user()
    const letGo = await readersHold(database)
    let looked = 0
    const readers = Array.from({ length: CROWD }, () =>
      inLane('readers', () => sql`select 1`.execute(database.db)).then(() => (looked += 1)),
    )
    const taken = office.take(line, user).then(() => looked)
    // With one connection nobody gets in before it is free; with several the number is taken while readers
    // have theirs.
    if (kind === 'postgres') expect(await taken).toBe(0)
    await letGo()
    // One reader at most slips in before each of its two statements.
    expect(await taken).toBeLessThanOrEqual(3)
    await Promise.all(readers)
    expect(looked).toBe(CROWD)
  })

  it('does not come between what somebody reads and what they write', async () => {
    const database = await open({ poolSize: 1 })
    const letGo = await holdConnections(database, 'actors', 1)
    let looked = 0
    const readers = Array.from({ length: 20 }, () =>
      inLane('readers', () => sql`select 1`.execute(database.db)).then(() => (looked += 1)),
    )
    const act = async () => {
      for (let statement = 0; statement < 4; statement++) await sql`select 1`.execute(database.db)
      return looked
    }
    const acting = act()
    await letGo()
    // One in eight places is a reader's all the same.
    expect(await acting).toBeLessThanOrEqual(1)
    await Promise.all(readers)
    expect(looked).toBe(20)
  })

  it('is not shut out by those who act: one in eight places is a reader’s', async () => {
    const database = await open({ poolSize: 1 })
    const letGo = await holdConnections(database, 'actors', 1)
    const order: string[] = []
    const ask = (lane: 'actors' | 'readers') =>
      inLane(lane, () => sql`select 1`.execute(database.db)).then(() => void order.push(lane))
    const all = [
      ...Array.from({ length: 3 }, () => ask('readers')),
      ...Array.from({ length: 40 }, () => ask('actors')),
    ]
    await letGo()
    await Promise.all(all)
    // Whoever had the places before has counted some of the first eight.
    const places = order.flatMap((lane, place) => (lane === 'readers' ? [place] : []))
    expect(places[0]).toBeLessThan(8)
    expect(places.map(place => place - (places[0] ?? 0))).toEqual([0, 8, 16])
  })

  it('that waits in vain for a connection is told by one counted line a second, without a stack', async () => {
    const timers = new ManualTime()
    const lines: { details: object; message: string }[] = []
    const say = (details: object, message: string) => void lines.push({ details, message })
    const database = await open({
      poolSize: 1,
      acquireTimeout: 1_000,
      timers,
      log: { info: say, warn: say, error: say },
    })
    const letGo = await holdConnections(database, 'actors', 1)
    const crowd = (count: number) =>
      Promise.allSettled(
        Array.from({ length: count }, () => inLane('readers', () => sql`select 1`.execute(database.db))),
      )
    const reason = 'every connection is taken'
    const message = 'the database could not be asked'

    const first = crowd(200)
    await new Promise(setImmediate)
    timers.advance(1_000)
    for (const { status, ...rest } of await first) {
      expect(status).toBe('rejected')
      expect((rest as PromiseRejectedResult).reason).toBeInstanceOf(DatabaseUnavailable)
    }
    // The first one is told at once, the others when the second is over.
    expect(lines).toEqual([{ details: { statements: 1, reason }, message }])
    timers.advance(1_000)
    expect(lines.slice(1)).toEqual([{ details: { statements: 199, reason }, message }])
    // Then there is nothing more to say, until there is.
    timers.advance(5_000)
    expect(lines).toHaveLength(2)
    const second = crowd(1)
    await new Promise(setImmediate)
    timers.advance(1_000)
    await second
    expect(lines.slice(2)).toEqual([{ details: { statements: 1, reason }, message }])
    expect(JSON.stringify(lines)).not.toContain(' at ')
    await letGo()
    await database.ping()
  })
})

describe('reads that are gathered', () => {
  /** Reads that are answered when the test says so, with the keys that each was asked for. */
  function library(timers = new ManualTime()) {
    const asked: { keys: readonly number[]; answer: () => void; fail: () => void }[] = []
    const find = gatherReads<number, string>(
      timers,
      keys =>
        new Promise((resolve, reject) => {
          const answer = () => resolve(new Map(keys.filter(key => key > 0).map(key => [key, `book ${key}`])))
          asked.push({ keys, answer, fail: () => reject(new Error('closed')) })
        }),
    )
    return { find, asked, timers }
  }
  const settle = () => new Promise(setImmediate)

  it('are one for all who ask at once, and one more for all who ask meanwhile', async () => {
    const { find, asked } = library()
    const first = Promise.all([find(1), find(2), find(1)])
    await settle()
    const meanwhile = Promise.all([find(1), find(-1), find(3)])
    await settle()
    // The second does not begin before the first is over, and asks again for what the first did: it may have
    // changed.
    expect(asked.map(({ keys }) => keys)).toEqual([[1, 2]])
    asked[0]?.answer()
    expect(await first).toEqual(['book 1', 'book 2', 'book 1'])
    await settle()
    expect(asked.map(({ keys }) => keys)).toEqual([
      [1, 2],
      [1, -1, 3],
    ])
    asked[1]?.answer()
    expect(await meanwhile).toEqual(['book 1', undefined, 'book 3'])
  })

  it('go on after one that failed, and after one that fell silent', async () => {
    const { find, asked, timers } = library()
    const failing = find(1).catch((error: Error) => error.message)
    await settle()
    const silent = find(2)
    asked[0]?.fail()
    expect(await failing).toBe('closed')
    await settle()
    const last = find(3)
    await settle()
    expect(asked).toHaveLength(2)
    timers.advance(1_000)
    await settle()
    asked[2]?.answer()
    expect(await last).toBe('book 3')
    asked[1]?.answer()
    expect(await silent).toBe('book 2')
  })

  it('ask for sixty at most', async () => {
    const { find, asked } = library()
    const all = Promise.all(Array.from({ length: 150 }, (_, index) => find(index + 1)))
    for (let batch = 0; batch < 3; batch++) {
      await settle()
      asked[batch]?.answer()
    }
    expect(await all).toHaveLength(150)
    expect(asked.map(({ keys }) => keys.length)).toEqual([60, 60, 30])
  })
})
