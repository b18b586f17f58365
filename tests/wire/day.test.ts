import { beforeAll, expect, it } from 'vitest'
import type { HoursOfDay } from '#contract/rest/offices.ts'
import type { Database } from '#server/database/database.ts'
import { json } from '#server/database/json-column.ts'
import { callAgain } from '#server/queue/call/call-again.ts'
import { callNext } from '#server/queue/call/call-next.ts'
import { callTicket } from '#server/queue/call/call-ticket.ts'
import { callParked } from '#server/queue/call/call-parked.ts'
import { CLOSING_IDLE_MS } from '#contract/desk-limits.ts'
import { openGate } from '#server/facts/office-gate.ts'
import { answerHelp } from '#server/queue/day/answer-help.ts'
import { askHelp } from '#server/queue/day/ask-help.ts'
import { closeLines, reopenLines } from '#server/queue/day/close-lines.ts'
import { closeOffices } from '#server/queue/day/close-offices.ts'
import { resumeLines } from '#server/queue/day/resume-lines.ts'
import { sendMessage } from '#server/queue/day/send-message.ts'
import { takeBreak } from '#server/queue/day/take-break.ts'
import { closeModulo } from '#server/queue/desk/close-modulo.ts'
import { deskState } from '#server/queue/call/desk-state.ts'
import { findDesk } from '#server/queue/desk/desk.ts'
import { freezeLine } from '#server/queue/desk/freeze-line.ts'
import { noteTurn } from '#server/queue/desk/note-turn.ts'
import { markAttended } from '#server/queue/desk/mark-attended.ts'
import { openModulo } from '#server/queue/desk/open-modulo.ts'
import { setPreference } from '#server/queue/desk/set-preference.ts'
import { transferTicket } from '#server/queue/desk/transfer-ticket.ts'
import { parkTicket } from '#server/queue/desk/park-ticket.ts'
import { expireTickets } from '#server/queue/turn/expire-tickets.ts'
import { forgetNotes } from '#server/queue/turn/forget-notes.ts'
import { forgetPreference } from '#server/queue/turn/forget-preference.ts'
import { giveUp } from '#server/queue/hold/give-up.ts'
import { ticketOfOwner } from '#server/queue/hold/ticket-of-owner.ts'
import { lineStates } from '#tests/support/line-states.ts'
import { readOfficeWaits } from '#server/queue/lines/read-office-waits.ts'
import { issuePaperNumber } from '#server/queue/take/issue-paper-number.ts'
import { takeTicket } from '#server/queue/take/take-ticket.ts'
import { eachDatabase } from '#tests/support/databases.ts'
import { heldDatabase } from '#tests/support/held-database.ts'
import { queueOffice } from '#tests/support/queue-office.ts'
import { reservation } from '#tests/support/queue-reservations.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** Saturdays and Sundays too: NOON is on one, and the wall is three hours behind. */
const DAYS = [1, 2, 3, 4, 5, 6, 7]
const NINE_TO_SIX = DAYS.map((weekday): HoursOfDay => ({ weekday, from: '09:00', to: '18:00' }))
const ALWAYS = DAYS.map((weekday): HoursOfDay => ({ weekday, from: '00:00', to: '24:00' }))
const NIGHTS = DAYS.flatMap((weekday): HoursOfDay[] => [
  { weekday, from: '20:00', to: '24:00' },
  { weekday, from: '00:00', to: '04:00' },
])
/** Of the day of NOON, and when the next one begins. */
const CLOSES = new Date('2026-11-21T21:00:00Z')
const OPENS = new Date('2026-11-22T12:00:00Z')

