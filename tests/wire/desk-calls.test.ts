import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { CALL_TAKE_BACK_MS } from '#contract/limits.ts'
import type { Database } from '#server/database/database.ts'
import { openGate } from '#server/facts/office-gate.ts'
import { callAgain } from '#server/queue/call/call-again.ts'
import { callNext } from '#server/queue/call/call-next.ts'
import { callParked } from '#server/queue/call/call-parked.ts'
import { callTicket } from '#server/queue/call/call-ticket.ts'
import { takeBackCall } from '#server/queue/call/take-back-call.ts'
import { whyBefore } from '#server/queue/call/why-before.ts'
import { bringBack } from '#server/queue/desk/bring-back.ts'
import { closeModulo } from '#server/queue/desk/close-modulo.ts'
import { deskList } from '#server/queue/desk/desk-list.ts'
import { deskState } from '#server/queue/call/desk-state.ts'
import { markAbsent } from '#server/queue/desk/mark-absent.ts'
import { markAttended } from '#server/queue/desk/mark-attended.ts'
import { parkTicket } from '#server/queue/desk/park-ticket.ts'
import { sayArrived } from '#server/queue/desk/say-arrived.ts'
import { transferTicket } from '#server/queue/desk/transfer-ticket.ts'
import { giveUp } from '#server/queue/hold/give-up.ts'
import { letOthersPass } from '#server/queue/hold/let-others-pass.ts'
import { lineStates } from '#tests/support/line-states.ts'
import { linePaces } from '#server/queue/lines/line-pace.ts'
import { ticketOfOwner } from '#server/queue/hold/ticket-of-owner.ts'
import { ticketsActive } from '#server/queue/hold/tickets-active.ts'
import { ticketsHistory } from '#server/queue/hold/tickets-history.ts'
import { issuePaperNumber } from '#server/queue/take/issue-paper-number.ts'
import { eachDatabase } from '#tests/support/databases.ts'
import { queueOffice } from '#tests/support/queue-office.ts'
import { reservation } from '#tests/support/queue-reservations.ts'
import { replay } from '#tests/support/replayed-office.ts'

const MINUTE_MS = 60_000

