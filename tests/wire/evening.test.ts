import { beforeAll, expect, it } from 'vitest'
import type { HoursOfDay } from '#contract/rest/offices.ts'
import type { Database } from '#server/database/database.ts'
import { json } from '#server/database/json-column.ts'
import { kioskReservations } from '#server/devices/kiosk-reservations.ts'
import { lastCalls } from '#server/devices/last-calls.ts'
import { officeDaySpan } from '#contract/rules/office-day.ts'
import { whyBefore } from '#server/queue/call/why-before.ts'
import { closeOffices } from '#server/queue/day/close-offices.ts'
import { openingTimes } from '#server/queue/turn/opening-times.ts'
import { bringBack } from '#server/queue/desk/bring-back.ts'
import { deskList } from '#server/queue/desk/desk-list.ts'
import { markAbsent } from '#server/queue/desk/mark-absent.ts'
import { noteTurn } from '#server/queue/desk/note-turn.ts'
import { setPreference } from '#server/queue/desk/set-preference.ts'
import { customerWaiting } from '#server/queue/hold/customer-waiting.ts'
import { ticketOfOwner } from '#server/queue/hold/ticket-of-owner.ts'
import { officeLines } from '#server/queue/lines/line-states.ts'
import { issuePaperNumber } from '#server/queue/take/issue-paper-number.ts'
import { forgetNotes } from '#server/queue/turn/forget-notes.ts'
import { forgetPreference } from '#server/queue/turn/forget-preference.ts'
import { systemRandom } from '#server/platform/random.ts'
import { deskReservations } from '#server/reservations/desk-reservations.ts'
import { findReservations } from '#server/reservations/find-reservations.ts'
import { noteArrival } from '#server/reservations/note-arrival.ts'
import { eachDatabase } from '#tests/support/databases.ts'
import { queueOffice } from '#tests/support/queue-office.ts'
import { reservation } from '#tests/support/queue-reservations.ts'

const MINUTE_MS = 60_000
/** From eight in the evening to four in the morning. */
const NIGHTS = [1, 2, 3, 4, 5, 6, 7].flatMap((weekday): HoursOfDay[] => [
  { weekday, from: '20:00', to: '24:00' },
  { weekday, from: '00:00', to: '04:00' },
])
/** Twenty minutes before it on the wall, which is three hours behind. */
const BEFORE_MIDNIGHT = new Date('2026-11-22T02:40:00Z')
const CLOSES = new Date('2026-11-22T07:00:00Z')

/** A kiosk finds a reservation by the last three digits: three that differ. */
const idEndingIn = (ending: string) => systemRandom.uuid().slice(0, -3) + ending