eachDatabase('the day at a modulo and in a line', open => {
  let database: Database
  beforeAll(async () => {
    database = await open()
  })

  const modulo = (id: number) =>
    database.db.selectFrom('modulos').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const line = (id: number) =>
    database.db.selectFrom('lines').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const set = (officeId: number, columns: object) =>
    database.db.updateTable('offices').set(columns).where('id', '=', officeId).execute()

  /** An office from nine to six, at noon, with a line and a clerk at a modulo. */
  async function atNoon() {
    const office = await queueOffice(database, { hours: NINE_TO_SIX })
    const line_id = await office.line({ fallback_minutes: 5 })
    const desk = await office.clerk()
    const states = async () => (await deskState(office.context, desk)).modulos
    const lineNow = async (id = line_id) => {
      const found = (await lineStates(office.context, office.office_id)).find(one => one.line_id === id)
      return found ?? expect.fail('no such line')
    }
    const message = async (tuid: string) => (await office.ticket(tuid)).message
    return { ...office, line_id, desk, states, lineNow, message }
  }

  it('[DESK-09] a break says until when, calls nobody and counts as no open modulo, and ends by a press alone', async () => {
    const office = await atNoon()
    const { context, desk } = office
    await office.fill(office.line_id, 4)
    const alone = (await office.lineNow()).wait
    const other = await office.clerk()
    await takeBreak(context, { ...other, minutes: 15 })
    const until = new Date(office.clock.at.getTime() + 15 * MINUTE_MS).toISOString()
    expect((await office.states()).find(({ id }) => id === other.modulo_id)).toMatchObject({
      break_until: until,
    })
    // Two that are open are twice as fast; one of them rests.
    office.clock.advance(HOUR_MS / 60 + 1_000)
    expect((await office.lineNow()).wait?.to).toBeGreaterThanOrEqual(alone?.to ?? 0)
    await expect(callNext(context, { ...other, line_ids: [] })).rejects.toMatchObject({ code: 'on-break' })
    office.clock.advance(HOUR_MS)
    await expect(callNext(context, { ...other, line_ids: [] })).rejects.toMatchObject({ code: 'on-break' })
    await expect(callAgain(context, other)).rejects.toMatchObject({ code: 'on-break' })
    expect((await office.waiting(office.line_id)).length).toBe(4)
    await takeBreak(context, { ...other, minutes: null })
    await callNext(context, { ...other, line_ids: [] })
    expect((await modulo(other.modulo_id)).break_until).toBeNull()
    await expect(takeBreak(context, { ...other, minutes: 5 })).rejects.toMatchObject({
      code: 'somebody-here',
    })
    await markAttended(context, other)
    await takeBreak(context, { ...other, minutes: 5 })
    // Whoever leaves, or loses the modulo to another, leaves the break too.
    await closeModulo(context, other)
    await openModulo(context, other)
    expect((await modulo(other.modulo_id)).break_until).toBeNull()
    await takeBreak(context, { ...other, minutes: 5 })
    await openModulo(context, { ...desk, modulo_id: other.modulo_id, from: other.clerk_id })
    await callNext(context, { ...desk, line_ids: [] })
  })

  it('[DESK-09] nobody is called to a break by a clerk’s choice either', async () => {
    const office = await atNoon()
    const { context, desk, line_id } = office
    const [parked = '', second = ''] = await office.fill(line_id, 2)
    await office.call(desk)
    await parkTicket(context, desk)
    await takeBreak(context, { ...desk, minutes: 10 })
    const refused = { code: 'on-break', status: 409 }
    const chosen = { ...desk, tuid: second, reason: 'urgente' }
    await expect(callTicket(context, chosen)).rejects.toMatchObject(refused)
    await expect(callParked(context, { ...desk, tuid: parked })).rejects.toMatchObject(refused)
    expect([(await office.ticket(parked)).state, (await office.ticket(second)).state]).toEqual([
      'parked',
      'waiting',
    ])
    await takeBreak(context, { ...desk, minutes: null })
    await callParked(context, { ...desk, tuid: parked })
  })

  it('[DESK-09] of a break and a call in one moment only one happens', async () => {
    const office = await atNoon()
    const { context, desk } = office
    await office.fill(office.line_id, 2)
    const [rest, call] = await Promise.allSettled([
      takeBreak(context, { ...desk, minutes: 10 }),
      callNext(context, { ...desk, line_ids: [] }),
    ])
    const { turn, on_break } = (await findDesk(database.db, desk)) ?? expect.fail('no desk')
    expect([rest.status, call.status].toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(on_break).toBe(rest.status === 'fulfilled')
    expect(turn?.state === 'called').toBe(call.status === 'fulfilled')
  })

  it('[DESK-09] a break that begins elsewhere while a call is judged keeps it from being made', async () => {
    const office = await atNoon()
    const { context, desk } = office
    await office.fill(office.line_id, 1)
    let rests = false
    const paces: typeof context.paces = {
      ...context.paces,
      kept: () => undefined,
      async of(...asked) {
        const known = await context.paces.of(...asked)
        // Between the reading and the writing, by a process with a gate of its own.
        if (!rests) {
          rests = true
          await takeBreak({ ...context, gate: openGate }, { ...desk, minutes: 10 })
        }
        return known
      },
    }
    await expect(callNext({ ...context, paces }, { ...desk, line_ids: [] })).rejects.toMatchObject({
      code: 'on-break',
    })
    expect(await office.waiting(office.line_id)).toHaveLength(1)
  })

  it('[DESK-09] a line rests with a reason and a time, gives numbers again at that very moment, and is told of then', async () => {
    const office = await atNoon()
    const { context, office_id, line_id } = office
    const other = await office.line()
    const note = 'Volvemos pronto'
    await freezeLine(context, { office_id, line_id, frozen: true, reason: 'system-down', note, minutes: 30 })
    const until = new Date(office.clock.at.getTime() + 30 * MINUTE_MS)
    const stopped = { why: 'frozen', reason: 'system-down', note, until: until.toISOString() }
    expect(await office.lineNow()).toMatchObject({ frozen: true, stopped })
    expect(office.told.at(-1)).toMatchObject({ name: 'line:frozen', detail: { frozen: true, stopped } })
    await expect(office.take(line_id, await office.user())).rejects.toMatchObject({ code: 'line-frozen' })
    expect((await readOfficeWaits(database.db, office.clock.at, [office_id]))[0]?.office_id).toBe(office_id)

    // All of them: the one that rests already keeps its reason and its time.
    await freezeLine(context, { office_id, line_id: null, frozen: true, reason: 'meeting' })
    expect((await line(line_id)).frozen_until).toEqual(until)
    expect(await office.lineNow(other)).toMatchObject({ stopped: { reason: 'meeting', until: null } })
    expect(await readOfficeWaits(database.db, office.clock.at, [office_id])).toEqual([])

    office.clock.at = new Date(until.getTime() - 1)
    await expect(office.take(line_id, await office.user())).rejects.toMatchObject({ code: 'line-frozen' })
    await resumeLines(context)
    expect((await line(line_id)).frozen).toBe(true)
    office.clock.at = until
    await office.take(line_id, await office.user())
    const before = office.told.length
    await resumeLines(context)
    await resumeLines(context)
    expect(office.told.slice(before)).toMatchObject([
      { name: 'line:frozen', line_id, detail: { frozen: false, stopped: null } },
    ])
    expect(await line(line_id)).toMatchObject({ frozen: false, frozen_reason: null, frozen_note: null })
    await freezeLine(context, { office_id, line_id: null, frozen: false })
    expect((await office.lineNow(other)).frozen).toBe(false)
    const elsewhere = await atNoon()
    await expect(
      freezeLine(context, { office_id, line_id: elsewhere.line_id, frozen: true }),
    ).rejects.toMatchObject({ code: 'not-found' })
  })

  it('[DESK-09] before the doors open lines are frozen for the day to come, and seen to be; what a clerk closed is closed', async () => {
    const office = await atNoon()
    const { context, office_id, line_id, desk } = office
    const kept = await office.line({ fallback_minutes: 5 })
    office.clock.at = CLOSES
    await closeOffices(context)
    office.clock.at = new Date(OPENS.getTime() - HOUR_MS)
    await openModulo(context, desk)
    const byClock = { why: 'closed', reason: null, note: null, until: OPENS.toISOString(), by_clock: true }
    expect((await office.lineNow()).stopped).toEqual(byClock)
    const freeze = (frozen: boolean, minutes: number | null = null) =>
      freezeLine(context, { ...desk, line_id: null, frozen, reason: 'meeting', minutes })
    await closeLines(context, { ...desk, line_id: kept, waiting: 'finish' })
    await freeze(true)
    expect((await office.lineNow()).stopped).toMatchObject({ why: 'frozen', reason: 'meeting', until: null })
    expect((await office.lineNow(kept)).stopped).toMatchObject({ why: 'closed' })
    expect((await line(kept)).frozen).toBe(false)
    // What thaws before the doors open says nothing to anybody.
    await freeze(false)
    await freezeLine(context, { ...desk, line_id, frozen: true, minutes: 60 })
    expect((await office.lineNow()).stopped).toEqual(byClock)
    await freezeLine(context, { ...desk, line_id, frozen: true, minutes: 61 })
    expect((await office.lineNow()).stopped).toMatchObject({ why: 'frozen' })
    office.clock.at = OPENS
    await resumeLines(context)
    expect((await office.lineNow()).stopped).toMatchObject({ why: 'frozen' })
    await expect(issuePaperNumber(context, { office_id, line_id })).rejects.toMatchObject({
      code: 'line-frozen',
    })
    office.clock.advance(MINUTE_MS)
    await issuePaperNumber(context, { office_id, line_id })
    await expect(issuePaperNumber(context, { office_id, line_id: kept })).rejects.toMatchObject({
      code: 'line-closed',
    })
  })

  it('[DESK-09] a clerk closes a line: who waits is attended still and told so, nobody else gets a number until the next day', async () => {
    const office = await atNoon()
    const { context, office_id, line_id } = office
    const [tuid = ''] = await office.fill(line_id, 2)
    const { tuid: paper } = await issuePaperNumber(context, { office_id, line_id })
    const before = office.told.length
    await closeLines(context, { office_id, line_id, waiting: 'finish' })
    await closeLines(context, { office_id, line_id, waiting: 'finish' })
    const told = office.told.slice(before)
    expect(told.map(({ name }) => name)).toEqual(['line:frozen', 'ticket:message', 'ticket:message'])
    expect(told[0]).toMatchObject({
      detail: { frozen: true, stopped: { why: 'closed', until: OPENS.toISOString() } },
    })
    expect(told[1]).toMatchObject({
      detail: { message: { texts: { es: expect.stringContaining('atendemos') } } },
    })
    expect((await office.jobs(tuid)).map(({ kind }) => kind)).toEqual(['push-line-message'])
    expect(await office.jobs(paper)).toEqual([])
    expect(await office.waiting(line_id)).toHaveLength(3)
    const refused = { code: 'line-closed' }
    await expect(office.take(line_id, await office.user())).rejects.toMatchObject(refused)
    await expect(issuePaperNumber(context, { office_id, line_id })).rejects.toMatchObject(refused)
    await office.call(office.desk)

    office.clock.at = OPENS
    expect((await office.take(line_id, await office.user())).repeated).toBe(false)
    await resumeLines(context)
    expect((await line(line_id)).closed_until).toBeNull()
    expect(office.told.at(-1)).toMatchObject({ name: 'line:frozen', detail: { frozen: false } })
    await closeLines(context, { office_id, line_id, waiting: 'finish' })
    await reopenLines(context, { office_id, line_id: null })
    expect(await office.lineNow()).toMatchObject({ frozen: false, stopped: null })
  })

  it('[DESK-09] a clerk sends those home who wait: their numbers end with a reason of their own, each is told, none in silence', async () => {
    const office = await atNoon()
    const { context, office_id, line_id, desk } = office
    const other = await office.line()
    const tuids = await office.fill(line_id, 3)
    const [stays = ''] = await office.fill(other, 1)
    const [called = '', first = ''] = tuids
    await office.call(desk, [line_id])
    // First they were to be attended still; then it turned out otherwise.
    await closeLines(context, { office_id, line_id, waiting: 'finish' })
    const before = office.told.length
    await closeLines(context, { office_id, line_id, waiting: 'send-home' })
    await closeLines(context, { office_id, line_id, waiting: 'send-home' })
    expect(office.told.slice(before)).toMatchObject([
      { name: 'ticket:left', detail: { why: 'sent-home', waiting: 1 } },
      { name: 'ticket:left', detail: { why: 'sent-home', waiting: 0 } },
    ])
    expect(await office.ticket(first)).toMatchObject({ state: 'sent-home', ended_at: office.clock.at })
    expect((await office.jobs(first)).map(({ kind }) => kind)).toContain('push-sent-home')
    const { user_id } = await office.ticket(first)
    expect(await ticketOfOwner(context, { tuid: first, user_id: user_id ?? '' })).toMatchObject({
      state: 'sent-home',
      ahead: null,
    })
    // Whoever was called is attended by a clerk's word, and the other line goes on.
    expect((await office.ticket(called)).state).toBe('called')
    expect((await office.ticket(stays)).state).toBe('waiting')

    const idle = await office.clerk()
    await closeLines(context, { office_id, line_id: null, waiting: 'send-home' })
    expect((await office.ticket(stays)).state).toBe('sent-home')
    expect((await modulo(idle.modulo_id)).clerk_id).toBeNull()
    expect((await modulo(desk.modulo_id)).clerk_id).toBe(desk.clerk_id)
  })

  it('[DESK-08] [DESK-09] the clock closes the office: those who wait are told, attended as long as somebody calls, and then sent home', async () => {
    const office = await atNoon()
    const { context, line_id, desk } = office
    office.clock.advance(4 * HOUR_MS)
    const [first = '', second = '', third = ''] = await office.fill(line_id, 3)
    const idle = await office.clerk()
    office.clock.at = new Date(CLOSES.getTime() - MINUTE_MS)
    await closeOffices(context)
    expect((await line(line_id)).closed_until).toBeNull()
    office.clock.at = CLOSES
    await closeOffices(context)
    await closeOffices(context)
    expect((await line(line_id)).closed_until).toEqual(OPENS)
    for (const tuid of [first, second, third]) {
      expect((await office.message(tuid))?.texts.en).toContain('still be served')
      expect((await office.jobs(tuid)).filter(({ kind }) => kind === 'push-line-message')).toHaveLength(1)
    }
    expect((await modulo(idle.modulo_id)).clerk_id).toBe(idle.clerk_id)
    await office.call(desk)
    office.clock.advance(40 * MINUTE_MS)
    await office.call(desk)
    await closeOffices(context)
    expect((await office.ticket(third)).state).toBe('waiting')
    // And then nobody calls any more: they forgot to close, and went home.
    office.clock.advance(31 * MINUTE_MS)
    await closeOffices(context)
    expect((await office.ticket(third)).state).toBe('sent-home')
    expect((await modulo(idle.modulo_id)).clerk_id).toBeNull()
    // Somebody stands there still: that one is a clerk's to end.
    expect((await modulo(desk.modulo_id)).clerk_id).toBe(desk.clerk_id)
    await markAttended(context, desk)
    await closeOffices(context)
    expect((await modulo(desk.modulo_id)).clerk_id).toBeNull()
  })

  it('[DESK-08] [DESK-09] where the office sends home at closing, or nobody is left, nobody waits on; who opens later stays', async () => {
    const office = await atNoon()
    const { context, office_id, line_id, desk } = office
    await set(office_id, { closing: 'send-home' })
    const [tuid = ''] = await office.fill(line_id, 1)
    office.clock.at = CLOSES
    await closeOffices(context)
    expect((await office.ticket(tuid)).state).toBe('sent-home')
    expect((await modulo(desk.modulo_id)).clerk_id).toBeNull()
    office.clock.advance(MINUTE_MS)
    await openModulo(context, desk)
    await closeOffices(context)
    expect((await modulo(desk.modulo_id)).clerk_id).toBe(desk.clerk_id)

    const empty = await atNoon()
    const [left = ''] = await empty.fill(empty.line_id, 1)
    await closeModulo(empty.context, empty.desk)
    empty.clock.at = CLOSES
    await closeOffices(empty.context)
    expect((await empty.ticket(left)).state).toBe('sent-home')
  })

  it('[DESK-09] who waits in a line that a newer file names no more goes home with the others', async () => {
    const retire = (line_id: number) =>
      database.db.updateTable('lines').set({ active: false }).where('id', '=', line_id).execute()
    const office = await atNoon()
    const [tuid = ''] = await office.fill(office.line_id, 1)
    await retire(office.line_id)
    await retire(await office.line())
    await closeModulo(office.context, office.desk)
    const told = office.told.length
    office.clock.at = CLOSES
    await closeOffices(office.context)
    expect((await office.ticket(tuid)).state).toBe('sent-home')
    // Of one that is gone and where nobody waits there is nothing to say.
    expect(office.told.slice(told).map(({ line_id }) => line_id)).toEqual([office.line_id, office.line_id])

    const other = await atNoon()
    const [left = ''] = await other.fill(other.line_id, 1)
    await retire(other.line_id)
    await closeLines(other.context, { ...other.desk, line_id: null, waiting: 'send-home' })
    expect((await other.ticket(left)).state).toBe('sent-home')
  })

  it('[DESK-05] [DESK-09] whom a clerk sends on after closing is attended still, as long as somebody calls', async () => {
    const office = await atNoon()
    const { context, office_id, line_id, desk } = office
    await set(office_id, { closing: 'send-home' })
    const cashier = await office.line({ fallback_minutes: 5 })
    const other = await office.clerk()
    office.clock.at = new Date(CLOSES.getTime() - MINUTE_MS)
    const [served = '', waits = ''] = await office.fill(line_id, 2)
    await callNext(context, { ...desk, line_ids: [line_id] })
    // At their own desk the other clerk attends somebody, too: nobody takes it from under them.
    const [beside = ''] = await office.fill(cashier, 1)
    await callNext(context, { ...other, line_ids: [cashier] })
    office.clock.at = CLOSES
    await closeOffices(context)
    expect((await office.ticket(waits)).state).toBe('sent-home')
    office.clock.advance(10 * MINUTE_MS)
    await transferTicket(context, { ...desk, to: { line_id: cashier, anyway: true } })
    await markAttended(context, other)
    await closeOffices(context)
    expect((await office.ticket(beside)).state).toBe('attended')
    expect((await office.ticket(served)).state).toBe('waiting')
    expect((await modulo(other.modulo_id)).clerk_id).toBe(other.clerk_id)
    await callNext(context, { ...other, line_ids: [cashier] })
    expect((await office.ticket(served)).state).toBe('called')
    // Sent back, where nobody calls: half an hour is waited for that, and no longer.
    await transferTicket(context, { ...other, to: { line_id, anyway: true } })
    office.clock.advance(CLOSING_IDLE_MS - 1)
    await closeOffices(context)
    expect((await office.ticket(served)).state).toBe('waiting')
    office.clock.advance(1)
    await closeOffices(context)
    expect((await office.ticket(served)).state).toBe('sent-home')
    expect((await modulo(other.modulo_id)).clerk_id).toBeNull()
  })

  it('[DESK-05] [DESK-09] who was sent on before closing goes home with the others', async () => {
    const office = await atNoon()
    const { context, office_id, line_id, desk } = office
    await set(office_id, { closing: 'send-home' })
    const cashier = await office.line({ fallback_minutes: 5 })
    office.clock.at = new Date(CLOSES.getTime() - MINUTE_MS)
    const [tuid = ''] = await office.fill(line_id, 1)
    await callNext(context, { ...desk, line_ids: [line_id] })
    await transferTicket(context, { ...desk, to: { line_id: cashier } })
    office.clock.at = CLOSES
    await closeOffices(context)
    expect((await office.ticket(tuid)).state).toBe('sent-home')
  })

  it('[DESK-05] [DESK-09] on a day without hours too, as long as somebody calls', async () => {
    const office = await atNoon()
    const { context, office_id, line_id, desk } = office
    const cashier = await office.line({ fallback_minutes: 5 })
    const [tuid = ''] = await office.fill(line_id, 1)
    await set(office_id, {
      closing: 'send-home',
      hours: json(NINE_TO_SIX.filter(({ weekday }) => weekday === 3)),
    })
    await callNext(context, { ...desk, line_ids: [line_id] })
    await transferTicket(context, { ...desk, to: { line_id: cashier } })
    office.clock.advance(1_000)
    await closeOffices(context)
    expect((await office.ticket(tuid)).state).toBe('waiting')
    office.clock.advance(CLOSING_IDLE_MS)
    await closeOffices(context)
    expect((await office.ticket(tuid)).state).toBe('sent-home')
  })

  it('[DESK-09] where no next day is near, who waits is told once, and what a clerk closed stays the clerk’s', async () => {
    const office = await atNoon()
    const { context, office_id, line_id, desk } = office
    const kept = await office.line({ fallback_minutes: 5 })
    await office.fill(line_id, 2)
    await closeLines(context, { ...desk, line_id: kept, waiting: 'finish' })
    await set(office_id, { hours: json([]) })
    await closeOffices(context)
    const told = (await office.facts()).length
    for (let minute = 0; minute < 3; minute++) {
      office.clock.advance(MINUTE_MS)
      await closeOffices(context)
    }
    expect(await office.facts()).toHaveLength(told)
    expect(await line(kept)).toMatchObject({ closed_by_clock: false })
    // A week from then, on the wall, is the most.
    expect((await line(line_id)).closed_until).toEqual(new Date('2026-11-28T03:00:00Z'))
  })

  it('[DESK-09] what the clock closed a clerk may close as well, and nobody who waits is told twice', async () => {
    const office = await atNoon()
    const { context, line_id, desk } = office
    await office.fill(line_id, 1)
    await freezeLine(context, { ...desk, line_id, frozen: true })
    office.clock.at = CLOSES
    await closeOffices(context)
    const told = async () => (await office.facts()).filter(({ kind }) => kind === 'ticket:message').length
    expect(await told()).toBe(1)
    expect(await line(line_id)).toMatchObject({ closed_by_clock: true })
    await closeLines(context, { ...desk, line_id, waiting: 'finish' })
    expect(await line(line_id)).toMatchObject({ closed_by_clock: false, closed_until: OPENS })
    expect((await office.lineNow()).stopped).toMatchObject({ why: 'closed' })
    expect(await told()).toBe(1)
  })

  it('[DESK-09] that the clock closed a line is forgotten as soon as it gives numbers again', async () => {
    const office = await atNoon()
    const { context, line_id, desk } = office
    office.clock.at = CLOSES
    await closeOffices(context)
    await reopenLines(context, { ...desk, line_id })
    expect(await line(line_id)).toMatchObject({ closed_until: null, closed_by_clock: false })
    await openModulo(context, desk)
    await closeOffices(context)
    expect(await line(line_id)).toMatchObject({ closed_until: OPENS, closed_by_clock: true })
    office.clock.at = OPENS
    await resumeLines(context)
    expect(await line(line_id)).toMatchObject({ closed_until: null, closed_by_clock: false })
  })

  it('[DESK-08] [DESK-09] closes nothing by hours that were changed while the clock’s sweep waited', async () => {
    const office = await atNoon()
    const { context, office_id, line_id } = office
    const [tuid = ''] = await office.fill(line_id, 1)
    office.clock.at = CLOSES
    const held = heldDatabase(database)
    const letGo = held.holdNextAnswer()
    const sweep = closeOffices({ ...context, database: held.database })
    await held.holding()
    const hours = json(NINE_TO_SIX.map(day => ({ ...day, to: '22:00' })))
    await set(office_id, { hours })
    letGo()
    await sweep
    expect((await line(line_id)).closed_until).toBeNull()
    expect((await office.ticket(tuid)).state).toBe('waiting')
  })

  it('[DESK-09] who closes a line after midnight closes it for the evening that goes on', async () => {
    const office = await queueOffice(database, { hours: NIGHTS })
    const line_id = await office.line()
    // One o’clock on a Sunday’s wall.
    office.clock.at = new Date('2026-11-22T04:00:00Z')
    const desk = await office.clerk()
    await closeLines(office.context, { ...desk, line_id, waiting: 'finish' })
    expect((await line(line_id)).closed_until).toEqual(new Date('2026-11-22T23:00:00Z'))
  })

  it('[DESK-08] who sits down on a day without hours stays for that day, and who was left from before does not', async () => {
    const office = await atNoon()
    const { context, office_id, desk } = office
    // Open on the Saturday alone.
    await set(office_id, { hours: json(NINE_TO_SIX.filter(({ weekday }) => weekday === 6)) })
    // The clerk who sat down on Saturday at noon; and another, on Monday at noon.
    office.clock.at = new Date('2026-11-23T15:00:00Z')
    const later = await office.clerk()
    office.clock.advance(MINUTE_MS)
    await closeOffices(context)
    expect((await modulo(desk.modulo_id)).clerk_id).toBeNull()
    expect((await modulo(later.modulo_id)).clerk_id).toBe(later.clerk_id)
    office.clock.at = new Date('2026-11-24T02:59:00Z')
    await closeOffices(context)
    expect((await modulo(later.modulo_id)).clerk_id).toBe(later.clerk_id)
    office.clock.at = new Date('2026-11-24T03:00:00Z')
    await closeOffices(context)
    expect((await modulo(later.modulo_id)).clerk_id).toBeNull()
  })

  it('[DESK-07] [DESK-09] [PRIO-02] hours over midnight are one evening: nobody’s turn, note or preference ends in the middle of it', async () => {
    const office = await queueOffice(database, { hours: NIGHTS })
    const { context, office_id } = office
    // Half an hour before midnight on the wall.
    office.clock.at = new Date('2026-11-22T02:30:00Z')
    const line_id = await office.line()
    const desk = await office.clerk()
    const [aside = '', waits = '', last = '', gone = ''] = await office.fill(line_id, 4)
    await office.call(desk)
    await parkTicket(context, desk)
    // Whoever has waited for six hours went home, and takes nobody along.
    const inserted_at = new Date(office.clock.at.getTime() - 6 * HOUR_MS)
    await database.db.updateTable('tickets').set({ inserted_at }).where('id', '=', gone).execute()
    await database.db.updateTable('tickets').set({ preference: 'given' }).where('id', '=', aside).execute()
    await noteTurn(context, { office_id, tuid: aside, note: 'Vuelve con la cédula', was: null })
    const isNoted = async () =>
      (await database.db.selectFrom('ticket_notes').select('note').where('ticket_id', '=', aside).execute())
        .length === 1
    const upkeep = async () => {
      await closeOffices(context)
      await expireTickets(context)
      await forgetPreference(context)
      await forgetNotes(context)
    }
    office.clock.advance(HOUR_MS)
    await upkeep()
    expect((await line(line_id)).closed_until).toBeNull()
    expect(await office.ticket(aside)).toMatchObject({ state: 'parked', preference: 'given' })
    expect((await office.ticket(waits)).state).toBe('waiting')
    expect((await office.ticket(gone)).state).toBe('expired')
    expect(await isNoted()).toBe(true)
    await callParked(context, { ...desk, tuid: aside })
    await markAttended(context, desk)
    await office.call(desk)
    await parkTicket(context, desk)
    // The evening is over, and the next one begins at eight.
    office.clock.at = new Date('2026-11-22T07:00:00Z')
    await upkeep()
    expect((await line(line_id)).closed_until).toEqual(new Date('2026-11-22T23:00:00Z'))
    expect((await office.ticket(last)).message?.texts.en).toContain('still be served')
    // Who fetches a paper is awaited still, while the others are attended, and for as long as one who waits.
    expect((await office.ticket(waits)).state).toBe('parked')
    office.clock.advance(6 * HOUR_MS)
    await upkeep()
    expect((await office.ticket(waits)).state).toBe('expired')
    office.clock.at = new Date('2026-11-23T07:00:00Z')
    await upkeep()
    expect((await office.ticket(aside)).preference).toBeNull()
    expect(await isNoted()).toBe(false)
  })

  it.each([
    ['by day', '2026-11-21T20:55:00Z', '2026-11-22T03:00:00Z', NINE_TO_SIX],
    ['in the evening', '2026-11-22T06:55:00Z', '2026-11-22T13:00:00Z', NIGHTS],
    ['after the evening, which is to be finished', '2026-11-22T07:10:00Z', '2026-11-22T13:10:00Z', NIGHTS],
    ['where an office never shuts', '2026-11-22T02:55:00Z', '2026-11-22T09:00:00Z', ALWAYS],
  ])(
    '[DESK-07] who is set aside is awaited for six hours more than that day: %s',
    async (_, set, ends, hours) => {
      const office = await queueOffice(database, { hours })
      const { context } = office
      const [aside, end] = [Date.parse(set), Date.parse(ends)]
      office.clock.at = new Date(aside - 20 * MINUTE_MS)
      const line_id = await office.line()
      const desk = await office.clerk()
      const user_id = await office.user()
      const { tuid } = await office.take(line_id, user_id)
      await office.call(desk)
      office.clock.at = new Date(aside)
      await parkTicket(context, desk)
      const stateAt = async (at: number) => {
        office.clock.at = new Date(at)
        await closeOffices(context)
        await expireTickets(context)
        return (await office.ticket(tuid)).state
      }
      expect(await stateAt(aside + 10 * MINUTE_MS)).toBe('parked')
      expect(await stateAt(end - MINUTE_MS)).toBe('parked')
      expect(await stateAt(end + MINUTE_MS)).toBe('expired')
    },
  )

  it('[DESK-09] nobody’s day ends by a clock that is in doubt, nor at noon, nor by another office’s wall', async () => {
    const office = await atNoon()
    const { context, line_id } = office
    const [tuid = ''] = await office.fill(line_id, 1)
    await set(office.office_id, {
      closing: 'send-home',
      hours: json(
        NINE_TO_SIX.flatMap(({ weekday }) => [
          { weekday, from: '09:00', to: '13:00' },
          { weekday, from: '15:00', to: '18:00' },
        ]),
      ),
    })
    office.clock.at = new Date('2026-11-21T17:00:00Z')
    await closeOffices(context)
    office.clock.at = new Date(CLOSES.getTime() + HOUR_MS)
    await closeOffices({ ...context, clock: { now: () => office.clock.at, isSure: () => false } })
    await set(office.office_id, { time_zone: 'Pacific/Easter' })
    await closeOffices(context)
    expect((await office.ticket(tuid)).state).toBe('waiting')
    await set(office.office_id, { time_zone: 'America/Santiago' })
    await closeOffices(context)
    expect((await office.ticket(tuid)).state).toBe('sent-home')
  })

  it.each(['finish', 'send-home'] as const)(
    '[DESK-09] whose time was promised is attended still at closing: %s',
    async closing => {
      const office = await atNoon()
      const { context, office_id, line_id, desk } = office
      await set(office_id, { closing })
      office.clock.at = new Date(CLOSES.getTime() - 20 * MINUTE_MS)
      const [waits = ''] = closing === 'send-home' ? await office.fill(line_id, 1) : []
      await reservation(office, line_id, { inMinutes: 5, minutes: 15 })
      office.clock.at = CLOSES
      await closeOffices(context)
      if (waits) expect((await office.ticket(waits)).state).toBe('sent-home')
      expect((await modulo(desk.modulo_id)).clerk_id).toBe(desk.clerk_id)
      office.clock.advance(10 * MINUTE_MS)
      await closeOffices(context)
      await office.call(desk)
      await markAttended(context, desk)
      await closeOffices(context)
      expect((await modulo(desk.modulo_id)).clerk_id).toBeNull()
    },
  )

  it('[DESK-09] an office that never shuts, or goes on after midnight, does not close then', async () => {
    const office = await atNoon()
    const { office_id, line_id } = office
    await office.fill(line_id, 6)
    await set(office_id, { until_closing: true, closing: 'send-home', hours: json(NIGHTS) })
    // Longer before four in the morning than anybody is told to wait, and not before midnight.
    office.clock.at = new Date('2026-11-22T00:30:00Z')
    await office.take(line_id, await office.user())
    office.clock.at = new Date('2026-11-22T06:55:00Z')
    await expect(office.take(line_id, await office.user())).rejects.toMatchObject({ code: 'too-late-today' })
    await set(office_id, { hours: json(ALWAYS) })
    office.clock.at = new Date('2026-11-23T02:55:00Z')
    await office.take(line_id, await office.user())
    expect((await office.lineNow()).wait).not.toMatchObject({ closes_first: true })
  })

  it('[DESK-09] no number that cannot be served before closing, where the office says so; on paper neither', async () => {
    const office = await atNoon()
    const { context, office_id, line_id } = office
    await office.fill(line_id, 6)
    office.clock.at = new Date(CLOSES.getTime() - 5 * MINUTE_MS)
    await office.take(line_id, await office.user())
    await set(office_id, { until_closing: true })
    const late = { code: 'too-late-today', status: 409 }
    await expect(office.take(line_id, await office.user())).rejects.toMatchObject(late)
    await expect(issuePaperNumber(context, { office_id, line_id })).rejects.toMatchObject(late)
    const quick = await office.line({ prefix: 'Q' })
    await office.take(quick, await office.user())
  })

  it('[DESK-09] [PRIO-01] whom the office calls at once is judged by those who go first, on paper too', async () => {
    const office = await atNoon()
    const { context, office_id, line_id } = office
    office.clock.at = new Date(CLOSES.getTime() - 40 * MINUTE_MS)
    await office.fill(line_id, 12)
    const preference = json({ law: null, rule: 'next', before_reservations: true })
    await set(office_id, { until_closing: true, preference })
    const late = { code: 'too-late-today', status: 409 }
    const take = async (preferential: boolean) => {
      const user_id = await office.user()
      await takeTicket(context, { office: { office_id }, line_id, user_id, preferential })
    }
    await expect(take(false)).rejects.toMatchObject(late)
    await take(true)
    await issuePaperNumber(context, { office_id, line_id, preferential: true })
    expect((await office.waiting(line_id)).slice(0, 2)).toEqual([13, 14])
    const more = async () => {
      for (let count = 0; count < 6; count++) await take(true)
    }
    await expect(more()).rejects.toMatchObject(late)
  })

  it('[DESK-09] [PRIO-01] whom a clerk took the preference from is judged by the wait behind all others', async () => {
    const office = await atNoon()
    const { context, office_id, line_id } = office
    office.clock.at = new Date(CLOSES.getTime() - 60 * MINUTE_MS)
    const preference = json({ law: null, rule: 'next', before_reservations: true })
    await set(office_id, { until_closing: true, preference })
    const user_id = await office.user()
    const take = () => takeTicket(context, { office: { office_id }, line_id, user_id, preferential: true })
    const { tuid } = await take()
    await setPreference(context, { office_id, tuid, preferential: false })
    await giveUp(context, { tuid, user_id })
    // Where there is time left they get one, at the end, and what they are told there is kept (STAT-02).
    await context.lines.now(office_id)
    const again = await take()
    expect((await office.ticket(again.tuid)).told_to).not.toBeNull()
    await giveUp(context, { tuid: again.tuid, user_id })
    await set(office_id, { until_closing: false })
    await office.fill(line_id, 12)
    await set(office_id, { until_closing: true })
    office.clock.at = new Date(CLOSES.getTime() - 40 * MINUTE_MS)
    await expect(take()).rejects.toMatchObject({ code: 'too-late-today' })
    const other = await office.user()
    await takeTicket(context, { office: { office_id }, line_id, user_id: other, preferential: true })
  })

  it('[DESK-10] a prepared sentence goes to those who wait with a phone, stands on their tickets, and is not sent again at once', async () => {
    const office = await atNoon()
    const { context, office_id, line_id } = office
    const [first = '', second = ''] = await office.fill(line_id, 2)
    const [elsewhere = ''] = await office.fill(await office.line(), 1)
    const { tuid: paper } = await issuePaperNumber(context, { office_id, line_id })
    const before = office.told.length
    await sendMessage(context, { office_id, message: 'delay', line_id })
    const told = office.told.slice(before).map(({ name, ticket_id }) => `${name} ${ticket_id}`)
    expect(told.sort()).toEqual([first, second].map(tuid => `ticket:message ${tuid}`).sort())
    const { user_id } = await office.ticket(first)
    expect((await ticketOfOwner(context, { tuid: first, user_id: user_id ?? '' }))?.message).toMatchObject({
      at: office.clock.at.toISOString(),
      texts: { es: expect.stringContaining('demora'), pt: expect.stringContaining('atraso') },
    })
    expect(await office.message(paper)).toBeNull()
    expect(await office.message(elsewhere)).toBeNull()
    const send = (to: { line_id: number } | { tuid: string }, message = 'delay') =>
      sendMessage(context, { office_id, message, ...to })
    await expect(send({ line_id })).rejects.toMatchObject({ code: 'message-too-soon' })
    await expect(send({ tuid: second }, 'come-closer')).rejects.toMatchObject({ code: 'message-too-soon' })
    office.clock.advance(MINUTE_MS)
    await send({ tuid: second }, 'come-closer')
    expect((await office.message(second))?.texts.en).toContain('closer')
    expect((await office.message(first))?.texts.en).toContain('late')
    await expect(send({ tuid: paper })).rejects.toMatchObject({ code: 'nobody-to-tell' })
    await expect(send({ line_id }, 'not-written')).rejects.toMatchObject({ code: 'not-found' })
    const stranger = await atNoon()
    const [theirs = ''] = await stranger.fill(stranger.line_id, 1)
    await expect(send({ tuid: theirs })).rejects.toMatchObject({ code: 'nobody-to-tell' })
    await expect(send({ line_id: stranger.line_id })).rejects.toMatchObject({ code: 'not-found' })
    // An office's own sentence comes in the place of one of the same name.
    const texts = { es: 'Volvemos a las tres', en: 'Back at three', pt: 'Voltamos às três' }
    await set(office_id, { messages: json([{ slug: 'delay', texts }]) })
    office.clock.advance(MINUTE_MS)
    await send({ line_id })
    expect((await office.message(first))?.texts).toEqual(texts)
  })

  it('[DESK-09] [DESK-10] the desk knows of each line how many no phone tells, and nobody else does', async () => {
    const office = await atNoon()
    const { context, office_id, line_id, desk } = office
    const untold = async () => {
      const { lines } = await deskState(context, desk)
      return lines.map(({ waiting, on_paper }) => `${on_paper} of ${waiting}`)
    }
    await office.fill(line_id, 2)
    expect(await untold()).toEqual(['0 of 2'])
    for (const _ of [1, 2, 3]) await issuePaperNumber(context, { office_id, line_id })
    expect(await untold()).toEqual(['3 of 5'])
    expect(await office.lineNow()).not.toHaveProperty('on_paper')
    await office.call(desk)
    await office.call(desk)
    await office.call(desk)
    expect(await untold()).toEqual(['2 of 2'])
  })

  it('[DESK-08] a modulo where nothing was done for two hours is offered, and one where something was is not', async () => {
    const office = await atNoon()
    const { desk } = office
    const busy = await office.clerk()
    const opened = office.clock.at.toISOString()
    await office.fill(office.line_id, 1)
    office.clock.advance(HOUR_MS)
    await office.call(busy)
    office.clock.advance(HOUR_MS - 1_000)
    const idle = async (id: number) => (await office.states()).find(one => one.id === id)?.idle_since
    expect(await idle(desk.modulo_id)).toBeNull()
    office.clock.advance(1_000)
    expect(await idle(desk.modulo_id)).toBe(opened)
    expect(await idle(busy.modulo_id)).toBeNull()
    await markAttended(office.context, busy)
    const ended = office.clock.at.toISOString()
    office.clock.advance(2 * HOUR_MS)
    expect(await idle(busy.modulo_id)).toBe(ended)
  })

  it('a call for help is seen at every desk until somebody comes; of two, the first', async () => {
    const office = await atNoon()
    const { context, office_id, desk } = office
    const [one, two] = [await office.clerk(), await office.clerk()]
    const asked = office.clock.at.toISOString()
    const help = async () =>
      (await deskState(context, two)).modulos.find(({ id }) => id === desk.modulo_id)?.help
    await askHelp(context, { ...desk, asks: true })
    office.clock.advance(MINUTE_MS)
    await askHelp(context, { ...desk, asks: true })
    expect(await help()).toEqual({ asked_at: asked, coming: null })
    const coming = { office_id, modulo_id: desk.modulo_id }
    await expect(answerHelp(context, { ...coming, clerk_id: desk.clerk_id })).rejects.toMatchObject({
      code: 'not-found',
    })
    await answerHelp(context, { ...coming, clerk_id: one.clerk_id })
    await answerHelp(context, { ...coming, clerk_id: two.clerk_id })
    expect((await modulo(desk.modulo_id)).help_clerk_id).toBe(one.clerk_id)
    expect(await help()).toEqual({ asked_at: asked, coming: 'Ana' })
    await askHelp(context, { ...desk, asks: false })
    expect(await help()).toBeNull()
    // Nobody asks any more.
    await answerHelp(context, { ...coming, clerk_id: two.clerk_id })
    expect(await help()).toBeNull()
    await askHelp(context, { ...desk, asks: true })
    await closeModulo(context, desk)
    expect(await help()).toBeNull()
  })
})
