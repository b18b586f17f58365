import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { LAST_SEEN_MS } from '#contract/limits.ts'
import { minutesOf, openingAt, wallTime } from '#contract/rules/office-time.ts'
import type { Database } from '#server/database/database.ts'
import { createDemoClerks } from '#server/demo/demo-clerks.ts'
import { renewDemoDeskAccount } from '#server/demo/demo-desk-account.ts'
import type { DemoOffice } from '#server/demo/demo-offices.ts'
import { VERBS_A_SECOND } from '#server/demo/demo-pace.ts'
import { type DemoVerbs, demoVerbs } from '#server/demo/demo-verbs.ts'
import { renewDemoLinks } from '#server/demo/renew-demo-links.ts'
import { retireDemo } from '#server/demo/retire-demo.ts'
import { seedDemo } from '#server/demo/seed-demo.ts'
import type { Fact } from '#server/facts/fact.ts'
import { verifyPassword } from '#server/identity/passwords.ts'
import { type Random, systemRandom } from '#server/platform/random.ts'
import { callNext } from '#server/queue/call/call-next.ts'
import { closeModulo } from '#server/queue/desk/close-modulo.ts'
import { issuePaperNumber } from '#server/queue/take/issue-paper-number.ts'
import { systemTimers } from '#server/platform/timers.ts'
import { createQueueMemory } from '#server/queue/queue-memory.ts'
import { openModulo } from '#server/queue/desk/open-modulo.ts'
import type { QueueContext } from '#server/queue/queue-context.ts'
import type { BookingContext } from '#server/reservations/reservations-context.ts'
import { createReservationsMemory } from '#server/reservations/reservations-memory.ts'
import { takeTicket } from '#server/queue/take/take-ticket.ts'
import { bookReservation } from '#server/reservations/book-reservation.ts'
import { deskReservations } from '#server/reservations/desk-reservations.ts'
import { dayBlocks } from '#server/reservations/free-slots.ts'
import { linePlan } from '#server/reservations/line-plan.ts'
import { firstLink } from '#server/staff/first-link.ts'
import { createProtection, SECRET_BYTES } from '#server/secrets/protection.ts'
import { startLines } from '#server/start-lines.ts'
import { bareUser } from '#tests/support/bare-user.ts'
import { eachDatabase } from '#tests/support/databases.ts'
import { reservation, reservationNow } from '#tests/support/queue-reservations.ts'
import { MovingClock } from '#tests/support/moving-clock.ts'
import { startTestServer } from '#tests/support/server.ts'

const MINUTE_MS = 60_000
/** A Tuesday, half past eleven in Santiago: every office is open. */
const MORNING = new Date('2026-11-24T14:30:00Z')
/** The night before. */
const NIGHT = new Date('2026-11-24T06:00:00Z')

const protect = createProtection(new Uint8Array(SECRET_BYTES).fill(7))

/** Chance that repeats itself from run to run, so that a test's luck does. */
function repeatable(seed = 1): Random {
  let state = seed
  return {
    ...systemRandom,
    fraction() {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
      return state / 2 ** 32
    },
  }
}

