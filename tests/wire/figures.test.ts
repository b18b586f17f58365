import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Figures, Tally } from '#contract/rest/figures.ts'
import { addDays, wallTime } from '#contract/rules/office-time.ts'
import type { Database } from '#server/database/database.ts'
import { keepDays } from '#server/figures/keep-days.ts'
import { officeFigures } from '#server/figures/office-figures.ts'
import { readServices } from '#server/figures/read-services.ts'
import { readTurns } from '#server/figures/read-turns.ts'
import { answerPoll } from '#server/polls/answer-poll.ts'
import { callParked } from '#server/queue/call/call-parked.ts'
import { callTicket } from '#server/queue/call/call-ticket.ts'
import { takeBackCall } from '#server/queue/call/take-back-call.ts'
import { closeLines } from '#server/queue/day/close-lines.ts'
import { takeBreak } from '#server/queue/day/take-break.ts'
import { bringBack } from '#server/queue/desk/bring-back.ts'
import { closeModulo } from '#server/queue/desk/close-modulo.ts'
import { freeModulos } from '#server/queue/desk/free-modulos.ts'
import { markAbsent } from '#server/queue/desk/mark-absent.ts'
import { markAttended } from '#server/queue/desk/mark-attended.ts'
import { openModulo } from '#server/queue/desk/open-modulo.ts'
import { parkTicket } from '#server/queue/desk/park-ticket.ts'
import { putBack } from '#server/queue/desk/put-back.ts'
import { removeTicket } from '#server/queue/desk/remove-ticket.ts'
import { transferTicket } from '#server/queue/desk/transfer-ticket.ts'
import type { AtDesk } from '#server/facts/clerk-office.ts'
import { giveUp } from '#server/queue/hold/give-up.ts'
import { letOthersPass } from '#server/queue/hold/let-others-pass.ts'
import { ticketAsGiven } from '#server/queue/take/given-tickets.ts'
import { expireTickets } from '#server/queue/turn/expire-tickets.ts'
import { createProtection, SECRET_BYTES } from '#server/secrets/protection.ts'
import { retireClerk } from '#server/staff/retire-clerk.ts'
import { eachDatabase } from '#tests/support/databases.ts'
import { explaining, type Plan, rowsRead } from '#tests/support/explained-plans.ts'
import fc from '#tests/support/fast-check.ts'
import { NOON, type QueueOffice, queueOffice } from '#tests/support/queue-office.ts'
import { reservation } from '#tests/support/queue-reservations.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

type Turn = Awaited<ReturnType<QueueOffice['ticket']>>

const minutesBetween = (from: Date | null, to: Date | null) =>
  Math.floor(((to?.getTime() ?? 0) - (from?.getTime() ?? 0)) / MINUTE)

function spread(minutes: readonly number[]) {
  const sorted = minutes.toSorted((one, other) => one - other)
  const rank = (share: number) => sorted[Math.ceil(share * sorted.length) - 1] ?? null
  return { of: sorted.length, median: rank(0.5), p90: rank(0.9) }
}

/** The figures by their definition, from the rows of the turns one by one. */
function counted(all: readonly Turn[]): Omit<Tally, 'told'> & { told: Omit<Tally['told'], 'from' | 'to'> } {
  const turns = all.filter(({ state }) => state !== 'removed')
  const became = (...states: Turn['state'][]) => turns.filter(({ state }) => states.includes(state)).length
  const called = turns.filter(
    ({ called_at, reservation_id }) => called_at !== null && reservation_id === null,
  )
  const told = called.filter(({ told_from }) => told_from !== null)
  const waited = (turn: Turn) => ((turn.called_at?.getTime() ?? 0) - turn.inserted_at.getTime()) / MINUTE
  const earlier = told.filter(turn => waited(turn) < (turn.told_from ?? 0)).length
  const later = told.filter(turn => waited(turn) > (turn.told_to ?? 0)).length
  return {
    taken: turns.filter(turn => turn.reservation_id === null).length,
    booked: turns.filter(turn => turn.reservation_id !== null).length,
    attended: became('attended'),
    missed: became('skipped'),
    left: became('given-up'),
    expired: became('expired'),
    transferred: 0,
    open: became('waiting', 'called'),
    wait: spread(called.map(turn => minutesBetween(turn.inserted_at, turn.called_at))),
    attention: spread(
      turns
        .filter(({ state }) => state === 'attended')
        .map(turn => minutesBetween(turn.called_at, turn.ended_at)),
    ),
    told: { of: told.length, within: told.length - earlier - later, earlier, later },
  }
}

const COUNTS = ['taken', 'booked', 'attended', 'missed', 'left', 'expired', 'transferred', 'open'] as const
const additive = (tally: Tally) => ({
  ...Object.fromEntries(COUNTS.map(name => [name, tally[name]])),
  called: tally.wait.of,
  ended: tally.attention.of,
  told: tally.told.of,
  within: tally.told.within,
  later: tally.told.later,
})
const summed = (tallies: readonly Tally[]) => {
  const sums: Record<string, number> = {}
  for (const tally of tallies)
    for (const [name, count] of Object.entries(additive(tally))) sums[name] = (sums[name] ?? 0) + count
  return sums
}

