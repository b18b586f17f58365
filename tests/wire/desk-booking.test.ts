import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as v from 'valibot'
import { TEMPORARY_PERSON_KEPT_MS } from '#contract/limits.ts'
import { problem } from '#contract/problem.ts'
import { deskBookable, deskFound } from '#contract/rest/desk-booking.ts'
import { deskReservation, deskReservations } from '#contract/rest/desk.ts'
import type { Session } from '#contract/rest/login.ts'
import { timeBlockList, unavailableDays } from '#contract/rest/reservations.ts'
import type { Database } from '#server/database/database.ts'
import { json } from '#server/database/json-column.ts'
import { isUniqueViolation } from '#server/database/violations.ts'
import { openGate } from '#server/facts/office-gate.ts'
import { hashPassword } from '#server/identity/passwords.ts'
import { findDesk } from '#server/queue/desk/desk.ts'
import { deskList } from '#server/queue/desk/desk-list.ts'
import { deskTicket } from '#server/queue/desk/desk-ticket.ts'
import { followPaper } from '#server/queue/take/follow-paper.ts'
import { type BookForSomebody, bookForSomebody } from '#server/reservations/book-for-somebody.ts'
import { cancelReservation } from '#server/reservations/cancel-reservation.ts'
import { deskReservation as readOne } from '#server/reservations/desk-reservations.ts'
import { findReservations } from '#server/reservations/find-reservations.ts'
import { followSlip } from '#server/reservations/follow-slip.ts'
import { forgetBookedPeople } from '#server/reservations/forget-booked-people.ts'
import { moveReservation } from '#server/reservations/move-reservation.ts'
import { noteArrival } from '#server/reservations/note-arrival.ts'
import { removeReservation } from '#server/reservations/remove-reservation.ts'
import { createProtection, SECRET_BYTES } from '#server/secrets/protection.ts'
import { eachDatabase } from '#tests/support/databases.ts'
import { MovingClock } from '#tests/support/moving-clock.ts'
import { NOON } from '#tests/support/queue-office.ts'
import {
  type Block,
  blockAt,
  type LinePlanOptions,
  type ReservationOffice,
  reservationOffice,
} from '#tests/support/reservation-office.ts'
import { type AskOptions, startTestServer, type TestServer } from '#tests/support/server.ts'
import { notifyRigOf } from './notify-rig.ts'

/** The Monday after the clock's Saturday. */
const MONDAY = '2026-11-23'
const TEN = 40
const NAME = 'Rosa Díaz Peña'
const RUT = '12.345.678-5'

const question = { limit: null, validCharacter: null, validMessage: null, active: true }

/** An office with one line, its Monday, and a clerk who books for others there. */
async function deskOffice(
  database: Database,
  plan: LinePlanOptions = {},
  options: Parameters<typeof reservationOffice>[1] = {},
) {
  const office = await reservationOffice(database, options)
  const line = await office.reserveLine(plan)
  const blocks = await office.blocks(line, MONDAY)
  const desk = await office.clerk()
  const block = (index: number): Block => blockAt(blocks, index)
  return {
    ...office,
    line_id: line,
    desk,
    block,
    free: async (index: number) => blockAt(await office.blocks(line, MONDAY), index).availables,
    somebody: (index: number, more: Partial<BookForSomebody> = {}) =>
      bookForSomebody(office.context, {
        ...desk,
        line_id: line,
        from: block(index).from,
        to: block(index).to,
        request_id: randomUUID(),
        name: NAME,
        meta: {},
        ...more,
      }),
    seen: (id: string) => readOne(office.context, { office_id: office.office_id, id }),
  }
}

const actsOf = ({ database }: ReservationOffice['context'], office_id: number) =>
  database.db
    .selectFrom('desk_acts')
    .select(['act', 'reservation_id', 'line_id', 'clerk_id', 'reason'])
    .where('office_id', '=', office_id)
    .where('reservation_id', 'is not', null)
    .orderBy('id')
    .execute()

const settled = (results: readonly PromiseSettledResult<unknown>[]) =>
  results.map(each => (each.status === 'fulfilled' ? 'done' : (each.reason as { code: string }).code))

