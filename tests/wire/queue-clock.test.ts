import fc from '#tests/support/fast-check.ts'
import type { KyselyPlugin } from 'kysely'
import { beforeAll, expect, it, vi } from 'vitest'
import { CALL_REPEATS_AFTER_MS, NOTIFICATION_ENQUEUE_DELAY_MS } from '#contract/limits.ts'
import type { Database } from '#server/database/database.ts'
import { holdAgainstDatabase, holdWhileInDoubt } from '#server/machine-clock.ts'
import { HELD } from '#server/upkeep.ts'
import { expireTickets } from '#server/queue/turn/expire-tickets.ts'
import { letOthersPass } from '#server/queue/hold/let-others-pass.ts'
import { takeTicket } from '#server/queue/take/take-ticket.ts'
import { confirmByOffice } from '#server/reservations/confirm-by-office.ts'
import { callNext } from '#server/queue/call/call-next.ts'
import { markAttended } from '#server/queue/desk/mark-attended.ts'
import { bookReservation } from '#server/reservations/book-reservation.ts'
import { expireReservations } from '#server/reservations/expire-reservations.ts'
import { eachDatabase } from '#tests/support/databases.ts'
import { queueOffice } from '#tests/support/queue-office.ts'
import { ANSWERS, blockAt, reservationOffice } from '#tests/support/reservation-office.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const CASES = 15
const TODAY = '2026-11-21'

