import { openGate } from '#server/facts/office-gate.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { TICKET_RECENCY_MS } from '#contract/limits.ts'
import type { Database } from '#server/database/database.ts'
import { systemRandom } from '#server/platform/random.ts'
import { expireTickets } from '#server/queue/turn/expire-tickets.ts'
import { freezeLine } from '#server/queue/desk/freeze-line.ts'
import { giveUp } from '#server/queue/hold/give-up.ts'
import { letOthersPass } from '#server/queue/hold/let-others-pass.ts'
import { sayOnMyWay } from '#server/queue/hold/say-on-my-way.ts'
import { eachDatabase } from '#tests/support/databases.ts'
import { type QueueOffice, queueOffice } from '#tests/support/queue-office.ts'

eachDatabase('a number in the hand', open => {
  let database: Database
  beforeAll(async () => {
    database = await open()
  })

  const own = async (office: QueueOffice, tuid: string | undefined) => {
    const ticket = await office.ticket(tuid ?? '')
    return { tuid: ticket.id, user_id: ticket.user_id ?? '' }
  }

  describe('given up', () => {
    it('[TKT-13] no longer waits, frees the place at once, and says so', async () => {
      const office = await queueOffice(database)
      const line = await office.line()
      const tuids = await office.fill(line, 3)
      const second = await own(office, tuids[1])
      await giveUp(office.context, second)
      expect(await office.waiting(line)).toEqual([1, 3])
      expect(await office.ticket(second.tuid)).toMatchObject({
        state: 'given-up',
        ended_at: office.clock.now(),
      })
      expect(office.told.at(-1)).toMatchObject({
        name: 'ticket:left',
        ticket_id: second.tuid,
        detail: { ticket: 'A002', waiting: 2, why: 'given-up' },
      })
      // Asked again because the answer was lost: so it is already.
      const before = office.told.length
      await giveUp(office.context, second)
      expect(office.told).toHaveLength(before)
      await expect(office.take(line, second.user_id)).resolves.toMatchObject({ repeated: false })
    })

    it('[AUTH-10] another’s ticket is not there, for any verb', async () => {
      const office = await queueOffice(database)
      const [tuid = ''] = await office.fill(await office.line(), 2)
      const stranger = { tuid, user_id: await office.user() }
      const missing = { tuid: systemRandom.uuid(), user_id: stranger.user_id }
      for (const asked of [stranger, missing]) {
        for (const verb of [giveUp, letOthersPass, sayOnMyWay]) {
          const answer = verb(office.context, { ...asked, places: 1 })
          await expect(answer).rejects.toMatchObject({ code: 'not-found', status: 404 })
        }
      }
      expect((await office.ticket(tuid)).state).toBe('waiting')
    })

    it('cannot be what was called; one of both comes first', async () => {
      const office = await queueOffice(database, { gate: openGate })
      const line = await office.line()
      const clerk = await office.clerk()
      for (let round = 0; round < 8; round++) {
        const [tuid] = await office.fill(line, 1)
        const owned = await own(office, tuid)
        const [called, left] = await Promise.allSettled([office.call(clerk), giveUp(office.context, owned)])
        const { state } = await office.ticket(tuid ?? '')
        const codes = [called, left].map(each => (each.status === 'rejected' ? each.reason.code : null))
        expect([
          ['called', null, 'ticket-not-waiting'],
          ['given-up', 'nobody-waiting', null],
        ]).toContainEqual([state, ...codes])
      }
    })
  })

  describe('that lets others pass', () => {
    it('goes behind the next so many; numbers stay, the order changes', async () => {
      const office = await queueOffice(database)
      const line = await office.line()
      const tuids = await office.fill(line, 6)
      const second = await own(office, tuids[1])
      await letOthersPass(office.context, { ...second, places: 2 })
      expect(await office.waiting(line)).toEqual([1, 3, 4, 2, 5, 6])
      expect(office.told.at(-1)).toMatchObject({
        name: 'ticket:passed',
        detail: { ticket: 'A002', places: 2 },
      })
      const clerk = await office.clerk()
      const called: number[] = []
      for (let count = 0; count < 6; count++) {
        called.push(Number((await office.ticket((await office.call(clerk)).tuid)).number))
      }
      expect(called).toEqual([1, 3, 4, 2, 5, 6])
    })

    it('goes last where fewer are behind, and stays before whoever comes after', async () => {
      const office = await queueOffice(database)
      const line = await office.line()
      const tuids = await office.fill(line, 3)
      const [first, second] = [await own(office, tuids[0]), await own(office, tuids[1])]
      await letOthersPass(office.context, { ...first, places: 20 })
      expect(office.told.at(-1)?.detail).toEqual({ ticket: 'A001', places: 2 })
      await letOthersPass(office.context, { ...second, places: 20 })
      await office.fill(line, 2)
      expect(await office.waiting(line)).toEqual([3, 1, 2, 4, 5])
    })

    it('finds a place between any two, however many went there before', async () => {
      const office = await queueOffice(database)
      const line = await office.line()
      const tuids = await office.fill(line, 20)
      for (let index = 0; index < 18; index++) {
        await letOthersPass(office.context, { ...(await own(office, tuids[index])), places: 18 - index })
      }
      // Each went right behind the 19th, before those that went there earlier.
      expect(await office.waiting(line)).toEqual([19, ...Array.from({ length: 18 }, (_, i) => 18 - i), 20])
    })

    it('does so twice at most, and not where nobody is behind', async () => {
      const office = await queueOffice(database)
      const line = await office.line()
      const tuids = await office.fill(line, 4)
      const first = await own(office, tuids[0])
      await letOthersPass(office.context, { ...first, places: 1 })
      await letOthersPass(office.context, { ...first, places: 1 })
      await expect(letOthersPass(office.context, { ...first, places: 1 })).rejects.toMatchObject({
        code: 'pass-limit-reached',
        status: 409,
      })
      const last = { ...(await own(office, tuids[3])), places: 3 }
      await expect(letOthersPass(office.context, last)).rejects.toMatchObject({
        code: 'nobody-behind',
        status: 409,
      })
      expect((await office.ticket(last.tuid)).passes).toBe(0)
      expect(await office.waiting(line)).toEqual([2, 3, 1, 4])
    })

    it('does so once, however often one request is repeated, also at once and after it was called', async () => {
      const office = await queueOffice(database)
      const line = await office.line()
      const tuids = await office.fill(line, 4)
      const first = { ...(await own(office, tuids[0])), places: 1, passes_left: 2 }
      await Promise.all(Array.from({ length: 3 }, () => letOthersPass(office.context, first)))
      expect(await office.waiting(line)).toEqual([2, 1, 3, 4])
      const told = office.told.length
      await letOthersPass(office.context, first)
      expect(office.told).toHaveLength(told)
      await letOthersPass(office.context, { ...first, passes_left: 1 })
      expect(await office.waiting(line)).toEqual([2, 3, 1, 4])
      const clerk = await office.clerk()
      for (let call = 0; call < 3; call++) await office.call(clerk)
      await letOthersPass(office.context, first)
      expect(await office.ticket(first.tuid)).toMatchObject({ state: 'called', passes: 2 })
    })

    it('may not once it was called', async () => {
      const office = await queueOffice(database)
      const [tuid] = await office.fill(await office.line(), 2)
      await office.call(await office.clerk())
      await expect(
        letOthersPass(office.context, { ...(await own(office, tuid)), places: 1 }),
      ).rejects.toMatchObject({ code: 'ticket-not-waiting', status: 409 })
    })
  })

  describe('"Voy"', () => {
    it('is kept while the ticket waits or is called, and refused after', async () => {
      const office = await queueOffice(database)
      const [tuid] = await office.fill(await office.line(), 1)
      const asked = await own(office, tuid)
      await sayOnMyWay(office.context, asked)
      expect((await office.ticket(asked.tuid)).on_my_way).toBe(true)
      await giveUp(office.context, asked)
      await expect(sayOnMyWay(office.context, asked)).rejects.toMatchObject({ code: 'ticket-not-waiting' })
    })
  })

  describe('that nobody came for', () => {
    it('[TKT-05] expires after 6 hours, in every office and line, and not a moment before', async () => {
      const alone = await open()
      const here = await queueOffice(alone)
      const there = await queueOffice(alone)
      const [line, other] = [await here.line(), await here.line()]
      await here.fill(line, 2)
      await here.fill(other, 1)
      await there.fill(await there.line(), 1)
      here.clock.advance(TICKET_RECENCY_MS - 1)
      expect(await expireTickets(here.context)).toBe(0)
      here.clock.advance(1)
      expect(await expireTickets(here.context)).toBe(4)
      expect(await expireTickets(here.context)).toBe(0)
      expect(await here.waiting(line)).toEqual([])
      const left = here.told.filter(fact => fact.name === 'ticket:left')
      expect(left.map(fact => fact.detail.waiting).sort((a, b) => a - b)).toEqual([0, 0, 0, 1])
      expect(new Set(left.map(fact => fact.office_id))).toEqual(new Set([here.office_id, there.office_id]))
    })
  })

  describe('in a line that freezes', () => {
    it('is told once, and the line of another office is not there', async () => {
      const office = await queueOffice(database)
      const elsewhere = await queueOffice(database)
      const { office_id } = office
      const line_id = await office.line()
      for (const frozen of [true, true, false])
        await freezeLine(office.context, { office_id, line_id, frozen })
      expect(office.told.map(fact => fact.detail)).toMatchObject([{ frozen: true }, { frozen: false }])
      await expect(
        freezeLine(office.context, { office_id, line_id: await elsewhere.line(), frozen: true }),
      ).rejects.toMatchObject({ code: 'not-found' })
    })
  })
})
