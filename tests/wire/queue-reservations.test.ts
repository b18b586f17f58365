import { openGate } from '#server/facts/office-gate.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { RESERVATION_CALL_BEFORE_MS } from '#contract/limits.ts'
import type { Database } from '#server/database/database.ts'
import { callAgain } from '#server/queue/call/call-again.ts'
import { callReservation } from '#server/queue/call/call-reservation.ts'
import { deskState } from '#server/queue/call/desk-state.ts'
import { bringBack } from '#server/queue/desk/bring-back.ts'
import { parkTicket } from '#server/queue/desk/park-ticket.ts'
import { putBack } from '#server/queue/desk/put-back.ts'
import { transferTicket } from '#server/queue/desk/transfer-ticket.ts'
import { comeBack } from '#server/queue/hold/come-back.ts'
import { giveUp } from '#server/queue/hold/give-up.ts'
import { letOthersPass } from '#server/queue/hold/let-others-pass.ts'
import { linePaces } from '#server/queue/lines/line-pace.ts'
import { lineStates } from '#tests/support/line-states.ts'
import { markAbsent } from '#server/queue/desk/mark-absent.ts'
import { markAttended } from '#server/queue/desk/mark-attended.ts'
import { sayOnMyWay } from '#server/queue/hold/say-on-my-way.ts'
import { ticketOfOwner } from '#server/queue/hold/ticket-of-owner.ts'
import { ticketsActive } from '#server/queue/hold/tickets-active.ts'
import { ticketsHistory } from '#server/queue/hold/tickets-history.ts'
import { eachDatabase } from '#tests/support/databases.ts'
import { queueOffice } from '#tests/support/queue-office.ts'
import { reservation, reservationNow } from '#tests/support/queue-reservations.ts'

const MINUTE_MS = 60_000

