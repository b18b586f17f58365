import type { Transaction } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '#server/database/database.ts'
import { openDatabase } from '#server/database/open-database.ts'
import type { Tables } from '#server/database/tables.ts'
import { changeOffice, type OfficeChanged } from '#server/facts/change-office.ts'
import { holdOffice } from '#server/facts/hold-office.ts'
import { factsAfter } from '#server/facts/read-facts.ts'
import { giveUp } from '#server/queue/hold/give-up.ts'
import { eachDatabase, onPostgres } from '#tests/support/databases.ts'
import { queueOffice } from '#tests/support/queue-office.ts'

const oneTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1)

/** An office whose changes freeze a line and let it go on, and a count of its transactions. */
async function changingOffice(database: Database) {
  const office = await queueOffice(database)
  const line_id = await office.line()
  let transactions = 0
  const counted: Database = {
    ...database,
    transaction: work => {
      transactions++
      return database.transaction(work)
    },
  }
  const context = { ...office.context, database: counted }
  /** @param then happens behind the writing, and may still spoil it */
  const freeze = async (frozen: boolean, then: () => void = () => {}, goes?: 'alone') => {
    const change = async (transaction: Transaction<Tables>, at: Date): Promise<OfficeChanged> => {
      await transaction.updateTable('lines').set({ frozen }).where('id', '=', line_id).execute()
      then()
      const about = { office_id: office.office_id, line_id, at }
      const whose = { ticket_id: null, reservation_id: null, user_id: null }
      const fact = { ...about, ...whose, name: 'line:frozen' as const, detail: { frozen } }
      return { facts: [fact], jobsOf: () => [] }
    }
    const { facts } = await changeOffice(context, office.office_id, change, goes)
    return facts
  }
  return { ...office, context, line_id, freeze, transactions: () => transactions }
}

eachDatabase('the changes of an office', open => {
  let database: Database
  beforeAll(async () => {
    database = await open()
  })

  it('that wait for it together are one transaction, in the order in which they came', async () => {
    const { freeze, transactions, told, office_id } = await changingOffice(database)
    const facts = await Promise.all(oneTo(20).map(nth => freeze(nth % 2 === 1)))
    expect(transactions()).toBe(1)
    expect(facts.map(own => own.map(({ seq }) => seq))).toEqual(oneTo(20).map(nth => [nth]))
    expect(facts.map(([own]) => own?.detail)).toEqual(oneTo(20).map(nth => ({ frozen: nth % 2 === 1 })))
    expect(told).toEqual(facts.flat())
    expect(await factsAfter(database.db, office_id, 0, 100)).toEqual(told)
  })

  it('answer each its own, together as alone', async () => {
    const { context, office_id } = await changingOffice(database)
    const ask = (nth: number, goes?: 'alone') =>
      changeOffice(context, office_id, async () => ({ facts: [], jobsOf: () => [], nth }), goes)
    const together = await Promise.all(oneTo(5).map(nth => ask(nth)))
    expect(together.map(({ nth }) => nth)).toEqual(oneTo(5))
    expect(await ask(6, 'alone')).toMatchObject({ facts: [], nth: 6 })
  })

  it('that hold more than the office go alone', async () => {
    const { freeze, transactions, told } = await changingOffice(database)
    await Promise.all(oneTo(3).map(nth => freeze(nth % 2 === 1, undefined, 'alone')))
    expect(transactions()).toBe(3)
    expect(told.map(({ seq }) => seq)).toEqual([1, 2, 3])
  })

  it('of which one fails leave nothing of it, and all others happen', async () => {
    const { freeze, told, office_id, line_id } = await changingOffice(database)
    const fault = new Error('after all not')
    const fail = () => {
      throw fault
    }
    const [first, failed, last] = await Promise.allSettled([freeze(false), freeze(true, fail), freeze(false)])
    expect(failed).toEqual({ status: 'rejected', reason: fault })
    expect([first.status, last.status]).toEqual(['fulfilled', 'fulfilled'])
    expect(told.map(({ seq, detail }) => [seq, detail])).toEqual([
      [1, { frozen: false }],
      [2, { frozen: false }],
    ])
    expect(await factsAfter(database.db, office_id, 0, 100)).toEqual(told)
    const line = await database.db
      .selectFrom('lines')
      .select('frozen')
      .where('id', '=', line_id)
      .executeTakeFirst()
    expect(line?.frozen).toBe(false)
  })

  it('[TKT-13] everybody who gives up at once is out of the line, whoever gave up before them', async () => {
    const office = await changingOffice(database)
    const people = await office.users(30)
    const tuids: string[] = []
    for (const user of people) tuids.push((await office.take(office.line_id, user)).tuid)
    const before = office.transactions()
    const leaving = people.flatMap((user_id, index) => {
      const own = { tuid: tuids[index]!, user_id }
      // Pressed twice.
      return [giveUp(office.context, own), giveUp(office.context, own)]
    })
    await Promise.all(leaving)
    expect(await office.waiting(office.line_id)).toEqual([])
    const left = (await office.facts()).filter(({ kind }) => kind === 'ticket:left')
    expect(left).toHaveLength(30)
    expect(left.map(({ detail }) => (detail as { waiting: number }).waiting)).toEqual(
      oneTo(30).map(nth => 30 - nth),
    )
    expect(office.transactions() - before).toBeLessThan(30)
  })
})

describe('the changes of one office and another', () => {
  onPostgres('changes', freshUrl => {
    it('do not wait for an office that another process holds', async () => {
      const database = await openDatabase({ dataDirectory: ':memory:', databaseUrl: await freshUrl() })
      const [held, free] = [await changingOffice(database), await changingOffice(database)]
      const { promise: release, resolve: letGo } = Promise.withResolvers<void>()
      const { promise: isHeld, resolve: holds } = Promise.withResolvers<void>()
      const elsewhere = database.transaction(async transaction => {
        await holdOffice(transaction, held.office_id)
        holds()
        await release
      })
      await isHeld
      const change = (office: typeof free) =>
        changeOffice(free.context, office.office_id, async () => ({ facts: [], jobsOf: () => [] }))
      let isThrough = false
      const late = change(held).then(() => {
        isThrough = true
      })
      await change(free)
      await change(free)
      expect(isThrough).toBe(false)
      letGo()
      await elsewhere
      await late
      await database.close()
    })
  })
})
