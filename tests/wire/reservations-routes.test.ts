import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as v from 'valibot'
import type { Service } from '#contract/bases.ts'
import { problem } from '#contract/problem.ts'
import {
  officeReserves,
  type Reservation,
  reservation,
  reservationList,
  reservationSettings,
  timeBlockList,
  unavailableDays,
} from '#contract/rest/reservations.ts'
import { eachDatabase } from '#tests/support/databases.ts'
import { MovingClock } from '#tests/support/moving-clock.ts'
import { NOON } from '#tests/support/queue-office.ts'
import {
  ANSWERS,
  type Block,
  blockAt,
  type LinePlanOptions,
  reservationOffice,
  type ReservationOffice,
} from '#tests/support/reservation-office.ts'
import { type AskOptions, type SignedIn, startTestServer, type TestServer } from '#tests/support/server.ts'

const DAY = '2026-11-24'
const MINUTE_MS = 60_000

interface Line {
  id: number
  slug: string
}

eachDatabase('reservations by REST', open => {
  let server: TestServer
  let office: ReservationOffice
  let person: SignedIn
  let stranger: SignedIn

  beforeAll(async () => {
    const database = await open()
    server = await startTestServer({ database, clock: new MovingClock(NOON) })
    office = await reservationOffice(database)
    person = await server.signInTemporary()
    stranger = await server.signInTemporary({ rut: '7.654.321-6' })
  })
  afterAll(() => server.close())

  async function lineOf(plan: LinePlanOptions = {}, of = office): Promise<Line> {
    const id = await of.reserveLine(plan)
    const { slug } = await server.database.db
      .selectFrom('lines')
      .select('slug')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return { id, slug }
  }

  const as = (who: SignedIn | null, options: AskOptions = {}): AskOptions => ({
    ...options,
    ...(who && { headers: who.headers }),
  })

  async function asked<Schema extends v.GenericSchema>(
    service: Service,
    path: string,
    shape: Schema,
    options?: AskOptions,
  ) {
    const response = await server.ask(service, path, options)
    expect([path, response.status]).toEqual([path, 200])
    return v.parse(shape, await response.json())
  }

  /** A refusal, in its shape. */
  async function refusal(response: Response) {
    expect(response.headers.get('content-type')).toContain('application/problem+json')
    const body = v.parse(problem, await response.json())
    expect(body.status).toBe(response.status)
    return body
  }

  const timeblocks = (line: Line, day = DAY) =>
    asked('reservations', `/offices/${office.slug}/${line.slug}/${day}/timeblocks`, timeBlockList)

  const wish = (line: number, { from, to }: Block, more: object = {}) => ({
    line,
    block: { from, to },
    meta: { answers: ANSWERS },
    request_id: randomUUID(),
    ...more,
  })

  const post = (body: unknown, who: SignedIn | null = person) =>
    server.ask('reservations', '', as(who, { body }))

  async function booked(line: Line, block: Block, who: SignedIn): Promise<Reservation> {
    const response = await post(wish(line.id, block), who)
    expect(response.status).toBe(201)
    return v.parse(reservation, await response.json())
  }

  /** Somebody who has booked nothing yet. */
  let people = 0
  const newcomer = () => server.signInTemporary({ dni: `PASAPORTE${++people}` })

  describe('what may be booked', () => {
    it('[RES-17] GET offices/{slug}/settings/ says how each line books, to a guest as well', async () => {
      const own = await reservationOffice(server.database, { one_per: 'office' })
      const line = await lineOf({ minutes: 20, modalities: 'both', days_ahead: 7, confirm_minutes: 30 }, own)
      await own.line()
      const settings = await asked('reservations', `/offices/${own.slug}/settings/`, reservationSettings)
      expect(settings).toEqual({
        office: own.slug,
        time_zone: 'America/Santiago',
        one_per: 'office',
        lines: [
          {
            line_id: line.id,
            slug: line.slug,
            name: line.slug,
            modalities: ['in-person', 'video'],
            minutes: 20,
            last_day: '2026-11-28',
            confirm_minutes: 30,
          },
        ],
      })
      const signedIn = await asked(
        'reservations',
        `/offices/${own.slug}/settings`,
        reservationSettings,
        as(person),
      )
      expect(signedIn).toEqual(settings)
    })

    it('of an office whose lines take none there are settings, no days and no blocks', async () => {
      const own = await reservationOffice(server.database)
      await own.line()
      const settings = await asked('reservations', `/offices/${own.slug}/settings`, reservationSettings)
      expect(settings).toMatchObject({ time_zone: 'America/Santiago', one_per: null, lines: [] })
      expect(
        await asked('reservations', `/offices/${own.slug}/calendar/unavailable`, unavailableDays),
      ).toEqual({ dates: [] })
      expect(await asked('v1', `/offices/${own.office_id}/reserves/?from=${DAY}`, officeReserves)).toEqual([])
    })

    it('[RES-02] [RES-17] GET calendar/unavailable names the days of a line on which nothing can be booked', async () => {
      const own = await reservationOffice(server.database, { closures: ['2026-11-25'] })
      const line = await lineOf({ days_ahead: 5, unavailable_days: ['2026-11-23'], minutes: 480 }, own)
      const other = await lineOf({ days_ahead: 5, minutes: 480 }, own)
      const days = async (query: string) =>
        (await asked('reservations', `/offices/${own.slug}/calendar/unavailable${query}`, unavailableDays))
          .dates
      expect(await days(`?line=${line.slug}`)).toEqual(['2026-11-23', '2026-11-25'])
      expect(await days(`?line=${other.slug}`)).toEqual(['2026-11-25'])
      // Of the whole office: what no line has.
      expect(await days('')).toEqual(['2026-11-25'])
      expect(await days(`?line=${line.slug}&from=2026-11-22&to=2026-11-23`)).toEqual(['2026-11-23'])
      expect(await days(`?line=${line.slug}&from=2026-11-26&to=2026-11-28`)).toEqual([
        '2026-11-27',
        '2026-11-28',
      ])
    })

    it('[RES-17] GET timeblocks gives a day’s blocks with what is free in each, and takes a booking off', async () => {
      const line = await lineOf({ minutes: 60, slots: 2 })
      const before = await timeblocks(line)
      expect(before).toHaveLength(24)
      expect(before.every(block => block.availables === 2)).toBe(true)
      const block = blockAt(before, 10)
      const who = await newcomer()
      const { id } = await booked(line, block, who)
      const after = await timeblocks(line)
      expect(blockAt(after, 10)).toEqual({ ...block, availables: 1 })
      await server.ask('reservations', `/${id}`, as(who, { method: 'DELETE' }))
      expect(await timeblocks(line)).toEqual(before)
    })

    it('[RES-17] GET v1 offices/{id}/reserves/?from= gives that day of every line; today unless told', async () => {
      const own = await reservationOffice(server.database)
      const [one, other] = [await lineOf({ minutes: 60 }, own), await lineOf({ minutes: 120, slots: 3 }, own)]
      const path = `/offices/${own.office_id}/reserves/`
      const day = await asked('v1', `${path}?from=${DAY}`, officeReserves)
      expect(day.filter(block => block.line_id === one.id)).toHaveLength(24)
      expect(day.filter(block => block.line_id === other.id)).toHaveLength(12)
      const today = await asked('v1', path, officeReserves)
      // At noon: what begins later.
      expect(today.filter(block => block.line_id === one.id)).toHaveLength(11)
    })

    it('is asked for each time, and not sent again to whoever has it', async () => {
      const line = await lineOf({ minutes: 60 })
      const url = `/offices/${office.slug}/${line.slug}/${DAY}/timeblocks`
      const first = await server.ask('reservations', url)
      expect(first.headers.get('cache-control')).toBe('public, max-age=0, must-revalidate')
      const headers = { 'if-none-match': first.headers.get('etag') ?? '' }
      expect((await server.ask('reservations', url, { headers })).status).toBe(304)
      await booked(line, blockAt(await timeblocks(line), 0), await newcomer())
      expect((await server.ask('reservations', url, { headers })).status).toBe(200)
      const settings = await server.ask('reservations', `/offices/${office.slug}/settings/`)
      expect(settings.headers.get('cache-control')).toBe('public, max-age=0, must-revalidate')
    })

    it('[AUTH-02] what somebody answered in a form is kept by no browser, which others may use after them', async () => {
      const line = await lineOf()
      const who = await newcomer()
      const { id } = await booked(line, blockAt(await timeblocks(line), 0), who)
      const paths: [Service, string][] = [
        ['reservations', '/user'],
        ['reservations', `/${id}`],
        ['v1', '/user/reserves'],
        ['v1', `/user/reserves/${id}`],
        ['v3', '/user/reserves'],
        ['v3', `/user/reserves/${id}`],
      ]
      for (const [service, path] of paths) {
        const answer = await server.ask(service, path, as(who))
        expect(await answer.text()).toContain(ANSWERS.email)
        expect([path, answer.headers.get('cache-control')]).toEqual([path, 'no-store'])
        expect(answer.headers.get('etag')).toBeNull()
      }
    })

    it('an unknown office or line is a 404, a line that takes none says so, a day that does not exist is a 400', async () => {
      const line = await lineOf()
      const closed = await lineOf({ takes_reservations: false })
      const elsewhere = await lineOf({}, await reservationOffice(server.database))
      const { slug } = office
      for (const path of [
        '/offices/nowhere/settings',
        '/offices/Mal%00/settings',
        '/offices/nowhere/calendar/unavailable',
        `/offices/${slug}/calendar/unavailable?line=nothing`,
        `/offices/nowhere/${line.slug}/${DAY}/timeblocks`,
        `/offices/${slug}/nothing/${DAY}/timeblocks`,
        `/offices/${slug}/No%00/${DAY}/timeblocks`,
        `/offices/${slug}/${elsewhere.slug}/${DAY}/timeblocks`,
      ]) {
        const { status, code } = await refusal(await server.ask('reservations', path))
        expect([path, status, code]).toEqual([path, 404, 'not-found'])
      }
      expect(await refusal(await server.ask('v1', '/offices/99999999999/reserves/'))).toMatchObject({
        status: 404,
      })
      const path = `/offices/${slug}/${closed.slug}/${DAY}/timeblocks`
      expect(await refusal(await server.ask('reservations', path))).toMatchObject({
        status: 409,
        code: 'reserve-not-open',
      })
      for (const [service, wrong, field] of [
        ['reservations', `/offices/${slug}/${line.slug}/2027-02-30/timeblocks`, 'day'],
        ['reservations', `/offices/${slug}/${line.slug}/today/timeblocks`, 'day'],
        ['reservations', `/offices/${slug}/calendar/unavailable?from=2027-02-30`, 'from'],
        ['reservations', `/offices/${slug}/calendar/unavailable?from=2026-12-02&to=2026-12-01`, 'to'],
        ['v1', `/offices/${office.office_id}/reserves/?from=2027-02-30`, 'from'],
      ] as const) {
        expect(await refusal(await server.ask(service, wrong))).toMatchObject({
          status: 400,
          code: 'bad-request',
          fields: expect.arrayContaining([expect.objectContaining({ path: field })]),
        })
      }
    })

    it('a day of the past, or beyond the last that may be booked, has no blocks', async () => {
      const line = await lineOf({ days_ahead: 2 })
      expect(await timeblocks(line, '2026-11-20')).toEqual([])
      expect(await timeblocks(line, '2026-11-24')).toEqual([])
      expect(await timeblocks(line, '2026-11-23')).not.toEqual([])
    })
  })

  describe('booking', () => {
    it('[RES-06] [RES-17] POST gives the reservation, and fetched a moment later it is confirmed; a repeat gives the same', async () => {
      const line = await lineOf()
      const block = blockAt(await timeblocks(line), 3)
      const body = wish(line.id, block)
      const who = await newcomer()
      const response = await post(body, who)
      expect(response.status).toBe(201)
      const made = v.parse(reservation, await response.json())
      expect(made).toMatchObject({
        from: block.from,
        to: block.to,
        user_id: who.user_id,
        line: { id: line.id, slug: line.slug },
        office: { id: office.office_id, slug: office.slug },
        time_zone: 'America/Santiago',
        meta: { answers: ANSWERS },
        deleted: false,
      })
      expect(made.code).toBe(`RV${made.id.slice(-3).toUpperCase()}`)
      server.clock.advance(3_000)
      const again = await asked('reservations', `/${made.id}`, reservation, as(who))
      expect(again).toMatchObject({ id: made.id, state: 'confirmed', confirmed: true })
      const repeated = await post(body, who)
      expect(repeated.status).toBe(200)
      expect(v.parse(reservation, await repeated.json()).id).toBe(made.id)
    })

    it('[RES-06] where the office has to say yes, the look says that it did not yet, and until when', async () => {
      const line = await lineOf({ confirm_minutes: 30 })
      const made = await booked(line, blockAt(await timeblocks(line), 3), await newcomer())
      const until = new Date(server.clock.now().getTime() + 30 * MINUTE_MS).toISOString()
      expect(made).toMatchObject({ state: 'pending', confirmed: false, confirm_by: until })
    })

    it('[RES-17] the lists and calls of v1 and v3 under /user/reserves', async () => {
      const line = await lineOf({ minutes: 60 })
      const who = await newcomer()
      const blocks = await timeblocks(line, '2026-11-21')
      const ids: string[] = []
      for (const [service, index] of [
        ['v1', 0],
        ['v3', 5],
      ] as const) {
        const { from, to } = blockAt(blocks, index)
        const reserve = {
          from,
          to,
          line_id: line.id,
          meta: { answers: ANSWERS },
          meet: false,
          request_id: randomUUID(),
        }
        const response = await server.ask(service, '/user/reserves', as(who, { body: { reserve } }))
        expect(response.status).toBe(201)
        const { id } = v.parse(reservation, await response.json())
        ids.push(id)
        const repeated = await server.ask(service, '/user/reserves', as(who, { body: { reserve } }))
        expect(repeated.status).toBe(200)
        expect((await asked(service, `/user/reserves/${id}`, reservation, as(who))).id).toBe(id)
      }
      const list = async (service: Service, path: string) =>
        (await asked(service, path, reservationList, as(who))).map(({ id }) => id)
      expect(await list('v1', '/user/reserves')).toEqual(ids)
      expect(await list('v3', '/user/reserves/')).toEqual(ids)
      expect(await list('reservations', '/user')).toEqual(ids)

      const deleted = await asked(
        'v3',
        `/user/reserves/${ids[1]}`,
        reservation,
        as(who, { method: 'DELETE' }),
      )
      expect(deleted).toMatchObject({ deleted: true, state: 'cancelled' })
      expect(await list('v1', '/user/reserves')).toEqual([ids[0]])
    })

    it('[RES-10] the list of v1 keeps only what has not begun; the others, what ended less than half an hour ago', async () => {
      const line = await lineOf({ minutes: 60 })
      const who = await newcomer()
      const { id } = await booked(line, blockAt(await timeblocks(line, '2026-11-21'), 0), who)
      const list = async (service: Service, path: string) =>
        (await asked(service, path, reservationList, as(who))).map(each => each.id)
      const began = server.clock.now()
      server.clock.advance(61 * MINUTE_MS)
      expect(await list('v1', '/user/reserves')).toEqual([])
      expect(await list('reservations', '/user')).toEqual([id])
      server.clock.advance(91 * MINUTE_MS)
      expect(await list('v3', '/user/reserves')).toEqual([])
      server.clock.advance(began.getTime() - server.clock.now().getTime())
    })

    it('refuses with the codes of §8, in words that the application looks for', async () => {
      const line = await lineOf({ minutes: 30 })
      const blocks = await timeblocks(line)
      const block = blockAt(blocks, 4)
      const who = await newcomer()
      await booked(line, block, who)
      const of = async (body: unknown, by = stranger) => refusal(await post(body, by))
      expect(await of(wish(line.id, block))).toMatchObject({ status: 409, code: '1007' })
      expect(await of(wish(line.id, block), who)).toMatchObject({
        status: 409,
        code: 'reserve-already-exists',
        message: 'Reserve already exists',
      })
      await booked(line, blockAt(blocks, 5), await newcomer())
      expect(await of(wish(line.id, block))).toMatchObject({ status: 409, code: '4016' })
      expect(await of(wish(line.id, blockAt(blocks, 6), { meet: true }))).toMatchObject({
        status: 422,
        code: 'reserve-invalid',
      })
      const past = {
        from: new Date(NOON.getTime() - 60 * MINUTE_MS).toISOString(),
        to: NOON.toISOString(),
      }
      expect(await of(wish(line.id, past))).toMatchObject({
        status: 422,
        code: 'reserve-in-the-past',
        message: 'Reserve in the past',
      })
      const shifted = { from: block.from.replace(':00:00', ':05:00'), to: block.to }
      expect(shifted.from).not.toBe(block.from)
      expect(await of(wish(line.id, shifted))).toMatchObject({ status: 422, code: 'reserve-invalid' })
      expect(await of(wish(line.id, blockAt(blocks, 6), { keeps: false }))).toMatchObject({
        status: 409,
        code: '1006',
      })
      expect(await of(wish(line.id, blockAt(blocks, 6), { meta: {} }))).toMatchObject({
        status: 400,
        code: 'reserve-form-invalid',
        fields: expect.arrayContaining([expect.objectContaining({ path: 'meta.answers.name' })]),
      })
      expect(await of(wish(99_999_999, block))).toMatchObject({ status: 404, code: 'not-found' })
      expect(await of(wish(99_999_999_999, block))).toMatchObject({ status: 404, code: 'not-found' })
      const closed = await lineOf({ takes_reservations: false })
      expect(await of(wish(closed.id, block))).toMatchObject({ status: 409, code: 'reserve-not-open' })
      // Nothing of all this was booked.
      expect((await timeblocks(line)).map(({ availables }) => availables)).toEqual(
        blocks.map((_, index) => (index === 4 || index === 5 ? 0 : 1)),
      )
    })

    it('bad input is a 400 that names the field, and books nothing', async () => {
      const line = await lineOf()
      const blocks = await timeblocks(line)
      const block = blockAt(blocks, 0)
      const good = wish(line.id, block)
      for (const [body, field] of [
        [{ ...good, line: 'A' }, 'line'],
        [{ ...good, request_id: 'again' }, 'request_id'],
        [{ ...good, block: { from: '2027-02-30T10:00:00Z', to: '2027-02-30T10:15:00Z' } }, 'block.from'],
        [{ ...good, block: { from: '2026-11-24', to: block.to } }, 'block.from'],
        [{ ...good, block: { from: block.from } }, 'block.to'],
        [{ ...good, meet: 'yes' }, 'meet'],
        [{ ...good, meta: { answers: { name: 'a'.repeat(10_000) } } }, 'meta.answers.name'],
        [undefined, ''],
      ] as const) {
        const response = await server.ask('reservations', '', as(person, { method: 'POST', body }))
        expect(await refusal(response)).toMatchObject({ status: 400, code: 'bad-request' })
        if (field === '') continue
        const again = await refusal(await post(body))
        expect(again.fields?.map(({ path }) => path)).toContain(field)
      }
      const reserve = { ...block, line_id: line.id, request_id: 'again' }
      expect(
        await refusal(await server.ask('v1', '/user/reserves', as(person, { body: { reserve } }))),
      ).toMatchObject({ status: 400, fields: [{ path: 'reserve.request_id' }] })
      expect(await timeblocks(line)).toEqual(blocks)
    })
  })

  describe('one’s own', () => {
    it('[RES-17] moves to another block of its line, in one step', async () => {
      const line = await lineOf({ minutes: 60 })
      const blocks = await timeblocks(line)
      const mover = await newcomer()
      const { id } = await booked(line, blockAt(blocks, 7), mover)
      const to = blockAt(blocks, 9)
      const body = { block: { from: to.from, to: to.to } }
      const moved = await asked('reservations', `/${id}`, reservation, as(mover, { method: 'PATCH', body }))
      expect(moved).toMatchObject({ id, from: to.from, to: to.to, state: 'confirmed' })
      expect((await timeblocks(line)).map(block => block.availables)).toEqual(
        blocks.map((_, index) => (index === 9 ? 0 : 1)),
      )
      const bad = { block: { from: '2027-02-30T10:00:00Z', to: to.to } }
      expect(
        await refusal(await server.ask('reservations', `/${id}`, as(mover, { method: 'PATCH', body: bad }))),
      ).toMatchObject({ status: 400, fields: [{ path: 'block.from' }] })
    })
    it('[RES-11] its owner says that they will come', async () => {
      const line = await lineOf()
      const who = await newcomer()
      const { id } = await booked(line, blockAt(await timeblocks(line), 0), who)
      const said = await asked('reservations', `/${id}/confirm`, reservation, as(who, { method: 'POST' }))
      expect(said).toMatchObject({ state: 'user-confirmed', confirmed: true })
    })

    it('[RES-08] a deleted one gives its place back, and is still its owner’s to look at: deleted', async () => {
      const line = await lineOf()
      const who = await newcomer()
      const block = blockAt(await timeblocks(line), 0)
      const { id } = await booked(line, block, who)
      const gone = { deleted: true, state: 'cancelled', deleted_at: server.clock.now().toISOString() }
      const remove = () => asked('reservations', `/${id}`, reservation, as(who, { method: 'DELETE' }))
      expect(await remove()).toMatchObject(gone)
      expect(blockAt(await timeblocks(line), 0).availables).toBe(1)
      // A link to it, and a cancel that was sent twice.
      expect(await asked('reservations', `/${id}`, reservation, as(who))).toMatchObject(gone)
      expect(await asked('v1', `/user/reserves/${id}`, reservation, as(who))).toMatchObject(gone)
      expect(await remove()).toMatchObject(gone)
      const confirm = await server.ask('reservations', `/${id}/confirm`, as(who, { method: 'POST' }))
      expect(await refusal(confirm)).toMatchObject({ status: 409, code: 'reserve-invalid' })
      const body = { block: { from: block.from, to: block.to } }
      const move = await server.ask('reservations', `/${id}`, as(who, { method: 'PATCH', body }))
      expect(await refusal(move)).toMatchObject({ status: 409, code: 'reserve-invalid' })
    })

    it('[AUTH-10] [RES-15] [RES-17] is nobody else’s: another’s is a 404 by every call, a guest’s a 401', async () => {
      const line = await lineOf()
      const who = await newcomer()
      const block = blockAt(await timeblocks(line), 0)
      const { id } = await booked(line, block, who)
      const body = { block: { from: block.from, to: block.to } }
      const ofOne: [Service, string, AskOptions][] = [
        ['reservations', `/${id}`, {}],
        ['reservations', `/${id}`, { method: 'PATCH', body }],
        ['reservations', `/${id}/confirm`, { method: 'POST' }],
        ['reservations', `/${id}`, { method: 'DELETE' }],
        ['v1', `/user/reserves/${id}`, {}],
        ['v1', `/user/reserves/${id}`, { method: 'DELETE' }],
        ['v3', `/user/reserves/${id}`, {}],
        ['v3', `/user/reserves/${id}`, { method: 'DELETE' }],
      ]
      const ofAll: [Service, string, AskOptions][] = [
        ['reservations', '/user', {}],
        ['reservations', '', { body: wish(line.id, block) }],
        ['v1', '/user/reserves', {}],
        ['v3', '/user/reserves', {}],
        [
          'v1',
          '/user/reserves',
          { body: { reserve: { ...body.block, line_id: line.id, request_id: randomUUID() } } },
        ],
      ]
      for (const [service, path, options] of ofOne) {
        const { status, code } = await refusal(await server.ask(service, path, as(stranger, options)))
        expect([path, options.method, status, code]).toEqual([path, options.method, 404, 'not-found'])
      }
      for (const [service, path, options] of [...ofOne, ...ofAll]) {
        const { status, code } = await refusal(await server.ask(service, path, options))
        expect([path, options.method, status, code]).toEqual([path, options.method, 401, 'unauthorized'])
      }
      expect(await asked('reservations', `/${id}`, reservation, as(who))).toMatchObject({ deleted: false })
      expect(await refusal(await server.ask('reservations', '/not-a-uuid', as(who)))).toMatchObject({
        status: 400,
        fields: [{ path: 'id' }],
      })
    })
  })
})
