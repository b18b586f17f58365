import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '#server/database/database.ts'
import { systemTimers } from '#server/platform/timers.ts'
import { closeModulo } from '#server/queue/desk/close-modulo.ts'
import { learnWaits } from '#server/queue/lines/learn-waits.ts'
import { linePaces } from '#server/queue/lines/line-pace.ts'
import { createQueueMemory } from '#server/queue/queue-memory.ts'
import { takeTicket } from '#server/queue/take/take-ticket.ts'
import type { FlowHabits } from '#server/wait/flow.ts'
import { countedStatements } from '#tests/support/counted-statements.ts'
import { eachDatabase } from '#tests/support/databases.ts'
import { type PastWait, writeDays } from '#tests/support/past-days.ts'
import { NOON, type QueueOffice, queueOffice } from '#tests/support/queue-office.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
/** Of the day, by quarters of an hour. */
const quarterAt = (hour: number) => hour * 4

/** Every wait was a third longer than the flow said: nine of ten of them by no more than that. */
const offByAThird: PastWait[] = Array.from({ length: 18 }, (_, index) => ({
  flow: 9 + index,
  real: Math.round((9 + index) * (index % 9 === 8 ? 3 : 4 / 3)),
}))
const unsaid: PastWait[] = offByAThird.map(({ real }) => ({ flow: null, real }))

