import { beforeAll, expect, it } from 'vitest'
import type { Database } from '#server/database/database.ts'
import { systemRandom } from '#server/platform/random.ts'
import { callAgain } from '#server/queue/call/call-again.ts'
import { callNext } from '#server/queue/call/call-next.ts'
import { callReservation } from '#server/queue/call/call-reservation.ts'
import { customerWaiting } from '#server/queue/hold/customer-waiting.ts'
import { deskState } from '#server/queue/call/desk-state.ts'
import { deskList } from '#server/queue/desk/desk-list.ts'
import { issuePaperNumber } from '#server/queue/take/issue-paper-number.ts'
import { parkTicket } from '#server/queue/desk/park-ticket.ts'
import { expireTickets } from '#server/queue/turn/expire-tickets.ts'
import { freezeLine } from '#server/queue/desk/freeze-line.ts'
import { giveUp } from '#server/queue/hold/give-up.ts'
import { letOthersPass } from '#server/queue/hold/let-others-pass.ts'
import { rememberSettings } from '#server/queue/take/line-settings.ts'
import { lineStates } from '#tests/support/line-states.ts'
import { markAbsent } from '#server/queue/desk/mark-absent.ts'
import { markAttended } from '#server/queue/desk/mark-attended.ts'
import { sayOnMyWay } from '#server/queue/hold/say-on-my-way.ts'
import { takeTicket } from '#server/queue/take/take-ticket.ts'
import { ticketOfOwner } from '#server/queue/hold/ticket-of-owner.ts'
import { ticketsActive } from '#server/queue/hold/tickets-active.ts'
import { ticketsHistory } from '#server/queue/hold/tickets-history.ts'
import { countedStatements } from '#tests/support/counted-statements.ts'
import { eachDatabase } from '#tests/support/databases.ts'
import { gathering } from '#tests/support/gathering.ts'
import { MovingClock } from '#tests/support/moving-clock.ts'
import { queueOffice } from '#tests/support/queue-office.ts'
import { startTestServer } from '#tests/support/server.ts'
import { reservation } from '#tests/support/queue-reservations.ts'

