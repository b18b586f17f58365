import { afterAll, beforeAll, expect, it } from 'vitest'
import * as v from 'valibot'
import { form } from '#contract/rest/forms.ts'
import { session } from '#contract/rest/login.ts'
import { reservation } from '#contract/rest/reservations.ts'
import { customerWaiting, ticket } from '#contract/rest/tickets.ts'
import { callNext } from '#server/queue/call/call-next.ts'
import { callReservation } from '#server/queue/call/call-reservation.ts'
import { eachDatabase } from '#tests/support/databases.ts'
import { MovingClock } from '#tests/support/moving-clock.ts'
import { NOON } from '#tests/support/queue-office.ts'
import {
  ANSWERS,
  blockAt,
  reservationOffice,
  type ReservationOffice,
} from '#tests/support/reservation-office.ts'
import { type SignedIn, startTestServer, type TestServer } from '#tests/support/server.ts'

const TODAY = '2026-11-21'
const DAY = '2026-11-24'

/** What §7 says that a client sends, and not a field more: clients other than ours know no other. */
eachDatabase('the bodies of §7', open => {
  let server: TestServer
  let office: ReservationOffice
  let people = 0
  const newcomer = () => server.signInTemporary({ dni: `PASAPORTE${++people}` })

  beforeAll(async () => {
    const database = await open()
    server = await startTestServer({ database, clock: new MovingClock(NOON) })
    office = await reservationOffice(database)
  })
  afterAll(() => server.close())

  const twice = async (ask: () => Promise<Response>) => {
    const first = await ask()
    const second = await ask()
    return { first, second, refused: await second.clone().json() }
  }

  it('[TKT-10] tickets/new takes line_id, meet and meta; said twice it is a second wish, and refused', async () => {
    const { headers } = await newcomer()
    const body = { line_id: await office.line(), meet: false, meta: {} }
    const path = `/offices/${office.office_id}/tickets/new`
    const { first, second, refused } = await twice(() => server.ask('v1', path, { body, headers }))
    expect([first.status, second.status]).toEqual([201, 409])
    expect(v.parse(ticket, await first.json()).ticket).toBe('A001')
    expect(refused).toMatchObject({ code: 'already-has-ticket' })
  })

  it.each(['v1', 'v3'] as const)(
    '[RES-17] %s user/reserves takes a reserve; said twice it exists already',
    async base => {
      const { headers } = await newcomer()
      const line_id = await office.reserveLine()
      const { from, to } = blockAt(await office.blocks(line_id, DAY), 0)
      const reserve = { from, to, line_id, meta: { answers: ANSWERS }, meet: false }
      const { first, second, refused } = await twice(() =>
        server.ask(base, '/user/reserves', { body: { reserve }, headers }),
      )
      expect([first.status, second.status]).toEqual([201, 409])
      expect(v.parse(reservation, await first.json()).from).toBe(from)
      expect(refused).toMatchObject({ code: 'reserve-already-exists' })
    },
  )

  async function booked(who: SignedIn, day = DAY) {
    const line = await office.reserveLine()
    const { from, to } = blockAt(await office.blocks(line, day), 0)
    const body = { line, block: { from, to }, meta: { answers: ANSWERS }, meet: false }
    return twice(() => server.ask('reservations', '', { body, headers: who.headers }))
  }

  it('[RES-17] the reservations service takes line, block, meta and meet; said twice it exists already', async () => {
    const { first, second, refused } = await booked(await newcomer())
    expect([first.status, second.status]).toEqual([201, 409])
    expect(v.parse(reservation, await first.json()).confirmed).toBe(true)
    expect(refused).toMatchObject({ code: 'reserve-already-exists' })
  })

  it('[WAIT-01] customerwaiting answers a reservation, by either name, and its ticket once it is called', async () => {
    const person = await newcomer()
    const { first } = await booked(person, TODAY)
    const own = v.parse(reservation, await first.json())
    const ask = (query: string, who = person) =>
      server.ask('wait', `/customerwaiting?${query}`, { headers: who.headers })
    const byRuid = v.parse(customerWaiting, await (await ask(`ruid=${own.id}`)).json())
    expect(byRuid).toMatchObject({ tuid: null, ruid: own.id, state: 'waiting', ahead: 0 })
    const minutes = (time: string) => (Date.parse(time) - server.clock.now().getTime()) / 60_000
    expect(byRuid.wait).toEqual({ from: minutes(own.from), to: minutes(own.to) })
    expect(await (await ask(`tuid=${own.id}`)).json()).toEqual(byRuid)
    expect((await ask(`ruid=${own.id}`, await newcomer())).status).toBe(404)

    const clerk = await office.clerk('7')
    const desk = { office_id: office.office_id, clerk_id: clerk.clerk_id }
    await callReservation(server.queue, { ...desk, id: own.id })
    expect(v.parse(customerWaiting, await (await ask(`ruid=${own.id}`)).json())).toMatchObject({
      tuid: expect.any(String),
      ruid: own.id,
      state: 'called',
      ahead: null,
    })
  })

  it('[CALL-01] a call says what the others in the line may now expect', async () => {
    const line = await office.line({ fallback_minutes: 6 })
    await office.fill(line, 3)
    const clerk = await office.clerk('8')
    await callNext(server.queue, { office_id: office.office_id, clerk_id: clerk.clerk_id, line_ids: [line] })
    const fact = (await office.facts()).findLast(({ kind }) => kind === 'call:created')
    expect(fact?.detail).toMatchObject({
      waiting: 2,
      wait: { from: expect.any(Number), to: expect.any(Number) },
    })
  })

  it('[FORM-02] a question has its answer, null where none is proposed', async () => {
    const line = await office.reserveLine()
    const path = `/offices/${office.office_id}/lines/${line}/forms`
    const { questions } = v.parse(form, await (await server.ask('v1', path)).json())
    expect(questions.length).toBeGreaterThan(0)
    for (const question of questions) expect(question).toHaveProperty('answer', null)
  })

  it('[AUTH-04] login/signup takes user, password and name, and login/password user and password', async () => {
    const user = 'ana.rojas@correo.example'
    const password = 'tren verde a Llolleo'
    const made = await server.ask('login', '/signup', { body: { user, password, name: 'Ana Rojas' } })
    expect(made.status).toBe(200)
    const account = v.parse(session, await made.json())
    const entered = await server.ask('login', '/password', { body: { user, password } })
    expect(entered.status).toBe(200)
    expect(v.parse(session, await entered.json()).user_id).toBe(account.user_id)
  })

  it.each(['login', 'v1'] as const)(
    '[AUTH-04] [PROF-01] %s user is patched by uid, token and user, a rut of ‘-’ in it',
    async base => {
      const { user_id, token, headers } = await newcomer()
      const user = { email: 'eva@correo.example', name: 'Eva', phone: '987654321', rut: '-', dni: 'AB98765' }
      const body = { uid: user_id, token, user }
      const answer = await server.ask(base, '/user', { method: 'PATCH', body, headers })
      expect(answer.status).toBe(200)
      expect(v.parse(session, await answer.json())).toMatchObject({
        user_id,
        name: 'Eva',
        email: 'eva@correo.example',
        phone: '987654321',
        identity_type: 'dni',
      })
    },
  )
})
