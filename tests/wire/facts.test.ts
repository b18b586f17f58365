import { beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '#server/database/database.ts'
import { appendFacts } from '#server/facts/append-facts.ts'
import type { Fact, NewFact } from '#server/facts/fact.ts'
import { createFactHub } from '#server/facts/fact-hub.ts'
import { holdOffice } from '#server/facts/hold-office.ts'
import { pruneFacts } from '#server/facts/prune-facts.ts'
import { currentSeq, currentSeqs, factsAfter } from '#server/facts/read-facts.ts'
import { countedStatements } from '#tests/support/counted-statements.ts'
import { eachDatabase } from '#tests/support/databases.ts'
import { NOON, queueOffice } from '#tests/support/queue-office.ts'

eachDatabase('the log of facts', (open, kind) => {
  let database: Database
  beforeAll(async () => {
    database = await open()
  })

  async function quietOffice() {
    const { office_id, line } = await queueOffice(database)
    const line_id = await line()
    const fact = (frozen: boolean, at = NOON): NewFact => ({
      name: 'line:frozen',
      office_id,
      line_id,
      at,
      ticket_id: null,
      reservation_id: null,
      user_id: null,
      detail: { frozen },
    })
    const append = (...facts: NewFact[]) => database.transaction(trx => appendFacts(trx, facts))
    return { office_id, line_id, fact, append }
  }

  it('numbers an office’s facts 1, 2, 3 …, and gives them back as they were appended', async () => {
    const { office_id, fact, append } = await quietOffice()
    const first = await append(fact(true), fact(false))
    const second = await append(fact(true))
    expect([...first, ...second].map(each => each.seq)).toEqual([1, 2, 3])
    expect(await factsAfter(database.db, office_id, 0, 10)).toEqual([...first, ...second])
    expect(await currentSeq(database.db, office_id)).toBe(3)
    expect(await append()).toEqual([])
  })

  it('leaves no gap where a transaction came to nothing', async () => {
    const { office_id, fact, append } = await quietOffice()
    await append(fact(true))
    const failing = database.transaction(async trx => {
      await appendFacts(trx, [fact(false), fact(true)])
      throw new Error('after all not')
    })
    await expect(failing).rejects.toThrow('after all not')
    const [next] = await append(fact(false))
    expect(next?.seq).toBe(2)
    expect(await factsAfter(database.db, office_id, 0, 10)).toHaveLength(2)
  })

  it('[CHAN-07] numbers what is appended at once in the order of the commits, and each office for itself', async () => {
    const offices = await Promise.all([quietOffice(), quietOffice(), quietOffice()])
    await Promise.all(
      Array.from({ length: 60 }, (_, index) => {
        const { append, fact } = offices[index % 3] as (typeof offices)[number]
        return append(...Array.from({ length: (index % 4) + 1 }, () => fact(true)))
      }),
    )
    for (const { office_id } of offices) {
      const facts = await factsAfter(database.db, office_id, 0, 100)
      expect(facts.map(fact => fact.seq)).toEqual(facts.map((_, index) => index + 1))
      expect(facts).toHaveLength(50)
    }
  })

  it('refuses facts of two offices together: their rows would be locked in no order', async () => {
    const [one, two] = [await quietOffice(), await quietOffice()]
    await expect(one.append(one.fact(true), two.fact(true))).rejects.toThrow('several offices')
    expect(await currentSeq(database.db, one.office_id)).toBe(0)
  })

  it('gives what came after a number, oldest first, no more than asked', async () => {
    const { office_id, fact, append } = await quietOffice()
    await append(...Array.from({ length: 7 }, () => fact(true)))
    const seqs = async (after: number, limit: number) =>
      (await factsAfter(database.db, office_id, after, limit)).map(each => each.seq)
    expect(await seqs(2, 3)).toEqual([3, 4, 5])
    expect(await seqs(7, 3)).toEqual([])
  })

  it('knows where many offices stand, those without a fact among them', async () => {
    const [busy, quiet] = [await quietOffice(), await quietOffice()]
    await busy.append(busy.fact(true), busy.fact(false))
    expect(await currentSeqs(database.db, [busy.office_id, quiet.office_id])).toEqual(
      new Map([
        [busy.office_id, 2],
        [quiet.office_id, 0],
      ]),
    )
    expect(await currentSeqs(database.db, [])).toEqual(new Map())
  })

  it('[KEEP-03] forgets after as many days as is said, and counts on', async () => {
    const { office_id, fact, append } = await quietOffice()
    const keptMs = 400 * 24 * 3_600_000
    const later = new Date(NOON.getTime() + keptMs)
    await append(fact(true, new Date(NOON.getTime() - 1)), fact(false, NOON))
    expect(await pruneFacts({ database, clock: { now: () => later } }, keptMs)).toBe(1)
    expect((await factsAfter(database.db, office_id, 0, 10)).map(each => each.seq)).toEqual([2])
    expect((await append(fact(true)))[0]?.seq).toBe(3)
  })

  it('[KEEP-03] forgets many in small steps, holding no office: numbers are taken meanwhile', async () => {
    const { office_id, fact, append } = await quietOffice()
    const many = 2_500
    await append(
      ...Array.from({ length: many }, (_, nth) => fact(true, new Date(NOON.getTime() - many + nth))),
    )
    const { database: counted, during } = countedStatements(database)
    const prune = () => pruneFacts({ database: counted, clock: { now: () => NOON } }, 0)
    let letGo = () => {}
    const held = new Promise<void>(resolve => (letGo = resolve))
    const holding = Promise.withResolvers<void>()
    // The embedded database has one connection: nobody else has anything open there.
    const holder =
      kind === 'postgres' &&
      database.transaction(async trx => {
        await holdOffice(trx, office_id)
        holding.resolve()
        await held
      })
    if (holder) await holding.promise
    const statements = await during(async () => expect(await prune()).toBeGreaterThanOrEqual(many))
    letGo()
    await holder
    expect(statements).toBeGreaterThanOrEqual(3)
    await append(fact(true))
    expect((await factsAfter(database.db, office_id, 0, 10))[0]?.seq).toBe(many + 1)
  })

  it('lets one at a time hold an office, also one that has no fact yet', async () => {
    const { office_id } = await quietOffice()
    let inside = 0
    await Promise.all(
      Array.from({ length: 6 }, () =>
        database.transaction(async trx => {
          await holdOffice(trx, office_id)
          inside++
          expect(inside).toBe(1)
          await new Promise(resolve => setTimeout(resolve, 5))
          inside--
        }),
      ),
    )
  })
})

describe('the hub of facts', () => {
  const fact: Fact = {
    name: 'line:frozen',
    office_id: 1,
    seq: 1,
    at: NOON,
    line_id: 1,
    ticket_id: null,
    user_id: null,
    detail: { frozen: true },
  }

  it('tells all who listen, until they do not; one that fails is nobody else’s trouble', () => {
    const faults: unknown[] = []
    const heard: string[] = []
    const hub = createFactHub(error => faults.push(error))
    const end = hub.subscribe(() => heard.push('first'))
    hub.subscribe(() => {
      throw new Error('deaf')
    })
    hub.subscribe(facts => heard.push(`third ${facts.length}`))
    hub.tell([fact])
    end()
    hub.tell([fact, fact])
    hub.tell([])
    expect(heard).toEqual(['first', 'third 1', 'third 2'])
    expect(faults).toEqual([new Error('deaf'), new Error('deaf')])
  })
})
