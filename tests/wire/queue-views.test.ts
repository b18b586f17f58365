import { sql } from 'kysely'
import * as v from 'valibot'
import { beforeAll, describe, expect, it } from 'vitest'
import { HISTORY_PAGE_SIZE, TICKET_PASSES_MAX, TICKET_RECENCY_MS } from '#contract/limits.ts'
import { lineState } from '#contract/rest/offices.ts'
import { customerWaiting as waitingSchema, ticket as ticketSchema } from '#contract/rest/tickets.ts'
import type { Database } from '#server/database/database.ts'
import { attentionCheck } from '#server/queue/hold/attention-check.ts'
import { customerWaiting } from '#server/queue/hold/customer-waiting.ts'
import { giveUp } from '#server/queue/hold/give-up.ts'
import { letOthersPass } from '#server/queue/hold/let-others-pass.ts'
import { linePaces } from '#server/queue/lines/line-pace.ts'
import { lineStates } from '#tests/support/line-states.ts'
import { markAbsent } from '#server/queue/desk/mark-absent.ts'
import { markAttended } from '#server/queue/desk/mark-attended.ts'
import { ticketOfOwner } from '#server/queue/hold/ticket-of-owner.ts'
import { ticketsActive } from '#server/queue/hold/tickets-active.ts'
import { ticketsHistory } from '#server/queue/hold/tickets-history.ts'
import { eachDatabase } from '#tests/support/databases.ts'
import { NOON, type QueueOffice, queueOffice } from '#tests/support/queue-office.ts'
import { reservation } from '#tests/support/queue-reservations.ts'
import { rowsReadByKeptPlans } from '#tests/support/rows-read-by-kept-plans.ts'

const MINUTE = 60_000

