import { openGate } from '#server/facts/office-gate.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as v from 'valibot'
import { problem } from '#contract/problem.ts'
import { deskReservation, deskReservations, deskState } from '#contract/rest/desk.ts'
import { attentionCheck } from '#contract/rest/tickets.ts'
import type { Database } from '#server/database/database.ts'
import { hashPassword } from '#server/identity/passwords.ts'
import { callReservation } from '#server/queue/call/call-reservation.ts'
import { cancelReservation } from '#server/reservations/cancel-reservation.ts'
import { eachDatabase } from '#tests/support/databases.ts'
import { MovingClock } from '#tests/support/moving-clock.ts'
import { NOON, type QueueOffice, queueOffice } from '#tests/support/queue-office.ts'
import { reservation, reservationNow } from '#tests/support/queue-reservations.ts'
import { type AskOptions, type SignedIn, startTestServer, type TestServer } from '#tests/support/server.ts'
import { notifyRigOf } from './notify-rig.ts'

const PASSWORD = 'una clave larga'
const minutesTo = (at: string) => (Date.parse(at) - NOON.getTime()) / 60_000

eachDatabase('an office’s reservations at its desks', open => {
  let database: Database
  let server: TestServer
  let person: SignedIn

  beforeAll(async () => {
    database = await open()
    server = await startTestServer({ database, clock: new MovingClock(NOON) })
    person = await server.signInTemporary()
  })
  afterAll(() => server.close())

  /** A clerk who signs in, and asks below their office. */
  async function staffed(office: QueueOffice) {
    const clerk = await office.clerk()
    const user_name = `ana-${clerk.clerk_id}`
    await database.db
      .updateTable('clerks')
      .set({ user_name, password_hash: await hashPassword(PASSWORD) })
      .where('id', '=', clerk.clerk_id)
      .execute()
    const session = await server.ask('desk', '/session', { body: { user: user_name, password: PASSWORD } })
    const { token } = (await session.json()) as { token: string }
    const at = (path: string, options: AskOptions = {}) =>
      server.ask('desk', `/offices/${office.office_id}/reservations${path}`, { ...options, token })
    const post = (path: string) => at(path, { method: 'POST' })
    const list = async (query = '') => v.parse(deskReservations, await (await at(query)).json())
    return { clerk, token, at, post, list }
  }

  const refusal = async (response: Response) => v.parse(problem, await response.json())

  describe('the list', () => {
    it('is of today by the office’s clock, by time, with the answers beside their questions', async () => {
      const office = await queueOffice(database)
      const line = await office.line()
      const { at, list } = await staffed(office)
      const late = await reservation(office, line, {
        inMinutes: minutesTo('2026-11-22T02:45:00Z'),
        meet: true,
        answers: { name: 'Rosa', tel: '912345678', gone: 'nobody asks this any more' },
      })
      const early = await reservation(office, line, {
        inMinutes: minutesTo('2026-11-21T03:00:00Z'),
        state: 'attended',
      })
      const waiting = await reservation(office, line, { inMinutes: 60, state: 'pending' })
      const tomorrow = await reservation(office, line, { inMinutes: minutesTo('2026-11-22T03:00:00Z') })
      for (const state of ['cancelled', 'expired'] as const) await reservation(office, line, { state })
      // The desk's browser keeps nobody's answers either.
      for (const asked of [await at(''), await at('/..')])
        expect([asked.status, asked.headers.get('cache-control')]).toEqual([200, 'no-store'])
      const { day, reservations } = await list()
      expect(day).toBe('2026-11-21')
      expect(reservations).toMatchObject([
        { id: early.id, state: 'attended', answers: [], confirm_by: null },
        {
          id: waiting.id,
          state: 'pending',
          confirm_by: new Date(NOON.getTime() + 3_600_000).toISOString(),
        },
        {
          id: late.id,
          code: late.code,
          from: '2026-11-22T02:45:00.000Z',
          to: '2026-11-22T03:00:00.000Z',
          line_id: line,
          meet: true,
          state: 'confirmed',
          answers: [
            { question: 'Nombre', answer: 'Rosa' },
            { question: 'Teléfono', answer: '912345678' },
          ],
        },
      ])
      const next = await list('?day=2026-11-22')
      expect(next).toMatchObject({ day: '2026-11-22', reservations: [{ id: tomorrow.id }] })
      expect(await list('?day=2026-11-23')).toEqual({ day: '2026-11-23', reservations: [] })
    })

    it('[I18N-02] of a day of 23 hours, and of one of 25, is the whole of it', async () => {
      const office = await queueOffice(database)
      const line = await office.line()
      const { list } = await staffed(office)
      // In Santiago the clock goes from 24:00 to 1:00 on 6 September, and from 24:00 back to 23:00 on 4 April
      // 2026.
      const [before, first, twice, after] = await Promise.all(
        ['2026-09-06T03:45:00Z', '2026-09-06T04:00:00Z', '2026-04-05T03:15:00Z', '2026-04-05T04:00:00Z'].map(
          at => reservation(office, line, { inMinutes: minutesTo(at), state: 'attended' }),
        ),
      )
      const ids = async (day: string) => (await list(`?day=${day}`)).reservations.map(({ id }) => id)
      expect(await ids('2026-09-05')).toEqual([before?.id])
      expect(await ids('2026-09-06')).toEqual([first?.id])
      expect(await ids('2026-04-04')).toEqual([twice?.id])
      expect(await ids('2026-04-05')).toEqual([after?.id])
    })

    it('leaves out what nobody confirmed in time, before the sweep says so', async () => {
      const office = await queueOffice(database)
      const line = await office.line()
      const { list, post } = await staffed(office)
      const { id } = await reservation(office, line, { inMinutes: 90, state: 'pending' })
      await database.db.updateTable('reservations').set({ confirm_by: NOON }).where('id', '=', id).execute()
      expect((await list()).reservations).toEqual([])
      expect(await refusal(await post(`/${id}/confirm`))).toMatchObject({ code: 'reserve-invalid' })
    })

    it('refuses a day that does not exist, and an id that is none', async () => {
      const { at, post } = await staffed(await queueOffice(database))
      for (const day of ['2026-02-30', 'hoy', '']) {
        expect(await refusal(await at(`?day=${day}`))).toMatchObject({ status: 400, code: 'bad-request' })
      }
      for (const verb of ['confirm', 'call']) {
        expect(await refusal(await post(`/7/${verb}`))).toMatchObject({ status: 400 })
        expect(await refusal(await post(`/${crypto.randomUUID()}/${verb}`))).toMatchObject({ status: 404 })
      }
    })

    it('[AUTH-10] is there for the clerks of that office alone', async () => {
      const office = await queueOffice(database)
      const { id } = await reservation(office, await office.line(), { state: 'pending' })
      const stranger = await staffed(await queueOffice(database))
      const base = `/offices/${office.office_id}/reservations`
      for (const [path, method] of [
        ['', 'GET'],
        [`/${id}/confirm`, 'POST'],
        [`/${id}/call`, 'POST'],
      ] as const) {
        const ask = (token?: string) => server.ask('desk', `${base}${path}`, { method, token })
        expect(await refusal(await ask(stranger.token))).toMatchObject({ status: 404 })
        expect(await refusal(await ask(person.token))).toMatchObject({ status: 403 })
        expect(await refusal(await ask())).toMatchObject({ status: 401 })
        const own = await stranger.at(path, { method })
        expect(own.status).toBe(method === 'GET' ? 200 : 404)
      }
      expect(await reservationNow(office, id)).toMatchObject({ state: 'pending' })
    })
  })

  it('confirms one that waits for it, once; then it can be called', async () => {
    const office = await queueOffice(database)
    const { id } = await reservation(office, await office.line(), { inMinutes: 10, state: 'pending' })
    const { post } = await staffed(office)
    expect(await refusal(await post(`/${id}/call`))).toMatchObject({ code: 'reserve-not-callable' })
    for (let count = 0; count < 2; count++) {
      const answer = await post(`/${id}/confirm`)
      expect(v.parse(deskReservation, await answer.json())).toMatchObject({ id, state: 'confirmed' })
    }
    const facts = (await office.facts()).filter(fact => fact.kind === 'reserve:updated')
    expect(facts).toHaveLength(1)
    const called = v.parse(deskState, await (await post(`/${id}/call`)).json())
    expect(called.current).toMatchObject({ state: 'called', reserve: { id, meet: false } })
    expect(await refusal(await post(`/${id}/confirm`))).toMatchObject({ code: 'reserve-invalid' })
  })

  it('[WAIT-02] the attention check knows a reservation: waiting, being attended, attended', async () => {
    const office = await queueOffice(database)
    const { user_id } = person
    const { id } = await reservation(office, await office.line(), { user_id })
    const { clerk, token } = await staffed(office)
    const ask = (who: SignedIn) =>
      server.ask('attention', `/check?id=${id}&type=reserve`, { headers: who.headers })
    const check = async () => v.parse(attentionCheck, await (await ask(person)).json())
    expect(await check()).toEqual({ id, type: 'reserve', attending: false, attended: false, modulo: null })
    await office.call(clerk)
    expect(await check()).toMatchObject({ attending: true, attended: false, modulo: expect.any(String) })
    await server.ask('desk', `/offices/${office.office_id}/attended`, { method: 'POST', token })
    expect(await check()).toMatchObject({ attending: false, attended: true })
    const other = await server.signInTemporary({ rut: '7.654.321-6' })
    expect((await ask(other)).status).toBe(404)
    const asTicket = await server.ask('attention', `/check?id=${id}&type=ticket`, { headers: person.headers })
    expect(asTicket.status).toBe(404)
  })

  it('[PUSH-02] its owner’s phone is called by its code', async () => {
    // A database of its own: the server of the others runs jobs too, and its push service is another.
    const database = await open()
    const rig = await notifyRigOf(database, await queueOffice(database))
    const { office } = rig
    const due = await reservation(office, await office.line())
    const browser = await rig.subscribe(due.user_id)
    const { tuid } = await office.call(await office.clerk('9'))
    await rig.runJobs()
    await rig.service.stop()
    expect(browser.heard().map(({ message }) => message.notification)).toMatchObject([
      { title: `Es tu turno: ${due.code} · módulo 9`, tag: `ticket-${tuid}`, data: { kind: 'call', tuid } },
    ])
  })

  it('[RES-08] called and cancelled at the same moment: one of them happens, the other hears why not', async () => {
    const office = await queueOffice(database, { gate: openGate })
    const line = await office.line()
    const clerks = await Promise.all(Array.from({ length: 8 }, () => office.clerk()))
    const outcomes = await Promise.all(
      clerks.map(async (clerk, index) => {
        const { id, user_id } = await reservation(office, line)
        const both = [
          () => callReservation(office.context, { ...clerk, id }),
          () => cancelReservation(office.context, { id, user_id }),
        ]
        // Either may be asked first.
        if (index % 2 === 1) both.reverse()
        const results = await Promise.allSettled(both.map(ask => ask()))
        if (index % 2 === 1) results.reverse()
        const { state, deleted_at, ticket } = await reservationNow(office, id)
        const [call, cancel] = results.map(result =>
          result.status === 'rejected' ? (result.reason as { code: string }).code : 'done',
        )
        return { call, cancel, state, isDeleted: deleted_at !== null, ticket: ticket?.state }
      }),
    )
    for (const outcome of outcomes) {
      expect([
        { call: 'done', cancel: 'reserve-invalid', state: 'called', isDeleted: false, ticket: 'called' },
        {
          call: 'reserve-not-callable',
          cancel: 'done',
          state: 'cancelled',
          isDeleted: true,
          ticket: undefined,
        },
      ]).toContainEqual(outcome)
    }
  })
})
