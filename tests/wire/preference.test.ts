import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import type { Database } from '#server/database/database.ts'
import { json } from '#server/database/json-column.ts'
import type { Preference } from '#server/database/tables/offices.ts'
import { callAgain } from '#server/queue/call/call-again.ts'
import { callParked } from '#server/queue/call/call-parked.ts'
import { callTicket } from '#server/queue/call/call-ticket.ts'
import { takeBackCall } from '#server/queue/call/take-back-call.ts'
import { whyBefore } from '#server/queue/call/why-before.ts'
import { takeBreak } from '#server/queue/day/take-break.ts'
import { bringBack } from '#server/queue/desk/bring-back.ts'
import { deskList } from '#server/queue/desk/desk-list.ts'
import { markAbsent } from '#server/queue/desk/mark-absent.ts'
import { markAttended } from '#server/queue/desk/mark-attended.ts'
import { parkTicket } from '#server/queue/desk/park-ticket.ts'
import { putBack } from '#server/queue/desk/put-back.ts'
import { setPreference } from '#server/queue/desk/set-preference.ts'
import { transferTicket } from '#server/queue/desk/transfer-ticket.ts'
import { giveUp } from '#server/queue/hold/give-up.ts'
import { letOthersPass } from '#server/queue/hold/let-others-pass.ts'
import { ticketOfOwner } from '#server/queue/hold/ticket-of-owner.ts'
import { ticketAsGiven } from '#server/queue/take/given-tickets.ts'
import { issuePaperNumber } from '#server/queue/take/issue-paper-number.ts'
import { takeTicket } from '#server/queue/take/take-ticket.ts'
import { forgetPreference } from '#server/queue/turn/forget-preference.ts'
import { noteArrival } from '#server/reservations/note-arrival.ts'
import fc from '#tests/support/fast-check.ts'
import { eachDatabase } from '#tests/support/databases.ts'
import { fillLog } from '#tests/support/fill-log.ts'
import { queueOffice } from '#tests/support/queue-office.ts'
import { reservation } from '#tests/support/queue-reservations.ts'
import { rowsReadByKeptPlans } from '#tests/support/rows-read-by-kept-plans.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

const NEXT: Preference = { law: 'cl-21768', rule: 'next', before_reservations: true }
const ONE_IN_THREE: Preference = { law: null, rule: { one_in: 3 }, before_reservations: true }