eachDatabase('what is seen', open => {
  let database: Database
  beforeAll(async () => {
    database = await open()
  })

  const own = async (office: QueueOffice, tuid: string | undefined) => {
    const ticket = await office.ticket(tuid ?? '')
    return { tuid: ticket.id, user_id: ticket.user_id ?? '' }
  }

  describe('by the owner', () => {
    it('is the contract’s ticket: the number as shown, who is ahead, how long, how often others may pass', async () => {
      const office = await queueOffice(database)
      const line = await office.line({ prefix: 'C' })
      const tuids = await office.fill(line, 4)
      const third = await own(office, tuids[2])
      const ticket = await ticketOfOwner(office.context, third)
      expect(v.parse(ticketSchema, ticket)).toEqual(ticket)
      expect(ticket).toMatchObject({
        id: third.tuid,
        tuid: third.tuid,
        ticket: 'C003',
        number: 3,
        line_id: line,
        office: office.slug,
        officeSlug: office.slug,
        officeId: office.office_id,
        category_id: 'notarias',
        time_zone: 'America/Santiago',
        user_id: third.user_id,
        state: 'waiting',
        called: false,
        modulo: null,
        ahead: 2,
        passes_left: TICKET_PASSES_MAX,
        temporaryUser: true,
        seq: 4,
      })
      expect(ticket?.wait?.to).toBeGreaterThan(0)
      await letOthersPass(office.context, { ...third, places: 1 })
      expect(await ticketOfOwner(office.context, third)).toMatchObject({ ahead: 3, passes_left: 1, seq: 5 })
    })

    it('once called, says the desk and counts nobody ahead', async () => {
      const office = await queueOffice(database)
      const [tuid] = await office.fill(await office.line(), 2)
      await office.call(await office.clerk('Caja 4'))
      expect(await ticketOfOwner(office.context, await own(office, tuid))).toMatchObject({
        state: 'called',
        called: true,
        called_at: NOON.toISOString(),
        modulo: 'Caja 4',
        ahead: null,
        wait: null,
        passes_left: 0,
      })
    })

    it('[AUTH-10] is nothing to anybody else', async () => {
      const office = await queueOffice(database)
      const [tuid = ''] = await office.fill(await office.line(), 1)
      const user_id = await office.user()
      expect(await ticketOfOwner(office.context, { tuid, user_id })).toBeNull()
      expect(await ticketsActive(office.context, user_id)).toEqual([])
      expect((await ticketsHistory(office.context, { user_id, page: 1 })).total).toBe(0)
      await expect(customerWaiting(office.context, { id: tuid, user_id })).rejects.toMatchObject({
        status: 404,
      })
      const question = { id: tuid, type: 'ticket' as const, user_id }
      await expect(attentionCheck(office.context, question)).rejects.toMatchObject({ status: 404 })
    })

    it('[TKT-05] is active while it waits, up to 6 hours; called, given up or older it is historic', async () => {
      const office = await queueOffice(database)
      const user = await office.user()
      const lines = [
        await office.line(),
        await office.line(),
        await office.line(),
        await office.line(),
      ] as const
      const called = await office.take(lines[0], user)
      await office.call(await office.clerk())
      const given = await office.take(lines[1], user)
      await giveUp(office.context, { tuid: given.tuid, user_id: user })
      const old = await office.take(lines[2], user)
      office.clock.advance(TICKET_RECENCY_MS - MINUTE)
      const fresh = await office.take(lines[3], user)
      const active = async () => (await ticketsActive(office.context, user)).map(ticket => ticket.tuid)
      const history = async () =>
        (await ticketsHistory(office.context, { user_id: user, page: 1 })).tickets.map(ticket => ticket.tuid)
      expect(await active()).toEqual([fresh.tuid, old.tuid])
      expect(new Set(await history())).toEqual(new Set([called.tuid, given.tuid]))
      office.clock.advance(MINUTE)
      expect(await active()).toEqual([fresh.tuid])
      expect(new Set(await history())).toEqual(new Set([called.tuid, given.tuid, old.tuid]))
      // Before the sweep has said so: the view does not promise a turn that will not come.
      expect(await ticketOfOwner(office.context, { tuid: old.tuid, user_id: user })).toMatchObject({
        state: 'expired',
        ahead: null,
        wait: null,
      })
    })

    it('[TKT-06] history comes in pages of 10, newest first, none twice', async () => {
      const office = await queueOffice(database)
      const line = await office.line()
      const user_id = await office.user()
      const tuids: string[] = []
      for (let count = 0; count < 23; count++) {
        const { tuid } = await office.take(line, user_id)
        await giveUp(office.context, { tuid, user_id })
        tuids.unshift(tuid)
        office.clock.advance(1_000)
      }
      const pages = await Promise.all(
        [1, 2, 3, 4].map(page => ticketsHistory(office.context, { user_id, page })),
      )
      expect(pages.map(page => page.tickets.length)).toEqual([HISTORY_PAGE_SIZE, HISTORY_PAGE_SIZE, 3, 0])
      expect(pages.flatMap(page => page.tickets.map(ticket => ticket.tuid))).toEqual(tuids)
      for (const { pages: count, total } of pages) expect([count, total]).toEqual([3, 23])
    })
  })

  describe('in the waiting room', () => {
    it('[WAIT-01] are the people ahead and waiting, the minutes, and the number called last', async () => {
      const office = await queueOffice(database)
      const tuids = await office.fill(await office.line(), 5)
      await office.call(await office.clerk())
      const { tuid: id, user_id } = await own(office, tuids[3])
      const answer = await customerWaiting(office.context, { id, user_id })
      expect(v.parse(waitingSchema, answer)).toEqual(answer)
      expect(answer).toMatchObject({
        state: 'waiting',
        ahead: 2,
        waiting: 4,
        call: 'A001',
        at: NOON.toISOString(),
      })
    })

    it('[WAIT-01] by a time, counts those of its day who are due before, by the rows of that day', async () => {
      // Summer time ends on this Saturday: the day has 25 hours.
      const office = await queueOffice(database, { time_zone: 'America/Santiago' })
      office.clock.at = new Date('2026-04-04T02:00:00Z')
      const line = await office.line()
      const user_id = await office.user()
      const evening = await reservation(office, line, { inMinutes: 25 * 60 + 50, user_id })
      await reservation(office, line, { inMinutes: 65 })
      await reservation(office, line, { inMinutes: 30 })
      const waiting = (context = office.context) => customerWaiting(context, { id: evening.id, user_id })
      expect(await waiting()).toMatchObject({ tuid: null, state: 'waiting', ahead: 1 })
      // One every hour for months before, who are promised still.
      await sql`
        insert into reservations
          (id, office_id, line_id, user_id, request_id, state, block_from, block_to, slot, slots, inserted_at)
        select gen_random_uuid(), ${office.office_id}::integer, ${line}::integer, ${user_id}::uuid, gen_random_uuid(),
               'confirmed', block_from, block_from + interval '15 minutes', 999999, 999999, ${office.clock.now()}::timestamptz
        from generate_series(24, 2000) as hour
        cross join lateral (select ${office.clock.now()}::timestamptz - hour * interval '1 hour' as block_from) block`.execute(
        database.db,
      )
      await sql`analyze reservations`.execute(database.db)
      const read = await rowsReadByKeptPlans(database, 'reservations', async here => {
        expect(await waiting({ ...office.context, database: here })).toMatchObject({ ahead: 1 })
      })
      expect(read).toBeLessThan(40)
    })

    it('[WAIT-02] is whether one is being attended', async () => {
      const office = await queueOffice(database)
      const [first, second] = await office.fill(await office.line(), 2)
      const clerk = await office.clerk('5')
      const check = async (tuid: string | undefined) => {
        const { tuid: id, user_id } = await own(office, tuid)
        return attentionCheck(office.context, { id, type: 'ticket', user_id })
      }
      expect(await check(first)).toMatchObject({ attending: false, attended: false, modulo: null })
      await office.call(clerk)
      expect(await check(first)).toEqual({
        id: first,
        type: 'ticket',
        attending: true,
        attended: false,
        modulo: '5',
      })
      await markAttended(office.context, clerk)
      expect(await check(first)).toMatchObject({ attending: false, attended: true, modulo: '5' })
      await office.call(clerk)
      await markAbsent(office.context, clerk)
      expect(await check(second)).toMatchObject({ attending: false, attended: false })
      const { user_id } = await own(office, second)
      await expect(
        attentionCheck(office.context, { id: second ?? '', type: 'reserve', user_id }),
      ).rejects.toMatchObject({ status: 404 })
    })
  })

  describe('on the wall', () => {
    it('[OFF-08] each line: who waits, in the order of their calls, how long, and who was called last', async () => {
      const office = await queueOffice(database)
      const quiet = await office.line({ prefix: 'Q', fallback_minutes: 7 })
      const busy = await office.line({ prefix: 'B', priority: 5 })
      const tuids = await office.fill(busy, 5)
      await letOthersPass(office.context, { ...(await own(office, tuids[1])), places: 2 })
      await office.call(await office.clerk())
      const states = await lineStates(office.context, office.office_id)
      expect(states.map(state => v.parse(lineState, state))).toEqual(states)
      expect(states.map(state => state.line_id)).toEqual([busy, quiet])
      expect(states[0]).toMatchObject({
        waiting: 4,
        call: 'B001',
        queue: { raw_tickets: ['B003', 'B004', 'B002', 'B005'] },
        frozen: false,
      })
      expect(states[1]).toMatchObject({ waiting: 0, call: null, queue: { raw_tickets: [] } })
      // At once, or when the only desk is free again.
      expect(states[1]?.wait?.from).toBeLessThan(3)
    })

    it('[OFF-08] the number called last is today’s, by the office’s own day', async () => {
      const office = await queueOffice(database)
      const line = await office.line()
      await office.fill(line, 1)
      await office.call(await office.clerk())
      const call = async () => (await lineStates(office.context, office.office_id))[0]?.call
      office.clock.at = new Date('2026-11-22T02:59:59Z')
      expect(await call()).toBe('A001')
      office.clock.at = new Date('2026-11-22T03:00:00Z')
      expect(await call()).toBeNull()
    })
  })

  describe('of a line’s pace', () => {
    it('are calls counted from when they could have been made, so that a quiet hour is not a slow desk', async () => {
      const office = await queueOffice(database)
      const line = await office.line({ fallback_minutes: 9 })
      const clerk = await office.clerk()
      // Three at once, called every two minutes; then nobody for half an hour; then one who waits a minute.
      await office.fill(line, 3)
      for (let count = 0; count < 3; count++) {
        office.clock.advance(2 * MINUTE)
        await office.call(clerk)
      }
      office.clock.advance(30 * MINUTE)
      await office.fill(line, 1)
      office.clock.advance(MINUTE)
      await office.call(clerk)
      const pace = async () => (await linePaces(database.db, [line], office.clock.now())).get(line)
      expect(await pace()).toMatchObject({
        lately: { calls: 3, minutes: 2 + 2 + 1 },
        usually: { calls: 0, minutes: 0 },
        idleMinutes: 0,
        openModulos: 1,
        fallbackMinutes: 9,
      })
      // Somebody comes, and nobody calls them.
      await office.fill(line, 1)
      office.clock.advance(5 * MINUTE)
      expect((await pace())?.idleMinutes).toBe(5)
      // Tomorrow at this hour it is what is usual.
      office.clock.advance(24 * 60 * MINUTE - 36 * MINUTE)
      expect(await pace()).toMatchObject({
        lately: { calls: 0, minutes: 0 },
        usually: { calls: 2, minutes: 4 },
      })
    })
  })
})
