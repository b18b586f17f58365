import { beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '#server/database/database.ts'
import {
  CALL_REPEATS_AFTER_MS,
  CALL_STANDS_MS,
  TICKET_PASSES_MAX,
  TICKET_RECENCY_MS,
} from '#contract/limits.ts'
import { factsAfter } from '#server/facts/read-facts.ts'
import { TryAgainLater } from '#server/jobs/job.ts'
import { callAgain } from '#server/queue/call/call-again.ts'
import { callParked } from '#server/queue/call/call-parked.ts'
import { repeatCall } from '#server/queue/call/repeat-call.ts'
import { deskList } from '#server/queue/desk/desk-list.ts'
import { deskState } from '#server/queue/call/desk-state.ts'
import { closeLines } from '#server/queue/day/close-lines.ts'
import { takeBreak } from '#server/queue/day/take-break.ts'
import { bringBack } from '#server/queue/desk/bring-back.ts'
import { chooseLines } from '#server/queue/desk/choose-lines.ts'
import { closeModulo } from '#server/queue/desk/close-modulo.ts'
import { freezeLine } from '#server/queue/desk/freeze-line.ts'
import { markAbsent } from '#server/queue/desk/mark-absent.ts'
import { markAttended } from '#server/queue/desk/mark-attended.ts'
import { parkTicket } from '#server/queue/desk/park-ticket.ts'
import { putBack } from '#server/queue/desk/put-back.ts'
import { transferTicket } from '#server/queue/desk/transfer-ticket.ts'
import { comeBack } from '#server/queue/hold/come-back.ts'
import { giveUp } from '#server/queue/hold/give-up.ts'
import { letOthersPass } from '#server/queue/hold/let-others-pass.ts'
import { ticketOfOwner } from '#server/queue/hold/ticket-of-owner.ts'
import { ticketsHistory } from '#server/queue/hold/tickets-history.ts'
import { ticketsActive } from '#server/queue/hold/tickets-active.ts'
import { linePaces } from '#server/queue/lines/line-pace.ts'
import { issuePaperNumber } from '#server/queue/take/issue-paper-number.ts'
import { expireTickets } from '#server/queue/turn/expire-tickets.ts'
import { eachDatabase } from '#tests/support/databases.ts'
import { type QueueOffice, queueOffice } from '#tests/support/queue-office.ts'
import { replay } from '#tests/support/replayed-office.ts'

const MINUTE_MS = 60_000

eachDatabase('after the call', open => {
  let database: Database
  beforeAll(async () => {
    database = await open()
  })

  async function opened() {
    const office = await queueOffice(database, { call_repeats: 2 })
    const line = await office.line()
    const at = await office.clerk('Módulo 1')
    const { context, office_id } = office
    /** Calls the next, who does not come. */
    const miss = async (lines: number[] = [line]) => {
      const { tuid } = await office.call(at, lines)
      await markAbsent(context, at)
      return tuid
    }
    /** Does what is due by now of the calls that repeat by themselves. */
    const repeatDue = async () => {
      const due = await database.db
        .selectFrom('jobs')
        .selectAll()
        .where('kind', '=', 'repeat-call')
        .where('run_at', '<=', office.clock.at)
        .orderBy('id')
        .execute()
      for (const { id, payload } of due.filter(
        one => (one.payload as { office_id: number }).office_id === office_id,
      )) {
        await repeatCall(context)['repeat-call'](payload as never, {} as never)
        await database.db.deleteFrom('jobs').where('id', '=', id).execute()
      }
    }
    const log = () => factsAfter(database.db, office_id, 0, 1_000)
    return { ...office, newLine: office.line, line, at, miss, repeatDue, log }
  }

  const callsOf = (office: Pick<QueueOffice, 'told'>) =>
    office.told.flatMap(fact => (fact.name === 'call:created' ? [fact.detail.calls] : []))

  describe('missed and brought back', () => {
    it('[DESK-04] within the grace stands at the front again, with its own time of arrival', async () => {
      const office = await opened()
      const { context, office_id, line } = office
      await office.fill(line, 4)
      const tuid = await office.miss()
      const before = await office.ticket(tuid)
      office.clock.advance(15 * MINUTE_MS)
      await bringBack(context, { office_id, tuid })
      expect(await office.waiting(line)).toEqual([1, 2, 3, 4])
      expect(await office.ticket(tuid)).toMatchObject({
        state: 'waiting',
        number: 1,
        inserted_at: before.inserted_at,
        modulo_id: null,
        ended_at: null,
      })
      const back = office.told.at(-1)
      expect(back).toMatchObject({
        name: 'ticket:returned',
        detail: { ticket: 'A001', waiting: 4, ahead: 0 },
      })
      expect(await office.call(office.at)).toEqual({ tuid })
      expect(callsOf(office)).toEqual([1, 2])
      replay(await office.log())
    })

    it('[DESK-04] later stands at the end; and the office says how long the grace is', async () => {
      const office = await opened()
      const { context, office_id, line } = office
      await office.fill(line, 3)
      const late = await office.miss()
      office.clock.advance(15 * MINUTE_MS + 1)
      await bringBack(context, { office_id, tuid: late })
      expect(await office.waiting(line)).toEqual([2, 3, 1])
      await database.db
        .updateTable('offices')
        .set({ missed_grace_minutes: 0 })
        .where('id', '=', office_id)
        .execute()
      const second = await office.miss()
      office.clock.advance(1)
      await bringBack(context, { office_id, tuid: second })
      expect(await office.waiting(line)).toEqual([3, 1, 2])
      await office.fill(line, 1)
      expect(await office.waiting(line)).toEqual([3, 1, 2, 4])
      // With one or two before them nobody is told that five are.
      expect(office.told.filter(({ name }) => name === 'ticket:almost_there')).toEqual([])
    })

    it('[DESK-04] who comes back to the front passes nobody who came back before and arrived earlier', async () => {
      const office = await opened()
      const { context, office_id, line } = office
      await office.fill(line, 4)
      const [first, second] = [await office.miss(), await office.miss()]
      await bringBack(context, { office_id, tuid: first })
      await bringBack(context, { office_id, tuid: second })
      expect(await office.waiting(line)).toEqual([1, 2, 3, 4])
    })

    it('[DESK-04] comes back by the person’s own word, once to the front, once to the end, and no third time', async () => {
      const office = await opened()
      const { context, line, clock } = office
      const user_id = await office.user()
      const { tuid } = await office.take(line, user_id)
      await office.fill(line, 2)
      const own = { tuid, user_id }
      await office.miss()
      expect(await ticketOfOwner(context, own)).toMatchObject({
        state: 'skipped',
        returns_left: 2,
        front_until: new Date(clock.at.getTime() + 15 * MINUTE_MS).toISOString(),
      })
      await comeBack(context, own)
      // Pressed again, or after an answer that was lost: it is so already.
      await comeBack(context, own)
      expect(await office.waiting(line)).toEqual([1, 2, 3])
      expect(await ticketOfOwner(context, own)).toMatchObject({ state: 'waiting', called: false, ahead: 0 })
      expect(await office.miss()).toBe(tuid)
      expect(await ticketOfOwner(context, own)).toMatchObject({ returns_left: 1, front_until: null })
      await comeBack(context, own)
      expect(await office.waiting(line)).toEqual([2, 3, 1])
      await office.miss()
      await office.miss()
      expect(await office.miss()).toBe(tuid)
      await expect(comeBack(context, own)).rejects.toMatchObject({ code: 'return-limit-reached' })
      // The clerk sees them stand there.
      await bringBack(context, { office_id: office.office_id, tuid })
      expect(await office.waiting(line)).toEqual([1])
      replay(await office.log())
    })

    it('[DESK-04] [DESK-09] not into a line that is closed for the day, unless somebody calls from it still', async () => {
      const office = await opened()
      const { context, line, office_id, at } = office
      const other = await office.newLine({ prefix: 'B' })
      const user_id = await office.user()
      const { tuid } = await office.take(line, user_id)
      const own = { tuid, user_id }
      await office.miss()
      await closeLines(context, { office_id, line_id: line, waiting: 'finish' })
      await chooseLines(context, { ...at, line_ids: [other] })
      await expect(comeBack(context, own)).rejects.toMatchObject({ code: 'line-closed' })
      await chooseLines(context, { ...at, line_ids: [line] })
      await comeBack(context, own)
      await office.miss()
      await closeModulo(context, at)
      await expect(comeBack(context, own)).rejects.toMatchObject({ code: 'line-closed' })
      // A clerk, who sees them stand there, lets them in.
      await bringBack(context, { office_id, tuid })
      expect(await office.waiting(line)).toEqual([1])
    })

    it('[DESK-04] not for a stranger, not on another day, not where the office is closed, not what was not missed', async () => {
      const office = await opened()
      const { context, line, office_id, clock } = office
      const user_id = await office.user()
      const { tuid } = await office.take(line, user_id)
      const own = { tuid, user_id }
      await office.call(office.at)
      await markAttended(context, office.at)
      await expect(comeBack(context, own)).rejects.toMatchObject({ code: 'ticket-not-missed' })
      const next = await office.take(line, user_id)
      const missed = { tuid: next.tuid, user_id }
      await office.miss()
      const stranger = { tuid: next.tuid, user_id: await office.user() }
      await expect(comeBack(context, stranger)).rejects.toMatchObject({ code: 'not-found' })
      const elsewhere = await opened()
      const foreign = { office_id: elsewhere.office_id, tuid: next.tuid }
      await expect(bringBack(context, foreign)).rejects.toMatchObject({ code: 'not-found' })
      await database.db.updateTable('offices').set({ hours: '[]' }).where('id', '=', office_id).execute()
      await expect(comeBack(context, missed)).rejects.toMatchObject({ code: 'office-closed' })
      clock.advance(14 * 60 * MINUTE_MS)
      await expect(bringBack(context, { office_id, tuid: next.tuid })).rejects.toMatchObject({
        code: 'return-too-late',
      })
      expect(await ticketOfOwner(context, missed)).toMatchObject({ returns_left: 0 })
    })

    it('[DESK-04] beside the number that one took elsewhere meanwhile', async () => {
      const office = await opened()
      const { context, line } = office
      const user_id = await office.user()
      const { tuid } = await office.take(line, user_id)
      await office.miss()
      const other = await office.take(await office.newLine({ prefix: 'B' }), user_id)
      await comeBack(context, { tuid, user_id })
      const hands = [await office.ticket(tuid), await office.ticket(other.tuid)].map(({ hand }) => hand)
      expect(hands).toEqual([2, 1])
    })

    it('[DESK-04] is nobody’s to bring back whose number it was until a moment ago', async () => {
      const office = await opened()
      const { context, line } = office
      const [user_id, account] = [await office.user(), await office.user()]
      const { tuid } = await office.take(line, user_id)
      await office.miss()
      // It goes to an account while the office is waited for.
      const gate: typeof context.gate = {
        ...context.gate,
        async pass(officeId, work) {
          await database.db.updateTable('tickets').set({ user_id: account }).where('id', '=', tuid).execute()
          return await context.gate.pass(officeId, work)
        },
      }
      const late = comeBack({ ...context, gate }, { tuid, user_id })
      await expect(late).rejects.toMatchObject({ code: 'not-found' })
      expect((await office.ticket(tuid)).state).toBe('skipped')
    })

    it('[DESK-04] one who took another number of the line meanwhile, or five elsewhere, holds no sixth', async () => {
      const office = await opened()
      const { context, line, office_id } = office
      const user_id = await office.user()
      const { tuid } = await office.take(line, user_id)
      await office.miss()
      const other = await office.take(line, user_id)
      await expect(comeBack(context, { tuid, user_id })).rejects.toMatchObject({ code: 'already-has-ticket' })
      await giveUp(context, { tuid: other.tuid, user_id })
      for (const prefix of ['B', 'C', 'D', 'E', 'F'])
        await office.take(await office.newLine({ prefix }), user_id)
      await expect(bringBack(context, { office_id, tuid })).rejects.toMatchObject({
        code: 'too-many-numbers',
      })
      expect((await office.ticket(tuid)).state).toBe('skipped')
      replay(await office.log())
    })

    it('[DESK-04] counts once in the pace of its line, and is the line’s newest call all the while', async () => {
      const office = await opened()
      const { context, line, office_id, clock } = office
      await office.fill(line, 4)
      const paceNow = async () => (await linePaces(database.db, [line], clock.at)).get(line)?.lately.calls
      await office.call(office.at)
      clock.advance(MINUTE_MS)
      const tuid = await office.miss()
      expect(await paceNow()).toBe(1)
      await bringBack(context, { office_id, tuid })
      expect(await paceNow()).toBe(1)
      clock.advance(MINUTE_MS)
      await office.call(office.at)
      expect(await paceNow()).toBe(1)
      clock.advance(MINUTE_MS)
      await office.call(office.at)
      expect(await paceNow()).toBe(2)
    })

    it('[DESK-06] «Llamar otra vez» calls nobody else where the one whom it means has come back', async () => {
      const office = await opened()
      const { context, line, at } = office
      await office.fill(line, 1)
      const before = await office.miss()
      const user_id = await office.user()
      const { tuid } = await office.take(line, user_id)
      expect(await office.miss()).toBe(tuid)
      await comeBack(context, { tuid, user_id })
      const moved = { code: 'desk-moved', status: 409 }
      await expect(callAgain(context, { ...at, tuid })).rejects.toMatchObject(moved)
      expect(await office.ticket(before)).toMatchObject({ state: 'skipped', calls: 1 })
      expect(callsOf(office)).toEqual([1, 1])
      // Whom the desk had last is still meant by who names them, and by a page of before, which names nobody.
      await callAgain(context, { ...at, tuid: before })
      await markAbsent(context, at)
      await callAgain(context, at)
      expect(callsOf(office)).toEqual([1, 1, 2, 3])
    })

    it('[DESK-06] what a clerk says of whom they saw is not said of whoever was called meanwhile', async () => {
      const office = await opened()
      const { context, line, at } = office
      const other = await office.newLine({ prefix: 'B' })
      await office.fill(line, 2)
      // At another window, or on a laptop that slept, they see the first.
      const seen = { ...at, tuid: (await office.call(at, [line])).tuid }
      await markAttended(context, seen)
      const { tuid } = await office.call(at, [line])
      const told = office.told.length
      const moved = { code: 'desk-moved', status: 409 }
      await expect(markAbsent(context, seen)).rejects.toMatchObject(moved)
      await expect(markAttended(context, seen)).rejects.toMatchObject(moved)
      await expect(parkTicket(context, seen)).rejects.toMatchObject(moved)
      const to = { line_id: other }
      await expect(transferTicket(context, { ...seen, to })).rejects.toMatchObject(moved)
      expect(await office.ticket(tuid)).toMatchObject({ state: 'called', arrived_at: null, line_id: line })
      expect(office.told).toHaveLength(told)
      await parkTicket(context, { ...at, tuid })
      expect((await office.ticket(tuid)).state).toBe('parked')
      // Where nobody stands, that is what is wrong.
      await expect(markAttended(context, seen)).rejects.toMatchObject({ code: 'nobody-called' })
    })

    it('[DESK-04] a press of two clerks at once, and of the person, brings it back once', async () => {
      const office = await opened()
      const { context, line, office_id } = office
      const user_id = await office.user()
      const { tuid } = await office.take(line, user_id)
      await office.fill(line, 1)
      await office.miss()
      await Promise.all([
        bringBack(context, { office_id, tuid }),
        bringBack(context, { office_id, tuid }),
        comeBack(context, { tuid, user_id }),
      ])
      expect(await office.ticket(tuid)).toMatchObject({ state: 'waiting', returns: 1 })
      expect(office.told.filter(({ name }) => name === 'ticket:returned')).toHaveLength(1)
    })
  })

  describe('a call that repeats by itself', () => {
    it('[DESK-04] is repeated twice, 40 s after each, and is missed then; each told as a call', async () => {
      const office = await opened()
      const { clock, line } = office
      await office.fill(line, 1)
      const { tuid } = await office.call(office.at)
      clock.advance(CALL_REPEATS_AFTER_MS - 1)
      await office.repeatDue()
      expect(callsOf(office)).toEqual([1])
      clock.advance(1)
      await office.repeatDue()
      expect(callsOf(office)).toEqual([1, 2])
      clock.advance(CALL_REPEATS_AFTER_MS)
      await office.repeatDue()
      expect(callsOf(office)).toEqual([1, 2, 3])
      expect((await office.ticket(tuid)).state).toBe('called')
      clock.advance(CALL_REPEATS_AFTER_MS)
      await office.repeatDue()
      expect((await office.ticket(tuid)).state).toBe('skipped')
      clock.advance(CALL_REPEATS_AFTER_MS)
      await office.repeatDue()
      expect(callsOf(office)).toEqual([1, 2, 3])
      replay(await office.log())
    })

    it('[DESK-04] where no server ran meanwhile, it is repeated once more before it is missed', async () => {
      const office = await opened()
      const { clock, line } = office
      await office.fill(line, 1)
      const { tuid } = await office.call(office.at)
      for (let repeats = 0; repeats < 2; repeats += 1) {
        clock.advance(CALL_REPEATS_AFTER_MS)
        await office.repeatDue()
      }
      expect(callsOf(office)).toEqual([1, 2, 3])
      // The clerk could say nothing all that time, and they may stand there.
      clock.advance(CALL_REPEATS_AFTER_MS + CALL_STANDS_MS)
      await office.repeatDue()
      expect(callsOf(office)).toEqual([1, 2, 3, 4])
      expect((await office.ticket(tuid)).state).toBe('called')
      clock.advance(2 * CALL_REPEATS_AFTER_MS)
      await office.repeatDue()
      expect(callsOf(office)).toEqual([1, 2, 3, 4])
      expect((await office.ticket(tuid)).state).toBe('skipped')
    })

    it('[DESK-04] a call that is over when a server runs again rings no more, and nobody is missed by it', async () => {
      const office = await opened()
      const { clock, line, context } = office
      await office.fill(line, 2)
      const { tuid } = await office.call(office.at)
      clock.advance(CALL_REPEATS_AFTER_MS + CALL_STANDS_MS + 1)
      await office.repeatDue()
      expect(callsOf(office)).toEqual([1])
      expect((await office.ticket(tuid)).state).toBe('called')
      // The clerk's word decides, as of any other.
      await markAttended(context, office.at)
      expect((await office.ticket(tuid)).state).toBe('attended')
    })

    it('[DESK-04] while the time of day is in doubt nothing repeats, and nobody is missed', async () => {
      const office = await opened()
      const { clock, line, context } = office
      await office.fill(line, 1)
      const { tuid } = await office.call(office.at)
      clock.advance(CALL_REPEATS_AFTER_MS)
      const [job] = await office.repeats(tuid)
      const doubting = { ...context, clock: { now: () => clock.now(), isSure: () => false } }
      await expect(
        repeatCall(doubting)['repeat-call'](job?.payload as never, {} as never),
      ).rejects.toBeInstanceOf(TryAgainLater)
      expect(callsOf(office)).toEqual([1])
    })

    it('[DESK-04] not where the office wishes none, once they came, by video, or after a newer call', async () => {
      const office = await opened()
      const { clock, line, office_id, context } = office
      const set = (call_repeats: number) =>
        database.db.updateTable('offices').set({ call_repeats }).where('id', '=', office_id).execute()
      await set(0)
      await office.fill(line, 3)
      const never = await office.call(office.at)
      clock.advance(10 * MINUTE_MS)
      await office.repeatDue()
      expect(await office.ticket(never.tuid)).toMatchObject({ state: 'called', calls: 1 })
      await set(2)
      const here = await office.call(office.at)
      await database.db
        .updateTable('tickets')
        .set({ arrived_at: clock.at })
        .where('id', '=', here.tuid)
        .execute()
      clock.advance(CALL_REPEATS_AFTER_MS)
      await office.repeatDue()
      expect(await office.ticket(here.tuid)).toMatchObject({ state: 'called', calls: 1 })
      const again = await office.call(office.at)
      clock.advance(CALL_REPEATS_AFTER_MS / 2)
      await callAgain(context, office.at)
      clock.advance(CALL_REPEATS_AFTER_MS / 2)
      await office.repeatDue()
      expect(await office.ticket(again.tuid)).toMatchObject({ state: 'called', calls: 2 })
      const video = await office.newLine({ prefix: 'V', virtual: true })
      await office.fill(video, 1)
      const seen = await office.call(office.at, [video])
      clock.advance(CALL_REPEATS_AFTER_MS)
      await office.repeatDue()
      expect(await office.ticket(seen.tuid)).toMatchObject({ state: 'called', calls: 1 })
    })

    it('[DESK-04] has no word in what became of it: attended, given to another, run twice', async () => {
      const office = await opened()
      const { clock, line, context } = office
      await office.fill(line, 2)
      const done = await office.call(office.at)
      await markAttended(context, office.at)
      const { tuid } = await office.call(office.at)
      const [job] = await office.repeats(tuid)
      clock.advance(CALL_REPEATS_AFTER_MS)
      await office.repeatDue()
      await repeatCall(context)['repeat-call'](job?.payload as never, {} as never)
      expect(await office.ticket(done.tuid)).toMatchObject({ state: 'attended', calls: 1 })
      expect(await office.ticket(tuid)).toMatchObject({ state: 'called', calls: 2 })
    })
  })

  describe('parked', () => {
    it('[DESK-07] is called by no turn, holds its place, and stands at its own arrival when put back', async () => {
      const office = await opened()
      const { context, office_id, line } = office
      const user_id = await office.user()
      const { tuid } = await office.take(line, user_id)
      office.clock.advance(MINUTE_MS)
      await office.fill(line, 2)
      await office.call(office.at)
      await parkTicket(context, office.at)
      expect(await ticketOfOwner(context, { tuid, user_id })).toMatchObject({
        state: 'parked',
        called: false,
        modulo: null,
      })
      expect((await ticketsActive(context, user_id)).map(one => one.tuid)).toEqual([tuid])
      await expect(office.take(line, user_id)).rejects.toMatchObject({ code: 'already-has-ticket' })
      // It is one of the five, and no more than one.
      await office.take(await office.newLine({ prefix: 'B' }), user_id)
      expect(await office.waiting(line)).toEqual([2, 3])
      const { inserted_at } = await office.ticket(tuid)
      expect(await deskList(context, { office_id, list: 'parked' })).toMatchObject({
        tickets: [{ tuid, ticket: 'A001', inserted_at: inserted_at.toISOString() }],
        counts: { parked: 1, missed: 0 },
      })
      await putBack(context, { office_id, tuid })
      await putBack(context, { office_id, tuid })
      expect(await office.waiting(line)).toEqual([1, 2, 3])
      expect((await office.ticket(tuid)).inserted_at).toEqual(inserted_at)
      replay(await office.log())
    })

    it('[DESK-07] waits again though its owner holds as many as one may: it is one of them', async () => {
      const office = await opened()
      const { context, office_id, line, at } = office
      const user_id = await office.user()
      const { tuid } = await office.take(line, user_id)
      await office.call(at, [line])
      await parkTicket(context, at)
      const { hand } = await office.ticket(tuid)
      for (const prefix of ['B', 'C', 'D', 'E']) await office.take(await office.newLine({ prefix }), user_id)
      await putBack(context, { office_id, tuid })
      expect(await office.ticket(tuid)).toMatchObject({ state: 'waiting', hand })
      const sixth = office.take(await office.newLine({ prefix: 'F' }), user_id)
      await expect(sixth).rejects.toMatchObject({ code: 'too-many-numbers' })
    })

    it('[DESK-07] is called again by one press, and by one clerk of two; not over somebody who stands there', async () => {
      const office = await opened()
      const { context, line, at } = office
      await office.fill(line, 2)
      const { tuid } = await office.call(at)
      await parkTicket(context, at)
      await office.call(at)
      await expect(callParked(context, { ...at, tuid })).rejects.toMatchObject({ code: 'modulo-occupied' })
      await markAttended(context, at)
      const other = await office.clerk('Módulo 2')
      const pressed = await Promise.allSettled([
        callParked(context, { ...at, tuid }),
        callParked(context, { ...other, tuid }),
      ])
      expect(pressed.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
      expect(await office.ticket(tuid)).toMatchObject({ state: 'called', calls: 2 })
      replay(await office.log())
    })

    it('[TKT-05] [DESK-07] is held, and no history, for as long as the office holds it, and its owner is told how long', async () => {
      const office = await opened()
      const { context, line, at, clock } = office
      const user_id = await office.user()
      const { tuid } = await office.take(line, user_id)
      await office.call(at)
      await parkTicket(context, at)
      const until = async () => (await ticketOfOwner(context, { tuid, user_id }))?.aside_until ?? null
      const held = async () => (await ticketsActive(context, user_id)).map(one => one.tuid)
      const over = async () => (await ticketsHistory(context, { user_id, page: 1 })).tickets
      const ends = Date.parse((await until()) ?? '')
      expect(ends - clock.at.getTime()).toBeGreaterThan(TICKET_RECENCY_MS)
      clock.advance(ends - clock.at.getTime() - 1)
      await expireTickets(context)
      expect([await held(), await over()]).toEqual([[tuid], []])
      // The desk calls it, and so it is the one that its owner still sees.
      await callParked(context, { ...at, tuid })
      expect(await until()).toBeNull()
      await parkTicket(context, at)
      clock.advance(Date.parse((await until()) ?? '') - clock.at.getTime())
      await expireTickets(context)
      expect(await held()).toEqual([])
      expect(await over()).toMatchObject([{ tuid, state: 'expired', aside_until: null }])
    })

    it('[DESK-07] ends when its day is over for six hours, may be given up by its owner, and may be removed', async () => {
      const office = await opened()
      const { context, line, at, clock } = office
      const user_id = await office.user()
      const { tuid } = await office.take(line, user_id)
      await office.fill(line, 1)
      await office.call(at)
      await parkTicket(context, at)
      await giveUp(context, { tuid, user_id })
      expect((await office.ticket(tuid)).state).toBe('given-up')
      const other = await office.call(at)
      await parkTicket(context, at)
      clock.advance(7 * 60 * MINUTE_MS)
      await expireTickets(context)
      expect((await office.ticket(other.tuid)).state).toBe('parked')
      await expect(putBack(context, { office_id: office.office_id, tuid: other.tuid })).rejects.toMatchObject(
        {
          code: 'return-too-late',
        },
      )
      clock.advance(12 * 60 * MINUTE_MS)
      await expireTickets(context)
      expect((await office.ticket(other.tuid)).state).toBe('expired')
      replay(await office.log())
    })
  })

  describe('transferred', () => {
    it('[DESK-05] not once they came so long ago that they would expire there, and they stay at the desk', async () => {
      const office = await opened()
      const { context, line, at, clock } = office
      const other = await office.newLine({ prefix: 'B' })
      const { tuid } = await office.take(line, await office.user())
      clock.advance(TICKET_RECENCY_MS - MINUTE_MS)
      await office.call(at, [line])
      clock.advance(2 * MINUTE_MS)
      const { modulo_id } = await office.clerk('Módulo 2')
      for (const to of [{ line_id: other }, { modulo_id }])
        await expect(transferTicket(context, { ...at, to })).rejects.toMatchObject({
          code: 'return-too-late',
        })
      await expireTickets(context)
      expect(await office.ticket(tuid)).toMatchObject({ state: 'called' })
    })

    it('[DESK-05] stands in the other line by its time of arrival, with the number that is on its paper', async () => {
      const office = await opened()
      const { context, office_id, line, at } = office
      const other = await office.newLine({ prefix: 'B' })
      const early = await issuePaperNumber(context, { office_id, line_id: other })
      office.clock.advance(MINUTE_MS)
      const paper = await issuePaperNumber(context, { office_id, line_id: line })
      office.clock.advance(MINUTE_MS)
      await office.fill(other, 2)
      const before = await office.ticket(paper.tuid)
      await office.call(at, [line])
      await transferTicket(context, { ...at, to: { line_id: other } })
      // A001 and B001 and their kin are numbers of their own, though each is the first of its line.
      expect(await office.waiting(other)).toEqual([1, 1, 2, 3])
      expect(await office.ticket(paper.tuid)).toMatchObject({
        state: 'waiting',
        line_id: other,
        prefix: 'A',
        number: 1,
        given_in: line,
        inserted_at: before.inserted_at,
        passes: before.passes,
        modulo_id: null,
      })
      expect(office.told.at(-1)).toMatchObject({
        name: 'ticket:transferred',
        line_id: other,
        detail: { ticket: 'A001', from_line_id: line, ahead: 1, waiting: 4, modulo: null },
      })
      // The module is free, the counters of both lines go on, and the order is the one of arrivals.
      expect((await office.take(line, await office.user())).tuid).toBeTruthy()
      expect((await issuePaperNumber(context, { office_id, line_id: other })).ticket).toBe('B004')
      expect(await office.call(at, [other])).toEqual({ tuid: early.tuid })
      expect(await office.call(at, [other])).toEqual({ tuid: paper.tuid })
      // And back: it is its own line's number again.
      await transferTicket(context, { ...at, to: { line_id: line } })
      expect(await office.ticket(paper.tuid)).toMatchObject({ line_id: line, given_in: null, number: 1 })
      replay(await office.log())
    })

    it('[DESK-05] is the next at the module named, and nobody else’s', async () => {
      const office = await opened()
      const { context, line, at } = office
      const other = await office.clerk('Módulo 2')
      const third = await office.clerk('Módulo 3')
      const user_id = await office.user()
      const { tuid } = await office.take(line, user_id)
      await office.fill(line, 3)
      await office.call(at)
      await transferTicket(context, { ...at, to: { modulo_id: other.modulo_id } })
      expect(await ticketOfOwner(context, { tuid, user_id })).toMatchObject({
        state: 'waiting',
        ahead: 0,
        modulo: 'Módulo 2',
      })
      const [a, b] = [await office.call(at), await office.call(third)]
      expect([a.tuid, b.tuid]).not.toContain(tuid)
      // Also where that desk serves other lines.
      const elsewhere = await office.newLine({ prefix: 'B' })
      await office.fill(elsewhere, 1)
      await office.call(at)
      await expect(office.call(at, [line])).rejects.toMatchObject({ code: 'waiting-for-others' })
      expect(await office.call(other, [elsewhere])).toEqual({ tuid })
      replay(await office.log())
    })

    it('[DESK-05] lets nobody pass while it is the next there: it would be called all the same', async () => {
      const office = await opened()
      const { context, line, at } = office
      const other = await office.clerk('Módulo 2')
      const user_id = await office.user()
      const { tuid } = await office.take(line, user_id)
      await office.fill(line, 2)
      await office.call(at)
      await transferTicket(context, { ...at, to: { modulo_id: other.modulo_id } })
      const left = async () => (await ticketOfOwner(context, { tuid, user_id }))?.passes_left
      const pass = () => letOthersPass(context, { tuid, user_id, places: 1 })
      expect(await left()).toBe(0)
      await expect(pass()).rejects.toMatchObject({ code: 'nobody-behind' })
      await takeBreak(context, { ...other, minutes: 10 })
      expect(await left()).toBe(TICKET_PASSES_MAX)
      await pass()
      expect(await office.waiting(line)).toEqual([2, 1, 3])
    })

    it('[DESK-05] waits like everybody where that module closes before it is called', async () => {
      const office = await opened()
      const { context, line, at } = office
      const other = await office.clerk('Módulo 2')
      await office.fill(line, 2)
      const { tuid } = await office.call(at)
      await transferTicket(context, { ...at, to: { modulo_id: other.modulo_id } })
      await closeModulo(context, other)
      expect(await office.call(at)).toEqual({ tuid })
    })

    it('[DESK-05] [DESK-09] waits like everybody while that module rests, and is its next again once its clerk is back', async () => {
      const office = await opened()
      const { context, office_id, line, at, clock } = office
      const resting = await office.clerk('Módulo 2')
      const user_id = await office.user()
      const [first = ''] = await office.fill(line, 1)
      const { tuid } = await office.take(line, user_id)
      const held = async () => {
        const { ahead, modulo } =
          (await ticketOfOwner(context, { tuid, user_id })) ?? expect.fail('no ticket')
        return { ahead, modulo }
      }
      await office.call(at)
      await parkTicket(context, at)
      await office.call(at)
      await transferTicket(context, { ...at, to: { modulo_id: resting.modulo_id } })
      await putBack(context, { office_id, tuid: first })
      const next = { ahead: 0, modulo: 'Módulo 2' }
      expect(await held()).toEqual(next)
      await takeBreak(context, { ...resting, minutes: 60 })
      const likeAll = { ahead: 1, modulo: null }
      expect(await held()).toEqual(likeAll)
      await takeBreak(context, { ...resting, minutes: null })
      expect(await held()).toEqual(next)
      await takeBreak(context, { ...resting, minutes: 60 })
      expect(await office.call(at)).toEqual({ tuid: first })
      // Its time is over, and its clerk has not come back: a break ends by a press alone.
      clock.advance(61 * MINUTE_MS)
      expect(await held()).toEqual({ ahead: 0, modulo: null })
      expect((await deskState(context, at)).next).toEqual({ ticket: 'A002', line_id: line })
      expect(await office.call(at)).toEqual({ tuid })
    })

    it('[DESK-05] [DESK-09] sent to a module that rests already, is called by whichever desk is first', async () => {
      const office = await opened()
      const { context, line, at } = office
      const resting = await office.clerk('Módulo 2')
      await takeBreak(context, { ...resting, minutes: 60 })
      await office.fill(line, 1)
      const { tuid } = await office.call(at)
      await transferTicket(context, { ...at, to: { modulo_id: resting.modulo_id } })
      expect(await office.call(at)).toEqual({ tuid })
      await transferTicket(context, { ...at, to: { modulo_id: resting.modulo_id } })
      await takeBreak(context, { ...resting, minutes: null })
      await expect(office.call(at)).rejects.toMatchObject({ code: 'waiting-for-others' })
      expect(await office.call(resting)).toEqual({ tuid })
    })

    it('[DESK-05] not where they wait already, where they are, or where the line is frozen without a word', async () => {
      const office = await opened()
      const { context, line, at, office_id } = office
      const other = await office.newLine({ prefix: 'B' })
      const user_id = await office.user()
      const { tuid } = await office.take(line, user_id)
      const there = await office.take(other, user_id)
      await office.call(at, [line])
      const to = (to: Parameters<typeof transferTicket>[1]['to']) => transferTicket(context, { ...at, to })
      await expect(to({ line_id: other })).rejects.toMatchObject({ code: 'already-has-ticket' })
      await expect(to({ line_id: line })).rejects.toMatchObject({ code: 'transfer-nowhere' })
      await expect(to({ modulo_id: at.modulo_id })).rejects.toMatchObject({ code: 'transfer-nowhere' })
      const closed = await office.clerk('Módulo 2')
      await closeModulo(context, closed)
      await expect(to({ modulo_id: closed.modulo_id })).rejects.toMatchObject({ code: 'modulo-closed' })
      const foreign = await opened()
      await expect(to({ line_id: foreign.line })).rejects.toMatchObject({ code: 'not-found' })
      await expect(to({ modulo_id: foreign.at.modulo_id })).rejects.toMatchObject({ code: 'not-found' })
      expect((await office.ticket(tuid)).state).toBe('called')
      await giveUp(context, { tuid: there.tuid, user_id })
      await freezeLine(context, { office_id, line_id: other, frozen: true })
      await expect(to({ line_id: other })).rejects.toMatchObject({ code: 'line-frozen' })
      await to({ line_id: other, anyway: true })
      expect(await office.ticket(tuid)).toMatchObject({ state: 'waiting', line_id: other })
      // Pressed twice: nobody stands here any more.
      await expect(to({ line_id: line })).rejects.toMatchObject({ code: 'nobody-called' })
      replay(await office.log())
    })

    it('[DESK-05] asks first where the line is closed for today, and no more once its rest is over', async () => {
      const office = await opened()
      const { context, line, at, office_id } = office
      const [closed, rested] = [await office.newLine({ prefix: 'B' }), await office.newLine({ prefix: 'C' })]
      await office.fill(line, 1)
      const { tuid } = await office.call(at, [line])
      await closeLines(context, { office_id, line_id: closed, waiting: 'finish' })
      const to = (line_id: number) => transferTicket(context, { ...at, to: { line_id } })
      await expect(to(closed)).rejects.toMatchObject({ code: 'line-frozen' })
      await freezeLine(context, { office_id, line_id: rested, frozen: true, minutes: 1 })
      // In that very moment, though nobody was told yet.
      office.clock.advance(MINUTE_MS)
      await to(rested)
      expect(await office.ticket(tuid)).toMatchObject({ state: 'waiting', line_id: rested })
    })
  })
})
