import { openGate } from '#server/facts/office-gate.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { displayedNumber } from '#contract/rules/ticket-number.ts'
import type { Database } from '#server/database/database.ts'
import { systemRandom } from '#server/platform/random.ts'
import { freezeLine } from '#server/queue/desk/freeze-line.ts'
import { giveUp } from '#server/queue/hold/give-up.ts'
import { eachDatabase } from '#tests/support/databases.ts'
import { queueOffice } from '#tests/support/queue-office.ts'

const RUT = '12.345.678-5'

eachDatabase('numbers taken at once, or asked for again', open => {
  let database: Database
  beforeAll(async () => {
    database = await open()
  })

  describe('many at once', () => {
    it('[TKT-03] 50 requests of one person in one line, all at once, give one ticket', async () => {
      const office = await queueOffice(database, { gate: openGate })
      const line = await office.line()
      const user = await office.user()
      const answers = await Promise.allSettled(Array.from({ length: 50 }, () => office.take(line, user)))
      const refused = answers.flatMap(answer => (answer.status === 'rejected' ? [answer.reason.code] : []))
      expect(refused).toEqual(Array(49).fill('already-has-ticket'))
      expect(await office.waiting(line)).toEqual([1])
      expect((await office.facts()).map(fact => fact.seq)).toEqual([1])
    })

    it('[TKT-04] 200 people at once get 1 to 200, none twice and none left out', async () => {
      const office = await queueOffice(database, { gate: openGate })
      const line = await office.line()
      // An office at work: its sequence is there, so each tries in one statement first.
      await office.fill(await office.line(), 1)
      const taken = await Promise.all((await office.users(200)).map(user => office.take(line, user)))
      const tickets = await Promise.all(taken.map(({ tuid }) => office.ticket(tuid)))
      const oneTo200 = Array.from({ length: 200 }, (_, index) => index + 1)
      expect(tickets.map(ticket => Number(ticket.number)).sort((a, b) => a - b)).toEqual(oneTo200)
      // Each fact was counted while no other changed the line: the n-th number is the n-th that waits.
      const facts = (await office.facts()).slice(1)
      expect(facts.map(fact => fact.seq - 1)).toEqual(oneTo200)
      expect(facts.map(fact => fact.detail)).toEqual(
        oneTo200.map(number => ({ ticket: displayedNumber('A', number), waiting: number })),
      )
      expect(tickets.filter(ticket => !ticket.told_10).map(ticket => ticket.number)).toHaveLength(189)
      expect(tickets.filter(ticket => !ticket.told_5).map(ticket => ticket.number)).toHaveLength(194)
    })

    it('[TKT-03] two people with one rut, all at once, give one ticket', async () => {
      const office = await queueOffice(database, { gate: openGate })
      const line = await office.line()
      const people = await Promise.all(Array.from({ length: 12 }, () => office.user({ rut: RUT })))
      const answers = await Promise.allSettled(people.map(user => office.take(line, user)))
      expect(answers.filter(answer => answer.status === 'fulfilled')).toHaveLength(1)
      expect(await office.waiting(line)).toEqual([1])
    })

    it('holds a limit however many ask at once', async () => {
      const office = await queueOffice(database, { gate: openGate, rut_ticket_limit: 3 })
      const lines = await Promise.all(Array.from({ length: 10 }, () => office.line()))
      const user = await office.user({ rut: RUT })
      const answers = await Promise.allSettled(lines.map(line => office.take(line, user)))
      expect(answers.filter(answer => answer.status === 'fulfilled')).toHaveLength(3)
    })

    it('takes in several lines of an office at once, and loses no fact', async () => {
      const office = await queueOffice(database, { gate: openGate })
      const lines = await Promise.all(Array.from({ length: 5 }, () => office.line()))
      await Promise.all(
        (await office.users(50)).map((user, index) => office.take(lines[index % 5] ?? 0, user)),
      )
      for (const line of lines) expect(await office.waiting(line)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
      expect((await office.facts()).map(fact => fact.seq)).toEqual(
        Array.from({ length: 50 }, (_, i) => i + 1),
      )
    })
  })

  describe('asked again', () => {
    it('[TKT-11] a repeated request gives the first one’s ticket, whatever became of it', async () => {
      const office = await queueOffice(database)
      const line = await office.line()
      const user = await office.user()
      const request_id = systemRandom.uuid()
      const first = await office.take(line, user, { request_id })
      expect(first.repeated).toBe(false)
      expect(await office.take(line, user, { request_id })).toEqual({ tuid: first.tuid, repeated: true })
      await giveUp(office.context, { tuid: first.tuid, user_id: user })
      await freezeLine(office.context, { office_id: office.office_id, line_id: line, frozen: true })
      expect(await office.take(line, user, { request_id })).toEqual({ tuid: first.tuid, repeated: true })
      expect(office.told.filter(fact => fact.name === 'ticket:created')).toHaveLength(1)
    })

    it('[TKT-11] the same request 30 times at once is one ticket, and everyone is given it', async () => {
      const office = await queueOffice(database, { gate: openGate })
      const line = await office.line()
      const user = await office.user()
      const request_id = systemRandom.uuid()
      const answers = await Promise.all(
        Array.from({ length: 30 }, () => office.take(line, user, { request_id })),
      )
      expect(new Set(answers.map(answer => answer.tuid)).size).toBe(1)
      expect(answers.filter(answer => !answer.repeated)).toHaveLength(1)
      expect(await office.waiting(line)).toEqual([1])
    })

    it('[TKT-11] one request sent to two offices at once makes one ticket', async () => {
      const here = await queueOffice(database)
      const there = await queueOffice(database)
      const lines = [await here.line(), await there.line()] as const
      const user = await here.user()
      const request_id = systemRandom.uuid()
      const answers = await Promise.all([
        here.take(lines[0], user, { request_id }),
        there.take(lines[1], user, { request_id }),
      ])
      expect(answers[0].tuid).toBe(answers[1].tuid)
      expect([...(await here.waiting(lines[0])), ...(await there.waiting(lines[1]))]).toEqual([1])
    })

    it('[TKT-11] a request id is its user’s own: another’s like it is another request', async () => {
      const office = await queueOffice(database)
      const line = await office.line()
      const request_id = systemRandom.uuid()
      const one = await office.take(line, await office.user(), { request_id })
      const two = await office.take(line, await office.user(), { request_id })
      expect(two.tuid).not.toBe(one.tuid)
    })

    it('[TKT-11] a ticket taken just before closing time is not taken away by asking again after it', async () => {
      const office = await queueOffice(database, { hours: [{ weekday: 6, from: '09:00', to: '14:00' }] })
      const line = await office.line()
      const user = await office.user()
      const request_id = systemRandom.uuid()
      office.clock.at = new Date('2026-11-21T16:59:59Z')
      const { tuid } = await office.take(line, user, { request_id })
      office.clock.advance(2_000)
      expect(await office.take(line, user, { request_id })).toEqual({ tuid, repeated: true })
      await expect(office.take(line, await office.user())).rejects.toMatchObject({ code: 'office-closed' })
    })
  })
})