eachDatabase('what is learned of a line at night', open => {
  let database: Database
  beforeAll(async () => {
    database = await open()
  })

  async function officeWith(waits: readonly PastWait[], days = 3, closed?: string) {
    const office = await queueOffice(database)
    const line = await office.line({ fallback_minutes: 6 })
    const desk = await office.clerk()
    const past = { office_id: office.office_id, line_id: line, modulo_id: desk.modulo_id }
    await writeDays(database, NOON, { ...past, days, waits, ...(closed && { closed }) })
    return { ...office, line_id: line, past }
  }

  const learned = async (line_id: number) =>
    await database.db.selectFrom('line_habits').selectAll().where('line_id', '=', line_id).executeTakeFirst()
  const habits = async (line_id: number) => (await learned(line_id))?.habits as FlowHabits | null
  /** What the page of the office says, as whoever takes a number sees it. */
  const seen = async ({ context, office_id }: Pick<QueueOffice, 'context' | 'office_id'>, line: number) =>
    (await context.lines.now(office_id)).lines.find(({ line_id }) => line_id === line)?.wait

  describe('of its desks and attentions', () => {
    it('[WAIT-04] is what the days before were, once a day and no more', async () => {
      const office = await officeWith(unsaid)
      await learnWaits(office.context)
      const row = await learned(office.line_id)
      expect(row).toMatchObject({ learned_on: '2026-11-21', per_call: 6, calibration: null })
      const known = await habits(office.line_id)
      expect(known?.work).toEqual({ calls: 54, minutes: 324 })
      expect([known?.desks[quarterAt(8)], known?.desks[quarterAt(10)]]).toEqual([0, 1])
      const { database: counted, during } = countedStatements(database)
      const again = () => learnWaits({ ...office.context, database: counted })
      await again()
      // Where it is which day, and what is behind that.
      expect(await during(again)).toBe(2)
      // The next day there is one more behind it.
      office.clock.advance(DAY_MS)
      await learnWaits(office.context)
      expect(await learned(office.line_id)).toMatchObject({ learned_on: '2026-11-22' })
    })

    it('[WAIT-04] is learned by two servers at once, and is what one of them would learn', async () => {
      const [alone, office] = [await officeWith(offByAThird), await officeWith(offByAThird)]
      await learnWaits(alone.context)
      await sql`delete from line_habits where line_id = ${office.line_id}::integer`.execute(database.db)
      await Promise.all([learnWaits(office.context), learnWaits(office.context)])
      const { line_id: _, ...row } = (await learned(office.line_id)) ?? expect.fail('nothing was learned')
      expect(row).toMatchObject({ learned_on: '2026-11-21', calibration: expect.anything() })
      expect(await learned(alone.line_id)).toEqual({ ...row, line_id: alone.line_id })
      expect(await learnWaits(office.context)).toBe(0)
    })

    it('is nothing while the time of day is in doubt', async () => {
      const office = await officeWith(unsaid)
      const clock = { ...office.clock, now: office.clock.now, isSure: () => false }
      expect(await learnWaits({ ...office.context, clock })).toBe(0)
      expect(await learned(office.line_id)).toBeUndefined()
    })

    it('stays with a line that is renamed', async () => {
      const office = await officeWith(unsaid)
      await learnWaits(office.context)
      await database.db
        .updateTable('lines')
        .set({ name: 'Otra', slug: `otra-${office.line_id}` })
        .where('id', '=', office.line_id)
        .execute()
      office.clock.advance(DAY_MS)
      await learnWaits(office.context)
      expect((await habits(office.line_id))?.work.calls).toBe(54)
    })

    it('does not know of a desk that somebody forgot to close', async () => {
      const [closed, forgotten] = [await officeWith(unsaid), await officeWith(unsaid, 3, '23 hours')]
      for (const office of [closed, forgotten]) await learnWaits(office.context)
      const usual = await habits(forgotten.line_id)
      // Open until eight in the morning.
      expect([usual?.desks[quarterAt(7)], usual?.desks[quarterAt(10)]]).toEqual([0, 1])
      expect(usual?.work).toEqual((await habits(closed.line_id))?.work)
    })

    it('[WAIT-04] whoever is called again waited until their first call, and is attended from the last one', async () => {
      const [once, again] = [await officeWith(unsaid), await officeWith(unsaid)]
      for (const { line_id } of [once, again])
        await sql`
          update tickets set state = 'given-up', called_at = null
          where line_id = ${line_id}::integer and number <= 4`.execute(database.db)
      await sql`
        update tickets set calls = 2, first_called_at = called_at, called_at = called_at + interval '1 hour',
          ended_at = ended_at + interval '1 hour'
        where line_id = ${again.line_id}::integer and number between 5 and 8`.execute(database.db)
      for (const { context } of [once, again]) await learnWaits(context)
      const usual = await habits(once.line_id)
      expect(usual?.leaving).toBeGreaterThan(0)
      expect(await habits(again.line_id)).toMatchObject({ leaving: usual?.leaving, work: usual?.work })
    })

    it('leaves out days that a clock dates wrongly', async () => {
      const office = await officeWith(offByAThird, 2)
      // Called before they came, and attended for a week.
      await sql`
        update tickets set called_at = inserted_at - interval '2 hours', ended_at = inserted_at + interval '7 days'
        where line_id = ${office.line_id}::integer and number <= 4`.execute(database.db)
      await learnWaits(office.context)
      expect((await habits(office.line_id))?.work).toEqual({ calls: 28, minutes: 168 })
      // Too few are left of those to whom something was said.
      expect((await learned(office.line_id))?.calibration).toBeNull()
    })

    it('is nothing at a line without a past, which is told by the formula', async () => {
      const office = await queueOffice(database)
      const line = await office.line({ fallback_minutes: 6 })
      await office.clerk()
      await office.fill(line, 4)
      await learnWaits(office.context)
      expect(await learned(line)).toBeUndefined()
      const wait = await seen(office, line)
      expect(wait).not.toHaveProperty('holds')
      expect(wait?.to).toBeGreaterThan(wait?.from ?? Number.NaN)
    })
  })

  describe('of what was said', () => {
    it('[WAIT-04] makes a range of it that holds about eight of ten, by what came when the same was said', async () => {
      const office = await officeWith(offByAThird)
      await learnWaits(office.context)
      // By then it is read by whoever has read what was before.
      office.clock.advance(MINUTE_MS)
      await office.fill(office.line_id, 4)
      const wait = await seen(office, office.line_id)
      const { from, to, about } = wait ?? {}
      expect(wait).toMatchObject({ holds: 80, about: expect.any(Number) })
      // The flow says about: the past was four thirds of it, and now and then three times as much.
      expect(from).toBeGreaterThanOrEqual(about ?? Number.NaN)
      expect(to).toBeGreaterThanOrEqual(Math.floor(((about ?? Number.NaN) * 4) / 3))
      const held = offByAThird.filter(({ flow, real }) => {
        const scaled = (real / (flow ?? 1)) * (about ?? 0)
        return (from ?? 0) - 1 <= scaled && scaled <= (to ?? 0) + 1
      })
      expect(held.length / offByAThird.length).toBeGreaterThanOrEqual(0.8)
    })

    it('[WAIT-04] goes by the whole office where a line has too few, and by the formula where that has', async () => {
      const office = await officeWith(offByAThird)
      const quiet = await office.line({ fallback_minutes: 6 })
      const few = { ...office.past, line_id: quiet, days: 1, waits: offByAThird.slice(0, 5) }
      await writeDays(database, NOON, few)
      await learnWaits(office.context)
      expect((await learned(quiet))?.calibration).toEqual(
        expect.objectContaining({ flow: expect.any(Array), low: expect.any(Array), high: expect.any(Array) }),
      )
      const alone = await officeWith(offByAThird.slice(0, 9))
      await learnWaits(alone.context)
      expect(await habits(alone.line_id)).not.toBeNull()
      expect((await learned(alone.line_id))?.calibration).toBeNull()
      await alone.fill(alone.line_id, 4)
      expect(await seen(alone, alone.line_id)).not.toHaveProperty('holds')
    })

    it('[WAIT-04] is kept with each number, as what was told is, and costs it no statement', async () => {
      const office = await officeWith(unsaid)
      await learnWaits(office.context)
      await office.fill(office.line_id, 3)
      const { database: counted, during } = countedStatements(database)
      const memory = createQueueMemory({ database: counted, clock: office.clock, timers: systemTimers })
      const context = { ...office.context, ...memory, database: counted }
      const take = async () => {
        const { office_id, line_id } = office
        const user_id = await office.user()
        return await takeTicket(context, { office: { office_id }, line_id, user_id })
      }
      // The line's settings are read once.
      await take()
      await context.lines.now(office.office_id)
      let tuid = ''
      expect(await during(async () => void ({ tuid } = await take()))).toBe(2)
      const { told_flow, told_to } = await office.ticket(tuid)
      expect(told_flow).toBeGreaterThan(0)
      expect(told_to).toBeGreaterThan(0)
      // Where nobody has looked nobody was told anything.
      office.clock.advance(2 * MINUTE_MS)
      expect(await office.ticket((await take()).tuid)).toMatchObject({ told_flow: null, told_to: null })
    })
  })
})