eachDatabase('preference', open => {
  let database: Database
  beforeAll(async () => {
    database = await open()
  })

  async function preferring(preference: Preference | null) {
    const office = await queueOffice(database)
    await database.db
      .updateTable('offices')
      .set({ preference: preference && json(preference) })
      .where('id', '=', office.office_id)
      .execute()
    const line = await office.line()
    const { context, office_id } = office

    async function take(
      preferential = false,
      { user_id, line_id = line }: { user_id?: string; line_id?: number } = {},
    ) {
      office.clock.advance(1_000)
      const owner = user_id ?? (await office.user())
      const wish = { office: { office_id }, line_id, preferential, user_id: owner }
      const { tuid } = await takeTicket(context, wish)
      return { tuid, user_id: owner }
    }
    const ahead = async (own: { tuid: string; user_id: string }) => (await ticketOfOwner(context, own))?.ahead
    const set = (tuid: string, preferential: boolean) =>
      setPreference(context, { office_id, tuid, preferential })
    const numberOf = async (tuid: string) => (await office.ticket(tuid)).number
    const why = async (first: string, second: string) =>
      (await whyBefore(context, { office_id, first, second })).why
    return { ...office, line_id: line, take: take, ahead, set, numberOf, why }
  }

  it('[PRIO-01] goes before all others of its line, behind the preferential ones who came first', async () => {
    const office = await preferring(NEXT)
    const { take, ahead, line_id } = office
    const first = await take()
    await take()
    const preferred = await take(true)
    const later = await take(true)
    expect(await office.waiting(line_id)).toEqual([3, 4, 1, 2])
    // What each is told is what comes true.
    expect(await ahead(preferred)).toBe(0)
    expect(await ahead(later)).toBe(1)
    expect(await ahead(first)).toBe(2)
    const clerk = await office.clerk()
    const called = [await office.call(clerk), await office.call(clerk), await office.call(clerk)]
    expect(called.map(({ tuid }) => tuid)).toEqual([preferred.tuid, later.tuid, first.tuid])
  })

  it('[PRIO-01] is asked of nobody, and changes nothing, where the office has no rule', async () => {
    const office = await preferring(null)
    await office.take()
    const { tuid } = await office.take(true)
    expect(await office.waiting(office.line_id)).toEqual([1, 2])
    expect((await office.ticket(tuid)).preference).toBeNull()
    await expect(office.set(tuid, true)).rejects.toMatchObject({ code: 'no-preference' })
  })

  it('[PRIO-01] goes before the higher priority of another line', async () => {
    const office = await preferring(NEXT)
    const higher = await office.line({ prefix: 'B', priority: 9 })
    const { tuid: other } = await office.take(false, { line_id: higher })
    const { tuid: behind } = await office.take()
    const { tuid } = await office.take(true)
    // The desk's list says so, too.
    const { tickets } = await deskList(office.context, { office_id: office.office_id, list: 'waiting' })
    expect(tickets.map(one => one.tuid)).toEqual([tuid, other, behind])
    const clerk = await office.clerk()
    for (const next of [tuid, other, behind]) expect((await office.call(clerk)).tuid).toBe(next)
  })

  it('[PRIO-01] goes one in N: the others between, and never behind its arrival', async () => {
    const office = await preferring(ONE_IN_THREE)
    const { take, line_id } = office
    for (let count = 0; count < 6; count++) await take()
    await take(true)
    await take(true)
    await take(true)
    await take()
    expect(await office.waiting(line_id)).toEqual([1, 2, 7, 3, 4, 8, 5, 6, 9, 10])
    const clerk = await office.clerk()
    for (let calls = 0; calls < 4; calls++) await office.call(clerk)
    // 4 and 8 stand in front; 7 was preferential, and 3 was called since.
    await take(true)
    expect(await office.waiting(line_id)).toEqual([4, 8, 5, 6, 9, 10, 11])
  })

  it('[PRIO-01] counts those who were called lately for one in N', async () => {
    const office = await preferring(ONE_IN_THREE)
    const { take, line_id } = office
    for (let count = 0; count < 5; count++) await take()
    const clerk = await office.clerk()
    await office.call(clerk)
    await take(true)
    expect(await office.waiting(line_id)).toEqual([2, 6, 3, 4, 5])
    await office.call(clerk)
    office.clock.advance(1_000)
    await office.call(clerk)
    await take(true)
    expect(await office.waiting(line_id)).toEqual([3, 4, 7, 5])
  })

  it('[PRIO-01] nobody starves where the office says one in N', async () => {
    const steps = fc.array(fc.constantFrom('take', 'prefer', 'prefer', 'call'), { maxLength: 40 })
    await fc.assert(
      fc.asyncProperty(steps, async acts => {
        const office = await preferring(ONE_IN_THREE)
        const clerk = await office.clerk()
        /** For each ordinary number that waits: the preferential ones who came later, and went before. */
        const came: { tuid: string; preferential: boolean; passedBy: number; others: number }[] = []
        const all = new Set<string>()
        const call = async () => {
          const { tuid } = await office.call(clerk)
          expect(all.has(tuid)).toBe(false)
          all.add(tuid)
          const at = came.findIndex(one => one.tuid === tuid)
          const [called] = came.splice(at, 1)
          if (called?.preferential) for (const one of came.slice(0, at)) one.passedBy += 1
          else for (const one of came.slice(0, at)) one.others += 1
          for (const one of came) {
            if (!one.preferential) expect(one.others).toBe(0)
          }
          // Of all ahead of it, at most one in three came later.
          if (called && !called.preferential) expect(called.passedBy).toBeLessThanOrEqual(1 + all.size / 2)
        }
        for (const act of acts) {
          if (act !== 'call') {
            const { tuid } = await office.take(act === 'prefer')
            came.push({ tuid, preferential: act === 'prefer', passedBy: 0, others: 0 })
          } else if (came.length > 0) await call()
        }
        while (came.length > 0) await call()
      }),
      { numRuns: 12 },
    )
  })

  it('[PRIO-01] of modulos of their own, these call them first, and others by arrival', async () => {
    const office = await preferring({
      law: 'br-14626',
      rule: { modulos: ['Caja 3'] },
      before_reservations: true,
    })
    const first = await office.take()
    const second = await office.take()
    const preferred = await office.take(true)
    const later = await office.take(true)
    expect(await office.waiting(office.line_id)).toEqual([1, 2, 3, 4])
    const own = await office.clerk('Caja 3')
    const other = await office.clerk('Caja 1')
    expect((await office.call(other)).tuid).toBe(first.tuid)
    expect((await office.call(own)).tuid).toBe(preferred.tuid)
    await database.db
      .updateTable('modulos')
      .set({ clerk_id: null, opened_at: null })
      .where('id', '=', own.modulo_id)
      .execute()
    // None of theirs is open: then at once.
    expect((await office.call(other)).tuid).toBe(later.tuid)
    expect((await office.call(other)).tuid).toBe(second.tuid)
  })

  it('[PRIO-01] [DESK-09] of modulos of their own that all rest, is called at once by whichever desk is first', async () => {
    const office = await preferring({
      law: 'br-14626',
      rule: { modulos: ['Caja 3'] },
      before_reservations: true,
    })
    const first = await office.take()
    const second = await office.take()
    const preferred = [await office.take(true), await office.take(true), await office.take(true)]
    const own = await office.clerk('Caja 3')
    const other = await office.clerk('Caja 1')
    await takeBreak(office.context, { ...own, minutes: 60 })
    expect((await office.call(other)).tuid).toBe(preferred[0]?.tuid)
    // Over its time, too: its clerk is not back.
    office.clock.advance(61 * MINUTE_MS)
    expect((await office.call(other)).tuid).toBe(preferred[1]?.tuid)
    await takeBreak(office.context, { ...own, minutes: null })
    expect((await office.call(other)).tuid).toBe(first.tuid)
    expect((await office.call(own)).tuid).toBe(preferred[2]?.tuid)
    expect((await office.call(other)).tuid).toBe(second.tuid)
  })

  it('[PRIO-01] is given and taken away at the desk, and stands by its arrival then', async () => {
    const office = await preferring(NEXT)
    const { context, office_id, line_id } = office
    await office.take()
    const second = await office.take()
    const declared = await office.take(true)
    await office.set(second.tuid, true)
    await office.set(second.tuid, true)
    expect(await office.waiting(line_id)).toEqual([2, 3, 1])
    await office.set(declared.tuid, false)
    expect(await office.waiting(line_id)).toEqual([2, 1, 3])
    const { tickets } = await deskList(context, { office_id, list: 'waiting' })
    expect(tickets.map(one => one.preferential)).toEqual([true, false, false])
    await office.set(second.tuid, false)
    expect(await office.waiting(line_id)).toEqual([1, 2, 3])
    // Given up and declared once more, it is not believed again on that day.
    await giveUp(context, declared)
    await office.take(true, { user_id: declared.user_id })
    expect(await office.waiting(line_id)).toEqual([1, 2, 4])
    const { tuid } = await issuePaperNumber(context, { office_id, line_id, preferential: true })
    expect(await office.waiting(line_id)).toEqual([5, 1, 2, 4])
    await expect(office.set(declared.tuid, true)).rejects.toMatchObject({ code: 'ticket-not-waiting' })
    const elsewhere = await preferring(NEXT)
    await expect(elsewhere.set(tuid, false)).rejects.toMatchObject({ code: 'not-found' })
  })

  it('[PRIO-01] taken away from one who let others pass, stays behind them', async () => {
    const office = await preferring(NEXT)
    for (let count = 0; count < 3; count++) await office.take()
    const preferred = await office.take(true)
    await office.take()
    await office.take()
    await letOthersPass(office.context, { ...preferred, places: 4 })
    expect(await office.waiting(office.line_id)).toEqual([1, 2, 3, 5, 4, 6])
    await office.set(preferred.tuid, false)
    expect(await office.waiting(office.line_id)).toEqual([1, 2, 3, 5, 4, 6])
  })

  it('[PRIO-01] [DESK-05] who is sent on stands behind those who go first there by law, though they came later', async () => {
    const office = await preferring(NEXT)
    const other = await office.line({ prefix: 'B' })
    const moved = await office.take()
    const preferred = await office.take(true, { line_id: other })
    const later = await office.take(false, { line_id: other })
    const clerk = await office.clerk()
    expect(await office.call(clerk, [office.line_id])).toEqual({ tuid: moved.tuid })
    await transferTicket(office.context, { ...clerk, to: { line_id: other } })
    for (const { tuid } of [preferred, moved, later])
      expect(await office.call(clerk, [other])).toEqual({ tuid })
  })

  it('[PRIO-01] [DESK-05] taken away after a transfer, stands by its arrival there too', async () => {
    const office = await preferring(NEXT)
    const { context, line_id } = office
    const other = await office.line({ prefix: 'B' })
    await office.take(false, { line_id: other })
    const moved = await office.take(true)
    await office.take(false, { line_id: other })
    const first = await office.take(true, { line_id: other })
    const clerk = await office.clerk()
    const call = async (tuid: string) => {
      expect(await office.call(clerk, [line_id, other])).toEqual({ tuid })
    }
    await call(moved.tuid)
    await transferTicket(context, { ...clerk, to: { line_id: other } })
    const inLine = async () =>
      (await deskList(context, { office_id: office.office_id, list: 'waiting' })).tickets.map(
        ({ ticket }) => ticket,
      )
    expect(await inLine()).toEqual(['A001', 'B003', 'B001', 'B002'])
    await office.set(moved.tuid, false)
    expect(await inLine()).toEqual(['B003', 'B001', 'A001', 'B002'])
    // Given anew, it goes before all others again, by when it came.
    await office.set(moved.tuid, true)
    await call(moved.tuid)
    await call(first.tuid)
  })

  it.each(['transferred', 'put back', 'brought back'])(
    '[PRIO-01] %s, goes before all who come later, and stands by its arrival without its preference',
    async how => {
      for (const others of [0, 2]) {
        const office = await preferring(NEXT)
        const { context, line_id } = office
        const from = how === 'transferred' ? await office.line({ prefix: 'B' }) : line_id
        const clerk = await office.clerk()
        const before = await office.take(true)
        const { tuid } = await office.take(true, { line_id: from })
        const ordinary: string[] = []
        while (ordinary.length < others) ordinary.push((await office.take()).tuid)
        await callTicket(context, { ...clerk, tuid, reason: 'se acercó' })
        if (how === 'transferred') await transferTicket(context, { ...clerk, to: { line_id } })
        else if (how === 'put back')
          await parkTicket(context, clerk).then(() => putBack(context, { ...clerk, tuid }))
        else await markAbsent(context, clerk).then(() => bringBack(context, { ...clerk, tuid }))
        const later = await office.take(true)
        const last = await office.take()
        // Within its grace it comes back to the very front.
        const first = how === 'brought back' ? [tuid, before.tuid] : [before.tuid, tuid]
        const expected = [...first, later.tuid, ...ordinary, last.tuid]
        expect(await office.standing(line_id)).toEqual(expected)
        await office.set(tuid, false)
        const without = [before.tuid, later.tuid, tuid, ...ordinary, last.tuid]
        expect(await office.standing(line_id)).toEqual(without)
      }
    },
  )

  it('[PRIO-01] [DESK-05] and where nobody else goes at once there yet', async () => {
    for (const others of [0, 2]) {
      const office = await preferring(NEXT)
      const [{ line_id }, other] = [office, await office.line({ prefix: 'B' })]
      const clerk = await office.clerk()
      for (let count = 0; count < others; count++) await office.take()
      const { tuid } = await office.take(true, { line_id: other })
      expect(await office.call(clerk, [other])).toEqual({ tuid })
      await transferTicket(office.context, { ...clerk, to: { line_id } })
      const later = await office.take(true)
      for (const next of [tuid, later.tuid])
        expect(await office.call(clerk, [line_id])).toEqual({ tuid: next })
    }
  })

  it('[PRIO-01] [DESK-05] who is sent on behind those who go at once is one of the others still', async () => {
    const office = await preferring(NEXT)
    const [{ line_id }, other] = [office, await office.line({ prefix: 'B' })]
    const clerk = await office.clerk()
    const moved = await office.take(false, { line_id: other })
    const preferred = await office.take(true)
    expect(await office.call(clerk, [other])).toEqual({ tuid: moved.tuid })
    await transferTicket(office.context, { ...clerk, to: { line_id } })
    const later = await office.take(true)
    const last = await office.take()
    for (const { tuid } of [preferred, later, moved, last])
      expect(await office.call(clerk, [line_id])).toEqual({ tuid })
  })

  it('[PRIO-01] [DESK-03] a call taken back finds somebody in its place: no later one passes the two', async () => {
    const office = await preferring(NEXT)
    const { context, line_id } = office
    const other = await office.line({ prefix: 'B' })
    const [sender, desk] = [await office.clerk(), await office.clerk()]
    const earlier = await office.take(true, { line_id: other })
    const called = await office.take(true, { line_id: other })
    const moved = await office.take(false, { line_id: other })
    const sendOn = async ({ tuid }: { tuid: string }) => {
      await callTicket(context, { ...sender, tuid, reason: 'se acercó' })
      await transferTicket(context, { ...sender, to: { line_id } })
    }
    await sendOn(called)
    expect(await office.call(desk, [line_id])).toEqual({ tuid: called.tuid })
    await sendOn(earlier)
    const ordinary = await office.take()
    await takeBackCall(context, { ...desk, tuid: called.tuid })
    const later = await office.take(true)
    const order = [earlier, called, later, ordinary].map(({ tuid }) => tuid)
    expect(await office.standing(line_id)).toEqual(order)
    // Nor does anybody stand where another one stands, once a clerk lets them go at once.
    const alone = await office.line({ prefix: 'C' })
    for (const [line, number] of [
      [line_id, earlier],
      [other, moved],
    ] as const) {
      await office.call(sender, [line])
      await transferTicket(context, { ...sender, to: { line_id: alone } })
      expect(await office.standing(alone)).toContain(number.tuid)
    }
    await office.set(moved.tuid, true)
    const places = await Promise.all(
      [earlier, moved].map(async ({ tuid }) => (await office.ticket(tuid)).place),
    )
    expect(new Set(places).size).toBe(2)
  })

  it('[PRIO-01] who goes at once and lets one of them pass is passed by no more', async () => {
    const office = await preferring(NEXT)
    const preferred = await office.take(true)
    const second = await office.take(true)
    const ordinary = await office.take()
    await letOthersPass(office.context, { ...preferred, places: 1 })
    const later = await office.take(true)
    const order = [second, preferred, later, ordinary].map(({ tuid }) => tuid)
    expect(await office.standing(office.line_id)).toEqual(order)
  })

  it('[PRIO-01] at once before reservations that are due, or behind those who are here', async () => {
    for (const before_reservations of [true, false]) {
      const office = await preferring({ ...NEXT, before_reservations })
      const { id } = await reservation(office, office.line_id, { inMinutes: -1 })
      await noteArrival(office.context, { id, office_id: office.office_id })
      const { tuid } = await office.take(true)
      const clerk = await office.clerk()
      const called = [(await office.call(clerk)).tuid, (await office.call(clerk)).tuid]
      expect(called.indexOf(tuid)).toBe(before_reservations ? 0 : 1)
    }
  })

  it('[PRIO-01] stands where it stands from the first moment on, for everybody who is told', async () => {
    const office = await preferring(NEXT)
    const { context, office_id, told } = office
    await office.take()
    await context.lines.now(office_id)
    told.length = 0
    // In that very moment: a second later all would be read anew.
    const wish = { office: { office_id }, line_id: office.line_id, user_id: await office.user() }
    const { tuid } = await takeTicket(context, { ...wish, preferential: true })
    context.lines.hear(told)
    const { lines } = await context.lines.since(office_id, told.at(-1)?.seq ?? 0)
    expect(lines[0]?.queue.raw_tickets).toEqual(['A002', 'A001'])
    // Said from the tables, or as they are.
    expect((await ticketAsGiven(context, tuid))?.ahead ?? 0).toBe(0)
  })

  it('[PRIO-01] taken in one moment with others, goes one in N all the same', async () => {
    const office = await preferring(ONE_IN_THREE)
    const { context, office_id, line_id } = office
    await office.fill(line_id, 7)
    const people = await office.users(3)
    await Promise.all(
      people.map(user_id =>
        takeTicket(context, { office: { office_id }, line_id, user_id, preferential: true }),
      ),
    )
    expect(await office.waiting(line_id)).toEqual([1, 2, 8, 3, 4, 9, 5, 6, 10, 7])
  })

  it('[PRIO-01] is called once, by two modulos of theirs in one moment', async () => {
    const modulos = ['Caja 3', 'Caja 4']
    const office = await preferring({ law: null, rule: { modulos }, before_reservations: true })
    await office.take()
    const preferred = [await office.take(true), await office.take(true)]
    const clerks = [await office.clerk('Caja 3'), await office.clerk('Caja 4')]
    const called = await Promise.all(clerks.map(clerk => office.call(clerk)))
    expect(new Set(called.map(({ tuid }) => tuid))).toEqual(new Set(preferred.map(({ tuid }) => tuid)))
  })

  it('an arrival is noted once, of a reservation of today that stands', async () => {
    const office = await preferring(null)
    const { office_id, context, told } = office
    const earlier = await reservation(office, office.line_id, { inMinutes: -4 })
    const { id } = await reservation(office, office.line_id, { inMinutes: -2 })
    const arrivedAt = async () =>
      (
        await database.db
          .selectFrom('reservations')
          .select('arrived_at')
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
      ).arrived_at
    await noteArrival(context, { office_id, id })
    const first = await arrivedAt()
    expect(first).toEqual(office.clock.at)
    office.clock.advance(MINUTE_MS)
    await noteArrival(context, { office_id, id })
    expect(await arrivedAt()).toEqual(first)
    expect(told.filter(({ name }) => name === 'reserve:updated')).toHaveLength(1)
    const tomorrow = await reservation(office, office.line_id, { inMinutes: 24 * 60 })
    const pending = await reservation(office, office.line_id, { state: 'pending' })
    for (const other of [tomorrow, pending]) {
      const refused = noteArrival(context, { office_id, id: other.id })
      await expect(refused).rejects.toMatchObject({ code: 'reserve-invalid' })
    }
    const elsewhere = await queueOffice(database)
    const stranger = noteArrival(context, { office_id: elsewhere.office_id, id })
    await expect(stranger).rejects.toMatchObject({ code: 'not-found' })
    // Who is here is called before who may not have come, and the other one is not forgotten.
    const clerk = await office.clerk()
    await office.call(clerk)
    await office.call(clerk)
    const called = office.told.flatMap(fact => (fact.name === 'call:created' ? [fact.detail.ticket] : []))
    expect(called).toHaveLength(2)
    expect(await office.why(called[0] ?? '', called[1] ?? '')).toBe('arrived')
    expect(earlier.code).toBe(called[1])
  })

  it('[PAST-01] says why one was called before another', async () => {
    const office = await preferring(NEXT)
    const second = await office.line({ prefix: 'B', priority: 1 })
    await office.take()
    await office.take()
    await office.take(false, { line_id: second })
    await office.take(true)
    expect(await office.why('A001', 'A002')).toBe('nobody-called')
    const clerk = await office.clerk()
    await office.call(clerk)
    expect(await office.why('A003', 'A001')).toBe('preference')
    expect(await office.why('A002', 'A003')).toBe('preference')
    expect(await office.why('A003', 'B001')).toBe('preference')
    await office.call(clerk)
    expect(await office.why('B001', 'A001')).toBe('priority')
    expect(await office.why('B001', 'A002')).toBe('priority')
    await office.call(clerk)
    expect(await office.why('A001', 'A002')).toBe('place')
    await office.take()
    expect(await office.why('A001', 'A004')).toBe('came-later')
    await expect(office.why('A001', 'Z009')).rejects.toMatchObject({ code: 'not-found' })
  })

  it('[PAST-01] says so of the first call of one that was parked, or sent on, and called again', async () => {
    const office = await preferring(null)
    const { context, line_id } = office
    const other = await office.line({ prefix: 'B' })
    const clerk = await office.clerk()
    const { tuid } = await office.take()
    await office.take()
    await office.call(clerk)
    await parkTicket(context, clerk)
    await office.take()
    expect(await office.why('A001', 'A003')).toBe('came-later')
    await callParked(context, { ...clerk, tuid })
    expect(await office.why('A001', 'A003')).toBe('came-later')
    expect(await office.why('A001', 'A002')).toBe('place')
    await transferTicket(context, { ...clerk, to: { line_id: other } })
    expect(await office.why('A001', 'A003')).toBe('came-later')
    expect(await office.call(clerk, [line_id])).not.toEqual({ tuid })
    expect(await office.why('A001', 'A002')).toBe('place')
  })

  it('[STAT-02] [WAIT-04] keeps of a wait that its person was not told nothing, where the rule moves it', async () => {
    const modulos: Preference = { law: null, rule: { modulos: ['Caja 3'] }, before_reservations: true }
    for (const [rule, isKept] of [
      [NEXT, false],
      [ONE_IN_THREE, false],
      [modulos, true],
    ] as const) {
      const office = await preferring(rule)
      const { context, office_id, line_id } = office
      for (let count = 0; count < 3; count++) await office.take()
      await context.lines.now(office_id)
      const paper = { office_id, line_id, preferential: true }
      const preferred = await office.take(true)
      const tuids = [preferred.tuid, (await issuePaperNumber(context, paper)).tuid]
      for (const tuid of tuids) expect((await office.ticket(tuid)).told_to !== null).toBe(isKept)
      expect((await office.ticket((await office.take()).tuid)).told_to).not.toBeNull()
      // Its own wait is told all the same.
      const owned = await ticketOfOwner(context, preferred)
      const { lines } = await context.lines.now(office_id)
      if (rule === NEXT) expect(owned?.wait?.to).toBeLessThan(lines[0]?.wait?.to ?? 0)
    }
  })

  it('[PAST-01] says so without a look at whom else the office called', async () => {
    const office = await preferring(null)
    await office.take()
    await office.take()
    const clerk = await office.clerk()
    await office.call(clerk)
    await office.call(clerk)
    await fillLog(database.db, office.office_id, office.line_id)
    const read = await rowsReadByKeptPlans(database, 'facts', async here => {
      const asked = { office_id: office.office_id, first: 'A001', second: 'A002' }
      expect(await whyBefore({ ...office.context, database: here }, asked)).toMatchObject({ why: 'place' })
    })
    expect(read).toBeLessThan(20)
  })

  it('[PAST-01] knows the first call of a number whose second was taken back', async () => {
    const office = await preferring(null)
    await office.take()
    await office.take()
    const clerk = await office.clerk()
    const { tuid } = await office.call(clerk)
    await callAgain(office.context, clerk)
    await markAbsent(office.context, clerk)
    office.clock.advance(MINUTE_MS)
    await callTicket(office.context, { ...clerk, tuid, reason: 'se acercó' })
    await callAgain(office.context, clerk)
    await takeBackCall(office.context, { ...clerk, tuid })
    const { tuid: second } = await office.call(clerk)
    expect(await office.why('A001', 'A002')).toBe('place')
    // Of a first call that was taken back nothing is known, for it was none.
    await takeBackCall(office.context, { ...clerk, tuid: second })
    expect(await office.why('A001', 'A002')).toBe('place')
    await markAttended(office.context, { ...clerk, ...(await office.call(clerk)) })
    expect(await office.why('A002', 'A001')).toBe('place')
  })

  it('[PRIO-02] is said in no fact, and forgotten with the day, with all that tells of it', async () => {
    const office = await preferring(NEXT)
    await office.take()
    await office.take(true)
    const given = await office.take()
    const { clerk_id } = await office.clerk()
    const { office_id } = office
    await setPreference(office.context, { office_id, clerk_id, tuid: given.tuid, preferential: true })
    const refused = await office.take(true)
    await office.set(refused.tuid, false)
    const clerk = await office.clerk()
    for (let calls = 0; calls < 4; calls++) await office.call(clerk)
    const said = JSON.stringify([
      await office.facts(),
      office.told.map(({ stands_anywhere: _own, ...fact }) => fact),
    ])
    expect(said).not.toMatch(/prefer|declared|given"|refused/)

    await forgetPreference(office.context)
    expect((await office.ticket(given.tuid)).preference).toBe('given')
    office.clock.advance(DAY_MS)
    await office.call(clerk).catch(() => undefined)
    await database.db
      .updateTable('tickets')
      .set({ state: 'attended' })
      .where('office_id', '=', office.office_id)
      .execute()
    await forgetPreference(office.context)
    const { rows } = await sql<{ name: string }>`
      select table_name as name from information_schema.tables
      where table_schema = current_schema() and table_type = 'BASE TABLE'`.execute(database.db)
    for (const { name } of rows) {
      const { rows: kept } = await sql<{ row: string }>`
        select to_jsonb(t)::text as row from ${sql.table(name)} t`.execute(database.db)
      if (name === 'offices') continue
      const own = kept.filter(({ row }) => row.includes(`"office_id": ${office.office_id},`))
      expect(
        own.filter(({ row }) => /"(declared|given|refused)"|"rule"/.test(row)),
        name,
      ).toEqual([])
    }
    const acts = await database.db
      .selectFrom('desk_acts')
      .select(['ticket_id', 'clerk_id'])
      .where('office_id', '=', office_id)
      .where('act', 'like', 'preference-%')
      .execute()
    expect(acts).toEqual([{ ticket_id: null, clerk_id }])
    for (const table of ['call_reasons', 'line_moves'] as const) {
      const left = await database.db
        .selectFrom(table)
        .select('seq')
        .where('office_id', '=', office.office_id)
        .execute()
      expect(left, table).toEqual([])
    }
    const places = await database.db
      .selectFrom('tickets')
      .select(['place', 'number'])
      .where('office_id', '=', office.office_id)
      .orderBy('place')
      .execute()
    expect(places.map(({ number }) => number)).toEqual([1, 2, 3, 4])
    office.clock.at = new Date(office.clock.at.getTime() - DAY_MS)
    expect(await office.why('A002', 'A001')).toBe('forgotten')
  })
})