eachDatabase('times that a desk books for somebody', open => {
  let database: Database
  beforeAll(async () => {
    database = await open({ poolSize: 10 })
  })

  it('[DESK-11] is nobody’s, confirmed at once, with the name sealed, noted, and told to everybody’s calendars', async () => {
    const office = await deskOffice(database, { confirm_minutes: 60, slots: 2 })
    const { id, repeated } = await office.somebody(TEN)
    expect(repeated).toBe(false)
    const row = await office.reservation(id)
    expect(row).toMatchObject({
      user_id: null,
      state: 'confirmed',
      confirm_by: null,
      slot: 1,
      identity_hash: null,
    })
    expect(Buffer.from(row.booked_for ?? []).includes('Rosa')).toBe(false)
    expect(await office.seen(id)).toMatchObject({ name: NAME, by_desk: true, state: 'confirmed' })
    expect(office.told).toMatchObject([
      {
        name: 'reserve:updated',
        reservation_id: id,
        user_id: null,
        detail: { state: 'confirmed', blocks: [{ ...office.block(TEN), availables: 1 }] },
      },
    ])
    expect(JSON.stringify(office.told)).not.toContain('Rosa')
    expect(await actsOf(office.context, office.office_id)).toEqual([
      {
        act: 'reservation-booked',
        reservation_id: id,
        line_id: office.line_id,
        clerk_id: office.desk.clerk_id,
        reason: null,
      },
    ])
    expect(await office.jobs(id)).toEqual([])
  })

  it('[DESK-11] one press that arrives again, and many times at once, is one reservation', async () => {
    const office = await deskOffice(database, { slots: 5 }, { gate: openGate })
    const request_id = randomUUID()
    const answers = await Promise.all(Array.from({ length: 6 }, () => office.somebody(TEN, { request_id })))
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
    expect(answers.filter(({ repeated }) => !repeated)).toHaveLength(1)
    expect(await office.live(office.line_id)).toHaveLength(1)
    // Even where its time has begun since, and with the same id at another office it is another press.
    office.clock.advance(7 * 86_400_000)
    expect((await office.somebody(TEN, { request_id })).repeated).toBe(true)
    const elsewhere = await deskOffice(database)
    expect((await elsewhere.somebody(TEN, { request_id })).repeated).toBe(false)
    const [row] = await office.live(office.line_id)
    const twin = { ...row, id: randomUUID(), slot: 2 }
    await expect(
      database.db
        .insertInto('reservations')
        .values(twin as never)
        .execute(),
    ).rejects.toSatisfy(error => isUniqueViolation(error, 'reservations_desk_request_once'))
  })

  it('[RES-07] a person on the phone and a desk, and two desks, at once: the block’s slots and no more', async () => {
    const office = await deskOffice(database, { slots: 3 }, { gate: openGate })
    const other = await office.clerk()
    const users = await Promise.all([office.user(), office.user(), office.user()])
    const results = await Promise.allSettled([
      office.somebody(TEN),
      ...users.map(user => office.book(office.line_id, office.block(TEN), user)),
      office.somebody(TEN, other),
      office.somebody(TEN, other),
    ])
    expect(settled(results).filter(each => each === 'done')).toHaveLength(3)
    expect(new Set(settled(results))).toEqual(new Set(['done', '1007']))
    const live = await office.live(office.line_id)
    expect(live.map(({ slot }) => slot)).toEqual([1, 2, 3])
    expect(await office.free(TEN)).toBe(0)
  })

  it('[RES-09] where the office allows one a person the document counts, whoever booked under it', async () => {
    const office = await deskOffice(database, { slots: 5 }, { one_per: 'office', gate: openGate })
    await expect(office.somebody(TEN)).rejects.toMatchObject({
      code: 'reserve-form-invalid',
      fields: [{ path: 'document', message: 'missing' }],
    })
    const meta = { rut: RUT }
    const at_once = await Promise.allSettled([
      office.somebody(TEN, { meta }),
      office.somebody(TEN + 2, { meta: { rut: '12345678-5' } }),
      office.somebody(TEN + 4, { meta }),
    ])
    expect(settled(at_once).sort()).toEqual(['1002', '1002', 'done'])
    const phone = await office.user({ rut: RUT })
    await expect(office.book(office.line_id, office.block(TEN + 6), phone)).rejects.toMatchObject({
      code: '1002',
      declarable: true,
    })
    const { id } = (await office.live(office.line_id))[0] ?? expect.fail('nothing')
    await removeReservation(office.context, { ...office.desk, id, reason: 'Lo pidió' })
    await office.book(office.line_id, office.block(TEN + 6), phone)
    await expect(office.somebody(TEN, { meta })).rejects.toMatchObject({ code: '1002' })
    await office.somebody(TEN, { meta: { dni: 'AB12345' } })
  })

  it('[RES-09] in all offices of an organization, two desks at once: the document has one', async () => {
    const options = { one_per: 'organization', organization_id: 7_000_001, gate: openGate } as const
    const offices = await Promise.all([1, 2, 3, 4].map(() => deskOffice(database, { slots: 5 }, options)))
    const results = await Promise.allSettled(
      offices.map(office => office.somebody(TEN, { meta: { rut: '7.654.321-6' } })),
    )
    expect(settled(results).sort()).toEqual(['4010', '4010', '4010', 'done'])
  })

  it('[FORM-01] asks what the line’s form demands, but no telephone and no e-mail of who has none', async () => {
    const office = await deskOffice(database, {
      form: [
        { ...question, id: 'quien', fieldType: 'name', question: 'Nombre', required: true },
        { ...question, id: 'tel', fieldType: 'tel', question: 'Teléfono', required: true },
        {
          ...question,
          id: 'rep',
          fieldType: 'text',
          question: 'Repertorio',
          required: true,
          validCharacter: String.raw`\d{6}`,
          validMessage: 'Son seis dígitos',
        },
      ],
    })
    const wrong = (meta: BookForSomebody['meta']) => expect(office.somebody(TEN, { meta })).rejects
    await wrong({}).toMatchObject({ fields: [{ path: 'meta.answers.rep', message: 'missing' }] })
    await wrong({ answers: { rep: '12', tel: 'nada' } }).toMatchObject({
      code: 'reserve-form-invalid',
      fields: [{ path: 'meta.answers.tel' }, { path: 'meta.answers.rep', message: 'Son seis dígitos' }],
    })
    await wrong({ rut: '12.345.678-9', answers: { rep: '123456' } }).toMatchObject({ code: 'invalid-rut' })
    expect(await office.live(office.line_id)).toEqual([])
    const { id } = await office.somebody(TEN, { meta: { answers: { rep: '123456', gone: 'x' } } })
    const { answers } = await office.seen(id)
    expect(answers.map(({ id, answer }) => [id, answer])).toEqual([
      ['quien', NAME],
      ['rep', '123456'],
    ])
  })

  it('[RES-04] refuses what has begun, what is no block, a full one, a line by video, shut, or of another office', async () => {
    const office = await deskOffice(database)
    const refused = async (more: Partial<BookForSomebody>, code: string) =>
      await expect(office.somebody(TEN, more)).rejects.toMatchObject({ code })
    await refused({ from: '2026-11-21T14:45:00.000Z', to: '2026-11-21T15:00:00.000Z' }, 'reserve-in-the-past')
    await refused({ to: office.block(TEN + 2).to }, 'reserve-invalid')
    await office.book(office.line_id, office.block(TEN), await office.user())
    await refused({}, '1007')
    await refused({ line_id: await office.reserveLine({ modalities: 'video' }) }, 'reserve-invalid')
    await refused({ line_id: await office.reserveLine({ takes_reservations: false }) }, 'reserve-not-open')
    await refused({ line_id: (await deskOffice(database)).line_id }, 'not-found')
    expect(office.told).toHaveLength(1)
  })

  it('[DESK-11] when the server fails in between nothing is booked, moved or cancelled by half', async () => {
    const office = await deskOffice(database)
    const { id } = await office.somebody(TEN)
    const facts = office.told.length
    const before = await office.reservation(id)
    // The very last that each writes: who did it.
    const nobody = { ...office.desk, clerk_id: 2_000_000_000 }
    const results = await Promise.allSettled([
      office.somebody(TEN + 2, nobody),
      moveReservation(office.context, { ...nobody, id, ...office.block(TEN + 4) }),
      removeReservation(office.context, { ...nobody, id, reason: 'x' }),
    ])
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    expect(await office.reservation(id)).toEqual(before)
    expect(await office.live(office.line_id)).toHaveLength(1)
    expect(office.told).toHaveLength(facts)
    expect(await actsOf(office.context, office.office_id)).toHaveLength(1)
    expect([await office.free(TEN), await office.free(TEN + 2), await office.free(TEN + 4)]).toEqual([
      0, 1, 1,
    ])
  })

  describe('moved', () => {
    it('[DESK-11] keeps the old time until the new one is held, is noted, and asks nobody to confirm', async () => {
      const office = await deskOffice(database, { confirm_minutes: 60 })
      const { id } = await office.somebody(TEN)
      await office.somebody(TEN + 1)
      const move = (index: number) =>
        moveReservation(office.context, { ...office.desk, id, ...office.block(index) })
      await expect(move(TEN + 1)).rejects.toMatchObject({ code: '1007' })
      expect(await office.seen(id)).toMatchObject({ from: office.block(TEN).from })
      await move(TEN + 2)
      await move(TEN + 2)
      expect(await office.seen(id)).toMatchObject({
        from: office.block(TEN + 2).from,
        state: 'confirmed',
        name: NAME,
      })
      expect([await office.free(TEN), await office.free(TEN + 2)]).toEqual([1, 0])
      // Nobody's phone is reminded of it, or told.
      expect(await office.jobs(id)).toEqual([])
      expect((await actsOf(office.context, office.office_id)).map(({ act }) => act)).toEqual([
        'reservation-booked',
        'reservation-booked',
        'reservation-moved',
      ])
      expect(office.told.at(-1)?.detail).toEqual({
        state: 'confirmed',
        blocks: [office.block(TEN), { ...office.block(TEN + 2), availables: 0 }].map(each => ({
          availables: 1,
          ...each,
        })),
      })
      const elsewhere = await deskOffice(database)
      await expect(
        moveReservation(office.context, { ...elsewhere.desk, id, ...office.block(TEN) }),
      ).rejects.toMatchObject({ code: 'not-found' })
    })

    it('[DESK-11] [PUSH-02] a customer’s own is told to its owner, who is nowhere at two places at once', async () => {
      const office = await deskOffice(database, { confirm_minutes: 60 })
      const rig = await notifyRigOf(database, office)
      const user = await office.user()
      const browser = await rig.subscribe(user)
      const { id } = await office.book(office.line_id, office.block(TEN), user)
      const other = await office.reserveLine()
      const elsewhere = blockAt(await office.blocks(other, MONDAY), TEN + 2)
      await office.book(other, elsewhere, user)
      const move = (index: number) =>
        moveReservation(office.context, { ...office.desk, id, ...office.block(index) })
      await expect(move(TEN + 2)).rejects.toMatchObject({ code: 'user-have' })
      await move(TEN + 4)
      expect(await office.reservation(id)).toMatchObject({ user_id: user, state: 'confirmed' })
      expect(office.told.at(-1)).toMatchObject({ reservation_id: id, user_id: user })
      await rig.runJobs()
      await rig.service.stop()
      expect(browser.heard().map(({ message }) => message.notification)).toMatchObject([
        { data: { kind: 'reserve_confirmed', ruid: id, begins: office.block(TEN + 4).from, tuid: null } },
      ])
    })
  })

  it('[DESK-11] cancelled with a reason: the slot is free, the reason is noted, a customer is told, a desk’s nobody', async () => {
    const office = await deskOffice(database, { slots: 2 })
    const { id: ours } = await office.somebody(TEN)
    const { id: theirs } = await office.book(office.line_id, office.block(TEN), await office.user())
    for (const id of [ours, theirs, ours]) {
      await removeReservation(office.context, {
        ...office.desk,
        id,
        reason: 'La oficina no atiende ese día',
      })
    }
    expect(await office.free(TEN)).toBe(2)
    expect((await office.reservation(ours)).state).toBe('removed')
    expect((await actsOf(office.context, office.office_id)).slice(1)).toMatchObject([
      { act: 'reservation-removed', reservation_id: ours, reason: 'La oficina no atiende ese día' },
      { act: 'reservation-removed', reservation_id: theirs },
    ])
    const told = async (id: string) =>
      (await office.jobs(id)).filter(({ kind }) => kind === 'tell-reservation')
    expect(await told(theirs)).toMatchObject([{ payload: { said: 'removed' } }])
    expect(await told(ours)).toEqual([])
  })

  it('[DESK-11] [PRIO-01] arrived and due, is called before the numbers by its code, with the name at the desk alone', async () => {
    const office = await deskOffice(database)
    const now = blockAt(await office.blocks(office.line_id, '2026-11-21'), 1)
    const { id } = await office.somebody(TEN, { from: now.from, to: now.to })
    await office.fill(office.line_id, 1)
    office.clock.at = new Date(now.from)
    await noteArrival(office.context, { ...office.desk, id })
    await office.call(office.desk)
    const { turn } = (await findDesk(database.db, office.desk)) ?? expect.fail('no desk')
    const card = await deskTicket(office.context, turn ?? expect.fail('nobody there'))
    expect(card).toMatchObject({
      state: 'called',
      on_paper: false,
      reserve: { id, name: NAME, by_desk: true, code: `RV${id.slice(-3).toUpperCase()}` },
    })
    const { tickets } = await deskList(office.context, { office_id: office.office_id, list: 'called' })
    expect(tickets).toMatchObject([{ came: 'reservation', name: NAME, has_phone: false }])
    expect(JSON.stringify(office.told)).not.toContain('Rosa')
    // Told to the wall, and to no phone.
    expect(office.told.map(({ name, user_id }) => [name, user_id])).toContainEqual(['call:created', null])
    expect((await office.jobs(card?.tuid ?? '')).map(({ kind }) => kind)).not.toContain('push-call')
    await office.call(office.desk)
    expect((await office.reservation(id)).state).toBe('attended')
  })

  it('[DESK-11] the row of a customer’s own shows the name that the form asked, or else who they are', async () => {
    const office = await deskOffice(database, { slots: 2 })
    const user = await office.user()
    const person = { name: 'Ana Rojas', email: 'a@b.example', phone: null, identity: null }
    const sealed = office.context.protect as typeof office.context.protect & {
      sealPerson: (who: typeof person, userId: string) => Uint8Array
    }
    await database.db
      .updateTable('users')
      .set({ person: sealed.sealPerson(person, user) })
      .where('id', '=', user)
      .execute()
    const { id: own } = await office.book(office.line_id, office.block(TEN), user, {
      meta: { answers: { name: 'Su Madre', tel: '912345678', email: 'm@b.example' } },
    })
    const bare = await office.reserveLine({ form: [] })
    const block = blockAt(await office.blocks(bare, MONDAY), TEN + 4)
    const { id: plain } = await office.book(bare, block, user, { meta: {} })
    expect(await office.seen(own)).toMatchObject({ name: 'Su Madre', by_desk: false })
    expect(await office.seen(plain)).toMatchObject({ name: 'Ana Rojas', by_desk: false })
  })

  it('[DESK-11] is found from today on by the beginning of its words, by its code and by the whole document', async () => {
    const office = await deskOffice(database, { slots: 9 })
    const { id } = await office.somebody(TEN, { meta: { rut: RUT } })
    const { id: later } = await office.somebody(TEN + 8, { name: 'Rosa Núñez' })
    const find = async (text: string) =>
      (await findReservations(office.context, { office_id: office.office_id, text })).reservations.map(
        each => each.id,
      )
    expect(await find('rosa')).toEqual([id, later])
    expect(await find('NUNEZ rosa')).toEqual([later])
    expect(await find('osa')).toEqual([])
    expect(await find('123456785')).toEqual([id])
    expect(await find('12.345.678')).toEqual([])
    expect(await find(`rv${later.slice(-3)}`)).toContain(later)
    const elsewhere = await deskOffice(database)
    const { reservations } = await findReservations(office.context, {
      office_id: elsewhere.office_id,
      text: 'rosa',
    })
    expect(reservations).toEqual([])
    office.clock.at = new Date('2026-11-24T15:00:00Z')
    expect(await find('rosa')).toEqual([])
  })

  it('[DESK-11] is found by the RUT that the form asked for, too, and by nothing else that was answered', async () => {
    const office = await deskOffice(database, { slots: 9 })
    const asking = await office.reserveLine({
      slots: 9,
      form: [
        { ...question, id: 'paciente', fieldType: 'rut', question: 'RUT del paciente', required: true },
        { ...question, id: 'folio', fieldType: 'text', question: 'Folio', required: false },
      ],
    })
    const blocks = await office.blocks(asking, MONDAY)
    const book = async (index: number, answers: Record<string, string>) =>
      office.book(asking, blockAt(blocks, index), await office.user(), { meta: { answers } })
    const { id: own } = await office.somebody(TEN, { meta: { rut: RUT } })
    const { id: ofChild } = await book(TEN + 2, { paciente: '12345678-5', folio: '11.111.111-1' })
    await book(TEN + 4, { paciente: '11.111.111-1', folio: RUT })
    const find = async (text: string) =>
      (await findReservations(office.context, { office_id: office.office_id, text })).reservations.map(
        each => each.id,
      )
    expect(await find('12.345.678-5')).toEqual([own, ofChild])
    expect(await find('12.345.678')).toEqual([])
    expect(await find('22.222.222-2')).toEqual([])
  })

  it('[DESK-11] is found by the RUT that it holds though the question has left the form', async () => {
    const office = await deskOffice(database, { slots: 9 })
    const folio = { ...question, id: 'folio', fieldType: 'text' as const, question: 'Folio', required: false }
    const asking = await office.reserveLine({
      slots: 9,
      form: [
        { ...question, id: 'paciente', fieldType: 'rut', question: 'RUT del paciente', required: true },
        folio,
      ],
    })
    const blocks = await office.blocks(asking, MONDAY)
    const book = async (index: number, answers: Record<string, string>) =>
      office.book(asking, blockAt(blocks, index), await office.user(), { meta: { answers } })
    const { id } = await book(TEN, { paciente: '12345678-5' })
    await book(TEN + 2, { paciente: '11.111.111-1', folio: RUT })
    const form = json([folio])
    await database.db.updateTable('lines').set({ reserve_form: form }).where('id', '=', asking).execute()
    const sought = { office_id: office.office_id, text: RUT }
    const { reservations } = await findReservations(office.context, sought)
    expect(reservations.map(each => each.id)).toEqual([id])
  })

  it('[KEEP-03] for whom it was is forgotten 30 days after its time, and the reservation stays as a figure', async () => {
    const office = await deskOffice(database, { slots: 2 })
    const { id } = await office.somebody(TEN, { meta: { rut: RUT } })
    const { id: gone } = await office.somebody(TEN)
    await removeReservation(office.context, { ...office.desk, id: gone, reason: 'x' })
    const known = async (each: string) => (await office.reservation(each)).booked_for !== null
    office.clock.advance(TEMPORARY_PERSON_KEPT_MS + 1)
    await forgetBookedPeople(office.context, TEMPORARY_PERSON_KEPT_MS)
    expect([await known(id), await known(gone)]).toEqual([true, false])
    const acts = await database.db
      .selectFrom('desk_acts')
      .select('reason')
      .where('reservation_id', '=', gone)
      .where('act', '=', 'reservation-removed')
      .execute()
    expect(acts).toEqual([{ reason: null }])
    office.clock.at = new Date(Date.parse(office.block(TEN).to) + TEMPORARY_PERSON_KEPT_MS)
    await forgetBookedPeople(office.context, TEMPORARY_PERSON_KEPT_MS)
    expect(await known(id)).toBe(true)
    office.clock.advance(1)
    expect(await forgetBookedPeople(office.context, TEMPORARY_PERSON_KEPT_MS)).toBeGreaterThan(0)
    expect(await office.reservation(id)).toMatchObject({ booked_for: null, meta: null, identity_hash: null })
    expect(await office.seen(id)).toMatchObject({ name: null, by_desk: true, answers: [] })
  })

  describe('the slip', () => {
    const follow = (office: Awaited<ReturnType<typeof deskOffice>>, id: string, user_id: string) =>
      followSlip(office.context, { secret: office.context.protect.slipSecret(id), user_id })
    const remindersOf = async (id: string) =>
      (
        await database.db
          .selectFrom('jobs')
          .select(['kind', 'payload'])
          .where('key', 'like', `${id}%`)
          .execute()
      ).filter(({ kind }) => kind === 'remind-reservation')

    it('[DESK-11] [KIOSK-02] the first phone to read it has the reservation, a second one is refused, and the name stays', async () => {
      const office = await deskOffice(database)
      const { id } = await office.somebody(TEN, { meta: { rut: RUT } })
      const { secret } = await office.seen(id)
      expect(secret).toBe(office.context.protect.slipSecret(id))
      expect(await remindersOf(id)).toEqual([])
      const [first, second] = [await office.user(), await office.user()]
      const had = await follow(office, id, first)
      expect(had).toMatchObject({ id, user_id: first, from: office.block(TEN).from, confirmed: true })
      const facts = office.told.length
      // Read once more by the same phone: a reload, or an answer that was lost.
      expect((await follow(office, id, first)).id).toBe(id)
      expect(office.told).toHaveLength(facts)
      await expect(follow(office, id, second)).rejects.toMatchObject({ code: 'slip-followed', status: 409 })
      expect(office.told.at(-1)).toMatchObject({
        name: 'reserve:updated',
        reservation_id: id,
        user_id: first,
        detail: { state: 'confirmed' },
      })
      expect(await office.seen(id)).toMatchObject({ name: NAME, by_desk: false, secret: null })
      expect((await remindersOf(id)).map(({ payload }) => payload.user_id)).toEqual([first, first])
      // No slot was taken by it, and none was given back.
      expect(await office.free(TEN)).toBe(0)
    })

    it('[DESK-11] of many phones at once one has it, whichever that is', async () => {
      const office = await deskOffice(database)
      const { id } = await office.somebody(TEN)
      const phones = await office.users(8)
      const outcomes = await Promise.allSettled(phones.map(phone => follow(office, id, phone)))
      expect(settled(outcomes).sort()).toEqual(['done', ...Array.from({ length: 7 }, () => 'slip-followed')])
      expect(phones[settled(outcomes).indexOf('done')]).toBe((await office.reservation(id)).user_id)
    })

    it('[DESK-11] from then on the phone hears what the desk does, and does it itself', async () => {
      const office = await deskOffice(database)
      const rig = await notifyRigOf(database, office)
      const user = await office.user()
      const browser = await rig.subscribe(user)
      const { id } = await office.somebody(TEN)
      await follow(office, id, user)
      // At that time the phone has another one of its own: it is for somebody else.
      const other = await office.reserveLine()
      await office.book(other, blockAt(await office.blocks(other, MONDAY), TEN + 4), user)
      const at = (index: number) => ({ ...office.desk, id, ...office.block(index) })
      await moveReservation(office.context, at(TEN + 4))
      expect(office.told.at(-1)).toMatchObject({ reservation_id: id, user_id: user })
      await rig.runJobs()
      await cancelReservation(office.context, { id, user_id: user })
      expect((await office.reservation(id)).state).toBe('cancelled')
      expect(await office.free(TEN + 4)).toBe(1)
      const { id: another } = await office.somebody(TEN)
      await follow(office, another, user)
      await removeReservation(office.context, {
        ...office.desk,
        id: another,
        reason: 'La oficina no atiende',
      })
      await rig.runJobs()
      await rig.service.stop()
      expect(browser.heard().map(({ message }) => message.notification.data)).toMatchObject([
        { kind: 'reserve_confirmed', ruid: id, begins: office.block(TEN + 4).from },
        { ruid: another },
      ])
    })

    it('[DESK-11] the call goes to the phone that has it', async () => {
      const office = await deskOffice(database)
      const { id } = await office.somebody(TEN)
      const user = await office.user()
      await follow(office, id, user)
      office.clock.at = new Date(office.block(TEN).from)
      await office.call(office.desk)
      const called = office.told.findLast(fact => fact.name === 'call:created')
      expect(called).toMatchObject({ user_id: user })
      expect((await office.jobs(called?.ticket_id ?? '')).map(({ kind }) => kind)).toContain('push-call')
    })

    it('[DESK-11] [RES-09] one person holds one of a kind here too, and the slip is good for another phone', async () => {
      const office = await deskOffice(database, { slots: 5 }, { one_per: 'office' })
      const { id } = await office.somebody(TEN, { meta: { rut: RUT } })
      const user = await office.user()
      await office.book(office.line_id, office.block(TEN + 4), user)
      await expect(follow(office, id, user)).rejects.toMatchObject({ code: '1002' })
      expect((await office.reservation(id)).user_id).toBeNull()
      const free = await office.user()
      expect((await follow(office, id, free)).user_id).toBe(free)
    })

    it('[DESK-11] no other slip than one that was printed here, and none of what is called, given back or over', async () => {
      const office = await deskOffice(database, { slots: 3 })
      const user = await office.user()
      const { id } = await office.somebody(TEN)
      const { id: gone } = await office.somebody(TEN)
      await removeReservation(office.context, { ...office.desk, id: gone, reason: 'x' })
      const { protect } = office.context
      const elsewhere = createProtection(new Uint8Array(SECRET_BYTES).fill(8))
      const forged = [
        elsewhere.slipSecret(id),
        'A'.repeat(43),
        protect.slipSecret(randomUUID()),
        protect.paperSecret(id),
        protect.slipSecret(gone),
      ]
      for (const secret of forged)
        await expect(followSlip(office.context, { secret, user_id: user })).rejects.toMatchObject({
          code: 'slip-invalid',
        })
      // A number's paper is no slip either way.
      await expect(
        followPaper(office.context, { secret: protect.slipSecret(id), user_id: user }),
      ).rejects.toMatchObject({ code: 'paper-invalid' })
      office.clock.at = new Date(office.block(TEN).from)
      await office.call(office.desk)
      await expect(follow(office, id, user)).rejects.toMatchObject({ code: 'slip-invalid' })
      expect((await office.seen(id)).secret).toBeNull()
      expect((await office.reservation(id)).user_id).toBeNull()
    })

    it('[DESK-11] a press that arrives again is still the one reservation, though a phone has it by now', async () => {
      const office = await deskOffice(database, { slots: 3 })
      const request_id = randomUUID()
      const { id } = await office.somebody(TEN, { request_id })
      await follow(office, id, await office.user())
      expect(await office.somebody(TEN, { request_id })).toEqual({ id, repeated: true })
      expect(await office.live(office.line_id)).toHaveLength(1)
    })

    it('[KEEP-03] for whom it was is forgotten with the time, whoever has it by now', async () => {
      const office = await deskOffice(database)
      const { id } = await office.somebody(TEN)
      await follow(office, id, await office.user())
      office.clock.at = new Date(Date.parse(office.block(TEN).to) + TEMPORARY_PERSON_KEPT_MS + 1)
      await forgetBookedPeople(office.context, TEMPORARY_PERSON_KEPT_MS)
      expect(await office.reservation(id)).toMatchObject({ booked_for: null, meta: null })
    })
  })

  describe('by its routes', () => {
    let server: TestServer
    beforeAll(async () => {
      server = await startTestServer({ database, clock: new MovingClock(NOON) })
    })
    afterAll(() => server.close())

    async function signedIn() {
      const office = await deskOffice(database, { slots: 2, unavailable_days: ['2026-11-24'] })
      const user_name = `ana-${office.desk.clerk_id}`
      await database.db
        .updateTable('clerks')
        .set({ user_name, password_hash: await hashPassword('una clave larga') })
        .where('id', '=', office.desk.clerk_id)
        .execute()
      const session = await server.ask('desk', '/session', {
        body: { user: user_name, password: 'una clave larga' },
      })
      const { token } = (await session.json()) as { token: string }
      const ask = (path: string, options: AskOptions = {}) =>
        server.ask('desk', `/offices/${office.office_id}${path}`, { ...options, token })
      const wish = (more: object = {}) => ({
        line_id: office.line_id,
        block: { from: office.block(TEN).from, to: office.block(TEN).to },
        request_id: randomUUID(),
        name: NAME,
        ...more,
      })
      return { ...office, ask, wish }
    }

    const codeOf = async (response: Response) => v.parse(problem, await response.json()).code

    it('[DESK-11] says in which lines, on which days and when, and books: 201, and 200 the second time', async () => {
      const office = await signedIn()
      await office.reserveLine({ modalities: 'video' })
      const { lines } = v.parse(deskBookable, await (await office.ask('/bookable')).json())
      expect(lines).toMatchObject([
        { line_id: office.line_id, by_video_alone: false, first_day: '2026-11-21', document_needed: false },
        { by_video_alone: true },
      ])
      expect(lines[0]?.questions.map(({ id, required }) => [id, required])).toEqual([
        ['tel', false],
        ['email', false],
      ])
      const below = `/lines/${office.line_id}`
      const { dates } = v.parse(unavailableDays, await (await office.ask(`${below}/unavailable`)).json())
      expect(dates).toEqual(['2026-11-24'])
      const times = async () =>
        v.parse(timeBlockList, await (await office.ask(`${below}/timeblocks?day=${MONDAY}`)).json())
      expect(blockAt(await times(), TEN).availables).toBe(2)
      const wish = office.wish()
      const first = await office.ask('/reservations', { body: wish })
      const second = await office.ask('/reservations', { body: wish })
      expect([first.status, second.status]).toEqual([201, 200])
      const booked = v.parse(deskReservation, await first.json())
      expect(booked).toMatchObject({ name: NAME, by_desk: true, from: office.block(TEN).from })
      expect(v.parse(deskReservation, await second.json()).id).toBe(booked.id)
      expect(blockAt(await times(), TEN).availables).toBe(1)
      const { reservations } = v.parse(
        deskReservations,
        await (await office.ask(`/reservations?day=${MONDAY}`)).json(),
      )
      expect(reservations).toMatchObject([{ id: booked.id, name: NAME }])
      const found = await office.ask('/reservations/find', { body: { text: 'díaz' } })
      expect(v.parse(deskFound, await found.json())).toMatchObject({
        reservations: [{ id: booked.id }],
        more: false,
      })
      const moved = await office.ask(`/reservations/${booked.id}/move`, {
        body: { block: office.block(TEN + 4) },
      })
      expect(v.parse(deskReservation, await moved.json())).toMatchObject({ from: office.block(TEN + 4).from })
      const gone = await office.ask(`/reservations/${booked.id}/remove`, { body: { reason: 'Lo pidió' } })
      expect(gone.status).toBe(204)
    })

    it('[DESK-11] from the clerk’s press to the phone: no name, no account, one phone', async () => {
      const office = await signedIn()
      const given = await office.ask('/reservations', { body: office.wish() })
      const { id, secret } = v.parse(deskReservation, await given.json())
      const entered = await server.ask('login', '/paper', { body: { secret } })
      const session = (await entered.json()) as Session
      expect(session).toMatchObject({ name: null, email: null, meta: { temporal: true } })
      const had = await server.ask('reservations', '/slips', { body: { secret }, token: session.token })
      expect(await had.json()).toMatchObject({ id, user_id: session.user_id })
      const mine = await server.ask('reservations', '/user', { token: session.token })
      expect(await mine.json()).toMatchObject([{ id }])
      // What is kept of whoever has it: the name that the desk typed, too.
      const kept = await (await server.ask('users', '/my-data', { token: session.token })).text()
      expect(kept).toContain(NAME)
      // The slip lets in nobody else from now on.
      const second = await server.ask('login', '/paper', { body: { secret } })
      expect([second.status, await codeOf(second)]).toEqual([409, 'slip-followed'])
    })

    it('refuses a name that nobody sees, lines of others, and what is no day', async () => {
      const office = await signedIn()
      const stranger = await signedIn()
      for (const name of ['', '  ', '\u200b\u200b', 'x'.repeat(81)]) {
        const refused = await office.ask('/reservations', { body: office.wish({ name }) })
        expect([name.length, refused.status]).toEqual([name.length, 400])
      }
      const below = `/lines/${stranger.line_id}`
      for (const path of [`${below}/unavailable`, `${below}/timeblocks?day=${MONDAY}`]) {
        expect(await codeOf(await office.ask(path))).toBe('not-found')
      }
      expect(
        await codeOf(await office.ask('/reservations', { body: office.wish({ line_id: stranger.line_id }) })),
      ).toBe('not-found')
      expect(await codeOf(await office.ask(`/lines/${office.line_id}/timeblocks?day=2026-02-30`))).toBe(
        'bad-request',
      )
      expect(await office.live(office.line_id)).toEqual([])
    })
  })
})