eachDatabase('the demonstration’s queue', (open, kind) => {
  // With a PostgreSQL there is no demonstration; that its statements run there is enough.
  const isLive = kind === 'embedded'
  let database: Database
  let clock: MovingClock
  let random: Random

  async function begin(at: Date): Promise<DemoOffice[]> {
    database = await open()
    clock = new MovingClock(at)
    random = repeatable()
    return await seedDemo({ database, clock, random, protect })
  }

  function queueOf(told: Fact[] = []): QueueContext & BookingContext {
    return {
      database,
      clock,
      random,
      tell: facts => void told.push(...facts),
      ...createQueueMemory({ database, clock, timers: systemTimers }),
      ...createReservationsMemory({ database, timers: systemTimers }),
      protect,
    }
  }

  async function ownOffice(): Promise<number> {
    const { id } = await database.db
      .insertInto('offices')
      .values({
        slug: 'propia',
        name: 'Oficina propia',
        category_slug: 'servicios',
        organization_id: 6,
        address: 'Calle 1',
        district: 'Santiago',
        region: 'Metropolitana de Santiago',
        time_zone: 'America/Santiago',
        hours: '[]',
        closures: '[]',
        updated_at: MORNING,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  }

  const waitingByLine = async () => {
    const rows = await database.db
      .selectFrom('tickets')
      .select(['line_id', row => row.fn.countAll<number>().as('count')])
      .where('state', '=', 'waiting')
      .groupBy('line_id')
      .execute()
    return new Map(rows.map(row => [row.line_id, row.count]))
  }

  const idOf = async (slug: string) =>
    (await database.db.selectFrom('offices').select('id').where('slug', '=', slug).executeTakeFirstOrThrow())
      .id

  const lineOf = async (officeId: number, slug: string) =>
    (
      await database.db
        .selectFrom('lines')
        .select('id')
        .where('office_id', '=', officeId)
        .where('slug', '=', slug)
        .executeTakeFirstOrThrow()
    ).id

  const tomorrowOf = async (lineId: number) => {
    const plan = await linePlan(database.db, lineId)
    return plan ? await dayBlocks({ database, clock }, plan, '2026-11-25') : []
  }

  const customer = () => bareUser(database, clock.now())

  /** The demonstration at work, counting what it asks of the queue. */
  function clerksAt(offices: readonly DemoOffice[], told: Fact[] = []) {
    let verbs = 0
    const real = demoVerbs(queueOf(told))
    const counted = Object.fromEntries(
      Object.entries(real).map(([name, verb]) => [
        name,
        (...input: never[]) => {
          verbs++
          return (verb as (...input: never[]) => unknown)(...input)
        },
      ]),
    ) as unknown as DemoVerbs
    const faults: unknown[] = []
    const clerks = createDemoClerks({
      database,
      clock,
      timers: systemTimers,
      random,
      verbs: counted,
      offices,
      onFault: error => void faults.push(error),
    })
    return {
      clerks,
      faults,
      verbs: () => verbs,
      /** Lets so much time pass, a second at a time; ends early where `until` says so. */
      async pass(ms: number, until: () => boolean | Promise<boolean> = () => false): Promise<number> {
        const began = clock.now().getTime()
        while (clock.now().getTime() - began < ms && !(await until())) {
          clock.advance(1_000)
          const before = verbs
          await clerks.tick()
          expect(verbs - before).toBeLessThanOrEqual(VERBS_A_SECOND)
        }
        return clock.now().getTime() - began
      },
    }
  }

  describe('in the morning, before anybody moves', () => {
    let offices: DemoOffice[]
    // Looked at by each, and changed by the last alone.
    beforeAll(async () => {
      offices = await begin(MORNING)
    })

    it('has people waiting in every line that gives paper numbers: 3 to 14', async () => {
      const waiting = await waitingByLine()
      const fed = offices.flatMap(office => office.lines.filter(line => line.isFed))
      expect(fed.length).toBeGreaterThan(300)
      for (const { id } of fed) {
        expect(waiting.get(id)).toBeGreaterThanOrEqual(3)
        expect(waiting.get(id)).toBeLessThanOrEqual(14)
      }
      expect(waiting.size).toBe(fed.length)
    })

    it('has clerks at one or two modulos of every office, and a free one for who wants to try', async () => {
      const modulos = await database.db.selectFrom('modulos').selectAll().execute()
      const byOffice = Map.groupBy(modulos, modulo => modulo.office_id)
      for (const { id } of offices) {
        const own = byOffice.get(id) ?? []
        const taken = own.filter(modulo => modulo.clerk_id !== null).length
        expect([1, 2]).toContain(taken)
        expect(taken).toBeLessThan(own.length)
      }
    })

    it('has numbers called before, all of them today and none before the doors opened', async () => {
      const rows = await database.db
        .selectFrom('tickets')
        .innerJoin('offices', 'offices.id', 'tickets.office_id')
        .select(['called_at', 'inserted_at', 'time_zone', 'hours', 'closures', 'day'])
        .execute()
      expect(rows.filter(row => row.called_at !== null).length).toBeGreaterThan(300)
      for (const row of rows) {
        for (const at of [row.inserted_at, row.called_at ?? row.inserted_at]) {
          expect(at.getTime()).toBeLessThanOrEqual(MORNING.getTime())
          const wall = wallTime(at, row.time_zone)
          expect(wall.day).toBe(row.day)
          const opens = Math.min(
            ...row.hours.filter(slot => slot.weekday === wall.weekday).map(slot => minutesOf(slot.from)),
          )
          expect(wall.minutes).toBeGreaterThanOrEqual(opens - 1)
        }
      }
    })

    it('seeds numbers that the queue’s own follow, in order', async () => {
      const office = await idOf('banco-de-chile-ahumada')
      const line = await lineOf(office, 'cajas')
      const waiting = () =>
        database.db
          .selectFrom('tickets')
          .select('number')
          .where('line_id', '=', line)
          .where('state', '=', 'waiting')
          .orderBy('place')
          .execute()
      const before = (await waiting()).map(row => Number(row.number))
      expect(before).toEqual([...before].sort((a, b) => a - b))
      const queue = queueOf()
      await issuePaperNumber(queue, { office_id: office, line_id: line })
      const after = (await waiting()).map(row => row.number)
      expect(after).toEqual([...before, (before.at(-1) ?? 0) + 1])
      const desk = offices.find(each => each.id === office)?.desks[0]
      if (!desk) throw new Error('the office has no desk')
      await callNext(queue, { ...desk, line_ids: [line] })
      expect((await waiting()).map(row => row.number)).toEqual(after.slice(1))
    })
  })

  describe('in the morning', () => {
    let offices: DemoOffice[]
    beforeEach(async () => {
      offices = await begin(MORNING)
    })

    const bookedByDay = async () => {
      const rows = await database.db
        .selectFrom('reservations')
        .innerJoin('offices', 'offices.id', 'reservations.office_id')
        .select(['block_from', 'time_zone', 'reservations.line_id', 'meet'])
        .execute()
      return { rows, days: Map.groupBy(rows, row => wallTime(row.block_from, row.time_zone).day) }
    }

    it('has times booked in person today and on the next two days, none in the past, and room left', async () => {
      const { rows, days } = await bookedByDay()
      expect([...days.keys()].sort()).toEqual(['2026-11-24', '2026-11-25', '2026-11-26'])
      for (const booked of days.values()) expect(booked.length).toBeGreaterThan(100)
      expect(rows.filter(row => row.meet || row.block_from <= MORNING)).toEqual([])
      expect(new Set(rows.map(row => row.line_id)).size).toBeGreaterThan(50)
      const bank = await idOf('banco-de-chile-ahumada')
      const blocks = await tomorrowOf(await lineOf(bank, 'ejecutivo'))
      expect(blocks.some(block => block.availables > 0)).toBe(true)
      expect(blocks.some(block => block.availables < 2)).toBe(true)
      const { reservations } = await deskReservations({ database, clock, protect }, { office_id: bank })
      expect(reservations.length).toBeGreaterThan(0)
      for (const { answers } of reservations) {
        expect(answers).toEqual([
          {
            id: 'name',
            fieldType: 'name',
            question: 'Nombre',
            answer: expect.stringMatching(/^\p{Lu}\p{L}+ \p{Lu}\p{L}+$/u),
          },
        ])
      }
      // Begun again on the same morning it books nothing more, and on the next day that day’s third.
      await seedDemo({ database, clock, random, protect })
      expect((await bookedByDay()).rows).toHaveLength(rows.length)
      clock.advance(24 * 60 * MINUTE_MS)
      await seedDemo({ database, clock, random, protect })
      const later = await bookedByDay()
      expect([...later.days.keys()].sort().at(-1)).toBe('2026-11-27')
      expect(later.days.get('2026-11-25')).toHaveLength(days.get('2026-11-25')?.length ?? 0)
    })

    if (isLive)
      it('[RES-05] confirms within seconds what is booked where the office has to', async () => {
        const told: Fact[] = []
        const queue = queueOf(told)
        const office = await idOf('notaria-santiago-huerfanos')
        const line_id = await lineOf(office, 'escrituras')
        const block = (await tomorrowOf(line_id)).find(({ availables }) => availables > 0)
        if (!block) throw new Error('everything is booked')
        const { id } = await bookReservation(queue, {
          ...block,
          line_id,
          user_id: await customer(),
          temporal: true,
          request_id: systemRandom.uuid(),
          keeps: true,
          meet: false,
          meta: { answers: { rut: '12.345.678-5', tema: 'Mandato' } },
        })
        const states = () =>
          told.flatMap(fact =>
            fact.name === 'reserve:updated' && fact.reservation_id === id ? [fact.detail.state] : [],
          )
        expect(states()).toEqual(['pending'])
        const { pass, faults } = clerksAt(offices, told)
        await pass(MINUTE_MS / 3, () => states().length > 1)
        expect(states()).toEqual(['pending', 'confirmed'])
        expect(faults).toEqual([])
      })

    it('begun again, keeps its offices, clerks and numbers, and fills only what has run thin', async () => {
      const count = async (table: 'offices' | 'lines' | 'clerks' | 'modulos') =>
        (await database.db.selectFrom(table).select('id').orderBy('id').execute()).map(row => row.id)
      const ids = async () => [await count('offices'), await count('clerks'), await count('modulos')]
      const [before, waiting] = [await ids(), await waitingByLine()]
      const thin = offices[0]?.lines[0]?.id ?? 0
      await database.db.deleteFrom('tickets').where('line_id', '=', thin).execute()
      clock.advance(MINUTE_MS)
      await seedDemo({ database, clock, random, protect })
      expect(await ids()).toEqual(before)
      const refilled = await waitingByLine()
      expect(refilled.get(thin)).toBeGreaterThanOrEqual(3)
      refilled.delete(thin)
      waiting.delete(thin)
      expect(refilled).toEqual(waiting)
    })

    if (isLive)
      it('leaves the modulo of a real clerk alone, and theirs is not taken', async () => {
        const [office] = offices
        const desk = office?.desks[0]
        if (!office || !desk) throw new Error('there is no desk')
        const queue = queueOf()
        const real = await database.db
          .insertInto('clerks')
          .values({ user_name: 'real', name: 'Ana', password_hash: null })
          .returning('id')
          .executeTakeFirstOrThrow()
        // A real clerk sits down where a demonstration clerk sat.
        await closeModulo(queue, desk)
        await openModulo(queue, { ...desk, clerk_id: real.id })
        const called = (await callNext(queue, { office_id: office.id, clerk_id: real.id, line_ids: [] })).tuid
        const { clerks, pass, faults } = clerksAt(offices)
        clerks.lookedAt(office.id)
        // Longer than any attention lasts.
        await pass(3 * MINUTE_MS)
        expect(faults).toEqual([])
        const modulo = await database.db
          .selectFrom('modulos')
          .select('clerk_id')
          .where('id', '=', desk.modulo_id)
          .executeTakeFirstOrThrow()
        expect(modulo.clerk_id).toBe(real.id)
        const ticket = await database.db
          .selectFrom('tickets')
          .select('state')
          .where('id', '=', called)
          .executeTakeFirstOrThrow()
        expect(ticket.state).toBe('called')
      })
  })

  if (isLive)
    describe('at work for a quarter of an hour', () => {
      const told: Fact[] = []
      /** Whom the clerks called, and how many minutes after they had begun. */
      const calls: { fact: Fact; minute: number }[] = []
      let offices: DemoOffice[]
      let work: ReturnType<typeof clerksAt>
      let watched: number
      let tuid: string
      let ruid: string
      let ahead: number
      /** Somebody in a line of each kind, at offices of their own. */
      const ofKinds: { type: string; line_id: number; tuid: string }[] = []

      /**
       * One person takes a number behind ten others, one has a time in two minutes, and one looks at an
       * office.
       */
      beforeAll(async () => {
        offices = await begin(MORNING)
        const context = queueOf(told)
        const office_id = await idOf('demos-santiago-centro')
        const line_id = await lineOf(office_id, 'general')
        for (let waiting = (await waitingByLine()).get(line_id) ?? 0; waiting < 11; waiting++)
          await issuePaperNumber(context, { office_id, line_id })
        const person = { user_id: await customer(), request_id: systemRandom.uuid() }
        tuid = (await takeTicket(context, { office: { office_id }, line_id, ...person })).tuid
        ahead = ((await waitingByLine()).get(line_id) ?? 0) - 1
        const bank = await idOf('banco-de-chile-ahumada')
        const executive = await lineOf(bank, 'ejecutivo')
        ruid = (await reservation({ office_id: bank, context, user: customer }, executive, { inMinutes: 2 }))
          .id
        watched = await idOf('notaria-santiago-huerfanos')
        const elsewhere = new Set([office_id, bank, watched])
        for (const type of ['normal', 'kiosk', 'virtual', 'hidden'] as const) {
          const rows = await database.db
            .selectFrom('lines')
            .select(['id', 'office_id'])
            .where('type', '=', type === 'virtual' ? 'normal' : type)
            .where('virtual', '=', type === 'virtual')
            .where(row => row.or([row('takes_tickets', '=', true), row('type', '=', 'kiosk')]))
            .where('frozen', '=', false)
            .orderBy('id')
            .execute()
          const line = rows.find(row => !elsewhere.has(row.office_id)) ?? expect.fail(type)
          elsewhere.add(line.office_id)
          const at = { office: { office_id: line.office_id }, line_id: line.id }
          const given =
            type === 'kiosk'
              ? await issuePaperNumber(context, { office_id: line.office_id, line_id: line.id })
              : await takeTicket(context, {
                  ...at,
                  user_id: await customer(),
                  request_id: systemRandom.uuid(),
                })
          ofKinds.push({ type, line_id: line.id, tuid: given.tuid })
        }

        work = clerksAt(offices, told)
        work.clerks.lookedAt(watched)
        const began = clock.now().getTime()
        let read = 0
        await work.pass(15 * MINUTE_MS, () => {
          const minute = (clock.now().getTime() - began) / MINUTE_MS
          const news = told.slice(read).filter(fact => fact.name === 'call:created')
          calls.push(...news.map(fact => ({ fact, minute })))
          read = told.length
          return false
        })
      })

      const callsAt = (office_id: number, before = Number.POSITIVE_INFINITY) =>
        calls.filter(({ fact, minute }) => fact.office_id === office_id && minute <= before).length
      const minuteOf = (id: string) =>
        calls.find(({ fact }) => fact.ticket_id === id || fact.reservation_id === id)?.minute ?? Number.NaN

      it('moves by itself: lines are called from, and none is empty and none has grown long', async () => {
        expect(work.faults).toEqual([])
        expect(offices.filter(({ id }) => callsAt(id) > 0).length).toBeGreaterThan(offices.length * 0.9)
        const waiting = await waitingByLine()
        const fed = offices.flatMap(office => office.lines.filter(line => line.isFed))
        for (const { id } of fed) expect(waiting.get(id) ?? 0).toBeLessThanOrEqual(16)
        expect(fed.filter(({ id }) => !waiting.get(id)).length).toBeLessThan(fed.length * 0.02)
        // Lively, and still within what it may ask.
        expect(work.verbs() / (15 * 60)).toBeGreaterThan(0.8)
        expect(work.verbs() / (15 * 60)).toBeLessThanOrEqual(VERBS_A_SECOND)
      })

      it('works at its natural pace where somebody looks', () => {
        // Two desks, under two minutes a person.
        expect(callsAt(watched, 8)).toBeGreaterThanOrEqual(6)
        const others = offices.filter(office => office.id !== watched)
        const mean = others.reduce((sum, { id }) => sum + callsAt(id, 8), 0) / others.length
        expect(callsAt(watched, 8)).toBeGreaterThan(mean * 2)
      })

      it('calls whoever booked a time within minutes of it, and never says that they did not come', async () => {
        expect(minuteOf(ruid)).toBeGreaterThanOrEqual(2)
        expect(minuteOf(ruid)).toBeLessThanOrEqual(11)
        expect(await reservationNow({ context: queueOf() }, ruid)).toMatchObject({ state: 'attended' })
      })

      it('[CALL-03] calls whoever took a number behind ten others within a quarter of an hour, "almost there" before', async () => {
        const took = minuteOf(tuid)
        expect(took / ahead).toBeGreaterThan(0.6)
        expect(took / ahead).toBeLessThan(1.25)
        const thresholds = told.flatMap(fact =>
          fact.name === 'ticket:almost_there' && fact.ticket_id === tuid ? [fact.detail.ahead] : [],
        )
        expect(thresholds).toEqual([10, 5])
        // The one who tries the application is attended, never skipped.
        await work.pass(4 * MINUTE_MS)
        const ticket = await database.db
          .selectFrom('tickets')
          .select('state')
          .where('id', '=', tuid)
          .executeTakeFirstOrThrow()
        expect(ticket.state).toBe('attended')
      })

      it('[DESK-01] serves lines of every kind: for the phone, for the dispenser, by video, and hidden ones', async () => {
        // Phones first; papers by the line, among the demonstration's own.
        const isServed = ({ type, line_id, tuid: id }: (typeof ofKinds)[number]) =>
          told.some(
            fact =>
              fact.name === 'call:created' &&
              (type === 'kiosk' ? fact.line_id === line_id : fact.ticket_id === id),
          )
        await work.pass(30 * MINUTE_MS, () => ofKinds.every(isServed))
        expect(ofKinds.filter(one => !isServed(one)).map(({ type }) => type)).toEqual([])
        expect(work.faults).toEqual([])
      })
    })

  describe('at night', () => {
    it('seats and serves only where the doors are open', async () => {
      const offices = await begin(NIGHT)
      const awake = new Set(offices.filter(office => openingAt(NIGHT, office).open).map(office => office.id))
      expect(awake.size).toBeGreaterThan(20)
      expect(awake.size).toBeLessThan(60)
      const waiting = await database.db.selectFrom('tickets').select('office_id').distinct().execute()
      expect(new Set(waiting.map(row => row.office_id))).toEqual(awake)
      const told: Fact[] = []
      const { pass, faults } = clerksAt(offices, told)
      await pass(5 * MINUTE_MS)
      expect(faults).toEqual([])
      expect(new Set(told.map(fact => fact.office_id)).difference(awake)).toEqual(new Set())
      expect(new Set(told.map(fact => fact.office_id)).size).toBe(awake.size)
    })

    if (isLive)
      it('opens in the morning, and closes, without anybody’s help', async () => {
        const offices = await begin(new Date('2026-11-24T11:58:00Z'))
        const bank = await idOf('banco-de-chile-ahumada')
        const open = async () =>
          (
            await database.db
              .selectFrom('modulos')
              .select('id')
              .where('office_id', '=', bank)
              .where('clerk_id', 'is not', null)
              .execute()
          ).length
        const { pass, faults } = clerksAt(
          offices.filter(office => office.id === bank),
          [],
        )
        expect(await open()).toBe(0)
        await pass(4 * MINUTE_MS)
        expect(await open()).toBe(2)
        clock.advance(5 * 60 * MINUTE_MS)
        await pass(MINUTE_MS)
        expect(await open()).toBe(0)
        expect(faults).toEqual([])
      })
  })

  it('has an account for the desk of every office, with another password at each start', async () => {
    const offices = await begin(NIGHT)
    const first = await renewDemoDeskAccount({ database, clock, random: systemRandom })
    const second = await renewDemoDeskAccount({ database, clock, random: systemRandom })
    expect(first?.user).toBe('demo')
    expect(second?.password).not.toBe(first?.password)
    const clerks = await database.db
      .selectFrom('clerks')
      .selectAll()
      .where('user_name', '=', 'demo')
      .execute()
    expect(clerks).toHaveLength(1)
    const hash = clerks[0]?.password_hash ?? ''
    expect(await verifyPassword(hash, second?.password ?? '')).toBe(true)
    expect(await verifyPassword(hash, first?.password ?? '')).toBe(false)
    const places = await database.db
      .selectFrom('clerk_offices')
      .select('office_id')
      .where('clerk_id', '=', clerks[0]?.id ?? 0)
      .execute()
    expect(new Set(places.map(place => place.office_id))).toEqual(new Set(offices.map(office => office.id)))
    // Nobody signs in as one of the clerks who work by themselves.
    const others = await database.db
      .selectFrom('clerks')
      .select('password_hash')
      .where('user_name', '<>', 'demo')
      .execute()
    expect(others.every(clerk => clerk.password_hash === null)).toBe(true)
  })

  describe('where it is switched off', () => {
    const shown = async () => ({
      offices: await database.db.selectFrom('offices').select('slug').where('active', '=', true).execute(),
      clerks: await database.db.selectFrom('clerks').select('user_name').where('active', '=', true).execute(),
      seats: await database.db.selectFrom('modulos').select('id').where('clerk_id', 'is not', null).execute(),
      called: await database.db.selectFrom('tickets').select('id').where('state', '=', 'called').execute(),
    })
    const nothing = { offices: [], clerks: [], seats: [], called: [] }

    it('[ADMIN-04] nothing of it is shown, nobody leads it, and the first link is printed', async () => {
      const [office] = await begin(MORNING)
      const desk = office?.desks[0] ?? expect.fail('no desk')
      const told: Fact[] = []
      const queue = queueOf(told)
      await renewDemoDeskAccount(queue)
      await openModulo(queue, desk)
      await callNext(queue, { ...desk, line_ids: [] })
      expect(await firstLink(queue)).toBeNull()
      told.splice(0)

      await retireDemo(queue)
      expect(await shown()).toEqual(nothing)
      expect(told).toContainEqual(expect.objectContaining({ name: 'office:changed', office_id: office?.id }))
      expect(await firstLink(queue)).not.toBeNull()
      told.splice(0)
      await retireDemo(queue)
      expect(told).toEqual([])

      // Switched on again, it is there as before.
      const before = await seedDemo({ database, clock, random, protect })
      expect(before.map(({ id }) => id)).toContain(office?.id)
      expect(await renewDemoDeskAccount(queue)).not.toBeNull()
    })

    it('[ADMIN-04] offices of one’s own stay, and whoever works there, too', async () => {
      const [office] = await begin(MORNING)
      const queue = queueOf()
      await renewDemoDeskAccount(queue)
      const { db } = database
      const own = await ownOffice()
      const [both] = await db
        .insertInto('clerks')
        .values({ user_name: 'ana', name: 'Ana' })
        .returning('id')
        .execute()
      const clerk_id = both?.id ?? 0
      const places = [own, office?.id ?? 0].map(office_id => ({ clerk_id, office_id }))
      await db.insertInto('clerk_offices').values(places).execute()
      // Shown as a demonstration by somebody's own file, which the demonstration's account leads since.
      await db.updateTable('offices').set({ demo: true }).where('id', '=', own).execute()
      await renewDemoDeskAccount(queue)
      // And one of the demonstration's that somebody made their own: it has their name now.
      const [, second, third] = await db
        .selectFrom('offices')
        .selectAll()
        .where('slug', '<>', 'propia')
        .orderBy('id')
        .execute()
      await db
        .updateTable('offices')
        .set({ name: 'Notaría Rojas' })
        .where('id', '=', second?.id ?? 0)
        .execute()
      // And one that somebody loaded as it stands in the examples, where no demonstration runs.
      await db
        .deleteFrom('clerk_offices')
        .where('office_id', '=', third?.id ?? 0)
        .where('clerk_id', 'in', db.selectFrom('clerks').select('id').where('user_name', '=', 'demo'))
        .execute()

      await retireDemo(queue)
      const { offices, clerks } = await shown()
      expect(new Set(offices.map(({ slug }) => slug))).toEqual(new Set(['propia', second?.slug, third?.slug]))
      expect(clerks).toContainEqual({ user_name: 'ana' })
      expect(clerks).not.toContainEqual({ user_name: 'demo' })
      const left = await db.selectFrom('clerk_offices').selectAll().where('clerk_id', '=', clerk_id).execute()
      expect(left).toMatchObject([{ office_id: own }])
    })
  })

  it('leaves offices that somebody loaded themselves alone', async () => {
    database = await open()
    clock = new MovingClock(MORNING)
    await ownOffice()
    expect(await seedDemo({ database, clock, random: repeatable(), protect })).toEqual([])
    expect(await renewDemoDeskAccount({ database, clock, random: systemRandom })).toBeNull()
    expect(await database.db.selectFrom('offices').select('slug').execute()).toEqual([{ slug: 'propia' }])
    expect(await database.db.selectFrom('clerks').select('id').execute()).toEqual([])
  })

  describe('its links', () => {
    it('[ADMIN-01] are a wall, a kiosk and a token, which work as they are printed, for one start', async () => {
      await begin(MORNING)
      const links = (await renewDemoLinks(queueOf())) ?? expect.fail('no links')
      const server = await startTestServer({ database, clock })
      try {
        const settings = { databaseUrl: null, dataDirectory: 'data', environment: 'dev' as const }
        const { origin } = server
        const printed = startLines({ version: '1', origin, settings, desk: null, links, firstLink: null })
        const [, token = '', address = ''] =
          /machine +curl -H "Authorization: Bearer (\S+)" (\S+)/.exec(printed) ?? []
        const look = (by: string) => fetch(address, { headers: { authorization: `Bearer ${by}` } })
        const state = await look(token)
        expect([state.status, await state.json()]).toMatchObject([
          200,
          { office: { slug: links.office }, open: true },
        ])
        const enter = (use: 'wall' | 'kiosk') =>
          server.ask('desk', `/devices/${use}/${links.office}/session`, { body: { secret: links[use] } })
        expect([(await enter('wall')).status, (await enter('kiosk')).status]).toEqual([200, 200])
        // Another start a while later: the token that nobody uses is over, as its links are.
        clock.advance(LAST_SEEN_MS + MINUTE_MS)
        const next = (await renewDemoLinks(queueOf())) ?? expect.fail('no links')
        expect((await look(token)).status).toBe(401)
        expect((await look(next.machine)).status).toBe(200)
        // One that is in use lives through a restart.
        await renewDemoLinks(queueOf())
        expect((await look(next.machine)).status).toBe(200)
      } finally {
        await server.close()
      }
    })
  })
})