eachDatabase('who is called first, and from where', open => {
  let database: Database
  beforeAll(async () => {
    database = await open()
  })
  const paceOf = async (office: QueueOffice, line: number) =>
    (await linePaces(database.db, [line], office.clock.now())).get(line)

  it('[WAIT-03] reads "now" where nobody waits and a desk has nobody', async () => {
    const office = await queueOffice(database)
    const line = await office.line()
    const desk = await office.clerk()
    const wait = async () => (await office.context.lines.now(office.office_id)).lines[0]?.wait
    expect(await wait()).toEqual({ from: 0, to: 0, now: true, desks: 1 })
    await office.fill(line, 1)
    expect(await wait()).not.toHaveProperty('now')
    await office.call(desk)
    expect(await wait()).not.toHaveProperty('now')
    const second = await office.clerk()
    expect(await paceOf(office, line)).toMatchObject({ desks: 2, free: 1 })
    await office.fill(line, 2)
    await office.call(second)
    const fact = office.told.findLast(({ name }) => name === 'call:created')
    expect(fact?.detail).toMatchObject({ waiting: 1, wait: { from: expect.any(Number) } })
    await office.call(desk)
    // Both have somebody now.
    expect(office.told.at(-1)?.detail).not.toHaveProperty('wait.now')
  })

  it('[WAIT-03] counts the desks that call from the line alone', async () => {
    const office = await queueOffice(database)
    const [line, other] = [await office.line(), await office.line()]
    const [one, two] = [await office.clerk(), await office.clerk()]
    const prescribe = (modulo_id: number, lines: number[]) =>
      database.db
        .updateTable('modulos')
        .set({ prescribed_lines: JSON.stringify(lines) })
        .where('id', '=', modulo_id)
        .execute()
    await prescribe(one.modulo_id, [other])
    expect(await paceOf(office, line)).toMatchObject({ desks: 1, free: 1, openModulos: 2 })
    await prescribe(two.modulo_id, [other])
    expect(await paceOf(office, line)).toMatchObject({ desks: 0, free: 0 })
    await prescribe(two.modulo_id, [line, other])
    expect(await paceOf(office, line)).toMatchObject({ desks: 1 })
    await closeModulo(office.context, two)
    expect(await paceOf(office, line)).toMatchObject({ desks: 0, openModulos: 1 })
  })

  it('[WAIT-03] counts everybody who is called first, as far as the same desks call them', async () => {
    const office = await queueOffice(database)
    const line = await office.line({ fallback_minutes: 6 })
    const beside = await office.line({ fallback_minutes: 5 })
    const above = await office.line({ fallback_minutes: 4, priority: 9 })
    const below = await office.line({ fallback_minutes: 3, priority: -9 })
    for (const each of [beside, above, below]) await office.fill(each, 2)
    const desk = await office.clerk()
    expect(await paceOf(office, line)).toMatchObject({ first: 2 * 4, beside: 2 * 5, waiting: 0 })
    expect(await paceOf(office, below)).toMatchObject({ first: 2 * 4 + 2 * 5, waiting: 2 })
    // Another desk calls the preferential ones alone: half of them will not be called at ours.
    const own = await office.clerk()
    await database.db
      .updateTable('modulos')
      .set({ prescribed_lines: JSON.stringify([above]) })
      .where('id', '=', own.modulo_id)
      .execute()
    expect(await paceOf(office, line)).toMatchObject({ first: 4, desks: 1 })
    await office.call(desk)
    expect((await office.context.lines.now(office.office_id)).lines.at(-1)?.wait).not.toHaveProperty('now')
  })

  it('[WAIT-03] says when a desk opens where none is open', async () => {
    const hours = [1, 2, 3, 4, 5].map(weekday => ({ weekday, from: '09:00', to: '18:00' }))
    const office = await queueOffice(database, { hours })
    const line = await office.line()
    // A Saturday noon: Monday at nine.
    expect((await office.context.lines.now(office.office_id)).lines[0]?.wait).toMatchObject({
      opens_at: '2026-11-23T12:00:00.000Z',
    })
    office.clock.at = new Date('2026-11-23T15:00:00Z')
    expect(await paceOf(office, line)).toMatchObject({ opensAt: null })
    const desk = await office.clerk()
    const back = new Date(office.clock.at.getTime() + 20 * MINUTE_MS)
    await database.db
      .updateTable('modulos')
      .set({ break_until: back })
      .where('id', '=', desk.modulo_id)
      .execute()
    expect(await paceOf(office, line)).toMatchObject({ desks: 0, opensAt: back })
  })

  it('[WAIT-03] never goes past the closing of an office that sends people home', async () => {
    const hours = [6].map(weekday => ({ weekday, from: '09:00', to: '12:30' }))
    const office = await queueOffice(database, { hours })
    const line = await office.line({ fallback_minutes: 10 })
    await office.clerk()
    await office.fill(line, 12)
    const wait = async () => {
      office.clock.advance(1_100)
      return (await office.context.lines.now(office.office_id)).lines[0]?.wait
    }
    expect((await wait())?.to).toBeGreaterThan(30)
    const sendHome = { closing: 'send-home' as const }
    await database.db.updateTable('offices').set(sendHome).where('id', '=', office.office_id).execute()
    // Half an hour is left; what is usual is read anew after a minute.
    office.clock.advance(MINUTE_MS)
    expect(await wait()).toMatchObject({ to: 28, closes_first: true })
  })
})
