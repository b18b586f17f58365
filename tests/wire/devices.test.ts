import { randomUUID } from 'node:crypto'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { DEVICE_SESSION_MS, OFFICE_LINKS_MAX } from '#contract/limits.ts'
import type {
  DeviceUse,
  KioskReservation,
  KioskState,
  OfficeLink,
  WallState,
} from '#contract/rest/devices.ts'
import type { PaperNumber } from '#contract/rest/desk.ts'
import type { Database } from '#server/database/database.ts'
import { json } from '#server/database/json-column.ts'
import { listLinks } from '#server/devices/links/list-links.ts'
import { makeLink } from '#server/devices/links/make-link.ts'
import { revokeLink } from '#server/devices/links/revoke-link.ts'
import { startSession } from '#server/identity/start-session.ts'
import { DEFAULT_RATE_LIMITS } from '#server/http/rate-limits.ts'
import { systemTimers } from '#server/platform/timers.ts'
import { callAgain } from '#server/queue/call/call-again.ts'
import { callNext } from '#server/queue/call/call-next.ts'
import { callTicket } from '#server/queue/call/call-ticket.ts'
import { takeBackCall } from '#server/queue/call/take-back-call.ts'
import { freezeLine } from '#server/queue/desk/freeze-line.ts'
import { markAbsent } from '#server/queue/desk/mark-absent.ts'
import { markAttended } from '#server/queue/desk/mark-attended.ts'
import { issuePaperNumber } from '#server/queue/take/issue-paper-number.ts'
import { takeTicket } from '#server/queue/take/take-ticket.ts'
import { eachDatabase } from '#tests/support/databases.ts'
import { MovingClock } from '#tests/support/moving-clock.ts'
import { NOON, queueOffice } from '#tests/support/queue-office.ts'
import { reservation, reservationNow } from '#tests/support/queue-reservations.ts'
import { cookieOf, startTestServer, type TestServer, type TestServerOptions } from '#tests/support/server.ts'
import { closeEverything } from '#tests/phoenix/harness.ts'
import { connectRaw, refusalOf } from '#tests/phoenix/raw-client.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const closing: (() => Promise<unknown>)[] = []

