import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { TICKET_RECENCY_MS } from '#contract/limits.ts'
import type { Database } from '#server/database/database.ts'
import { expireTickets } from '#server/queue/turn/expire-tickets.ts'
import { giveUp } from '#server/queue/hold/give-up.ts'
import { issuePaperNumber } from '#server/queue/take/issue-paper-number.ts'
import { letOthersPass } from '#server/queue/hold/let-others-pass.ts'
import { toldThresholds } from '#server/queue/turn/told-thresholds.ts'
import { eachDatabase } from '#tests/support/databases.ts'
import { fillLog } from '#tests/support/fill-log.ts'
import { type QueueOffice, queueOffice } from '#tests/support/queue-office.ts'
import { rowsReadByKeptPlans } from '#tests/support/rows-read-by-kept-plans.ts'

eachDatabase('almost there', open => {
  let database: Database
  beforeAll(async () => {
    database = await open()
  })

  /** Which thresholds this ticket was told, in order. */
  const toldTo = (office: QueueOffice, tuid: string | undefined) =>
    office.told.flatMap(fact =>
      fact.name === 'ticket:almost_there' && fact.ticket_id === tuid ? [fact.detail.ahead] : [],
    )

  const own = async (office: QueueOffice, tuid: string) => ({
    tuid,
    user_id: (await office.ticket(tuid)).user_id ?? '',
  })

  it('[CALL-03] with calls alone each is told at 10 and at 5, once, and whoever took a number later at neither', async () => {
    const office = await queueOffice(database)
    const tuids = await office.fill(await office.line(), 14)
    const clerk = await office.clerk()
    const history = new Map<string, number[]>()
    for (let called = 1; called <= 14; called++) {
      await office.call(clerk)
      for (const tuid of tuids) history.set(tuid, toldTo(office, tuid))
    }
    // The n-th had n - 1 ahead: from the 12th on it was more than 10, from the 7th on more than 5.
    expect(tuids.map(tuid => history.get(tuid))).toEqual(
      tuids.map((_, index) => (index > 10 ? [10, 5] : index > 5 ? [5] : [])),
    )
    const [, , , , , , , , , , , twelfth = ''] = tuids
    expect((await office.jobs(twelfth)).map(job => [job.kind, job.key])).toEqual([
      ['push-almost-there', `${twelfth}:10`],
      ['push-almost-there', `${twelfth}:5`],
      ['push-call', `${twelfth}:1`],
      // The next call says that they were attended.
      ['ask-poll', twelfth],
    ])
  })

  it('[CALL-03] is told in the moment in which exactly so many are ahead', async () => {
    const office = await queueOffice(database)
    const tuids = await office.fill(await office.line(), 13)
    const clerk = await office.clerk()
    const last = tuids[12]
    await office.call(clerk)
    expect(toldTo(office, last)).toEqual([])
    await office.call(clerk)
    expect(toldTo(office, last)).toEqual([10])
    for (let count = 0; count < 4; count++) await office.call(clerk)
    expect(toldTo(office, last)).toEqual([10])
    await office.call(clerk)
    expect(toldTo(office, last)).toEqual([10, 5])
  })

  it('[CALL-03] when others give up, too', async () => {
    const office = await queueOffice(database)
    const tuids = await office.fill(await office.line(), 12)
    await giveUp(office.context, await own(office, tuids[3] ?? ''))
    expect(toldTo(office, tuids[11])).toEqual([10])
    // The fact of who left stands before those that it led to.
    expect(office.told.slice(-3).map(fact => fact.name)).toEqual([
      'ticket:left',
      'ticket:almost_there',
      'ticket:almost_there',
    ])
    await giveUp(office.context, await own(office, tuids[11] ?? ''))
    expect(office.told.at(-1)?.name).toBe('ticket:left')
  })

  it('[CALL-03] when someone lets others pass: those who moved up are told, and nobody twice', async () => {
    const office = await queueOffice(database)
    const line = await office.line()
    const tuids = await office.fill(line, 12)
    const first = await own(office, tuids[0] ?? '')
    await letOthersPass(office.context, { ...first, places: 11 })
    expect(toldTo(office, tuids[11])).toEqual([10])
    expect(toldTo(office, tuids[6])).toEqual([5])
    // Back at the end: it was never told, and is when its turn comes near.
    const clerk = await office.clerk()
    expect(toldTo(office, first.tuid)).toEqual([])
    for (let count = 0; count < 12; count++) await office.call(clerk)
    expect(toldTo(office, first.tuid)).toEqual([10, 5])
    expect(toldTo(office, tuids[11])).toEqual([10, 5])
  })

  it('[CALL-03] one who was told and then lets others pass is not told the same again', async () => {
    const office = await queueOffice(database)
    const tuids = await office.fill(await office.line(), 20)
    const clerk = await office.clerk()
    const twelfth = await own(office, tuids[11] ?? '')
    for (let count = 0; count < 6; count++) await office.call(clerk)
    expect(toldTo(office, twelfth.tuid)).toEqual([10, 5])
    await letOthersPass(office.context, { ...twelfth, places: 8 })
    for (let count = 0; count < 12; count++) await office.call(clerk)
    expect(toldTo(office, twelfth.tuid)).toEqual([10, 5])
  })

  it('[CALL-03] when many leave at once the threshold jumped over is told all the same, of two the nearer', async () => {
    const office = await queueOffice(database)
    const line = await office.line()
    await office.fill(line, 9)
    office.clock.advance(TICKET_RECENCY_MS - 60_000)
    const fresh = await office.fill(line, 5)
    office.clock.advance(60_000)
    await expireTickets(office.context)
    // 9, 10, 11, 12 and 13 were ahead of them; now it is 0 to 4.
    expect(fresh.map(tuid => toldTo(office, tuid))).toEqual([[5], [5], [5], [5], [5]])
    // Those of other offices of this database went home as long ago.
    const left = office.told.filter(
      ({ name, office_id }) => name === 'ticket:left' && office_id === office.office_id,
    )
    expect(left.map(fact => fact.detail)).toEqual(
      Array.from({ length: 9 }, (_, index) => ({
        ticket: `A00${index + 1}`,
        waiting: 13 - index,
        why: 'expired',
      })),
    )
  })

  it('what one was told is found without a look at what the office told others', async () => {
    const office = await queueOffice(database)
    const line = await office.line()
    const tuids = await office.fill(line, 12)
    await office.call(await office.clerk())
    await fillLog(database.db, office.office_id, line)
    const [told = '', never = ''] = [tuids[11], tuids[0]]
    const thresholds = async (tuid: string) => {
      const { rows } = await sql<{ thresholds: number[] }>`
        select told.thresholds from ${toldThresholds(sql`${tuid}::uuid`)} told`.execute(database.db)
      return rows[0]?.thresholds
    }
    expect([await thresholds(told), await thresholds(never)]).toEqual([[10], []])
    const read = await rowsReadByKeptPlans(database, 'facts', async ({ db }) => {
      await sql`select told.thresholds from ${toldThresholds(sql`${told}::uuid`)} told`.execute(db)
    })
    expect(read).toBeLessThan(10)
  })

  it('says nothing to a paper number, which counts all the same', async () => {
    const office = await queueOffice(database)
    const line_id = await office.line()
    for (let count = 0; count < 11; count++) {
      await issuePaperNumber(office.context, { office_id: office.office_id, line_id })
    }
    const [phone] = await office.fill(line_id, 1)
    await office.call(await office.clerk())
    expect(office.told.filter(fact => fact.name === 'ticket:almost_there')).toMatchObject([
      { ticket_id: phone, detail: { ahead: 10 } },
    ])
  })
})
