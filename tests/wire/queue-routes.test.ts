import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as v from 'valibot'
import { problem } from '#contract/problem.ts'
import { deskState } from '#contract/rest/desk.ts'
import { attentionCheck, customerWaiting, ticket, ticketHistory, ticketList } from '#contract/rest/tickets.ts'
import { hashPassword } from '#server/identity/passwords.ts'
import { issuePaperNumber } from '#server/queue/take/issue-paper-number.ts'
import { eachDatabase } from '#tests/support/databases.ts'
import { MovingClock } from '#tests/support/moving-clock.ts'
import { NOON, type QueueOffice, queueOffice } from '#tests/support/queue-office.ts'
import { type AskOptions, type SignedIn, startTestServer, type TestServer } from '#tests/support/server.ts'

const PASSWORD = 'una clave larga'

eachDatabase('the queue by REST', open => {
  let server: TestServer
  let office: QueueOffice
  let person: SignedIn
  let stranger: SignedIn

  beforeAll(async () => {
    const database = await open()
    server = await startTestServer({ database, clock: new MovingClock(NOON) })
    office = await queueOffice(database)
    person = await server.signInTemporary()
    stranger = await server.signInTemporary({ rut: '7.654.321-6' })
  })
  afterAll(() => server.close())

  const request = (line_id: number) => ({ line_id, request_id: randomUUID() })

  async function take(line: number, who = person) {
    const response = await server.ask('v1', `/offices/${office.office_id}/tickets/new`, {
      body: request(line),
      headers: who.headers,
    })
    expect(response.status).toBe(201)
    return v.parse(ticket, await response.json())
  }

  /** A refusal, in its shape. */
  async function refusal(response: Response) {
    expect(response.headers.get('content-type')).toContain('application/problem+json')
    const body = v.parse(problem, await response.json())
    expect(body.status).toBe(response.status)
    return body
  }

  describe('tickets', () => {
    it('[TKT-10] POST /offices/{id}/tickets/new gives the ticket; asked again it gives the same', async () => {
      const line = await office.line()
      const body = { ...request(line), meet: false, meta: { params: { utm_source: 'afiche' } } }
      const path = `/offices/${office.office_id}/tickets/new`
      const first = await server.ask('v1', path, { body, headers: person.headers })
      expect(first.status).toBe(201)
      const made = v.parse(ticket, await first.json())
      expect(made).toMatchObject({ ticket: 'A001', user_id: person.user_id, ahead: 0, state: 'waiting' })
      const again = await server.ask('v1', path, { body, headers: person.headers })
      expect(again.status).toBe(200)
      expect(v.parse(ticket, await again.json()).tuid).toBe(made.tuid)
    })

    it('[TKT-09] a refusal carries its code, and the words that the application looks for', async () => {
      const line = await office.line()
      await take(line)
      const response = await server.ask('v1', `/offices/${office.office_id}/tickets/new`, {
        body: request(line),
        headers: person.headers,
      })
      expect(await refusal(response)).toMatchObject({
        status: 409,
        code: 'already-has-ticket',
        message: expect.stringContaining('already has ticket'),
      })
    })

    it('bad input is a 400 that names the field; an unknown office or line a 404', async () => {
      const line = await office.line()
      const post = (office_id: string | number, body: unknown) =>
        server.ask('v1', `/offices/${office_id}/tickets/new`, { body, headers: person.headers })
      const missing = await refusal(await post(office.office_id, { request_id: randomUUID() }))
      expect(missing).toMatchObject({ status: 400, code: 'bad-request', fields: [{ path: 'line_id' }] })
      const wrong = await refusal(await post(office.office_id, { ...request(line), line_id: 'A' }))
      expect(wrong).toMatchObject({ status: 400, fields: [{ path: 'line_id' }] })
      expect(await refusal(await post('x', request(line)))).toMatchObject({ status: 400 })
      for (const [office_id, line_id] of [
        [1_000_000, line],
        [99_999_999_999, line],
        [office.office_id, 99_999_999_999],
      ] as const) {
        expect(await refusal(await post(office_id, request(line_id)))).toMatchObject({
          status: 404,
          code: 'line-no-exist',
        })
      }
      const rut = await refusal(await post(office.office_id, { ...request(line), meta: { rut: '1-1' } }))
      expect(rut).toMatchObject({ status: 400, code: 'invalid-rut', fields: [{ path: 'meta.rut' }] })
    })

    it('[TKT-06] [AUTH-10] what one holds and held, and nobody else’s', async () => {
      const own = await take(await office.line())
      const get = (path: string, who = person) => server.ask('v1', path, { headers: who.headers })
      const active = v.parse(ticketList, await (await get('/tickets?status=active')).json())
      expect(active.map(each => each.tuid)).toContain(own.tuid)
      expect(await (await get('/user/tickets')).json()).toEqual(active)
      expect(v.parse(ticket, await (await get(`/user/v2/tickets/${own.tuid}`)).json()).tuid).toBe(own.tuid)
      expect(await refusal(await get(`/user/v2/tickets/${own.tuid}`, stranger))).toMatchObject({
        status: 404,
      })
      expect(v.parse(ticketList, await (await get('/user/tickets', stranger)).json())).toEqual([])
      const history = v.parse(ticketHistory, await (await get('/tickets?status=history')).json())
      expect(history).toMatchObject({ page: 1, total: 0, tickets: [] })
      for (const path of ['/tickets', '/tickets?status=mine', '/tickets?status=history&page=0']) {
        expect(await refusal(await get(path))).toMatchObject({ status: 400, code: 'bad-request' })
      }
      expect(await refusal(await get('/user/v2/tickets/not-a-uuid'))).toMatchObject({ status: 400 })
    })

    it('a guest is asked to sign in', async () => {
      const tuid = randomUUID()
      const asked: [Parameters<typeof server.ask>[0], string, AskOptions?][] = [
        ['v1', `/offices/${office.office_id}/tickets/new`, { body: request(1) }],
        ['v1', '/user/tickets'],
        ['v1', '/tickets?status=active'],
        ['turns', `/tickets/${tuid}/give-up`, { method: 'POST' }],
        ['wait', `/customerwaiting?tuid=${tuid}`],
        ['attention', `/check?id=${tuid}&type=ticket`],
        ['desk', `/offices/${office.office_id}`],
      ]
      for (const [service, path, options] of asked) {
        const { status, code } = await refusal(await server.ask(service, path, options))
        expect([path, status, code]).toEqual([path, 401, 'unauthorized'])
      }
    })
  })

  describe('turns', () => {
    it('[TKT-13] give up, let others pass, "Voy": each answers how the ticket stands then', async () => {
      const line = await office.line()
      const own = await take(line)
      await office.fill(line, 2)
      const post = (verb: string, body?: unknown, who = person) =>
        server.ask('turns', `/tickets/${own.tuid}/${verb}`, { method: 'POST', body, headers: who.headers })
      expect(v.parse(ticket, await (await post('on-my-way')).json()).on_my_way).toBe(true)
      const passed = v.parse(ticket, await (await post('pass', { places: 1 })).json())
      expect(passed).toMatchObject({ ahead: 1, passes_left: 1 })
      for (const places of [0, 21, 1.5, 'two', undefined]) {
        expect(await refusal(await post('pass', { places }))).toMatchObject({ status: 400 })
      }
      expect(await refusal(await post('give-up', undefined, stranger))).toMatchObject({ status: 404 })
      expect(v.parse(ticket, await (await post('give-up')).json())).toMatchObject({
        state: 'given-up',
        ahead: null,
      })
      expect(await refusal(await post('on-my-way'))).toMatchObject({
        status: 409,
        code: 'ticket-not-waiting',
      })
    })
  })

  describe('waiting', () => {
    it('[WAIT-01] [WAIT-02] customerwaiting and the attention check, for the owner alone', async () => {
      const own = await take(await office.line())
      const wait = (who = person) =>
        server.ask('wait', `/customerwaiting?tuid=${own.tuid}`, { headers: who.headers })
      const check = (who = person) =>
        server.ask('attention', `/check?id=${own.tuid}&type=ticket`, { headers: who.headers })
      expect(v.parse(customerWaiting, await (await wait()).json())).toMatchObject({ ahead: 0, waiting: 1 })
      expect(v.parse(attentionCheck, await (await check()).json())).toMatchObject({ attending: false })
      expect((await refusal(await wait(stranger))).status).toBe(404)
      expect((await refusal(await check(stranger))).status).toBe(404)
    })
  })

  describe('the desk', () => {
    async function clerkAtWork() {
      const clerk = await office.clerk()
      const user_name = `ana-${clerk.clerk_id}`
      const password_hash = await hashPassword(PASSWORD)
      await server.database.db
        .updateTable('clerks')
        .set({ user_name, password_hash })
        .where('id', '=', clerk.clerk_id)
        .execute()
      await server.database.db
        .updateTable('modulos')
        .set({ clerk_id: null, opened_at: null })
        .where('id', '=', clerk.modulo_id)
        .execute()
      const session = await server.ask('desk', '/session', { body: { user: user_name, password: PASSWORD } })
      const { token } = (await session.json()) as { token: string }
      const at = (path: string, options: AskOptions = {}) =>
        server.ask('desk', `/offices/${path}`, { ...options, token })
      const seen = async (response: Response) => {
        expect(response.status).toBe(200)
        return v.parse(deskState, await response.json())
      }
      return { ...clerk, at, seen }
    }

    it('opens a modulo, calls, calls again, marks absent and attended, freezes, and sees what it did', async () => {
      const question = { fieldType: 'text' as const, limit: 50, required: true, validCharacter: null }
      const line = await office.line({
        prefix: 'D',
        ticket_form: [{ ...question, id: 'm', question: 'Motivo', validMessage: null, active: true }],
      })
      const { at, seen, modulo_id } = await clerkAtWork()
      const id = office.office_id
      await office.take(line, await office.user(), { meta: { answers: { m: 'Poder simple' } } })
      await office.take(line, await office.user(), { meta: { answers: { m: 'Otro' } } })

      expect(await seen(await at(`${id}`))).toMatchObject({ office_id: id, modulo: null, current: null })
      expect(await refusal(await at(`${id}/call`, { body: { line_ids: [line] } }))).toMatchObject({
        code: 'no-modulo',
      })
      const open = await seen(await at(`${id}/modulo`, { body: { modulo_id } }))
      expect(open.modulo?.id).toBe(modulo_id)
      expect(open.modulos.find(modulo => modulo.id === modulo_id)).toMatchObject({ open: true, clerk: 'Ana' })
      expect(open.lines.find(each => each.line_id === line)).toMatchObject({ waiting: 2, prefix: 'D' })

      const called = await seen(await at(`${id}/call`, { body: { line_ids: [line] } }))
      expect(called.current).toMatchObject({
        ticket: 'D001',
        state: 'called',
        calls: 1,
        line_id: line,
        on_my_way: false,
        notice_received: false,
        document_repeated: false,
        answers: [{ question: 'Motivo', answer: 'Poder simple' }],
      })
      expect(called.seq).toBeGreaterThan(open.seq)
      const post = { method: 'POST' }
      expect((await seen(await at(`${id}/call-again`, post))).current).toMatchObject({ calls: 2 })
      expect((await seen(await at(`${id}/absent`, post))).current).toMatchObject({ state: 'skipped' })
      const next = await seen(await at(`${id}/call`, { body: { line_ids: [line] } }))
      expect(next.current).toMatchObject({ ticket: 'D002', state: 'called' })
      expect((await seen(await at(`${id}/attended`, post))).current).toMatchObject({ state: 'attended' })
      expect(await refusal(await at(`${id}/call`, { body: { line_ids: [line] } }))).toMatchObject({
        code: 'nobody-waiting',
      })
      const frozen = await seen(await at(`${id}/lines/${line}/frozen`, { body: { frozen: true } }))
      expect(frozen.lines.find(each => each.line_id === line)?.frozen).toBe(true)
      expect((await seen(await at(`${id}/modulo`, { body: { modulo_id: null } }))).modulo).toBeNull()
    })

    it('sees the delivered notice, and the person who is coming', async () => {
      const line = await office.line()
      const own = await take(line)
      const { at, seen, modulo_id } = await clerkAtWork()
      const id = office.office_id
      await at(`${id}/modulo`, { body: { modulo_id } })
      await at(`${id}/call`, { body: { line_ids: [line] } })
      await server.ask('turns', `/tickets/${own.tuid}/on-my-way`, { method: 'POST', headers: person.headers })
      const delivery = {
        id: randomUUID(),
        subscription_id: randomUUID(),
        user_id: person.user_id,
        ticket_id: own.tuid,
        kind: 'call',
        calls: 1,
        sent_at: NOON,
        status: 201,
        shown_at: NOON,
      }
      await server.database.db.insertInto('push_deliveries').values(delivery).execute()
      expect((await seen(await at(`${id}`))).current).toMatchObject({
        on_my_way: true,
        notice_received: true,
        on_paper: false,
        meet: false,
        document_repeated: false,
      })
      // What was acknowledged of the first call says nothing of the second.
      const again = await seen(await at(`${id}/call-again`, { method: 'POST' }))
      expect(again.current).toMatchObject({ calls: 2, notice_received: false })
    })

    it('says of a paper number that it is one: nobody’s phone could have been told', async () => {
      const line = await office.line()
      const { at, seen, modulo_id } = await clerkAtWork()
      const id = office.office_id
      await issuePaperNumber(server.queue, { office_id: id, line_id: line })
      await at(`${id}/modulo`, { body: { modulo_id } })
      const called = await seen(await at(`${id}/call`, { body: { line_ids: [line] } }))
      expect(called.current).toMatchObject({ on_paper: true, notice_received: false })
    })

    it('is not there for clerks of another office, and not for customers', async () => {
      const { at } = await clerkAtWork()
      const { office_id } = await queueOffice(server.database)
      expect(await refusal(await at('99999999999'))).toMatchObject({ status: 404 })
      const own = office.office_id
      for (const path of [`${own}/lines/99999999999/frozen`, `${own}/modulo`]) {
        const body = { frozen: true, modulo_id: 99_999_999_999 }
        expect(await refusal(await at(path, { body }))).toMatchObject({ status: 404, code: 'not-found' })
      }
      for (const [path, body] of [
        ['', undefined],
        ['/call', { line_ids: [] }],
        ['/attended', {}],
        ['/modulo', { modulo_id: null }],
      ] as const) {
        expect(await refusal(await at(`${office_id}${path}`, { body }))).toMatchObject({ status: 404 })
      }
      const customer = await server.ask('desk', `/offices/${office.office_id}`, { headers: person.headers })
      expect(await refusal(customer)).toMatchObject({ status: 403, code: 'forbidden' })
    })
  })
})