eachDatabase('the clerk’s word', open => {
  let database: Database
  beforeAll(async () => {
    database = await open()
  })

  async function opened(people = 3, gate = {}) {
    const office = await queueOffice(database, gate)
    const line = await office.line()
    const tuids = await office.fill(line, people)
    const clerk = await office.clerk('4')
    const acts = async () =>
      await database.db
        .selectFrom('desk_acts')
        .select(['act', 'ticket_id', 'reason', 'clerk_id', 'at'])
        .where('office_id', '=', office.office_id)
        .where('act', 'not in', ['modulo-opened', 'modulo-taken-over'])
        .orderBy('id')
        .execute()
    const deskNow = async () => (await deskState(office.context, clerk)).current
    return { ...office, line, tuids, clerk, acts, deskNow, sitDown: office.clerk, newLine: office.line }
  }

  describe('whether somebody came', () => {
    it('[DESK-06] without it nobody is called, no modulo is left, and nothing changes', async () => {
      const office = await opened()
      const { clerk, context } = office
      const [first = ''] = office.tuids
      await office.call(clerk)
      const told = office.told.length
      const unsaid = { code: 'arrival-unsaid', status: 409 }
      await expect(callNext(context, { ...clerk, line_ids: [] })).rejects.toMatchObject(unsaid)
      await expect(closeModulo(context, clerk)).rejects.toMatchObject(unsaid)
      const [, , third = ''] = office.tuids
      const wish = { ...clerk, tuid: third, reason: 'un papel' }
      await expect(callTicket(context, wish)).rejects.toMatchObject(unsaid)
      expect(office.told).toHaveLength(told)
      expect(await office.ticket(first)).toMatchObject({ state: 'called', arrived_at: null })
      expect((await deskState(context, clerk)).modulo?.id).toBe(clerk.modulo_id)
      // Nor where nobody waits.
      await expect(
        callNext(context, { ...clerk, line_ids: [1_000_000], here: office.here(clerk) }),
      ).rejects.toMatchObject({ code: 'nobody-waiting' })
      expect(await office.ticket(first)).toMatchObject({ state: 'called', arrived_at: null })
    })

    it('[DESK-06] who did not come is missed by the very press that calls the next, and hears so', async () => {
      const office = await opened()
      const { clerk, context } = office
      const [first = '', second = ''] = office.tuids
      await office.call(clerk)
      office.clock.advance(MINUTE_MS)
      await callNext(context, { ...clerk, line_ids: [], here: { tuid: first, arrived: false } })
      expect(await office.ticket(first)).toMatchObject({
        state: 'skipped',
        arrived_at: null,
        ended_at: office.clock.now(),
      })
      expect(await office.ticket(second)).toMatchObject({ state: 'called' })
      expect((await office.jobs(first)).map(job => job.kind)).toEqual(['push-call', 'push-skipped'])
      expect((await office.acts()).map(({ act }) => act)).toEqual(['called', 'absent', 'called'])
      expect(replay(office.told).states.get(first)).toBe('skipped')
    })

    it('[DESK-06] «Sí, atiendo» is kept with its moment, once, and then needs no second word', async () => {
      const office = await opened()
      const { clerk, context } = office
      const [first = '', second = ''] = office.tuids
      await office.call(clerk)
      office.clock.advance(20_000)
      const came = office.clock.now()
      await sayArrived(context, { ...clerk, tuid: first })
      office.clock.advance(MINUTE_MS)
      await sayArrived(context, { ...clerk, tuid: first })
      expect(await office.ticket(first)).toMatchObject({ state: 'called', arrived_at: came })
      expect(await office.deskNow()).toMatchObject({ arrived_at: came.toISOString(), take_back_ms: null })
      await callNext(context, { ...clerk, line_ids: [] })
      expect(await office.ticket(first)).toMatchObject({ state: 'attended', arrived_at: came })
      expect((await office.acts()).map(({ act }) => act)).toEqual(['called', 'arrived', 'attended', 'called'])
      // What was meant for the first says nothing of the second.
      await expect(sayArrived(context, { ...clerk, tuid: first })).rejects.toMatchObject({
        code: 'desk-moved',
      })
      expect((await office.ticket(second)).arrived_at).toBeNull()
      await markAttended(context, clerk)
      expect((await office.ticket(second)).arrived_at).toEqual(office.clock.now())
    })

    it('[DESK-06] a word that comes twice is not taken for one about the next', async () => {
      const office = await opened()
      const { clerk, context } = office
      const [first = '', second = '', third = ''] = office.tuids
      await office.call(clerk)
      const press = { ...clerk, line_ids: [], here: { tuid: first, arrived: true } }
      await callNext(context, press)
      await expect(callNext(context, press)).rejects.toMatchObject({ code: 'desk-moved', status: 409 })
      expect((await office.ticket(second)).state).toBe('called')
      expect((await office.ticket(third)).state).toBe('waiting')
      await markAttended(context, clerk)
      // Nor where nobody stands any more.
      await expect(callNext(context, press)).rejects.toMatchObject({ code: 'desk-moved' })
    })

    it('[DESK-06] whoever sees nobody at their desk says nothing of whom another window called there', async () => {
      const office = await opened()
      const { clerk, context } = office
      const [first = '', second = ''] = office.tuids
      const press = { ...clerk, line_ids: [], here: 'nobody' } as const
      await callNext(context, press)
      await sayArrived(context, { ...clerk, tuid: first })
      const moved = { code: 'desk-moved', status: 409 }
      await expect(callNext(context, press)).rejects.toMatchObject(moved)
      const called = callTicket(context, { ...clerk, tuid: second, reason: 'x', here: 'nobody' })
      await expect(called).rejects.toMatchObject(moved)
      await expect(closeModulo(context, { ...clerk, here: 'nobody' })).rejects.toMatchObject(moved)
      expect([(await office.ticket(first)).state, (await office.ticket(second)).state]).toEqual([
        'called',
        'waiting',
      ])
    })

    it('[DESK-06] a reservation is missed by the same word', async () => {
      const office = await opened(1)
      const { clerk, context, line } = office
      const due = await reservation(office, line, { inMinutes: -1 })
      const { tuid } = await office.call(clerk)
      await callNext(context, { ...clerk, line_ids: [], here: { tuid, arrived: false } })
      const { state } = await database.db
        .selectFrom('reservations')
        .select('state')
        .where('id', '=', due.id)
        .executeTakeFirstOrThrow()
      expect(state).toBe('missed')
    })
  })

  describe('a call that is taken back', () => {
    it('[DESK-03] leaves the number where it stood, and no figure counts the call', async () => {
      const office = await opened(8)
      const { clerk, context, line } = office
      const [, second = ''] = office.tuids
      await office.call(clerk)
      office.clock.advance(MINUTE_MS)
      const before = await office.ticket(second)
      const linesBefore = await lineStates(context, office.office_id)
      // How the line moved: the desk has nobody afterwards, and had attended the one before.
      const moved = async () => {
        const pace = (await linePaces(database.db, [line], office.clock.now())).get(line)
        return [pace?.lately, pace?.idleMinutes, pace?.waiting]
      }
      const movedBefore = await moved()
      await office.call(clerk)
      office.clock.advance(CALL_TAKE_BACK_MS - 1)
      expect(await office.deskNow()).toMatchObject({ take_back_ms: 1 })
      await takeBackCall(context, { ...clerk, tuid: second })
      const { calls, calls_taken_back, ...after } = await office.ticket(second)
      const { calls: _, calls_taken_back: __, ...stood } = before
      expect(after).toEqual(stood)
      expect([calls, calls_taken_back]).toEqual([1, 1])
      const lines = await lineStates(context, office.office_id)
      expect(lines.map(({ waiting, call, queue }) => ({ waiting, call, queue }))).toEqual(
        linesBefore.map(({ waiting, call, queue }) => ({ waiting, call, queue })),
      )
      office.clock.at = new Date(office.clock.now().getTime() - CALL_TAKE_BACK_MS + 1)
      expect(await moved()).toEqual(movedBefore)
      expect(office.told.at(-1)).toMatchObject({
        name: 'call:taken_back',
        ticket_id: second,
        detail: { ticket: 'A002', waiting: 7 },
      })
      expect((await office.jobs(second)).map(({ kind }) => kind)).toEqual(['push-call', 'push-taken-back'])
      expect((await office.acts()).at(-1)).toMatchObject({ act: 'call-taken-back', ticket_id: second })
      const user_id = before.user_id ?? ''
      expect((await ticketsActive(context, user_id)).map(({ tuid }) => tuid)).toEqual([second])
      expect((await ticketsHistory(context, { user_id, page: 1 })).total).toBe(0)
      // Called anew it is one call to look at, and another one for the phone.
      expect(await office.call(clerk)).toEqual({ tuid: second })
      expect(await office.deskNow()).toMatchObject({ calls: 1 })
      expect((await office.jobs(second)).at(-1)).toMatchObject({ kind: 'push-call', key: `${second}:2` })
      replay(office.told)
    })

    it('[DESK-03] is not after a minute, nor after it was said that the person came, nor twice', async () => {
      const office = await opened()
      const { clerk, context } = office
      const [first = '', second = ''] = office.tuids
      const stands = { code: 'call-stands', status: 409 }
      await office.call(clerk)
      office.clock.advance(CALL_TAKE_BACK_MS)
      expect(await office.deskNow()).toMatchObject({ take_back_ms: null })
      await expect(takeBackCall(context, { ...clerk, tuid: first })).rejects.toMatchObject(stands)
      await office.call(clerk)
      await sayArrived(context, { ...clerk, tuid: second })
      await expect(takeBackCall(context, { ...clerk, tuid: second })).rejects.toMatchObject(stands)
      await expect(takeBackCall(context, { ...clerk, tuid: first })).rejects.toMatchObject({
        code: 'desk-moved',
      })
      const { tuid } = await office.call(clerk)
      await takeBackCall(context, { ...clerk, tuid })
      await expect(takeBackCall(context, { ...clerk, tuid })).rejects.toMatchObject({ code: 'desk-moved' })
      expect(office.told.filter(({ name }) => name === 'call:taken_back')).toHaveLength(1)
    })

    it('[DESK-03] gives a reservation its time again, in the state in which it was called, and nobody the ticket', async () => {
      const office = await opened(1)
      const { clerk, context, line } = office
      for (const state of ['confirmed', 'user-confirmed'] as const) {
        const due = await reservation(office, line, { inMinutes: -1, state })
        const { tuid } = await office.call(clerk)
        await callAgain(context, clerk)
        await takeBackCall(context, { ...clerk, tuid })
        const row = await database.db
          .selectFrom('reservations')
          .select(['state', 'called_at', 'ended_at', 'user_id'])
          .where('id', '=', due.id)
          .executeTakeFirstOrThrow()
        expect(row).toMatchObject({ state, called_at: null, ended_at: null })
        expect(office.told.slice(-2)).toMatchObject([
          { name: 'call:taken_back', ticket_id: tuid, reservation_id: due.id },
          { name: 'reserve:updated', reservation_id: due.id, detail: { state } },
        ])
        const { user_id } = due
        expect(await ticketOfOwner(context, { tuid, user_id })).toBeNull()
        expect((await ticketsHistory(context, { user_id, page: 1 })).total).toBe(0)
        await expect(giveUp(context, { tuid, user_id })).rejects.toMatchObject({ code: 'not-found' })
        // Due again: the next call is its own.
        const { tuid: again } = await office.call(clerk)
        expect(again).not.toBe(tuid)
        expect(await office.ticket(again)).toMatchObject({ reservation_id: due.id, state: 'called' })
        await markAttended(context, clerk)
      }
    })

    it('[DESK-03] leaves a missed one missed as it was', async () => {
      const office = await opened()
      const { clerk, context } = office
      const [first = ''] = office.tuids
      await office.call(clerk)
      await markAbsent(context, clerk)
      office.clock.advance(5 * MINUTE_MS)
      const missed = await office.ticket(first)
      await callTicket(context, { ...clerk, tuid: first, reason: 'volvió' })
      expect(await office.ticket(first)).toMatchObject({ state: 'called', called_at: office.clock.now() })
      await takeBackCall(context, { ...clerk, tuid: first })
      expect(await office.ticket(first)).toMatchObject({
        ...missed,
        calls: 2,
        calls_taken_back: 1,
      })
    })

    it('[DESK-03] of one that had come back takes away that call alone, and the line’s newest stays the one before', async () => {
      const office = await opened()
      const { clerk, context, office_id } = office
      const [first = ''] = office.tuids
      await office.call(clerk)
      await callAgain(context, clerk)
      await markAbsent(context, clerk)
      office.clock.advance(MINUTE_MS)
      await bringBack(context, { office_id, tuid: first })
      const { calls_taken_back: _, calls: __, ...stood } = await office.ticket(first)
      for (const call of [
        () => office.call(clerk),
        () => callTicket(context, { ...clerk, tuid: first, reason: 'vuelve' }),
      ]) {
        office.clock.advance(MINUTE_MS)
        await call()
        expect(await office.deskNow()).toMatchObject({ tuid: first, calls: 3 })
        await callAgain(context, clerk)
        await takeBackCall(context, { ...clerk, tuid: first })
        expect(await office.ticket(first)).toMatchObject(stood)
      }
      expect(await office.ticket(first)).toMatchObject({ calls: 6, calls_taken_back: 4 })
    })

    it('[DESK-03] [DESK-07] leaves a parked one parked as it was, and in its owner’s hand', async () => {
      const office = await opened(0)
      const { clerk, context, line } = office
      const user_id = await office.user()
      const { tuid } = await office.take(line, user_id)
      await office.call(clerk)
      await parkTicket(context, clerk)
      const parked = await office.ticket(tuid)
      office.clock.advance(MINUTE_MS)
      await callParked(context, { ...clerk, tuid })
      await takeBackCall(context, { ...clerk, tuid })
      expect(await office.ticket(tuid)).toMatchObject({ ...parked, calls: 2, calls_taken_back: 1 })
      await expect(office.take(line, user_id)).rejects.toMatchObject({ code: 'already-has-ticket' })
    })

    it('[DESK-03] [DESK-04] lets a reservation wait again that had come back to the line', async () => {
      const office = await opened(0)
      const { clerk, context, line } = office
      const due = await reservation(office, line, { inMinutes: -1 })
      const { tuid } = await office.call(clerk)
      await markAbsent(context, clerk)
      await bringBack(context, { ...clerk, tuid })
      expect(await office.call(clerk)).toEqual({ tuid })
      await takeBackCall(context, { ...clerk, tuid })
      expect(await office.ticket(tuid)).toMatchObject({ state: 'waiting', reservation_id: due.id })
      expect(await office.call(clerk)).toEqual({ tuid })
    })

    it('[DESK-03] [DESK-05] [PAST-01] of a reservation that was sent on, leaves its first call where it was', async () => {
      const office = await opened(0)
      const { clerk, context, line, newLine, office_id } = office
      const due = await reservation(office, line, { inMinutes: -1 })
      const { tuid } = await office.call(clerk)
      const row = database.db.selectFrom('reservations').where('id', '=', due.id)
      const stood = await row.select(['state', 'called_at']).executeTakeFirstOrThrow()
      expect(stood.called_at).not.toBeNull()
      await transferTicket(context, { ...clerk, to: { line_id: await newLine({ prefix: 'B' }) } })
      office.clock.advance(MINUTE_MS)
      await office.fill(line, 1)
      for (let calls = 0; calls < 2; calls++) {
        await callTicket(context, { ...clerk, tuid, reason: 'es su turno' })
        await takeBackCall(context, { ...clerk, tuid })
        expect(await row.select(['state', 'called_at']).executeTakeFirst()).toEqual(stood)
      }
      const { prefix: ticket } = await office.ticket(tuid)
      const asked = { office_id, first: ticket, second: 'A001' }
      expect(await whyBefore(context, asked)).toMatchObject({ first: { ticket }, why: 'came-later' })
    })

    it('[DESK-03] where its owner took another number of the line meanwhile, the call stands', async () => {
      const office = await opened(0)
      const { clerk, context, line } = office
      const user_id = await office.user()
      const { tuid } = await office.take(line, user_id)
      await office.call(clerk)
      await office.take(line, user_id)
      await expect(takeBackCall(context, { ...clerk, tuid })).rejects.toMatchObject({ code: 'call-stands' })
      expect((await office.ticket(tuid)).state).toBe('called')
    })

    it('[DESK-03] of whoever holds as many as one may by then it is one more, and nobody loses any', async () => {
      const office = await opened(0)
      const { clerk, context, line } = office
      const user_id = await office.user()
      const { tuid } = await office.take(line, user_id)
      await office.call(clerk)
      for (let held = 0; held < 5; held++) await office.take(await office.newLine(), user_id)
      await takeBackCall(context, { ...clerk, tuid })
      expect(await office.ticket(tuid)).toMatchObject({ state: 'waiting', hand: null })
    })

    it('[DESK-03] taken back and called next in one moment: nobody stands at two desks, nobody is lost', async () => {
      const office = await opened(4, { gate: openGate })
      const { clerk, context } = office
      const other = await office.sitDown('5')
      for (let round = 0; round < 6; round++) {
        const { tuid } = await office.call(clerk)
        await Promise.allSettled([
          takeBackCall(context, { ...clerk, tuid }),
          office.call(other),
          callNext(context, { ...clerk, line_ids: [], here: { tuid, arrived: true } }),
        ])
        const { rows } = await sql<{ state: string }>`
          select state from tickets where office_id = ${office.office_id}::integer`.execute(database.db)
        expect(rows).toHaveLength(4)
        for (const desk of [clerk, other]) if (office.here(desk)) await markAttended(context, desk)
        if ((await office.waiting(office.line)).length === 0) break
      }
      replay(office.told)
    })
  })

  describe('out of turn', () => {
    it('[DESK-02] any number that waits is called, and why is kept with who and when', async () => {
      const office = await opened(8)
      const { clerk, context } = office
      const [first = '', , , , fifth = ''] = office.tuids
      await office.call(clerk)
      office.clock.advance(MINUTE_MS)
      await callTicket(context, {
        ...clerk,
        tuid: fifth,
        reason: 'vuelve con el papel',
        here: { tuid: first, arrived: true },
      })
      expect(await office.ticket(first)).toMatchObject({ state: 'attended' })
      expect(await office.ticket(fifth)).toMatchObject({ state: 'called', modulo_id: clerk.modulo_id })
      expect(office.told.slice(-2).map(({ name }) => name)).toContain('call:created')
      expect(
        office.told.find(fact => fact.ticket_id === fifth && fact.name === 'call:created'),
      ).toMatchObject({
        detail: { ticket: 'A005', modulo: '4', waiting: 6, calls: 1 },
      })
      expect((await office.acts()).at(-1)).toMatchObject({
        act: 'called-out-of-turn',
        ticket_id: fifth,
        clerk_id: clerk.clerk_id,
        reason: 'vuelve con el papel',
        at: office.clock.now(),
      })
      // Taken back it stands in the middle again.
      await takeBackCall(context, { ...clerk, tuid: fifth })
      expect(await office.waiting(office.line)).toEqual([2, 3, 4, 5, 6, 7, 8])
    })

    it('[DESK-02] what is over, called already or of another office is not', async () => {
      const office = await opened()
      const elsewhere = await opened()
      const { clerk, context } = office
      const [first = '', second = ''] = office.tuids
      const call = (tuid: string) =>
        callTicket(context, { ...clerk, tuid, reason: 'x', here: office.here(clerk) })
      await expect(call(elsewhere.tuids[0] ?? '')).rejects.toMatchObject({ status: 404 })
      await office.call(clerk)
      const refused = { code: 'ticket-not-callable', status: 409 }
      await expect(call(first)).rejects.toMatchObject(refused)
      expect((await office.ticket(first)).state).toBe('called')
      await giveUp(context, { tuid: second, user_id: (await office.ticket(second)).user_id ?? '' })
      await expect(call(second)).rejects.toMatchObject(refused)
      expect((await office.ticket(first)).state).toBe('called')
    })

    it('[DESK-02] of two desks that choose one number at once one has it', async () => {
      const office = await opened(3, { gate: openGate })
      const [first = ''] = office.tuids
      const clerks = [office.clerk, await office.sitDown()]
      const outcomes = await Promise.allSettled(
        clerks.map(at => callTicket(office.context, { ...at, tuid: first, reason: 'x' })),
      )
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    })
  })

  describe('the lists', () => {
    it('[DESK-02] say who waits in the order of the calls, who was called, missed, and left', async () => {
      const office = await opened(0)
      const { clerk, context, line, office_id } = office
      const urgent = await office.newLine({ prefix: 'U', priority: 5 })
      const other = await office.newLine({ prefix: 'B' })
      const tuids: string[] = []
      for (let count = 0; count < 3; count++) {
        tuids.push(...(await office.fill(line, 1)))
        office.clock.advance(1_000)
      }
      office.clock.advance(MINUTE_MS)
      const [b = ''] = await office.fill(other, 1)
      office.clock.advance(MINUTE_MS)
      const [u = ''] = await office.fill(urgent, 1)
      const paper = await issuePaperNumber(context, { office_id, line_id: line })
      const owner = async (tuid = '') => ({ tuid, user_id: (await office.ticket(tuid)).user_id ?? '' })
      await letOthersPass(context, { ...(await owner(tuids[0])), places: 2 })
      const list = async (name: 'waiting' | 'called' | 'missed' | 'finished') =>
        await deskList(context, { office_id, list: name })
      const waiting = await list('waiting')
      const order = waiting.tickets.map(({ tuid }) => tuid)
      expect(order).toEqual([u, tuids[1], tuids[2], tuids[0], b, paper.tuid])
      expect(waiting.tickets.at(-1)).toMatchObject({ came: 'paper', ticket: 'A004', answers: [] })
      expect(waiting.counts).toEqual({ waiting: 6, called: 0, parked: 0, missed: 0, finished: 0 })
      // It is the order in which they are called.
      const called: string[] = []
      for (let count = 0; count < 4; count++) {
        office.clock.advance(1_000)
        called.push((await office.call(clerk)).tuid)
      }
      expect(called).toEqual(order.slice(0, 4))
      await markAbsent(context, clerk)
      await giveUp(context, await owner(b))
      await office.call(clerk)
      expect((await list('called')).tickets.map(({ tuid, state }) => [tuid, state])).toEqual([
        [paper.tuid, 'called'],
        ...order
          .slice(0, 3)
          .toReversed()
          .map(tuid => [tuid, 'attended']),
      ])
      expect((await list('missed')).tickets).toMatchObject([
        { tuid: tuids[0], state: 'skipped', modulo: '4' },
      ])
      expect((await list('finished')).tickets).toMatchObject([{ tuid: b, state: 'given-up' }])
      expect((await list('missed')).counts).toEqual({
        waiting: 0,
        called: 4,
        parked: 0,
        missed: 1,
        finished: 1,
      })
      // Tomorrow only whoever still stands at a desk.
      office.clock.advance(24 * 60 * MINUTE_MS)
      expect((await list('called')).counts).toEqual({
        waiting: 0,
        called: 1,
        parked: 0,
        missed: 0,
        finished: 0,
      })
    })

    it('[DESK-02] read what was answered, of numbers and of reservations, and nothing of another office', async () => {
      const office = await queueOffice(database)
      const question = {
        id: 'tramite',
        question: '¿Qué trámite?',
        fieldType: 'text' as const,
        limit: null,
        required: false,
        validCharacter: null,
        validMessage: null,
        active: true,
      }
      const line = await office.line({ ticket_form: [question] })
      await office.take(line, await office.user(), { meta: { answers: { tramite: 'Poder simple' } } })
      const elsewhere = await queueOffice(database)
      await elsewhere.fill(await elsewhere.line(), 1)
      const { tickets } = await deskList(office.context, { office_id: office.office_id, list: 'waiting' })
      expect(tickets).toMatchObject([{ came: 'phone', answers: [{ id: 'tramite', answer: 'Poder simple' }] }])
    })
  })
})