eachDatabase('calling reservations', open => {
  let database: Database
  beforeAll(async () => {
    database = await open()
  })

  async function staffed(gate?: typeof openGate) {
    const office = await queueOffice(database, gate ? { gate } : {})
    const line = await office.line()
    const clerk = await office.clerk('4')
    return { office, line, clerk }
  }

  describe('after the call', () => {
    it('[DESK-05] [DESK-07] goes on in another line, stands aside, and is attended there, by its code', async () => {
      const { office, line, clerk } = await staffed()
      const { context } = office
      const other = await office.line({ prefix: 'B' })
      const due = await reservation(office, line, { inMinutes: -2 })
      const { tuid } = await office.call(clerk)
      office.clock.advance(MINUTE_MS)
      await office.fill(other, 2)
      await transferTicket(context, { ...clerk, to: { line_id: other } })
      const own = { tuid, user_id: due.user_id }
      expect(await ticketOfOwner(context, own)).toMatchObject({
        state: 'waiting',
        ticket: due.code,
        line_id: other,
        ahead: 0,
        reserve: due.id,
      })
      expect((await reservationNow(office, due.id)).state).toBe('called')
      expect(await office.call(clerk, [other])).toEqual({ tuid })
      await parkTicket(context, clerk)
      await putBack(context, { office_id: office.office_id, tuid })
      expect(await office.call(clerk, [other])).toEqual({ tuid })
      // A reservation in between is no step of the line's pace.
      expect((await linePaces(database.db, [other], office.clock.at)).get(other)?.lately.calls).toBe(0)
      await markAttended(context, clerk)
      expect((await reservationNow(office, due.id)).state).toBe('attended')
    })

    it('[DESK-04] missed, it comes back and is called once more; given up then, its time is cancelled', async () => {
      const { office, line, clerk } = await staffed()
      const { context, office_id } = office
      const due = await reservation(office, line, { inMinutes: -2 })
      const { tuid } = await office.call(clerk)
      await markAbsent(context, clerk)
      expect((await reservationNow(office, due.id)).state).toBe('missed')
      await bringBack(context, { office_id, tuid })
      expect(await reservationNow(office, due.id)).toMatchObject({ state: 'called', ended_at: null })
      expect(await office.call(clerk)).toEqual({ tuid })
      await markAbsent(context, clerk)
      await comeBack(context, { tuid, user_id: due.user_id })
      await giveUp(context, { tuid, user_id: due.user_id })
      expect((await reservationNow(office, due.id)).state).toBe('cancelled')
    })
  })

  describe('by turn', () => {
    it('[CALL-01] a due one comes before the line, by a ticket of its own that is called by its code', async () => {
      const { office, line, clerk } = await staffed()
      await office.fill(line, 3)
      const due = await reservation(office, line, { inMinutes: -2 })
      const { tuid } = await office.call(clerk)
      const { ticket, ...now } = await reservationNow(office, due.id)
      expect(now).toMatchObject({ state: 'called', called_at: office.clock.now(), deleted_at: null })
      expect(ticket).toMatchObject({
        id: tuid,
        number: null,
        prefix: due.code,
        day: '2026-11-21',
        state: 'called',
        calls: 1,
        user_id: due.user_id,
        identity_hash: null,
        inserted_at: due.block_from,
        called_at: office.clock.now(),
        modulo_id: clerk.modulo_id,
        clerk_id: clerk.clerk_id,
      })
      expect(office.told.slice(-2)).toMatchObject([
        {
          name: 'call:created',
          ticket_id: tuid,
          reservation_id: due.id,
          user_id: due.user_id,
          detail: { ticket: due.code, modulo: '4', waiting: 3, calls: 1 },
        },
        {
          name: 'reserve:updated',
          ticket_id: null,
          reservation_id: due.id,
          line_id: line,
          user_id: due.user_id,
          detail: { state: 'called', blocks: [] },
        },
      ])
      expect((await office.facts()).slice(-2).map(fact => [fact.kind, fact.reservation_id])).toEqual([
        ['call:created', due.id],
        ['reserve:updated', due.id],
      ])
      expect(await office.jobs(tuid)).toMatchObject([
        { kind: 'push-call', payload: { user_id: due.user_id } },
      ])
      expect(await lineStates(office.context, office.office_id)).toMatchObject([
        { waiting: 3, call: due.code },
      ])
    })

    it('only a confirmed one in person is, from its time on until half an hour after its end', async () => {
      const { office, line, clerk } = await staffed()
      for (const state of ['pending', 'called', 'attended', 'missed', 'cancelled', 'expired'] as const) {
        await reservation(office, line, { inMinutes: -1, state })
      }
      await reservation(office, line, { inMinutes: -1, meet: true })
      await reservation(office, line, { inMinutes: -45 })
      const coming = await reservation(office, line, { inMinutes: 1, state: 'user-confirmed' })
      await expect(office.call(clerk)).rejects.toMatchObject({ code: 'nobody-waiting' })
      office.clock.advance(MINUTE_MS)
      await office.call(clerk)
      expect(await reservationNow(office, coming.id)).toMatchObject({ state: 'called' })
      await expect(office.call(clerk)).rejects.toMatchObject({ code: 'nobody-waiting' })
    })

    it('the earlier block first, then the earlier booking; of the chosen lines alone', async () => {
      const { office, line, clerk } = await staffed()
      const other = await office.line({ prefix: 'B', priority: 9 })
      const elsewhere = await reservation(office, other, { inMinutes: -20 })
      const later = await reservation(office, line, { inMinutes: -5 })
      office.clock.advance(MINUTE_MS)
      const latest = await reservation(office, line, { inMinutes: -6 })
      const first = await reservation(office, line, { inMinutes: -10 })
      const order: (string | null)[] = []
      for (let count = 0; count < 3; count++) {
        order.push((await office.ticket((await office.call(clerk, [line])).tuid)).reservation_id)
        office.clock.advance(1)
      }
      expect(order).toEqual([first.id, later.id, latest.id])
      expect(await reservationNow(office, elsewhere.id)).toMatchObject({ state: 'confirmed' })
    })

    it('not two in a row where the ticket whose turn it is came before the second one’s time', async () => {
      const { office, line, clerk } = await staffed()
      const urgent = await office.line({ prefix: 'U', priority: 9 })
      await office.fill(line, 1)
      await office.fill(urgent, 1)
      office.clock.advance(MINUTE_MS)
      const codes: string[] = []
      for (const at of [line, line, urgent, line]) {
        codes.push((await reservation(office, at)).code)
        office.clock.advance(1)
      }
      office.clock.advance(MINUTE_MS)
      await office.fill(line, 1)
      const called: string[] = []
      for (let count = 0; count < 7; count++) {
        const { prefix, number } = await office.ticket((await office.call(clerk)).tuid)
        called.push(number === null ? prefix : `${prefix}${number}`)
        office.clock.advance(1)
      }
      const [one, two, three, four] = codes
      // A2 came after the fourth one's time: there two follow each other.
      expect(called).toEqual([one, 'U1', two, 'A1', three, four, 'A2'])
    })

    it('never is one reservation for two: 6 desks call 12 of them and 12 people at once', async () => {
      const { office, line } = await staffed(openGate)
      const people = await office.fill(line, 12)
      const booked: string[] = []
      for (let count = 0; count < 12; count++)
        booked.push((await reservation(office, line, { inMinutes: -1 })).id)
      const clerks = await Promise.all(Array.from({ length: 6 }, () => office.clerk()))
      const called = await Promise.all(
        clerks.map(async clerk => {
          const own: string[] = []
          for (let count = 0; count < 4; count++) own.push((await office.call(clerk)).tuid)
          return own
        }),
      )
      const tickets = await Promise.all(called.flat().map(tuid => office.ticket(tuid)))
      expect(tickets.map(ticket => ticket.reservation_id ?? ticket.id).sort()).toEqual(
        [...booked, ...people].sort(),
      )
      const seqs = (await office.facts()).map(fact => fact.seq)
      expect(seqs).toEqual(seqs.map((_, index) => index + 1))
    })
  })

  describe('by choice', () => {
    it('[VID-01] one by video or in person is called from 15 minutes before, and only then', async () => {
      const { office, line, clerk } = await staffed()
      for (const meet of [true, false]) {
        const coming = await reservation(office, line, { inMinutes: 20, meet })
        const call = () =>
          callReservation(office.context, { ...clerk, id: coming.id, here: office.here(clerk) })
        await expect(call()).rejects.toMatchObject({ code: 'reserve-too-early', status: 409 })
        expect(await reservationNow(office, coming.id)).toMatchObject({
          state: 'confirmed',
          ticket: undefined,
        })
        office.clock.advance(20 * MINUTE_MS - RESERVATION_CALL_BEFORE_MS)
        await call()
        const { ticket, state } = await reservationNow(office, coming.id)
        expect(state).toBe('called')
        expect(ticket).toMatchObject({
          prefix: coming.code,
          inserted_at: office.clock.now(),
          state: 'called',
        })
        office.clock.advance(MINUTE_MS)
      }
    })

    it('what cannot be called is refused, and whoever stands at the desk stays', async () => {
      const { office, line, clerk } = await staffed()
      const [here = ''] = await office.fill(line, 1)
      await office.call(clerk)
      const refusals = (id: string) =>
        callReservation(office.context, { ...clerk, id, here: office.here(clerk) })
      for (const state of ['pending', 'called', 'attended', 'missed', 'cancelled', 'expired'] as const) {
        const { id } = await reservation(office, line, { state })
        await expect(refusals(id)).rejects.toMatchObject({ code: 'reserve-not-callable', status: 409 })
      }
      const next = await queueOffice(database)
      const elsewhere = await reservation(next, await next.line())
      await expect(refusals(elsewhere.id)).rejects.toMatchObject({ code: 'not-found' })
      await expect(refusals(crypto.randomUUID())).rejects.toMatchObject({ code: 'not-found' })
      const { office_id } = office
      const nobody = { office_id, clerk_id: 1_000_000, id: elsewhere.id }
      await expect(callReservation(office.context, nobody)).rejects.toMatchObject({ code: 'no-modulo' })
      expect(await office.ticket(here)).toMatchObject({ state: 'called' })
    })

    it('two desks that choose one at once: one has it, the other is told so', async () => {
      const { office, line, clerk } = await staffed(openGate)
      const clerks = [clerk, await office.clerk(), await office.clerk()]
      const { id } = await reservation(office, line)
      const outcomes = await Promise.allSettled(
        clerks.map(at => callReservation(office.context, { ...at, id })),
      )
      const refused = outcomes.flatMap(outcome => (outcome.status === 'rejected' ? [outcome.reason] : []))
      expect(refused).toMatchObject([{ code: 'reserve-not-callable' }, { code: 'reserve-not-callable' }])
      expect((await office.facts()).filter(fact => fact.kind === 'call:created')).toHaveLength(1)
    })
  })

  describe('once called', () => {
    async function called(booked = {}) {
      const { office, line, clerk } = await staffed()
      const due = await reservation(office, line, booked)
      const { tuid } = await office.call(clerk)
      office.clock.advance(MINUTE_MS)
      const now = () => reservationNow(office, due.id)
      return { office, line, clerk, due, tuid, now, last: () => office.told.at(-1) }
    }

    it('attended, it ends with its ticket', async () => {
      const { office, clerk, due, now, last } = await called()
      await markAttended(office.context, clerk)
      expect(await now()).toMatchObject({
        state: 'attended',
        ended_at: office.clock.now(),
        deleted_at: null,
        ticket: { state: 'attended' },
      })
      expect(last()).toMatchObject({
        name: 'reserve:updated',
        reservation_id: due.id,
        detail: { state: 'attended', blocks: [] },
      })
    })

    it('calling the next, or closing the module, says so as well', async () => {
      const { office, line, clerk, now } = await called()
      await office.fill(line, 1)
      await office.call(clerk)
      expect(await now()).toMatchObject({ state: 'attended', ticket: { state: 'attended' } })
    })

    it('[CALL-04] absent, it was missed; called again, it was not', async () => {
      const { office, clerk, due, tuid, now, last } = await called()
      await markAbsent(office.context, clerk)
      expect(await now()).toMatchObject({
        state: 'missed',
        ended_at: office.clock.now(),
        ticket: { state: 'skipped' },
      })
      expect(last()).toMatchObject({ name: 'reserve:updated', detail: { state: 'missed', blocks: [] } })
      await callAgain(office.context, clerk)
      expect(await now()).toMatchObject({
        state: 'called',
        ended_at: null,
        ticket: { state: 'called', calls: 2 },
      })
      expect(office.told.slice(-2)).toMatchObject([
        { name: 'call:created', reservation_id: due.id, detail: { ticket: due.code, calls: 2 } },
        { name: 'reserve:updated', detail: { state: 'called' } },
      ])
      await callAgain(office.context, clerk)
      expect(last()).toMatchObject({ name: 'call:created', detail: { calls: 3 } })
      expect((await office.jobs(tuid)).filter(job => job.kind === 'push-call')).toHaveLength(3)
    })

    it('the desk sees whose time it is, and what they answered to the reservation’s form', async () => {
      const answers = { name: 'Rosa', tel: '912345678', email: 'rosa@example.org', other: 'no question' }
      const { office, clerk, due } = await called({ answers })
      expect((await deskState(office.context, clerk)).current).toMatchObject({
        ticket: due.code,
        reserve: {
          id: due.id,
          code: due.code,
          from: due.block_from.toISOString(),
          to: due.block_to.toISOString(),
          meet: false,
        },
        answers: [
          { question: 'Nombre', answer: 'Rosa' },
          { question: 'Teléfono', answer: '912345678' },
          { question: 'Correo', answer: 'rosa@example.org' },
        ],
      })
    })

    it('[TKT-05] its owner finds it in the history; it can be neither given up nor moved, but "Voy" can be said', async () => {
      const { office, clerk, due, tuid } = await called()
      const own = { tuid, user_id: due.user_id }
      await expect(giveUp(office.context, own)).rejects.toMatchObject({ code: 'ticket-not-waiting' })
      const pass = letOthersPass(office.context, { ...own, places: 1 })
      await expect(pass).rejects.toMatchObject({ code: 'ticket-not-waiting' })
      await sayOnMyWay(office.context, own)
      expect((await deskState(office.context, clerk)).current).toMatchObject({ on_my_way: true })
      expect(await ticketsActive(office.context, due.user_id)).toEqual([])
      const { tickets } = await ticketsHistory(office.context, { user_id: due.user_id, page: 1 })
      expect(tickets).toMatchObject([{ tuid, ticket: due.code, number: null, reserve: due.id, modulo: '4' }])
      expect(await ticketOfOwner(office.context, own)).toMatchObject({ reserve: due.id, state: 'called' })
    })

    it('[TKT-08] it counts for no limit of numbers, nor for the pace of its line', async () => {
      const office = await queueOffice(database, { rut_ticket_limit: 1 })
      const line = await office.line({ rut_ticket_limit: 1, fallback_minutes: 10 })
      const clerk = await office.clerk()
      const user_id = await office.user({ rut: '11.111.111-1' })
      const paceNow = async () => (await linePaces(database.db, [line], office.clock.now())).get(line)
      const { lately, usually, work } = (await paceNow()) ?? {}
      for (const inMinutes of [-3, -2, -1]) {
        await reservation(office, line, { inMinutes, user_id })
        await office.call(clerk)
        office.clock.advance(1_000)
      }
      const [now] = await lineStates(office.context, office.office_id)
      expect(await paceNow()).toMatchObject({ lately, usually, work })
      expect(now?.waiting).toBe(0)
      await expect(office.take(line, user_id)).resolves.toMatchObject({ repeated: false })
    })
  })
})