eachDatabase('an evening that goes on after midnight', open => {
  let database: Database
  beforeAll(async () => {
    database = await open()
  })

  async function beforeMidnight(closures: string[] = []) {
    const office = await queueOffice(database, { hours: NIGHTS, closures })
    office.clock.at = BEFORE_MIDNIGHT
    const line_id = await office.line()
    const desk = await office.clerk()
    const since = async () =>
      officeDaySpan(office.clock.at, await openingTimes(database.db, office.office_id)).from
    return { ...office, line_id, desk, since }
  }

  it('[DESK-04] [PRIO-02] who missed their call before it comes back after it, with note and preference, until the evening ends', async () => {
    const office = await beforeMidnight()
    const { context, office_id, line_id, desk } = office
    const [missed = '', late = ''] = await office.fill(line_id, 2)
    const preference = 'given' as const
    await database.db.updateTable('tickets').set({ preference }).where('id', '=', missed).execute()
    for (const tuid of [missed, late]) {
      await office.call(desk)
      await noteTurn(context, { office_id, tuid, note: 'Vuelve con la cédula', was: null })
      await markAbsent(context, desk)
    }
    office.clock.advance(30 * MINUTE_MS)
    await forgetNotes(context)
    await forgetPreference(context)
    const list = () => deskList(context, { office_id, list: 'missed' })
    expect(new Map((await list()).tickets.map(({ tuid, note }) => [tuid, note]))).toEqual(
      new Map([missed, late].map(tuid => [tuid, 'Vuelve con la cédula'])),
    )
    expect((await list()).counts.missed).toBe(2)
    const { user_id } = await office.ticket(missed)
    const owned = await ticketOfOwner(context, { tuid: missed, user_id: user_id ?? '' })
    expect(owned?.returns_left).toBeGreaterThan(0)
    await bringBack(context, { ...desk, tuid: missed })
    expect(await office.ticket(missed)).toMatchObject({ state: 'waiting', preference })
    const calls = async () =>
      (await lastCalls({ ...context, database }, { office_id, since: await office.since() })).length
    expect(await calls()).toBe(1)
    office.clock.at = CLOSES
    await expect(bringBack(context, { ...desk, tuid: late })).rejects.toMatchObject({
      code: 'return-too-late',
    })
    expect((await list()).counts.missed).toBe(0)
    expect(await calls()).toBe(0)
    // Six hours after their call nobody could come back in any case.
    office.clock.at = new Date(BEFORE_MIDNIGHT.getTime() + 6 * 60 * MINUTE_MS)
    await forgetNotes(context)
    expect(
      await database.db.selectFrom('ticket_notes').selectAll().where('ticket_id', '=', late).execute(),
    ).toEqual([])
  })

  it('[WAIT-01] the number called last before it is the one that was called last after it, until the evening ends', async () => {
    const office = await beforeMidnight()
    const { context, office_id, line_id, desk } = office
    const [called = '', waits = ''] = await office.fill(line_id, 2)
    await office.call(desk)
    expect((await office.ticket(called)).state).toBe('called')
    const user_id = (await office.ticket(waits)).user_id ?? ''
    const told = async () => {
      const { lines } = await officeLines(context, office_id)
      const { call } = await customerWaiting(context, { id: waits, user_id })
      return [lines.map(line => line.call), call]
    }
    expect(await told()).toEqual([['A001'], 'A001'])
    office.clock.advance(25 * MINUTE_MS)
    expect(await told()).toEqual([['A001'], 'A001'])
    office.clock.at = CLOSES
    expect(await told()).toEqual([[null], null])
  })

  it('[PAST-01] [PRIO-02] why one was called before another is known after it, and forgotten with the evening', async () => {
    const office = await beforeMidnight()
    const { line_id, desk, context, office_id, clock } = office
    const preference = json({ law: null, rule: 'next', before_reservations: true })
    await database.db.updateTable('offices').set({ preference }).where('id', '=', office_id).execute()
    const [, , preferred = ''] = await office.fill(line_id, 3)
    await setPreference(context, { office_id, clerk_id: desk.clerk_id, tuid: preferred, preferential: true })
    const { code } = await reservation(office, line_id)
    const why = (first: string, second: string) => whyBefore(context, { office_id, first, second })
    const kept = async () => {
      const [acts, ...besides] = await Promise.all([
        database.db
          .selectFrom('desk_acts')
          .select('id')
          .where('office_id', '=', office_id)
          .where('act', '=', 'preference-given')
          .where('ticket_id', 'is not', null)
          .execute(),
        ...(['line_moves', 'call_reasons'] as const).map(table =>
          database.db.selectFrom(table).select('seq').where('office_id', '=', office_id).execute(),
        ),
      ])
      return [acts, ...besides].map(({ length }) => length)
    }
    const forget = async () => {
      await forgetNotes(context)
      await forgetPreference(context)
    }
    // The preferential one, the reservation, and the first in the line.
    for (const _ of [1, 2, 3]) await office.call(desk)
    const note = 'Le falta el poder'
    await noteTurn(context, { office_id, tuid: preferred, note, was: null })
    clock.advance(40 * MINUTE_MS)
    await forget()
    expect(await kept()).toEqual([1, 1, 3])
    expect((await why('A003', 'A002')).why).toBe('preference')
    expect((await why(code, 'A002')).why).toBe('reservation')
    const attended = (await deskList(context, { office_id, list: 'called' })).tickets
    expect(attended.find(({ tuid }) => tuid === preferred)).toMatchObject({ note, preferential: true })
    // The first number of the date is another than that of the evening's beginning.
    await office.fill(line_id, 1)
    expect(await why('A001', 'A002')).toMatchObject({ first: { ticket: 'A002' }, why: 'nobody-called' })
    clock.at = CLOSES
    await forget()
    expect(await kept()).toEqual([0, 0, 0])
    await expect(why('A003', 'A002')).rejects.toMatchObject({ code: 'not-found' })
    expect(await office.ticket(preferred)).toMatchObject({ preference: null })
  })

  it('[DESK-09] a closed day leaves the evening before its end, and has no numbers to give at midnight', async () => {
    const sunday = '2026-11-22'
    const { line_id, context, ...office } = await beforeMidnight([sunday])
    const { office_id, clock } = office
    const closed_until = async () =>
      (
        await database.db
          .selectFrom('lines')
          .select('closed_until')
          .where('id', '=', line_id)
          .executeTakeFirstOrThrow()
      ).closed_until
    const [waits = ''] = await office.fill(line_id, 1)
    clock.advance(50 * MINUTE_MS)
    await closeOffices(context)
    expect(await closed_until()).toBeNull()
    expect((await office.ticket(waits)).state).toBe('waiting')
    await office.fill(line_id, 1)
    clock.at = CLOSES
    await closeOffices(context)
    expect(await closed_until()).toEqual(new Date('2026-11-23T23:00:00Z'))
    // Half an hour after midnight, in the evening that is closed.
    clock.at = new Date('2026-11-23T03:30:00Z')
    await expect(office.take(line_id, await office.user())).rejects.toMatchObject({ code: 'office-closed' })
    await expect(issuePaperNumber(context, { office_id, line_id })).rejects.toMatchObject({
      code: 'office-closed',
    })
  })

  it('[DESK-11] of an office that shuts before midnight nobody of yesterday is noted as here', async () => {
    const hours = [1, 2, 3, 4, 5, 6, 7].map(
      (weekday): HoursOfDay => ({ weekday, from: '09:00', to: '23:58' }),
    )
    const office = await queueOffice(database, { hours })
    office.clock.at = BEFORE_MIDNIGHT
    const { id } = await reservation(office, await office.line(), { inMinutes: 10, minutes: 5 })
    const desk = await office.clerk()
    office.clock.advance(25 * MINUTE_MS)
    await expect(noteArrival(office.context, { ...desk, id })).rejects.toMatchObject({
      code: 'reserve-invalid',
    })
  })

  it('[DESK-11] [KIOSK-01] who booked for after midnight is here before it, and who booked for before it after', async () => {
    const office = await beforeMidnight()
    const { context, office_id, line_id, desk } = office
    const soon = await reservation(office, line_id, { inMinutes: 30, id: idEndingIn('a01') })
    const lately = await reservation(office, line_id, { inMinutes: 10, minutes: 15, id: idEndingIn('b02') })
    const tomorrow = await reservation(office, line_id, { inMinutes: 21 * 60, id: idEndingIn('c03') })
    const at = (id: string) => kioskReservations(context, { office_id, code: id.slice(-3) })
    expect((await at(soon.id)).map(({ id }) => id)).toEqual([soon.id])
    await noteArrival(context, { ...desk, id: soon.id })
    await expect(noteArrival(context, { ...desk, id: tomorrow.id })).rejects.toMatchObject({
      code: 'reserve-invalid',
    })
    expect(await at(tomorrow.id)).toEqual([])
    office.clock.advance(25 * MINUTE_MS)
    expect((await at(lately.id)).map(({ id }) => id)).toEqual([lately.id])
    await noteArrival(context, { ...desk, id: lately.id })
  })

  it('[DESK-11] what is booked in an evening stands at its desks until it ends, before midnight and after', async () => {
    const office = await beforeMidnight()
    const { context, office_id, line_id } = office
    const lately = await reservation(office, line_id, { inMinutes: 10, minutes: 15 })
    const soon = await reservation(office, line_id, { inMinutes: 30 })
    const next = await reservation(office, line_id, { inMinutes: 21 * 60 })
    const seen = async (day?: string) => {
      const { reservations, ...of } = await deskReservations(context, { office_id, day })
      return { ...of, ids: reservations.map(({ id }) => id) }
    }
    const evening = { day: '2026-11-21', ids: [lately.id, soon.id] }
    expect(await seen()).toEqual(evening)
    office.clock.advance(25 * MINUTE_MS)
    expect(await seen()).toEqual(evening)
    expect(await seen('2026-11-22')).toEqual({ day: '2026-11-22', ids: [soon.id, next.id] })
    const { reservations } = await findReservations(context, { office_id, text: lately.code })
    expect(reservations.map(({ id }) => id)).toEqual([lately.id])
    office.clock.at = CLOSES
    expect(await seen()).toEqual({ day: '2026-11-22', ids: [soon.id, next.id] })
  })
})