const act = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('take' as const), line: fc.nat({ max: 1 }) }) },
  { weight: 5, arbitrary: fc.constant({ do: 'call' as const }) },
  ...(['attended', 'absent', 'give-up', 'remove', 'look', 'book'] as const).map(what => ({
    weight: 1,
    arbitrary: fc.constant({ do: what }),
  })),
)
const someDay = fc.record({
  zone: fc.constantFrom('America/Santiago', 'Pacific/Easter', 'Asia/Kathmandu'),
  acts: fc.array(fc.tuple(act, fc.nat({ max: 40 })), { minLength: 20, maxLength: 60 }),
})

eachDatabase('figures', open => {
  let database: Database
  beforeAll(async () => {
    database = await open()
  })

  const turnsOf = (office: QueueOffice) =>
    database.db.selectFrom('tickets').selectAll().where('office_id', '=', office.office_id).execute()

  const figuresOf = (office: QueueOffice, wish: { from?: string; to?: string; line_id?: number } = {}) =>
    officeFigures(office.context, { office_id: office.office_id, ...wish })

  const keptDays = (office: QueueOffice) =>
    database.db.selectFrom('day_figures').select('day').where('office_id', '=', office.office_id).execute()

  type Played = typeof someDay extends fc.Arbitrary<infer One> ? One : never

  /** What happens at an office, by the server's own verbs; who cannot, does not. */
  async function play({ zone, acts }: Played) {
    const office = await queueOffice(database, { time_zone: zone })
    const lines = [await office.line(), await office.line({ prefix: 'B' })]
    const clerk = await office.clerk()
    const { context, clock } = office
    const oldest = async () => (await turnsOf(office)).find(({ state }) => state === 'waiting')
    for (const [{ do: what, ...how }, minutes] of acts) {
      clock.advance(minutes * MINUTE + 1_500)
      if (what === 'take') await office.take(lines['line' in how ? how.line : 0] ?? 0, await office.user())
      if (what === 'call') await office.call(clerk).catch(() => undefined)
      if (what === 'attended') await markAttended(context, clerk).catch(() => undefined)
      if (what === 'absent') await markAbsent(context, clerk).catch(() => undefined)
      if (what === 'look') await context.lines.now(office.office_id)
      if (what === 'book') await reservation(office, lines[0] ?? 0, { inMinutes: -1 })
      if (what !== 'give-up' && what !== 'remove') continue
      const turn = await oldest()
      if (!turn) continue
      const { id: tuid, user_id } = turn
      if (what === 'give-up') await giveUp(context, { tuid, user_id: user_id ?? '' })
      else await removeTicket(context, { office_id: office.office_id, tuid })
    }
    await expireTickets(context)
    return { office, lines, zone }
  }

  it('[STAT-01] [STAT-02] whatever happened is what a plain count of the turns gives', async () => {
    await fc.assert(
      fc.asyncProperty(someDay, async day => {
        const { office, lines, zone } = await play(day)
        const turns = await turnsOf(office)
        const days = [...new Set(turns.map(turn => turn.day))].sort()
        if (days.length === 0) return
        const span = { from: days[0] ?? '', to: days.at(-1) ?? '' }
        const figures = await figuresOf(office, span)
        expect(figures.all).toMatchObject(counted(turns))
        expect(figures.lines.map(({ line_id }) => line_id)).toEqual(lines)
        for (const { line_id, ...tally } of figures.lines)
          expect(tally).toMatchObject(counted(turns.filter(turn => turn.line_id === line_id)))
        const hourOf = (turn: Turn) => Math.floor(wallTime(turn.inserted_at, zone).minutes / 60)
        const stands = turns.filter(({ state }) => state !== 'removed')
        expect(figures.hours.map(({ hour }) => hour)).toEqual(
          [...new Set(stands.map(hourOf))].sort((one, other) => one - other),
        )
        for (const { hour, ...tally } of figures.hours)
          expect(tally).toMatchObject(counted(turns.filter(turn => hourOf(turn) === hour)))
        for (const { day: of, ...tally } of figures.days)
          expect(tally).toMatchObject(counted(turns.filter(turn => turn.day === of)))
        for (const parts of [figures.lines, figures.hours, figures.days])
          if (parts.length > 0) expect(summed(parts)).toEqual(additive(figures.all))
      }),
      { numRuns: 6 },
    )
  }, 120_000)

  it('[STAT-01] what is kept of days that are over is what was counted, by day and by line', async () => {
    await fc.assert(
      fc.asyncProperty(someDay, async day => {
        const { office, lines } = await play(day)
        const turns = await turnsOf(office)
        const first = turns.map(turn => turn.day).sort()[0]
        if (first === undefined) return
        office.clock.advance(4 * DAY)
        await expireTickets(office.context)
        const span = { from: first, to: (await figuresOf(office)).today }
        const anew = await figuresOf(office, span)
        const kept = await figuresOf(office, span)
        expect({ ...kept, at: anew.at }).toEqual(anew)
        const alone = (wish: object) => figuresOf(office, { ...span, ...wish })
        const ofLines = await Promise.all(lines.map(line_id => alone({ line_id })))
        expect(summed(ofLines.map(({ all }) => all))).toEqual(additive(anew.all))
        expect(ofLines.map(figures => figures.lines.length)).toEqual([1, 1])
        const ofDays: Figures[] = []
        for (const { day: of } of anew.days) ofDays.push(await alone({ from: of, to: of }))
        if (ofDays.length > 0) expect(summed(ofDays.map(({ all }) => all))).toEqual(additive(anew.all))
      }),
      { numRuns: 4 },
    )
  }, 120_000)

  describe('a day that is over', () => {
    async function longAgo() {
      const office = await queueOffice(database)
      const clerk = await office.clerk()
      const line = await office.line()
      const [tuid = ''] = await office.fill(line, 2)
      await office.call(clerk)
      await markAttended(office.context, clerk)
      const { today } = await figuresOf(office)
      office.clock.advance(3 * DAY)
      const look = () => figuresOf(office, { from: today, to: today })
      return { office, clerk, tuid, look }
    }

    it('is kept once nothing of it is under way', async () => {
      const { office, look } = await longAgo()
      expect((await look()).all).toMatchObject({ taken: 2, attended: 1, open: 1 })
      expect(await keptDays(office)).toEqual([])
      await expireTickets(office.context)
      expect((await look()).all).toMatchObject({ taken: 2, attended: 1, expired: 1, open: 0 })
      expect(await keptDays(office)).toHaveLength(1)
    })

    it('[STAT-01] is counted again when a turn of it changes after all, or the office’s clock', async () => {
      const { office, tuid, look } = await longAgo()
      await expireTickets(office.context)
      await look()
      await database.db.updateTable('tickets').set({ state: 'skipped' }).where('id', '=', tuid).execute()
      expect((await look()).all).toMatchObject({ attended: 0, missed: 1 })
      const [before] = (await look()).hours
      await sql`update offices set time_zone = 'Pacific/Easter' where id = ${office.office_id}`.execute(
        database.db,
      )
      expect((await look()).hours[0]?.hour).toBe((before?.hour ?? 0) - 2)
    })
  })

  describe('days that are kept by themselves', () => {
    /** In a database of their own: all offices of one are kept in turn. */
    const keeping = async () => {
      const own = await open()
      const kept = async (office: QueueOffice) => {
        const rows = await own.db
          .selectFrom('day_figures')
          .select('day')
          .where('office_id', '=', office.office_id)
          .orderBy('day')
          .execute()
        return rows.map(({ day }) => day)
      }
      return { own, kept }
    }

    it('[STAT-01] each once it is over, with none of their turns under way; so nobody who asks counts them', async () => {
      const { own, kept } = await keeping()
      const office = await queueOffice(own)
      const line = await office.line()
      const clerk = await office.clerk()
      await office.fill(line, 2)
      await office.call(clerk)
      const { today: first } = await figuresOf(office)
      office.clock.advance(2 * DAY)
      await office.fill(line, 1)
      office.clock.advance(2 * DAY)
      await expireTickets(office.context)
      // Somebody is at the desk since the first day.
      expect(await keepDays(office.context)).toBe(3)
      expect(await kept(office)).toEqual([addDays(first, 1), addDays(first, 2)])
      await markAttended(office.context, clerk)
      office.clock.advance(DAY)
      expect(await keepDays(office.context)).toBe(2)
      expect(await kept(office)).toEqual([0, 1, 2, 3].map(days => addDays(first, days)))
      expect(await keepDays(office.context)).toBe(0)
      const span = { from: first, to: addDays(first, 4) }
      const told = await figuresOf(office, span)
      expect(told.all).toMatchObject({ taken: 3, attended: 1, expired: 2, open: 0 })
      await own.db.deleteFrom('day_figures').execute()
      expect(await figuresOf(office, span)).toEqual(told)
    })

    it('[STAT-01] so many in one run, and of each office its share', async () => {
      const { own, kept } = await keeping()
      const offices = [await queueOffice(own), await queueOffice(own)]
      const idle = await queueOffice(own)
      await idle.line()
      for (const office of offices) {
        await office.fill(await office.line(), 1)
        office.clock.advance(61 * DAY)
        await expireTickets(office.context)
      }
      const [one, other] = offices
      if (!one || !other) throw new Error('two were made')
      const runs: number[][] = []
      for (let ran = await keepDays(one.context); ran > 0; ran = await keepDays(one.context))
        runs.push([ran, (await kept(one)).length, (await kept(other)).length])
      expect(runs).toEqual([
        [56, 28, 28],
        [56, 56, 56],
        [8, 60, 60],
      ])
      expect(await kept(idle)).toEqual([])
      one.clock.advance(DAY)
      expect(await keepDays(one.context)).toBe(2)
    })

    it('[STAT-01] not while the time of day is in doubt, whoever asks: who comes that day would not count', async () => {
      const { own, kept } = await keeping()
      const office = await queueOffice(own)
      const line = await office.line()
      const [tuid = ''] = await office.fill(line, 1)
      await giveUp(office.context, { tuid, user_id: (await office.ticket(tuid)).user_id ?? '' })
      const { today } = await figuresOf(office)
      const wrong = { now: () => new Date(office.clock.at.getTime() + 3 * DAY), isSure: () => false }
      const asked = { office_id: office.office_id, from: today, to: today }
      await officeFigures({ database: own, clock: wrong }, asked)
      expect(await kept(office)).toEqual([])
    })
  })

  it('[STAT-01] who booked for before midnight and is called after it is of the day and hour of their time', async () => {
    const office = await queueOffice(database)
    // Twenty minutes before it on the wall, of a Friday.
    office.clock.at = new Date('2026-11-21T02:40:00Z')
    const clerk = await office.clerk()
    await reservation(office, await office.line(), { inMinutes: 5 })
    office.clock.advance(25 * MINUTE)
    await office.call(clerk)
    const { days, hours } = await figuresOf(office, { from: '2026-11-20', to: '2026-11-21' })
    expect(days.map(({ day, booked }) => [day, booked])).toEqual([['2026-11-20', 1]])
    expect(hours.map(({ hour, booked }) => [hour, booked])).toEqual([[23, 1]])
  })

  it('[STAT-01] today is not kept, and yesterday neither', async () => {
    const office = await queueOffice(database)
    const line = await office.line()
    const [tuid = ''] = await office.fill(line, 1)
    const { user_id } = await office.ticket(tuid)
    await giveUp(office.context, { tuid, user_id: user_id ?? '' })
    const { today } = await figuresOf(office)
    office.clock.advance(DAY)
    expect((await figuresOf(office, { from: today, to: today })).all).toMatchObject({ taken: 1, left: 1 })
    expect(await keptDays(office)).toEqual([])
  })

  describe('the office’s own clock', () => {
    async function takenAt(zone: string, ...times: string[]) {
      const office = await queueOffice(database, { time_zone: zone })
      const line = await office.line()
      for (const time of times) {
        office.clock.at = new Date(time)
        await office.fill(line, 1)
      }
      return office
    }
    const hoursOf = ({ hours }: Figures) => hours.map(({ hour, taken }) => [hour, taken])

    it('[STAT-01] an hour that comes twice is one, of a day of 25 hours', async () => {
      // In Chile it is 23:30 twice in the night of 4 April 2026.
      const office = await takenAt(
        'America/Santiago',
        '2026-04-05T02:30:00Z',
        '2026-04-05T03:30:00Z',
        '2026-04-05T04:30:00Z',
      )
      const saturday = await figuresOf(office, { from: '2026-04-04', to: '2026-04-04' })
      expect(hoursOf(saturday)).toEqual([[23, 2]])
      const both = await figuresOf(office, { from: '2026-04-04', to: '2026-04-05' })
      expect(hoursOf(both)).toEqual([
        [0, 1],
        [23, 2],
      ])
    })

    it('[STAT-01] an hour that is skipped has nobody, of a day of 23 hours', async () => {
      // From 23:59 on 5 September 2026 to 1:00 on the 6th.
      const office = await takenAt('America/Santiago', '2026-09-06T03:59:00Z', '2026-09-06T04:01:00Z')
      const hours = async (day: string) => hoursOf(await figuresOf(office, { from: day, to: day }))
      expect(await hours('2026-09-05')).toEqual([[23, 1]])
      expect(await hours('2026-09-06')).toEqual([[1, 1]])
    })

    it('[STAT-01] Easter Island has its own today', async () => {
      const office = await takenAt('Pacific/Easter', '2026-11-22T04:30:00Z')
      const { today, from, to, all, hours } = await figuresOf(office)
      expect([today, from, to, all.taken]).toEqual(['2026-11-21', '2026-11-21', '2026-11-21', 1])
      expect(hours.map(({ hour }) => hour)).toEqual([23])
    })

    it('[STAT-01] whoever came before midnight is of that day, whenever they were called', async () => {
      const office = await takenAt('America/Santiago', '2026-11-22T02:50:00Z')
      office.clock.at = new Date('2026-11-22T03:20:00Z')
      await office.call(await office.clerk())
      const yesterday = await figuresOf(office, { from: '2026-11-21', to: '2026-11-21' })
      expect(yesterday.all).toMatchObject({ taken: 1, open: 1, wait: { of: 1, median: 30, p90: 30 } })
      expect((await figuresOf(office)).all).toMatchObject({
        taken: 0,
        open: 0,
        wait: { of: 0, median: null },
      })
    })
  })

  describe('what was told', () => {
    it('[STAT-02] is kept with the number, and is what its owner reads', async () => {
      const office = await queueOffice(database)
      const line = await office.line()
      await office.fill(line, 3)
      const { lines } = await office.context.lines.now(office.office_id)
      const [tuid = ''] = await office.fill(line, 1)
      const { told_from, told_to } = await office.ticket(tuid)
      expect(lines[0]?.wait).toMatchObject({ from: told_from, to: told_to })
      // A moment later the same line would be told otherwise; the number keeps what came with it.
      office.clock.advance(50 * MINUTE)
      expect((await ticketAsGiven(office.context, tuid))?.wait).toEqual(lines[0]?.wait)
    })

    it('[STAT-02] is nothing where nobody has looked for a while', async () => {
      const office = await queueOffice(database)
      const line = await office.line()
      await office.context.lines.now(office.office_id)
      office.clock.advance(61_000)
      const [tuid = ''] = await office.fill(line, 1)
      expect(await office.ticket(tuid)).toMatchObject({ told_from: null, told_to: null })
      await office.call(await office.clerk())
      expect((await figuresOf(office)).all.told).toMatchObject({ of: 0, from: null, to: null })
    })

    it('[STAT-02] stands beside what came, to the second', async () => {
      const office = await queueOffice(database)
      const line = await office.line()
      const clerk = await office.clerk()
      const waits = [599, 600, 1_200, 1_201]
      const tuids = await office.fill(line, waits.length)
      const start = office.clock.at
      await sql`update tickets set told_from = 10, told_to = 20 where line_id = ${line}`.execute(database.db)
      for (const seconds of waits) {
        office.clock.at = new Date(start.getTime() + seconds * 1_000)
        await office.call(clerk)
      }
      // Several desks in one moment are told apart by a microsecond, which makes nobody late.
      await sql`update tickets set called_at = date_trunc('second', called_at) where line_id = ${line}`.execute(
        database.db,
      )
      expect(tuids).toHaveLength(4)
      expect((await figuresOf(office)).lines[0]?.told).toEqual({
        of: 4,
        within: 2,
        earlier: 1,
        later: 1,
        from: 10,
        to: 20,
      })
    })

    describe('and the first call: the wait ends there', () => {
      const again = {
        'stood aside, and was called': async ({ context }, desk, { tuid }) => {
          await parkTicket(context, { ...desk, tuid })
          return () => callParked(context, { ...desk, tuid })
        },
        'stood aside, and waited again': async ({ context, call }, desk, { tuid }) => {
          await parkTicket(context, { ...desk, tuid })
          await putBack(context, { ...desk, tuid })
          return () => call(desk)
        },
        'was sent to another line': async ({ context, line, call }, desk, { tuid }) => {
          await transferTicket(context, { ...desk, tuid, to: { line_id: await line({ prefix: 'B' }) } })
          return () => call(desk)
        },
        'was missed, and came back': async ({ context, call }, desk, { tuid }) => {
          await markAbsent(context, { ...desk, tuid })
          await bringBack(context, { ...desk, tuid })
          return () => call(desk)
        },
        'was missed, and was called out of turn': async ({ context }, desk, { tuid }) => {
          await markAbsent(context, { ...desk, tuid })
          return () => callTicket(context, { ...desk, tuid, reason: 'volvió' })
        },
      } satisfies Record<
        string,
        (office: QueueOffice, desk: AtDesk, of: { tuid: string }) => Promise<() => Promise<unknown>>
      >
      /** Who waits for a call within five minutes, as was told. */
      const told = async () => {
        const office = await queueOffice(database)
        const line = await office.line()
        const desk = await office.clerk()
        const [tuid = ''] = await office.fill(line, 1)
        await sql`update tickets set told_from = 0, told_to = 5 where id = ${tuid}`.execute(database.db)
        const ofLine = async () => (await figuresOf(office)).lines.find(({ line_id }) => line_id === line)
        return { office, desk, tuid, line, ofLine }
      }

      it.each(Object.entries(again))('[STAT-02] of whoever %s', async (_, leaveAnd) => {
        const { office, desk, tuid, ofLine } = await told()
        office.clock.advance(2 * MINUTE)
        await office.call(desk)
        const callAgain = await leaveAnd(office, desk, { tuid })
        const asTold = { wait: { of: 1, median: 2, p90: 2 }, told: { of: 1, within: 1, later: 0 } }
        expect(await ofLine()).toMatchObject(asTold)
        office.clock.advance(20 * MINUTE)
        await callAgain()
        expect(await office.ticket(tuid)).toMatchObject({ state: 'called', called_at: office.clock.at })
        expect(await ofLine()).toMatchObject(asTold)
        await takeBackCall(office.context, { ...desk, tuid })
        expect(await ofLine()).toMatchObject(asTold)
      })

      it('[STAT-02] not at one that was taken back: nobody was called then', async () => {
        const { office, desk, tuid, ofLine } = await told()
        office.clock.advance(2 * MINUTE)
        await office.call(desk)
        await takeBackCall(office.context, { ...desk, tuid })
        expect(await ofLine()).toMatchObject({ wait: { of: 0 }, told: { of: 0 } })
        office.clock.advance(20 * MINUTE)
        await office.call(desk)
        expect(await ofLine()).toMatchObject({ wait: { median: 22 }, told: { of: 1, within: 0, later: 1 } })
      })

      it('[STAT-02] and says nothing of what was told where they let others pass', async () => {
        const { office, desk, tuid, line, ofLine } = await told()
        await office.fill(line, 1)
        const { user_id } = await office.ticket(tuid)
        await letOthersPass(office.context, { tuid, user_id: user_id ?? '', places: 1 })
        office.clock.advance(20 * MINUTE)
        await office.call(desk)
        await office.call(desk)
        expect(await ofLine()).toMatchObject({ wait: { of: 2, median: 20 }, told: { of: 0, later: 0 } })
      })
    })

    it('[STAT-02] no range that ends before it begins is kept', async () => {
      const office = await queueOffice(database)
      const [tuid = ''] = await office.fill(await office.line(), 1)
      const tell = (from: number | null, to: number | null) =>
        database.db
          .updateTable('tickets')
          .set({ told_from: from, told_to: to })
          .where('id', '=', tuid)
          .execute()
      await expect(tell(5, 4)).rejects.toThrow('tickets_told_range')
      await expect(tell(5, null)).rejects.toThrow('tickets_told_range')
    })
  })

  it('[STAT-01] ratings are of the days and lines of the turns that were rated', async () => {
    const office = await queueOffice(database)
    const [line, other] = [await office.line(), await office.line()]
    const clerk = await office.clerk()
    const { today } = await figuresOf(office)
    for (const [at, rating] of [
      [line, 5],
      [line, 2],
      [other, 4],
    ] as const) {
      const [tuid = ''] = await office.fill(at, 1)
      await office.call(clerk)
      await markAttended(office.context, clerk)
      const { user_id } = await office.ticket(tuid)
      const protection = createProtection(new Uint8Array(SECRET_BYTES).fill(7))
      // Rated the day after.
      const clock = { now: () => new Date(office.clock.at.getTime() + DAY) }
      await answerPoll(
        { database, clock, protection },
        { rating, description: 'Rosa', ticket_id: tuid, office_id: office.office_id, user_id: user_id ?? '' },
      )
    }
    const figures = await figuresOf(office)
    expect(figures.ratings).toEqual({ of: 3, mean: 3.67 })
    expect((await figuresOf(office, { line_id: other })).ratings).toEqual({ of: 1, mean: 4 })
    expect(JSON.stringify(figures)).not.toContain('Rosa')
    const tomorrow = new Date(Date.parse(today) + DAY).toISOString().slice(0, 10)
    expect((await figuresOf(office, { from: tomorrow, to: tomorrow })).ratings).toEqual({ of: 0, mean: null })
  })

  it('[STAT-01] a rating is of the line that gave the number, like the turn', async () => {
    const office = await queueOffice(database)
    const [line, other] = [await office.line(), await office.line({ prefix: 'B' })]
    const desk = await office.clerk()
    const [tuid = ''] = await office.fill(line, 1)
    await office.call(desk)
    await transferTicket(office.context, { ...desk, tuid, to: { line_id: other } })
    await office.call(desk)
    await markAttended(office.context, desk)
    const { user_id } = await office.ticket(tuid)
    await answerPoll(
      {
        database,
        clock: office.clock,
        protection: createProtection(new Uint8Array(SECRET_BYTES).fill(7)),
      },
      {
        rating: 4,
        description: '',
        ticket_id: tuid,
        office_id: office.office_id,
        user_id: user_id ?? '',
      },
    )
    const ofLine = async (line_id: number) => await figuresOf(office, { line_id })
    expect(await ofLine(line)).toMatchObject({ all: { attended: 1 }, ratings: { of: 1, mean: 4 } })
    expect(await ofLine(other)).toMatchObject({ all: { attended: 0 }, ratings: { of: 0, mean: null } })
  })

  it('[STAT-01] by clerk it is whom they attended, and how long', async () => {
    const office = await queueOffice(database)
    const line = await office.line()
    const [ana, pedro] = [await office.clerk(), await office.clerk()]
    await office.fill(line, 4)
    for (const [clerk, minutes] of [
      [ana, 4],
      [pedro, 9],
      [ana, 6],
    ] as const) {
      await office.call(clerk)
      office.clock.advance(minutes * MINUTE)
      await markAttended(office.context, clerk)
    }
    await office.call(pedro)
    await markAbsent(office.context, pedro)
    const { clerks } = await figuresOf(office)
    expect(clerks).toEqual([
      {
        clerk_id: ana.clerk_id,
        name: 'Ana',
        attended: 2,
        missed: 0,
        attention: { of: 2, median: 4, p90: 6 },
      },
      {
        clerk_id: pedro.clerk_id,
        name: 'Ana',
        attended: 1,
        missed: 1,
        attention: { of: 1, median: 9, p90: 9 },
      },
    ])
  })

  describe('who came, and who could be attended', () => {
    type Desk = Awaited<ReturnType<QueueOffice['clerk']>>

    /** Somebody comes at this desk's office, and is attended for so long. */
    async function attend(office: QueueOffice, desk: Desk, line: number, minutes: number) {
      await office.fill(line, 1)
      await office.call(desk)
      office.clock.advance(minutes * MINUTE)
      await markAttended(office.context, desk)
    }

    it('[STAT-01] are set against each other by hour: the open modulos’ time, breaks apart, by the mean attention', async () => {
      const office = await queueOffice(database)
      const line = await office.line()
      const [ana, pedro] = [await office.clerk(), await office.clerk()]
      await attend(office, ana, line, 4)
      await attend(office, ana, line, 9)
      office.clock.at = new Date(NOON.getTime() + 30 * MINUTE)
      await takeBreak(office.context, { ...pedro, minutes: 10 })
      office.clock.advance(5 * MINUTE)
      // Said anew, it is the same break.
      await takeBreak(office.context, { ...pedro, minutes: 30 })
      office.clock.advance(35 * MINUTE)
      expect((await figuresOf(office)).capacity?.hours).toMatchObject([{ hour: 12, open_minutes: 90 }])
      await takeBreak(office.context, { ...pedro, minutes: null })
      await takeBreak(office.context, { ...pedro, minutes: null })
      office.clock.at = new Date(NOON.getTime() + 2.75 * HOUR)
      await reservation(office, line, { inMinutes: -1 })
      await office.call(ana)
      // Ana 12:00 to 14:45 and goes on; Pedro 12:00 to 12:30, and from 13:10 on.
      expect((await figuresOf(office)).capacity).toEqual({
        days: 1,
        attention: 6.5,
        hours: [
          { hour: 12, came: 2, open_minutes: 90, could: 13.8 },
          { hour: 13, came: 0, open_minutes: 110, could: 16.9 },
          { hour: 14, came: 1, open_minutes: 90, could: 13.8 },
        ],
      })
    })

    it('[STAT-01] whatever way somebody leaves, the modulo was open until then', async () => {
      const office = await queueOffice(database)
      const { context, office_id } = office
      const line = await office.line()
      const [supervisor, closes, taken, retired, left, goes] = [
        await office.clerk(),
        await office.clerk(),
        await office.clerk(),
        await office.clerk(),
        await office.clerk(),
        await office.clerk(),
      ]
      await attend(office, supervisor, line, 10)
      await closeModulo(context, closes)
      office.clock.advance(MINUTE)
      await openModulo(context, { ...closes, modulo_id: taken.modulo_id, from: taken.clerk_id })
      office.clock.advance(MINUTE)
      await sql`update clerk_offices set role = 'supervisor' where clerk_id = ${supervisor.clerk_id}`.execute(
        database.db,
      )
      await retireClerk(context, supervisor, { clerk_id: retired.clerk_id })
      office.clock.advance(MINUTE)
      await sql`
        insert into sessions (id, cookie_hash, token_hash, clerk_id, created_at, expires_at)
        values (gen_random_uuid(), decode(md5(random()::text), 'hex'), decode(md5(random()::text), 'hex'),
          ${left.clerk_id}::integer, ${NOON}, ${office.clock.at})`.execute(database.db)
      await freeModulos(context)
      office.clock.advance(MINUTE)
      await closeLines(context, { ...goes, line_id: null, waiting: 'send-home' })
      const { rows } = await sql<{ modulo_id: number; minutes: number }>`
        select modulo_id, date_part('epoch', closed_at - opened_at)::integer / 60 as minutes from modulo_hours
        where office_id = ${office_id} order by closed_at, modulo_id`.execute(database.db)
      expect(rows.map(({ modulo_id, minutes }) => [modulo_id, minutes])).toEqual([
        [closes.modulo_id, 10],
        [taken.modulo_id, 11],
        [retired.modulo_id, 12],
        [left.modulo_id, 13],
        [supervisor.modulo_id, 14],
        // Whoever took it over sat there for three.
        [taken.modulo_id, 3],
        [goes.modulo_id, 14],
      ])
    })

    it('[STAT-01] by the office’s own clock: hours of a zone that begin at another quarter, and a night with one more', async () => {
      const far = await queueOffice(database, { time_zone: 'Asia/Kathmandu' })
      far.clock.at = new Date('2026-11-21T04:00:00Z') // 9:45
      const ana = await far.clerk()
      await attend(far, ana, await far.line(), 10)
      far.clock.at = new Date('2026-11-21T04:30:00Z') // 10:15
      await attend(far, ana, await far.line(), 10)
      await closeModulo(far.context, ana)
      const openOf = ({ capacity }: Figures) =>
        capacity?.hours.map(({ hour, open_minutes }) => [hour, open_minutes])
      expect(openOf(await figuresOf(far))).toEqual([
        [9, 15],
        [10, 25],
      ])
      const night = await queueOffice(database)
      // 22:30 in Santiago; 23:00 to 24:00 comes twice.
      night.clock.at = new Date('2026-04-05T01:30:00Z')
      const pedro = await night.clerk()
      const line = await night.line()
      await attend(night, pedro, line, 10)
      night.clock.at = new Date('2026-04-05T02:10:00Z')
      await attend(night, pedro, line, 10)
      night.clock.at = new Date('2026-04-05T05:00:00Z')
      await attend(night, pedro, line, 10)
      await closeModulo(night.context, pedro)
      const day = (of: string) => figuresOf(night, { from: of, to: of })
      expect(openOf(await day('2026-04-04'))).toEqual([
        [22, 30],
        [23, 120],
      ])
      // The hour before somebody came is nobody's, whatever modulo stayed open through it.
      expect(openOf(await day('2026-04-05'))).toEqual([[1, 10]])
    })

    it('[STAT-01] of days of which nothing is known of the modulos nobody is set against none', async () => {
      const office = await queueOffice(database)
      const line = await office.line()
      const ana = await office.clerk()
      await attend(office, ana, line, 10)
      const { today } = await figuresOf(office)
      expect((await figuresOf(office, { line_id: line })).capacity).toBeNull()
      await closeModulo(office.context, ana)
      office.clock.advance(DAY)
      await office.fill(line, 3)
      expect((await figuresOf(office)).capacity).toBeNull()
      const both = { from: today, to: addDays(today, 1) }
      expect((await figuresOf(office, both)).capacity).toMatchObject({ days: 1, hours: [{ came: 1 }] })
      // As kept as it was counted.
      office.clock.advance(3 * DAY)
      await expireTickets(office.context)
      const anew = await figuresOf(office, both)
      expect(await keptDays(office)).toHaveLength(2)
      expect((await figuresOf(office, both)).capacity).toEqual(anew.capacity)
      expect(anew.capacity).toMatchObject({
        days: 1,
        attention: 10,
        hours: [{ came: 1, open_minutes: 10, could: 1 }],
      })
    })

    it('[STAT-01] where nobody was attended nothing is said of how many could have been', async () => {
      const office = await queueOffice(database)
      await office.clerk()
      await office.fill(await office.line(), 2)
      office.clock.advance(HOUR)
      expect((await figuresOf(office)).capacity).toBeNull()
    })
  })

  it('a line of another office is none', async () => {
    const [office, other] = [await queueOffice(database), await queueOffice(database)]
    await expect(figuresOf(office, { line_id: await other.line() })).rejects.toMatchObject({ status: 404 })
  })

  it('a day is counted from its own turns, however many years lie behind it', async () => {
    const office = await queueOffice(database)
    const line = await office.line()
    await sql`
      insert into tickets (id, office_id, line_id, day, number, prefix, state, place, inserted_at, called_at, calls, ended_at)
      select gen_random_uuid(), ${office.office_id}::integer, ${line}::integer, date '2025-01-01' + i / 40, 1 + i % 40, 'A',
        'attended', i, at, at, 1, at
      from generate_series(0, 19999) i cross join lateral (select timestamptz '2025-01-01 12:00Z' + i / 40 * interval '1 day' as at) t`.execute(
      database.db,
    )
    await sql`
      insert into ticket_services (ticket_id, service, quantity, noted_at)
      select id, 'Copia', 1, inserted_at from tickets where line_id = ${line}::integer`.execute(database.db)
    await sql`analyze tickets, ticket_services`.execute(database.db)
    const plans: Plan[] = []
    const days = { line_ids: [line], from: '2025-06-01', to: '2025-06-07', time_zone: 'America/Santiago' }
    await readTurns(database.db.withPlugin(explaining(plans)), days)
    expect(plans).toHaveLength(1)
    expect(plans.map(plan => rowsRead(plan, 'tickets'))).toEqual([7 * 40])
    await readServices(database.db.withPlugin(explaining(plans)), days)
    const [, services] = plans
    expect(services && rowsRead(services, 'tickets')).toBe(7 * 40)
    expect(services && rowsRead(services, 'ticket_services')).toBe(7 * 40)
  })
})