eachDatabase('a clock that jumps', open => {
  let database: Database
  beforeAll(async () => {
    database = await open()
  })

  it('[TKT-04] puts nobody before those who wait, whatever day it says', async () => {
    const office = await queueOffice(database)
    const line = await office.line()
    const waiting = await office.fill(line, 3)
    office.clock.advance(-DAY_MS)
    waiting.push(...(await office.fill(line, 2)))
    expect(await office.waiting(line)).toEqual([1, 2, 3, 4, 5])
    office.clock.advance(-30 * DAY_MS)
    waiting.push(...(await office.fill(line, 1)))
    expect(await office.waiting(line)).toEqual([1, 2, 3, 4, 5, 6])
  })

  it('[TKT-04] takes no line back to yesterday, though nobody waits there', async () => {
    const office = await queueOffice(database)
    const line = await office.line()
    await office.fill(line, 2)
    const clerk = await office.clerk()
    await office.call(clerk)
    await office.call(clerk)
    office.clock.advance(-DAY_MS)
    const [tuid = ''] = await office.fill(line, 1)
    expect((await office.ticket(tuid)).number).toBe(3)
    office.clock.advance(2 * DAY_MS)
    const [tomorrow = ''] = await office.fill(line, 1)
    expect((await office.ticket(tomorrow)).number).toBe(1)
  })

  it('[TKT-04] property: a newcomer stands last, and no two who wait have one number of one day', async () => {
    const step = fc.oneof(
      { weight: 3, arbitrary: fc.constant({ verb: 'take' as const, by: 0 }) },
      {
        weight: 1,
        arbitrary: fc.record({ verb: fc.constant('pass' as const), by: fc.integer({ min: 1, max: 3 }) }),
      },
      { weight: 1, arbitrary: fc.constant({ verb: 'call' as const, by: 0 }) },
      {
        weight: 2,
        arbitrary: fc.record({ verb: fc.constant('jump' as const), by: fc.integer({ min: -72, max: 5 }) }),
      },
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 14 }), async steps => {
        const office = await queueOffice(database)
        const line = await office.line()
        const clerk = await office.clerk()
        const inOrder = () =>
          database.db
            .selectFrom('tickets')
            .select(['id', 'user_id', 'day', 'number'])
            .where('line_id', '=', line)
            .where('state', '=', 'waiting')
            .orderBy('place')
            .orderBy('number')
            .execute()
        // Nobody is ended by a clock in doubt, and this one is never sure.
        const context = { ...office.context, clock: { now: office.clock.now, isSure: () => false } }
        for (const { verb, by } of steps) {
          const [first] = await inOrder()
          if (verb === 'jump') office.clock.advance(by * HOUR_MS)
          else if (verb === 'pass') {
            const own = { tuid: first?.id ?? '', user_id: first?.user_id ?? '', places: by }
            if (first) await letOthersPass(context, own).catch(() => undefined)
          } else if (verb === 'call') await office.call(clerk).catch(() => undefined)
          else {
            const before = (await inOrder()).map(({ id }) => id)
            const { tuid } = await takeTicket(context, {
              office: { office_id: office.office_id },
              line_id: line,
              user_id: await office.user(),
            })
            expect((await inOrder()).map(({ id }) => id)).toEqual([...before, tuid])
          }
        }
        const numbers = (await inOrder()).map(({ day, number }) => `${day} ${number}`)
        expect(new Set(numbers).size).toBe(numbers.length)
      }),
      { numRuns: CASES },
    )
  })

  it('in doubt ends nobody’s turn and no reservation, on demand neither; sure again it does', async () => {
    const office = await reservationOffice(database)
    const line = await office.line()
    const [tuid = ''] = await office.fill(line, 1)
    const times = await office.reserveLine()
    const block = blockAt(await office.blocks(times, TODAY), 0)
    const user_id = await office.user()
    const { id } = await office.book(times, block, user_id)
    let sure = false
    const context = { ...office.context, clock: { now: office.clock.now, isSure: () => sure } }
    office.clock.advance(7 * HOUR_MS)

    expect(await expireTickets(context)).toBe(0)
    expect(await expireReservations(context)).toBe(0)
    const [later] = await office.blocks(times, '2026-11-23')
    const again = bookReservation(context, {
      line_id: times,
      from: later?.from ?? '',
      to: later?.to ?? '',
      user_id,
      temporal: false,
      keeps: true,
      meet: false,
      meta: { answers: ANSWERS },
      request_id: crypto.randomUUID(),
    })
    await expect(again).rejects.toMatchObject({ status: 503, code: 'unavailable' })
    expect((await office.ticket(tuid)).state).toBe('waiting')
    expect((await office.reservation(id)).state).toBe('confirmed')

    sure = true
    await expireTickets(context)
    await expireReservations(context)
    expect((await office.ticket(tuid)).state).toBe('expired')
    expect((await office.reservation(id)).state).toBe('missed')
  })

  it('a call ends nobody’s turn by a clock in doubt', async () => {
    const office = await queueOffice(database)
    const line = await office.line()
    const [, second = ''] = await office.fill(line, 2)
    const clerk = await office.clerk()
    const clock = office.context.clock
    clock.isSure = () => false
    office.clock.advance(7 * HOUR_MS)
    await office.call(clerk)
    expect((await office.ticket(second)).state).toBe('waiting')
    const [fresh = ''] = await office.fill(line, 1)
    clock.isSure = () => true
    expect(await office.call(clerk)).toEqual({ tuid: fresh })
    expect((await office.ticket(second)).state).toBe('expired')
  })

  it('a call ends nobody’s turn where the database lives at another time', async () => {
    const office = await queueOffice(database)
    const line = await office.line()
    const [, second = ''] = await office.fill(line, 2)
    const clerk = await office.clerk()
    const { clock } = office.context
    // The database knows one time of day, and the test another.
    let between = Date.now() - clock.now().getTime()
    const held = holdAgainstDatabase({ now: () => new Date(clock.now().getTime() + between) }, database)
    await held.look()
    clock.isSure = () => held.isSure?.() === true
    office.clock.advance(7 * HOUR_MS)
    await office.call(clerk)
    expect((await office.ticket(second)).state).toBe('waiting')
    const [fresh = ''] = await office.fill(line, 1)
    between -= 7 * HOUR_MS
    expect(await office.call(clerk)).toEqual({ tuid: fresh })
    expect((await office.ticket(second)).state).toBe('expired')
  })

  it('asks for jobs by the time on which all servers agree, however far ahead it is', async () => {
    const office = await reservationOffice(database)
    office.clock.apartMs = HOUR_MS
    const agreed = office.clock.agreed()
    const line = await office.line()
    const clerk = await office.clerk()
    const [first = '', second = ''] = await office.fill(line, 2)
    const due = async (tuid: string) =>
      (await office.jobs(tuid)).concat(await office.repeats(tuid)).map(({ kind, run_at }) => [kind, run_at])
    const later = (ms: number) => new Date(agreed.getTime() + ms)
    await office.call(clerk)
    expect(await due(first)).toEqual([
      ['push-call', agreed],
      ['repeat-call', later(CALL_REPEATS_AFTER_MS)],
    ])
    // By a round of calls, and by a change of its own.
    await callNext(office.context, { ...clerk, line_ids: [], here: { tuid: first, arrived: true } })
    await markAttended(office.context, clerk)
    for (const tuid of [first, second])
      expect(await due(tuid)).toContainEqual(['ask-poll', later(NOTIFICATION_ENQUEUE_DELAY_MS)])

    const plan = await office.reserveLine({ confirm_minutes: 60 })
    const blocks = await office.blocks(plan, '2026-11-23')
    const { id } = await office.book(plan, blockAt(blocks, 0), await office.user())
    await confirmByOffice(office.context, { id, office_id: office.office_id })
    const told = await database.db
      .selectFrom('jobs')
      .select('run_at')
      .where('kind', '=', 'tell-reservation')
      .where('key', 'like', `${id}:%`)
      .execute()
    expect(told).toEqual([{ run_at: agreed }])
  })

  it('is not put back by an answer of the database that came late', async () => {
    const elapsed = performance.now.bind(performance)
    let late = 0
    const watch = vi.spyOn(performance, 'now').mockImplementation(() => elapsed() + late)
    const slow: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        late += 60_000
        return result
      },
    }
    try {
      const clock = { now: () => new Date(Date.now() + late) }
      let isSlow = false
      const db = () => (isSlow ? database.db.withPlugin(slow) : database.db)
      const held = holdAgainstDatabase(clock, {
        get db() {
          return db()
        },
      })
      await held.look()
      isSlow = true
      await held.look()
      const behind = clock.now().getTime() - (held.agreed?.().getTime() ?? 0)
      expect(Math.abs(behind)).toBeLessThan(30_000)
    } finally {
      watch.mockRestore()
    }
  })

  it('and the database’s own are held against each other before anything is swept', async () => {
    let ahead = 0
    let isSteady = true
    const machine = { now: () => new Date(Date.now() + ahead), isSure: () => isSteady }
    const clock = holdAgainstDatabase(machine, database)
    expect(clock.isSure?.()).toBe(false)
    let swept = 0
    const held: string[] = []
    const task = { name: 'sweep', everyMs: 1, run: async () => void swept++ }
    const log = { warn: (...said: unknown[]) => void held.push(String(said[1])) }
    const sweep = () =>
      Promise.all(holdWhileInDoubt(clock, log)([task]).map(each => each.run(new AbortController().signal)))
    await sweep()
    expect([swept, held.length]).toEqual([1, 0])
    // As soon as it is another time here, and not only at the next look.
    ahead = 7 * HOUR_MS
    expect(clock.isSure?.()).toBe(false)
    expect(await sweep()).toEqual([HELD])
    expect([swept, held.length]).toEqual([1, 1])
    ahead = 0
    isSteady = false
    expect(await sweep()).toEqual([HELD])
    expect([swept, held.length]).toEqual([1, 1])
    isSteady = true
    await sweep()
    expect(swept).toBe(2)
  })
})