eachDatabase('the devices of an office', open => {
  let database: Database
  beforeAll(async () => {
    database = await open()
  })
  afterEach(async () => {
    await closeEverything()
    for (const close of closing.splice(0).reverse()) await close()
  })

  async function serve(options: TestServerOptions = {}): Promise<TestServer> {
    const server = await startTestServer({ database, clock: new MovingClock(NOON), ...options })
    closing.push(() => server.close())
    return server
  }

  /** An office with a desk on the server's own queue, and what its devices ask. */
  async function opened(server: TestServer, options: Parameters<typeof queueOffice>[1] = {}) {
    const office = await queueOffice(database, options)
    const { office_id, slug } = office
    const { queue } = server
    const link = (use: DeviceUse, name = 'Sala de espera') =>
      makeLink(queue, { office_id, made_by: null, use, name, languages: ['es', 'en'] })
    const enter = (use: DeviceUse, secret: string, more: { at?: string; cookie?: string } = {}) =>
      server.ask('desk', `/devices/${use}/${more.at ?? slug}/session`, {
        body: { secret },
        ...(more.cookie !== undefined && { cookie: more.cookie }),
      })
    async function device(use: DeviceUse) {
      const { id, secret } = await link(use)
      const entered = await enter(use, secret)
      expect(entered.status).toBe(200)
      const { token } = (await entered.json()) as { token: string }
      return { id, secret, token, cookie: cookieOf(entered, `numerito-${use}-${slug}`) }
    }
    const wall = async (token: string) =>
      (await (await server.ask('desk', '/devices/wall', { token })).json()) as WallState
    const kiosk = async (token: string) =>
      (await (await server.ask('desk', '/devices/kiosk', { token })).json()) as KioskState
    const press = (token: string, line_id: number, request_id = randomUUID()) =>
      server.ask('desk', '/devices/kiosk/tickets', { token, body: { line_id, request_id } })
    return { ...office, queue, link, enter, device, wall, kiosk, press }
  }

  const codeOf = async (response: Response) => ((await response.json()) as { code: string }).code

  it('[WALL-01] a link lets a television in, with no account, and its cookie after a night', async () => {
    const server = await serve()
    const office = await opened(server)
    const { token, cookie } = await office.device('wall')
    expect(await office.wall(token)).toMatchObject({
      at: NOON.toISOString(),
      office: { id: office.office_id, slug: office.slug },
      languages: ['es', 'en'],
      open: true,
      calls: [],
    })
    const address = `/devices/wall/${office.slug}/session`
    // Each time that it comes it may stay as long again.
    for (const days of [60, 60, 60]) {
      server.clock.advance(days * DAY_MS)
      const again = await server.ask('desk', address, { cookie })
      expect(await again.json()).toEqual({ token })
    }
    server.clock.advance(DEVICE_SESSION_MS)
    expect(await codeOf(await server.ask('desk', address, { cookie }))).toBe('session-expired')
    expect((await server.ask('desk', address)).status).toBe(204)
  })

  it('[WALL-01] [KIOSK-01] of an office that is retired for a moment it keeps its cookie, and is let in again', async () => {
    const server = await serve()
    const office = await opened(server)
    const { id, token, cookie } = await office.device('wall')
    const address = `/devices/wall/${office.slug}/session`
    const retire = (active: boolean) =>
      database.db.updateTable('offices').set({ active }).where('id', '=', office.office_id).execute()
    await retire(false)
    const away = await server.ask('desk', address, { cookie })
    expect(away.headers.get('set-cookie')).toBeNull()
    expect(await codeOf(away)).toBe('not-found')
    await retire(true)
    expect(await (await server.ask('desk', address, { cookie })).json()).toEqual({ token })
    // Once its link is revoked nothing of it is of any use.
    await revokeLink(server.queue, { office_id: office.office_id, link_id: id })
    const over = await server.ask('desk', address, { cookie })
    expect(over.headers.get('set-cookie')).toContain(`numerito-wall-${office.slug}=; Max-Age=0`)
    expect(await codeOf(over)).toBe('session-expired')
  })

  it.each(['wall', 'kiosk'] as const)(
    '[WALL-01] [KIOSK-01] a %s that stays switched on stays in, and one that is put away for long does not',
    async use => {
      const server = await serve()
      const office = await opened(server)
      const { token } = await office.device(use)
      const look = async () => (await server.ask('desk', `/devices/${use}`, { token })).status
      // The page is never loaded anew, and its browser may keep no cookie.
      for (const days of [60, 60, 60]) {
        server.clock.advance(days * DAY_MS)
        expect(await look()).toBe(200)
      }
      server.clock.advance(DEVICE_SESSION_MS)
      expect(await look()).toBe(401)
    },
  )

  it('[WALL-01] a link opens its own use of its own office, and what is in already stays one device', async () => {
    const server = await serve()
    const office = await opened(server)
    const elsewhere = await opened(server)
    const { secret, cookie, token } = await office.device('wall')
    for (const [use, at] of [
      ['kiosk', office.slug],
      ['wall', elsewhere.slug],
      ['wall', 'no-such'],
    ] as const) {
      const refused = await office.enter(use, secret, { at })
      expect([refused.status, await codeOf(refused)]).toEqual([401, 'link-invalid'])
    }
    const again = await office.enter('wall', secret, { cookie })
    expect(await again.json()).toEqual({ token })
    await office.enter('wall', secret)
    const [link] = await listLinks(server.queue, office.office_id)
    expect(link).toMatchObject({ use: 'wall', name: 'Sala de espera', made_by: null, devices: 2 })
    // A page from elsewhere can use neither the link nor the cookie.
    const strange = { headers: { origin: 'https://strange.example' } }
    const path = `/devices/wall/${office.slug}/session`
    expect((await server.ask('desk', path, { ...strange, body: { secret } })).status).toBe(403)
    expect((await server.ask('desk', path, { ...strange, cookie })).status).toBe(403)
    expect((await server.ask('desk', '/devices/wall', { cookie })).status).toBe(401)
  })

  it('[WALL-01] what a browser got at one door opens no other, under whatever name it is brought', async () => {
    const server = await serve()
    const office = await opened(server)
    const elsewhere = await opened(server)
    const { cookie, token } = await office.device('wall')
    const bring = (use: DeviceUse, at: string) =>
      server.ask('desk', `/devices/${use}/${at}/session`, {
        cookie: cookie.replace(/^[^=]+/, `numerito-${use}-${at}`),
      })
    expect(await (await bring('wall', office.slug)).json()).toEqual({ token })
    for (const refused of [await bring('wall', elsewhere.slug), await bring('kiosk', office.slug)])
      expect(await codeOf(refused)).toBe('session-expired')
  })

  it('[WALL-01] a link that is revoked opens nothing, and its sockets end in that moment', async () => {
    // Nothing that looks around now and then comes to help.
    const timers = { ...systemTimers, every: () => () => undefined }
    const server = await serve({ timers })
    const office = await opened(server)
    const [one, other] = [await office.device('wall'), await office.device('wall')]
    const at = { ws: `${server.origin.replace('http', 'ws')}/socket` }
    const joined = async (token: string) => {
      const client = await connectRaw(at, { token })
      expect((await client.join(`web:${office.slug}`))[4]).toMatchObject({ status: 'ok' })
      return client
    }
    const [ends, stays] = [await joined(one.token), await joined(other.token)]
    await revokeLink(server.queue, { office_id: office.office_id, link_id: one.id })
    expect((await ends.closed).code).toBe(1000)
    expect(await refusalOf(at, { token: one.token })).toBe(403)
    expect(await codeOf(await server.ask('desk', '/devices/wall', { token: one.token }))).toBe(
      'session-expired',
    )
    expect(await codeOf(await office.enter('wall', one.secret))).toBe('link-invalid')
    // Nor does what its browser got by it: the page learns that it is shut.
    const back = await server.ask('desk', `/devices/wall/${office.slug}/session`, { cookie: one.cookie })
    expect(await codeOf(back)).toBe('session-expired')
    expect(cookieOf(back, `numerito-wall-${office.slug}`)).toBe(`numerito-wall-${office.slug}=`)
    expect((await stays.join('web:no-such-office'))[4]).toMatchObject({ response: { reason: 'not-found' } })
    // Another office's supervisor revokes nothing here; revoked again, it is so already.
    const elsewhere = await opened(server)
    const stranger = revokeLink(server.queue, { office_id: elsewhere.office_id, link_id: other.id })
    await expect(stranger).rejects.toMatchObject({ code: 'not-found' })
    await revokeLink(server.queue, { office_id: office.office_id, link_id: one.id })
    expect((await listLinks(server.queue, office.office_id)).map(({ id }) => id)).toEqual([other.id])
  })

  it('[WALL-01] a television that comes in while its link is revoked stays in in no order of the two', async () => {
    const server = await serve()
    const office = await opened(server)
    for (let nth = 0; nth < 8; nth += 1) {
      const { id, secret } = await office.link('wall')
      const [entered] = await Promise.all([
        office.enter('wall', secret),
        revokeLink(server.queue, { office_id: office.office_id, link_id: id }),
      ])
      const { token } = (await entered.json()) as { token?: string }
      if (token !== undefined) expect((await server.ask('desk', '/devices/wall', { token })).status).toBe(401)
    }
  })

  it('[WALL-01] hears its own office and no other; a kiosk hears nothing', async () => {
    const server = await serve()
    const office = await opened(server)
    const elsewhere = await opened(server)
    const at = { ws: `${server.origin.replace('http', 'ws')}/socket` }
    const wall = await connectRaw(at, { token: (await office.device('wall')).token })
    expect((await wall.join(`web:${elsewhere.slug}`))[4]).toMatchObject({ response: { reason: 'forbidden' } })
    expect((await wall.join(`web:${office.slug}`))[4]).toMatchObject({ status: 'ok' })
    const kiosk = await connectRaw(at, { token: (await office.device('kiosk')).token })
    expect((await kiosk.join(`web:${office.slug}`))[4]).toMatchObject({ response: { reason: 'forbidden' } })
  })

  it('[WALL-01] shows the last calls with their module, newest first, repeats anew, and none of those who wait again', async () => {
    const server = await serve()
    const office = await opened(server)
    const { token } = await office.device('wall')
    const line_id = await office.line()
    const desk = await office.clerk('Caja 4')
    const { queue } = office
    const call = () => callNext(queue, { ...desk, line_ids: [] })
    const shown = async () =>
      (await office.wall(token)).calls.map(({ ticket, modulo }) => `${ticket} ${modulo}`)
    for (let nth = 0; nth < 4; nth += 1)
      await issuePaperNumber(queue, { office_id: office.office_id, line_id })
    await call()
    await markAttended(queue, desk)
    await call()
    const first = await office.wall(token)
    expect(first.lines).toMatchObject([{ line_id, waiting: 2, frozen: false }])
    await callAgain(queue, desk)
    const again = await office.wall(token)
    expect(again.calls.map(({ ticket }) => ticket)).toEqual(['A002', 'A001'])
    expect(again.calls[0]?.seq).toBeGreaterThan(first.calls[0]?.seq ?? 0)
    await markAbsent(queue, desk)
    expect(await shown()).toEqual(['A002 Caja 4', 'A001 Caja 4'])
    // Brought back, or taken back: it waits, and was not called.
    await database.db
      .updateTable('tickets')
      .set({ state: 'waiting', modulo_id: null })
      .where('line_id', '=', line_id)
      .where('number', '=', 2)
      .execute()
    expect(await shown()).toEqual(['A001 Caja 4'])
  })

  it('[WALL-01] [DESK-03] shows a missed number by the call before, once another was taken back', async () => {
    const server = await serve()
    const office = await opened(server)
    const { token } = await office.device('wall')
    const line_id = await office.line()
    const { queue, office_id } = office
    const [one, other] = [await office.clerk('Caja 4'), await office.clerk('Caja 7')]
    const { tuid } = await issuePaperNumber(queue, { office_id, line_id })
    await callNext(queue, { ...one, line_ids: [] })
    await markAbsent(queue, one)
    const before = (await office.wall(token)).calls
    const chosen = () => callTicket(queue, { ...other, tuid, reason: 'se acercó' })
    server.clock.advance(MINUTE_MS)
    await chosen()
    expect((await office.wall(token)).calls).toMatchObject([{ ticket: 'A001', modulo: 'Caja 7' }])
    await takeBackCall(queue, { ...other, tuid })
    expect((await office.wall(token)).calls).toEqual(before)
    server.clock.advance(MINUTE_MS)
    await chosen()
    expect((await office.wall(token)).calls).toMatchObject([{ ticket: 'A001', modulo: 'Caja 7' }])
  })

  it('[WALL-02] shows no call of yesterday, by the office’s own calendar, and none of those attended by video', async () => {
    const server = await serve()
    const office = await opened(server, { time_zone: 'Pacific/Easter' })
    const { token } = await office.device('wall')
    const { queue } = office
    const [line_id, virtual] = [await office.line(), await office.line({ virtual: true, prefix: 'V' })]
    await issuePaperNumber(queue, { office_id: office.office_id, line_id })
    await issuePaperNumber(queue, { office_id: office.office_id, line_id: virtual })
    const desk = await office.clerk()
    await callNext(queue, { ...desk, line_ids: [line_id] })
    await markAttended(queue, desk)
    await callNext(queue, { ...desk, line_ids: [virtual] })
    const tickets = async () => (await office.wall(token)).calls.map(({ ticket }) => ticket)
    expect(await tickets()).toEqual(['A001'])
    expect((await office.wall(token)).lines.map(line => line.line_id)).toEqual([line_id])
    // Midnight there is five in the morning by the clock of Greenwich.
    server.clock.advance(13.9 * 60 * MINUTE_MS)
    expect(await tickets()).toEqual(['A001'])
    server.clock.advance(0.2 * 60 * MINUTE_MS)
    expect(await tickets()).toEqual([])
  })

  it('[WALL-02] shows no name, of whoever was called as of whoever attends them', async () => {
    const server = await serve()
    const office = await opened(server)
    const { token } = await office.device('wall')
    const { token: kioskToken } = await office.device('kiosk')
    const line_id = await office.line()
    await database.db
      .updateTable('lines')
      .set({ executive: 'Elvira Canario' })
      .where('id', '=', line_id)
      .execute()
    const { user_id } = await server.signInTemporary({ name: 'Canela Quetzal' })
    await takeTicket(server.queue, {
      office: { office_id: office.office_id },
      line_id,
      user_id,
      request_id: randomUUID(),
    })
    const desk = await office.clerk()
    await database.db.updateTable('clerks').set({ name: 'Colibrí' }).where('id', '=', desk.clerk_id).execute()
    await callNext(office.queue, { ...desk, line_ids: [] })
    const shown = await office.wall(token)
    expect(shown.calls).toHaveLength(1)
    const said = JSON.stringify([shown, await office.kiosk(kioskToken)])
    for (const secret of ['Canela', 'Canario', 'Colibrí', user_id]) expect(said).not.toContain(secret)
  })

  it('[KIOSK-01] offers the lines that give numbers there, those of type kiosk too, and no hidden one', async () => {
    const server = await serve()
    const office = await opened(server)
    const { token } = await office.device('kiosk')
    const offered = [await office.line({ priority: 2 }), await office.line({ type: 'kiosk', prefix: 'K' })]
    const withheld = [
      await office.line({ type: 'hidden' }),
      await office.line({ virtual: true }),
      await office.line({ takes_tickets: false }),
      await (await opened(server)).line(),
    ]
    const { lines, open } = await office.kiosk(token)
    expect([open, lines.map(line => line.line_id)]).toEqual([true, offered])
    for (const line_id of withheld)
      expect(await codeOf(await office.press(token, line_id))).toBe('line-no-exist')
    for (const line_id of offered) expect((await office.press(token, line_id)).status).toBe(201)
  })

  it('[KIOSK-01] a press is one number however often it arrives, in the one order, with the paper’s secret', async () => {
    const server = await serve()
    const office = await opened(server)
    const { token } = await office.device('kiosk')
    const line_id = await office.line()
    await office.fill(line_id, 2)
    const request_id = randomUUID()
    const answers = await Promise.all([1, 2, 3].map(() => office.press(token, line_id, request_id)))
    const papers = (await Promise.all(answers.map(answer => answer.json()))) as PaperNumber[]
    expect(papers[0]).toMatchObject({ ticket: 'A003', ahead: 2, line_id, time_zone: 'America/Santiago' })
    expect(new Set(papers.map(({ secret }) => secret)).size).toBe(1)
    expect(await office.waiting(line_id)).toEqual([1, 2, 3])
  })

  it('[KIOSK-01] a press whose answer was lost is told its number, also once that was called and attended, and the line is offered no more', async () => {
    const server = await serve()
    const office = await opened(server)
    const { token } = await office.device('kiosk')
    const desk = await office.clerk()
    const line_id = await office.line()
    const request_id = randomUUID()
    const press = async () => {
      const answer = await office.press(token, line_id, request_id)
      return { status: answer.status, said: (await answer.json()) as PaperNumber }
    }
    const first = await press()
    expect(first).toMatchObject({ status: 201, said: { ticket: 'A001' } })
    const over = { status: 201, said: { ...first.said, wait: null } }
    await callNext(office.queue, { ...desk, line_ids: [] })
    expect(await press()).toEqual(over)
    await markAttended(office.queue, desk)
    expect(await press()).toEqual(over)
    await database.db.updateTable('lines').set({ type: 'hidden' }).where('id', '=', line_id).execute()
    expect(await press()).toEqual(over)
    expect(await codeOf(await office.press(token, line_id))).toBe('line-no-exist')
    expect(await office.waiting(line_id)).toEqual([])
  })

  it('[KIOSK-01] what the office closed stays closed here, and the kiosk is told so', async () => {
    const server = await serve()
    const office = await opened(server, { hours: [{ weekday: 6, from: '09:00', to: '13:00' }] })
    const { token } = await office.device('kiosk')
    const [line_id, frozen] = [await office.line(), await office.line()]
    await freezeLine(office.queue, { office_id: office.office_id, line_id: frozen, frozen: true })
    expect((await office.kiosk(token)).lines.map(line => line.frozen)).toEqual([false, true])
    expect(await codeOf(await office.press(token, frozen))).toBe('line-frozen')
    server.clock.advance(61 * MINUTE_MS)
    expect(await office.kiosk(token)).toMatchObject({
      open: false,
      opens: { weekday: 6, at: '09:00', inDays: 7 },
    })
    expect(await codeOf(await office.press(token, line_id))).toBe('office-closed')
  })

  it('[KIOSK-01] [PRIO-01] whoever says so is preferential from their number on, declared and not seen by a clerk', async () => {
    const server = await serve()
    const office = await opened(server)
    const { token } = await office.device('kiosk')
    const line_id = await office.line()
    expect((await office.kiosk(token)).preference).toBeNull()
    const prefers = async () => {
      const request_id = randomUUID()
      const body = { line_id, request_id, preferential: true }
      const answer = await server.ask('desk', '/devices/kiosk/tickets', { token, body })
      return (await answer.json()) as PaperNumber
    }
    await office.fill(line_id, 2)
    // Where the office asks nobody, nobody goes before others.
    expect(await prefers()).toMatchObject({ ticket: 'A003', ahead: 2 })
    const rule = json({ law: 'cl-21768', rule: 'next', before_reservations: false })
    await database.db
      .updateTable('offices')
      .set({ preference: rule })
      .where('id', '=', office.office_id)
      .execute()
    server.queue.settings.forget(line_id)
    expect((await office.kiosk(token)).preference).toBe('cl-21768')
    const { tuid, ...paper } = await prefers()
    expect(paper).toMatchObject({ ticket: 'A004', ahead: 0 })
    expect((await office.ticket(tuid)).preference).toBe('declared')
    expect(JSON.stringify(paper)).not.toContain('prefer')
    // Whoever did not say so is behind.
    expect(await (await office.press(token, line_id)).json()).toMatchObject({ ticket: 'A005', ahead: 4 })
  })

  describe('whoever booked a time', () => {
    const arrive = async (server: TestServer, token: string, id: string) =>
      server.ask('desk', `/devices/kiosk/reservations/${id}/arrived`, { token, method: 'POST' })
    const find = async (server: TestServer, token: string, code: string) => {
      const answer = await server.ask('desk', `/devices/kiosk/reservations?code=${code.slice(2)}`, { token })
      return ((await answer.json()) as { reservations: KioskReservation[] }).reservations
    }

    it('[KIOSK-01] says there that they are here, by the code of their receipt, and goes before whoever did not', async () => {
      const server = await serve()
      const office = await opened(server)
      const { token } = await office.device('kiosk')
      const line_id = await office.line()
      const clerk = await office.clerk()
      expect((await office.kiosk(token)).booked).toBe(false)
      const first = await reservation(office, line_id, { inMinutes: -10, minutes: 30 })
      const second = await reservation(office, line_id, {
        inMinutes: -5,
        minutes: 30,
        answers: { name: 'Ximena' },
      })
      expect((await office.kiosk(token)).booked).toBe(true)
      const found = await find(server, token, second.code)
      expect(found).toMatchObject([
        { id: second.id, from: second.block_from.toISOString(), arrived_at: null },
      ])
      expect(Object.keys(found[0] ?? {}).sort()).toEqual(['arrived_at', 'from', 'id', 'line_name'])
      const [once, again] = [await arrive(server, token, second.id), await arrive(server, token, second.id)]
      expect([once.status, again.status]).toEqual([204, 204])
      expect(await find(server, token, second.code)).toMatchObject([{ arrived_at: NOON.toISOString() }])
      const facts = (await office.facts()).filter(({ kind }) => kind === 'reserve:updated')
      expect(facts.map(({ reservation_id }) => reservation_id)).toEqual([second.id])
      // No clerk did it.
      const acts = await database.db
        .selectFrom('desk_acts')
        .select('act')
        .where('office_id', '=', office.office_id)
        .execute()
      expect(acts.map(({ act }) => act)).not.toContain('reservation-arrived')
      await callNext(office.queue, { ...clerk, line_ids: [] })
      expect((await reservationNow(office, second.id)).ticket?.state).toBe('called')
      expect((await reservationNow(office, first.id)).ticket).toBeUndefined()
    })

    it('[KIOSK-01] is found on their day, at their office, and while they would still be called', async () => {
      const server = await serve()
      const office = await opened(server)
      const elsewhere = await opened(server)
      const { token } = await office.device('kiosk')
      const line_id = await office.line()
      const id = (nth: number) => `00000000-0000-4000-8000-${randomUUID().slice(-12, -4)}${nth}0af`
      const booked = (nth: number, options: Parameters<typeof reservation>[2], at = office) =>
        reservation(at, line_id, { id: id(nth), ...options })
      const withheld = [
        await booked(1, { inMinutes: 24 * 60 }),
        await booked(2, { inMinutes: -46 }),
        await booked(3, { state: 'cancelled' }),
        await booked(4, { meet: true }),
        await reservation(elsewhere, await elsewhere.line(), { id: id(5) }),
      ]
      expect((await office.kiosk(token)).booked).toBe(false)
      expect(await find(server, token, 'RV0AF')).toEqual([])
      for (const { id: hidden } of withheld) {
        expect(await codeOf(await arrive(server, token, hidden))).toBe('not-found')
        expect((await reservationNow(office, hidden)).arrived_at).toBeNull()
      }
      // Two of one day may have one code: each says which.
      const [late, soon] = [await booked(6, { inMinutes: 300 }), await booked(7, { inMinutes: -44 })]
      expect((await find(server, token, 'RV0AF')).map(each => each.id)).toEqual([soon.id, late.id])
      expect((await server.ask('desk', '/devices/kiosk/reservations?code=XYZ', { token })).status).toBe(400)
    })

    it('[KIOSK-01] whoever tries codes without end is slowed down', async () => {
      const server = await serve({ rateLimits: { kioskCode: DEFAULT_RATE_LIMITS.kioskCode } })
      const office = await opened(server)
      const { token } = await office.device('kiosk')
      const ask = () => server.ask('desk', '/devices/kiosk/reservations?code=0AF', { token })
      for (let nth = 0; nth < DEFAULT_RATE_LIMITS.kioskCode.max; nth += 1)
        expect((await ask()).status).toBe(200)
      expect((await ask()).status).toBe(429)
    })
  })

  it('[KIOSK-01] whoever presses without end is slowed down, at that kiosk alone', async () => {
    const server = await serve({ rateLimits: { ticket: DEFAULT_RATE_LIMITS.ticket } })
    const office = await opened(server)
    const line_id = await office.line()
    const [one, other] = [await office.device('kiosk'), await office.device('kiosk')]
    for (let nth = 0; nth < DEFAULT_RATE_LIMITS.ticket.max; nth += 1)
      expect((await office.press(one.token, line_id)).status).toBe(201)
    expect((await office.press(one.token, line_id)).status).toBe(429)
    expect((await office.press(other.token, line_id)).status).toBe(201)
  })

  it('[KIOSK-01] a revoked kiosk gives nothing more, and asks no more than its own', async () => {
    const server = await serve()
    const office = await opened(server)
    const line_id = await office.line()
    const { id, token } = await office.device('kiosk')
    expect((await server.ask('desk', '/devices/wall', { token })).status).toBe(403)
    expect((await server.ask('desk', `/offices/${office.office_id}`, { token })).status).toBe(403)
    await revokeLink(server.queue, { office_id: office.office_id, link_id: id })
    expect(await codeOf(await office.press(token, line_id))).toBe('session-expired')
    expect(await office.waiting(line_id)).toEqual([])
  })

  it('[WALL-01] says how many devices a link has let in lately, and when one was seen last', async () => {
    const server = await serve()
    const office = await opened(server)
    const { id, token, secret } = await office.device('wall')
    await office.enter('wall', secret)
    const seen = async () =>
      (await listLinks(server.queue, office.office_id)).find((link: OfficeLink) => link.id === id)
    server.clock.advance(50 * MINUTE_MS)
    await office.wall(token)
    server.clock.advance(20 * MINUTE_MS)
    expect(await seen()).toMatchObject({
      devices: 1,
      last_seen_at: new Date(NOON.getTime() + 50 * MINUTE_MS).toISOString(),
    })
  })

  it('[ADMIN-01] a supervisor makes, sees and revokes the links of their own office; a clerk does not', async () => {
    const server = await serve()
    const office = await opened(server)
    const { clerk_id } = await office.clerk()
    const { token } = await startSession({ ...office.context, clock: server.clock }, database.db, {
      clerk_id,
    })
    const path = `/offices/${office.office_id}/links`
    const wish = { use: 'kiosk', name: ' Entrada ', languages: ['pt', 'es'] }
    expect(await codeOf(await server.ask('desk', path, { token, body: wish }))).toBe('supervisors-only')
    await database.db
      .updateTable('clerk_offices')
      .set({ role: 'supervisor' })
      .where('clerk_id', '=', clerk_id)
      .execute()
    const twice = { ...wish, languages: ['es', 'es'] }
    expect((await server.ask('desk', path, { token, body: twice })).status).toBe(400)
    const made = await server.ask('desk', path, { token, body: wish })
    expect(made.status).toBe(201)
    const { id, secret } = (await made.json()) as { id: number; secret: string }
    const listed = await server.ask('desk', path, { token })
    expect(await listed.json()).toMatchObject({
      links: [{ id, use: 'kiosk', name: 'Entrada', languages: ['pt', 'es'], made_by: 'Ana', devices: 0 }],
    })
    expect((await office.enter('kiosk', secret)).status).toBe(200)
    const revoked = await server.ask('desk', `${path}/${id}/revoke`, { token, method: 'POST' })
    expect(await revoked.json()).toEqual({ links: [] })
    // Neither the secret nor what follows from it stands anywhere.
    expect(server.logged.join('')).not.toContain(secret)
    const elsewhere = await opened(server)
    const other = `/offices/${elsewhere.office_id}/links`
    expect(await codeOf(await server.ask('desk', other, { token }))).toBe('not-found')
  })

  it('an office has no more links at once than it may, however many are made in one moment', async () => {
    const server = await serve()
    const office = await opened(server)
    const made = await Promise.allSettled(
      Array.from({ length: OFFICE_LINKS_MAX + 3 }, () => office.link('wall')),
    )
    const refused = made.filter(outcome => outcome.status === 'rejected')
    expect(refused).toHaveLength(3)
    for (const { reason } of refused) expect(reason).toMatchObject({ code: 'links-full' })
    expect(await listLinks(server.queue, office.office_id)).toHaveLength(OFFICE_LINKS_MAX)
  })
})