/** Round trips are what a verb costs. What is asserted here is to be lowered, or raised with a reason. */
eachDatabase('statements', open => {
  let database: Database
  beforeAll(async () => {
    database = await open()
  })

  /** An office with a dozen waiting in each of two lines, and a context that counts. */
  async function busyOffice(lineCount = 2) {
    const office = await queueOffice(database)
    const lines: number[] = []
    for (let count = 0; count < lineCount; count++) lines.push(await office.line())
    const [line = 0] = lines
    const tuids = await office.fill(line, 12)
    const clerk = await office.clerk()
    const { database: counted, during } = countedStatements(database)
    const counting = { ...office.context, database: counted, settings: rememberSettings(counted.db) }
    return { ...office, line, tuids, clerk, counting, during }
  }

  /**
   * So many who act in one moment. None is so near that another's leaving brings them news, and somebody
   * waits behind them all.
   */
  async function crowd(many: number) {
    const { counting, tuids: _near, ...office } = await busyOffice()
    const owners: { tuid: string; user_id: string }[] = []
    for (const user_id of await office.users(many))
      owners.push({ tuid: (await office.take(office.line, user_id)).tuid, user_id })
    await office.fill(office.line, 1)
    const gate = gathering(counting.gate, office.office_id, many)
    return { ...office, owners, counting: { ...counting, gate } }
  }

  it('a number is taken by two, and repeated or refused by one', async () => {
    const { counting, during, line, office_id, ...office } = await busyOffice()
    const user_id = await office.user()
    const request = { office: { office_id }, line_id: line, user_id, request_id: systemRandom.uuid() }
    // The process sees the line for the first time.
    expect(await during(() => takeTicket(counting, request))).toBe(3)
    expect(await during(() => takeTicket(counting, request))).toBe(1)
    const next = { ...request, user_id: await office.user(), request_id: systemRandom.uuid() }
    expect(await during(() => takeTicket(counting, next))).toBe(2)
    const refused = { ...request, request_id: systemRandom.uuid() }
    expect(await during(() => expect(takeTicket(counting, refused)).rejects.toThrow())).toBe(1)
    // Somebody wrote the line: the number is asked for, the line is read anew, and the number is asked for
    // again.
    await counting.database.db.updateTable('lines').set({ name: 'Cajas' }).where('id', '=', line).execute()
    const another = { ...request, user_id: await office.user(), request_id: systemRandom.uuid() }
    expect(await during(() => takeTicket(counting, another))).toBe(4)
  })

  it('the whole server reads an office’s lines no more for the numbers that it gave', async () => {
    const office = await queueOffice(database)
    const [line, user_id] = [await office.line(), await office.user()]
    const { database: counted, during } = countedStatements(database)
    // In doubt of the time of day it sweeps nothing: what it would do by itself meanwhile is counted too.
    const clock = Object.assign(new MovingClock(), { isSure: () => false })
    const { queue, close } = await startTestServer({ database: counted, clock })
    const ask = () => queue.lines.now(office.office_id)
    await ask()
    await takeTicket(queue, { office, line_id: line, user_id })
    // Where the office stands.
    expect(await during(async () => expect(await ask()).toMatchObject({ lines: [{ waiting: 1 }] }))).toBe(1)
    await close()
  })

  it('the first of an office is taken by two and five: there is no sequence yet', async () => {
    const office = await queueOffice(database)
    const { database: counted, during } = countedStatements(database)
    const counting = { ...office.context, database: counted, settings: rememberSettings(counted.db) }
    const request = {
      office: { office_id: office.office_id },
      line_id: await office.line(),
      user_id: await office.user(),
      request_id: systemRandom.uuid(),
    }
    // line, read; hold, made, hold, read, write
    expect(await during(() => takeTicket(counting, request))).toBe(7)
  })

  it('a desk’s verbs take the same few, however long the line is', async () => {
    const { counting, during, clerk, here } = await busyOffice()
    const next = () => callNext(counting, { ...clerk, line_ids: [], here: here(clerk) })
    // read, pace, write
    expect(await during(next)).toBe(3)
    // … and the one before is attended: what the pace became is known
    expect(await during(next)).toBe(2)
    // hold, desk, act, call, pace, facts, jobs
    expect(await during(() => callAgain(counting, clerk))).toBe(7)
    // hold, desk, act, end, facts, jobs
    expect(await during(() => markAbsent(counting, clerk))).toBe(6)
    await next()
    // hold, desk, act, end, facts
    expect(await during(() => markAttended(counting, clerk))).toBe(5)
    expect(await during(() => deskState(counting, clerk))).toBeLessThanOrEqual(6)
  })

  it('who stands aside since today costs their office nothing, each minute', async () => {
    const { counting, during, clerk, here } = await busyOffice()
    await callNext(counting, { ...clerk, line_ids: [], here: here(clerk) })
    await parkTicket(counting, clerk)
    expect(await during(() => expireTickets(counting))).toBe(1)
  })

  it('a reservation is called and ended by as few as a number', async () => {
    const { counting, during, clerk, line, ...office } = await busyOffice()
    const booked = (inMinutes: number) => reservation(office, line, { inMinutes })
    await booked(-1)
    // read, pace, write
    expect(await during(() => callNext(counting, { ...clerk, line_ids: [] }))).toBe(3)
    expect(await during(() => callAgain(counting, clerk))).toBe(7)
    // hold, desk, act, end, facts, jobs
    expect(await during(() => markAbsent(counting, clerk))).toBe(6)
    const { id } = await booked(10)
    // read, pace, write
    expect(await during(() => callReservation(counting, { ...clerk, id }))).toBe(3)
    expect(await during(() => deskState(counting, clerk))).toBeLessThanOrEqual(6)
  })

  it('a person’s verbs, too', async () => {
    const { counting, during, tuids, line, office_id, ...office } = await busyOffice()
    const own = async (tuid = '') => ({ tuid, user_id: (await office.ticket(tuid)).user_id ?? '' })
    const [second, third] = [await own(tuids[1]), await own(tuids[2])]
    // own, hold, update, approaching, facts, jobs
    expect(await during(() => giveUp(counting, second))).toBeLessThanOrEqual(6)
    // own, hold, own again, update, approaching, facts, jobs
    expect(await during(() => letOthersPass(counting, { ...third, places: 2 }))).toBeLessThanOrEqual(7)
    expect(await during(() => sayOnMyWay(counting, third))).toBe(1)
    // line, hold, update, how it stands then, facts
    expect(await during(() => freezeLine(counting, { office_id, line_id: line, frozen: true }))).toBe(5)
    expect(await during(() => expireTickets(counting))).toBe(1)
  })

  it.each([1, 32])('%i who give up at once hold the office once, and each takes four more', async many => {
    const { during, counting, owners } = await crowd(many)
    // Each: own, update, approaching, facts. All: hold.
    const leaving = () => Promise.all(owners.map(own => giveUp(counting, own)))
    expect(await during(leaving)).toBe(many * 4 + 1)
  })

  it.each([1, 32])('%i who let others pass at once hold it once, and each takes six more', async many => {
    const { during, counting, owners } = await crowd(many)
    // Each: own, flag, own again, update, approaching, facts. All: hold.
    const passing = () => Promise.all(owners.map(own => letOthersPass(counting, { ...own, places: 1 })))
    expect(await during(passing)).toBe(many * 6 + 1)
  })

  it.each([1, 32])('%i desks that ask for a list in one moment have it by four statements', async many => {
    const { counting, during, office_id, line } = await busyOffice()
    const ask = () => deskList(counting, { office_id, list: 'waiting' })
    expect(await during(() => Promise.all(Array.from({ length: many }, ask)))).toBe(4)
    // Whoever asks after something happened hears of it.
    await issuePaperNumber(counting, { office_id, line_id: line })
    expect((await ask()).tickets).toHaveLength(13)
  })

  it('[WAIT-01] of a crowd that waits in one line each asks where they stand, and hardly anybody how the line does', async () => {
    const many = 32
    const { during, counting, owners } = await crowd(many)
    const ask = () => Promise.all(owners.map(own => customerWaiting(counting, { ...own, id: own.tuid })))
    // Each by themselves: three.
    expect(await during(ask)).toBeLessThan(2 * many)
  })

  it('what is read takes as many for one as for a hundred', async () => {
    const { counting, during, tuids, office_id, ...office } = await busyOffice(9)
    const tuid = tuids[3] ?? ''
    const user_id = (await office.ticket(tuid)).user_id ?? ''
    expect(await during(() => lineStates(counting, office_id))).toBe(2)
    expect(await during(() => ticketOfOwner(counting, { tuid, user_id }))).toBe(2)
    expect(await during(() => ticketsActive(counting, user_id))).toBe(2)
    expect(await during(() => ticketsHistory(counting, { user_id, page: 1 }))).toBe(2)
    expect(await during(() => customerWaiting(counting, { id: tuid, user_id }))).toBe(3)
  })
})
