import { openGate } from '#server/facts/office-gate.ts'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { TICKET_RECENCY_MS } from '#contract/limits.ts'
import type { Database } from '#server/database/database.ts'
import { callAgain } from '#server/queue/call/call-again.ts'
import { closeModulo } from '#server/queue/desk/close-modulo.ts'
import { giveUp } from '#server/queue/hold/give-up.ts'
import { issuePaperNumber } from '#server/queue/take/issue-paper-number.ts'
import { markAbsent } from '#server/queue/desk/mark-absent.ts'
import { markAttended } from '#server/queue/desk/mark-attended.ts'
import { openModulo } from '#server/queue/desk/open-modulo.ts'
import { sayOnMyWay } from '#server/queue/hold/say-on-my-way.ts'
import { eachDatabase } from '#tests/support/databases.ts'
import { queueOffice } from '#tests/support/queue-office.ts'

eachDatabase('calling', open => {
  let database: Database
  beforeAll(async () => {
    database = await open()
  })

  describe('the next', () => {
    it('[CALL-01] is the first in the line; the fact and the push job are written with it', async () => {
      const office = await queueOffice(database)
      const line = await office.line()
      const [first = ''] = await office.fill(line, 3)
      const clerk = await office.clerk('7')
      expect(await office.call(clerk)).toEqual({ tuid: first })
      const ticket = await office.ticket(first)
      expect(ticket).toMatchObject({
        state: 'called',
        calls: 1,
        modulo_id: clerk.modulo_id,
        clerk_id: clerk.clerk_id,
      })
      expect(ticket.called_at).toEqual(office.clock.now())
      const fact = office.told.at(-1)
      expect(fact).toMatchObject({
        name: 'call:created',
        seq: 4,
        ticket_id: first,
        user_id: ticket.user_id,
        detail: { ticket: 'A001', modulo: '7', waiting: 2, calls: 1 },
      })
      expect(await office.jobs(first)).toMatchObject([
        {
          kind: 'push-call',
          key: `${first}:1`,
          payload: { ticket_id: first, seq: 4, calls: 1 },
          attempts: 0,
        },
      ])
    })

    it('did not happen where its push cannot be asked for: one is not committed without the other', async () => {
      const office = await queueOffice(database)
      const [first = ''] = await office.fill(await office.line(), 1)
      const clerk = await office.clerk()
      const failsWithoutJobs = async (call: () => Promise<unknown>) => {
        const told = office.told.length
        await sql`alter table jobs rename to jobs_away`.execute(database.db)
        try {
          await expect(call()).rejects.toThrow()
        } finally {
          await sql`alter table jobs_away rename to jobs`.execute(database.db)
        }
        expect(office.told).toHaveLength(told)
      }
      await failsWithoutJobs(() => office.call(clerk))
      expect(await office.ticket(first)).toMatchObject({ state: 'waiting', calls: 0 })
      expect(await office.call(clerk)).toEqual({ tuid: first })
      await failsWithoutJobs(() => callAgain(office.context, clerk))
      expect(await office.ticket(first)).toMatchObject({ state: 'called', calls: 1 })
    })

    it('never is one ticket for two: 8 modulos call 40 people at once', async () => {
      const office = await queueOffice(database, { gate: openGate })
      const [one, two] = [await office.line(), await office.line({ prefix: 'B' })]
      const people = [...(await office.fill(one, 20)), ...(await office.fill(two, 20))]
      const clerks = await Promise.all(Array.from({ length: 8 }, () => office.clerk()))
      const called = await Promise.all(
        clerks.map(async clerk => {
          const own: string[] = []
          for (let count = 0; count < 5; count++) own.push((await office.call(clerk)).tuid)
          return own
        }),
      )
      expect(called.flat().sort()).toEqual([...people].sort())
      const seqs = (await office.facts()).map(fact => fact.seq)
      expect(seqs).toEqual(seqs.map((_, index) => index + 1))
    })

    it('comes from the line of the highest priority; among equals from the one whose first waits longest', async () => {
      const office = await queueOffice(database)
      const late = await office.line({ prefix: 'L' })
      const early = await office.line({ prefix: 'E' })
      const urgent = await office.line({ prefix: 'U', priority: 10 })
      const order: string[] = []
      for (const line of [early, late, early, late, urgent]) {
        order.push(...(await office.fill(line, 1)))
        office.clock.advance(60_000)
      }
      const clerk = await office.clerk()
      const called: (string | undefined)[] = []
      for (let count = 0; count < 5; count++) called.push((await office.call(clerk)).tuid)
      expect(called).toEqual([order[4], order[0], order[1], order[2], order[3]])
    })

    it('comes only from the lines that the clerk chose, and never from another office', async () => {
      const office = await queueOffice(database)
      const elsewhere = await queueOffice(database)
      const [one, two] = [await office.line(), await office.line()]
      const foreign = await elsewhere.line()
      await office.fill(one, 1)
      const [second] = await office.fill(two, 1)
      await elsewhere.fill(foreign, 1)
      const clerk = await office.clerk()
      expect(await office.call(clerk, [two, foreign])).toEqual({ tuid: second })
      await expect(office.call(clerk, [two, foreign])).rejects.toMatchObject({
        code: 'nobody-waiting',
        status: 409,
      })
    })

    it('marks attended whoever still stood there, as the clerk says; with nobody waiting it changes nothing', async () => {
      const office = await queueOffice(database)
      const [first = '', second = ''] = await office.fill(await office.line(), 2)
      const clerk = await office.clerk()
      await office.call(clerk)
      office.clock.advance(60_000)
      await office.call(clerk)
      expect(await office.ticket(first)).toMatchObject({ state: 'attended', ended_at: office.clock.now() })
      expect(office.told.slice(-2).map(fact => fact.name)).toEqual(['ticket:attended', 'call:created'])
      const before = office.told.length
      await expect(office.call(clerk)).rejects.toMatchObject({ code: 'nobody-waiting' })
      expect((await office.ticket(second)).state).toBe('called')
      expect(office.told).toHaveLength(before)
    })

    it('is not whoever waited over 6 hours', async () => {
      const office = await queueOffice(database)
      const line = await office.line()
      await office.fill(line, 1)
      office.clock.advance(TICKET_RECENCY_MS)
      const [fresh] = await office.fill(line, 1)
      expect(await office.call(await office.clerk())).toEqual({ tuid: fresh })
    })

    it('may be a paper number: the wall shows it, and nobody is sent a push', async () => {
      const office = await queueOffice(database)
      const line_id = await office.line({ type: 'kiosk' })
      const paper = await issuePaperNumber(office.context, { office_id: office.office_id, line_id })
      await office.call(await office.clerk())
      expect(office.told.at(-1)).toMatchObject({
        name: 'call:created',
        ticket_id: paper.tuid,
        user_id: null,
        detail: { ticket: 'A001' },
      })
      expect(await office.jobs(paper.tuid)).toEqual([])
    })

    it('needs an open modulo of this very office', async () => {
      const office = await queueOffice(database)
      const elsewhere = await queueOffice(database)
      await office.fill(await office.line(), 1)
      const { clerk_id } = await elsewhere.clerk()
      await expect(office.call({ office_id: office.office_id, clerk_id })).rejects.toMatchObject({
        code: 'no-modulo',
        status: 409,
      })
    })

    it('is called even while it says "Voy" in that very moment', async () => {
      const office = await queueOffice(database, { gate: openGate })
      const line = await office.line()
      const clerk = await office.clerk()
      for (let round = 0; round < 10; round++) {
        const user_id = await office.user()
        const { tuid } = await office.take(line, user_id)
        const [called] = await Promise.all([
          office.call(clerk),
          sayOnMyWay(office.context, { tuid, user_id }),
        ])
        expect(called.tuid).toBe(tuid)
        expect((await office.ticket(tuid)).on_my_way).toBe(true)
      }
    })
  })

  describe('after the call', () => {
    it('the same one is called again, each time a fact and a push of its own', async () => {
      const office = await queueOffice(database)
      const [first = ''] = await office.fill(await office.line(), 2)
      const clerk = await office.clerk('2')
      await office.call(clerk)
      await callAgain(office.context, clerk)
      await callAgain(office.context, clerk)
      expect(office.told.slice(-3).map(fact => fact.detail)).toEqual(
        [1, 2, 3].map(calls => ({
          ticket: 'A001',
          modulo: '2',
          waiting: 1,
          wait: { from: 3, to: 20, desks: 1 },
          calls,
        })),
      )
      expect((await office.jobs(first)).map(job => job.key)).toEqual(
        [1, 2, 3].map(calls => `${first}:${calls}`),
      )
    })

    it('[CALL-04] absent is skipped, and may be called again until the next is called', async () => {
      const office = await queueOffice(database)
      const [first = '', second = ''] = await office.fill(await office.line(), 2)
      const clerk = await office.clerk()
      await office.call(clerk)
      await markAbsent(office.context, clerk)
      expect((await office.ticket(first)).state).toBe('skipped')
      expect(office.told.at(-1)).toMatchObject({
        name: 'ticket:skipped',
        ticket_id: first,
        detail: { ticket: 'A001' },
      })
      expect((await office.jobs(first)).map(job => job.kind)).toEqual(['push-call', 'push-skipped'])
      await callAgain(office.context, clerk)
      expect(await office.ticket(first)).toMatchObject({ state: 'called', calls: 2, ended_at: null })
      await markAbsent(office.context, clerk)
      await office.call(clerk)
      await callAgain(office.context, clerk)
      expect(await office.ticket(second)).toMatchObject({ state: 'called', calls: 2 })
      expect((await office.ticket(first)).state).toBe('skipped')
    })

    it('attended ends it, once; what is over cannot be ended or called again', async () => {
      const office = await queueOffice(database)
      const [first = ''] = await office.fill(await office.line(), 1)
      const clerk = await office.clerk()
      await expect(markAttended(office.context, clerk)).rejects.toMatchObject({ code: 'nobody-called' })
      await office.call(clerk)
      await markAttended(office.context, clerk)
      expect((await office.ticket(first)).state).toBe('attended')
      expect(office.told.at(-1)).toMatchObject({ name: 'ticket:attended', ticket_id: first })
      for (const verb of [markAttended, markAbsent, callAgain]) {
        await expect(verb(office.context, clerk)).rejects.toMatchObject({
          code: 'nobody-called',
          status: 409,
        })
      }
    })
  })

  describe('modulos', () => {
    it('one clerk sits at one, and one is one clerk’s', async () => {
      const office = await queueOffice(database)
      const ana = await office.clerk()
      const { office_id } = office
      const luis = await office.clerk()
      await expect(openModulo(office.context, { ...luis, modulo_id: ana.modulo_id })).rejects.toMatchObject({
        code: 'modulo-taken',
        status: 409,
      })
      await closeModulo(office.context, ana)
      await openModulo(office.context, { ...luis, modulo_id: ana.modulo_id })
      const open = await database.db
        .selectFrom('modulos')
        .select(['id', 'clerk_id'])
        .where('office_id', '=', office_id)
        .where('clerk_id', 'is not', null)
        .execute()
      expect(open).toEqual([{ id: ana.modulo_id, clerk_id: luis.clerk_id }])
    })

    it('attend one at a time: the database itself refuses a second, by whatever program', async () => {
      const office = await queueOffice(database)
      const [, second = ''] = await office.fill(await office.line(), 2)
      const clerk = await office.clerk()
      await office.call(clerk)
      const { clerk_id, modulo_id } = clerk
      const beside = database.db
        .updateTable('tickets')
        .set({ state: 'called', called_at: office.clock.now(), calls: 1, modulo_id, clerk_id })
        .where('id', '=', second)
      await expect(beside.execute()).rejects.toThrow('tickets_one_at_modulo')
    })

    it('two clerks who sit down at one at once: one gets it', async () => {
      const office = await queueOffice(database, { gate: openGate })
      const clerks = await Promise.all(Array.from({ length: 4 }, () => office.clerk()))
      for (const clerk of clerks) await closeModulo(office.context, clerk)
      const modulo_id = clerks[0]?.modulo_id ?? 0
      const answers = await Promise.allSettled(
        clerks.map(clerk => openModulo(office.context, { ...clerk, modulo_id })),
      )
      expect(answers.filter(answer => answer.status === 'fulfilled')).toHaveLength(1)
      const codes = answers.flatMap(answer => (answer.status === 'rejected' ? [answer.reason.code] : []))
      expect(codes).toEqual(Array(3).fill('modulo-taken'))
    })

    it('leaving one, even for another office, ends the attention there', async () => {
      const here = await queueOffice(database)
      const there = await queueOffice(database)
      const [first = ''] = await here.fill(await here.line(), 1)
      const clerk = await here.clerk()
      const { modulo_id } = await there.clerk()
      await database.db
        .updateTable('modulos')
        .set({ clerk_id: null, opened_at: null })
        .where('id', '=', modulo_id)
        .execute()
      await here.call(clerk)
      const wish = { office_id: there.office_id, clerk_id: clerk.clerk_id, modulo_id }
      await expect(openModulo(there.context, wish)).rejects.toMatchObject({ code: 'arrival-unsaid' })
      await openModulo(there.context, { ...wish, here: here.here(clerk) })
      expect((await here.ticket(first)).state).toBe('attended')
      expect(there.told.at(-1)).toMatchObject({ name: 'ticket:attended', office_id: here.office_id })
    })

    it('of another office or out of use there is none', async () => {
      const office = await queueOffice(database)
      const elsewhere = await queueOffice(database)
      const clerk = await office.clerk()
      const { modulo_id } = await elsewhere.clerk()
      await expect(openModulo(office.context, { ...clerk, modulo_id })).rejects.toMatchObject({ status: 404 })
      const mine = { ...clerk, modulo_id: clerk.modulo_id }
      await closeModulo(office.context, clerk)
      await database.db
        .updateTable('modulos')
        .set({ active: false })
        .where('id', '=', mine.modulo_id)
        .execute()
      await expect(openModulo(office.context, mine)).rejects.toMatchObject({ status: 404 })
    })
  })

  it('[TKT-13] one who gave up is not called', async () => {
    const office = await queueOffice(database)
    const line = await office.line()
    const user_id = await office.user()
    const { tuid } = await office.take(line, user_id)
    const [second] = await office.fill(line, 1)
    await giveUp(office.context, { tuid, user_id })
    expect(await office.call(await office.clerk())).toEqual({ tuid: second })
  })
})
