import { openGate } from '#server/facts/office-gate.ts'
import { beforeAll, expect, it } from 'vitest'
import type { Database } from '#server/database/database.ts'
import { callNext } from '#server/queue/call/call-next.ts'
import { callReservation } from '#server/queue/call/call-reservation.ts'
import { closeModulo } from '#server/queue/desk/close-modulo.ts'
import { estimateWait } from '#server/queue/lines/wait-estimate.ts'
import { linePaces } from '#server/queue/lines/line-pace.ts'
import { countedStatements } from '#tests/support/counted-statements.ts'
import { eachDatabase } from '#tests/support/databases.ts'
import { heldDatabase } from '#tests/support/held-database.ts'
import { queueOffice, type QueueOffice } from '#tests/support/queue-office.ts'
import { reservation } from '#tests/support/queue-reservations.ts'

const MINUTE_MS = 60_000

eachDatabase('desks that call in one moment', open => {
  let database: Database
  beforeAll(async () => {
    database = await open()
  })

  /**
   * Two lines in which people wait, a few reservations that are due, and more desks than thresholds are
   * apart.
   */
  async function rushHour(deskCount = 12) {
    const office = await queueOffice(database)
    const lines = [await office.line(), await office.line({ prefix: 'B' })]
    for (let round = 0; round < Math.max(20, deskCount); round++) {
      for (const line of lines) await office.fill(line, 1)
      office.clock.advance(MINUTE_MS)
    }
    for (const inMinutes of [-9, -5, -3]) await reservation(office, lines[0]!, { inMinutes })
    const desks: Awaited<ReturnType<typeof office.clerk>>[] = []
    for (let nth = 1; nth <= deskCount; nth++) desks.push(await office.clerk(`Módulo ${nth}`))
    return { ...office, lines, desks }
  }

  /** What a person of this office would tell of it: ids aside, which are another's at another office. */
  async function story({ office_id, facts, told }: QueueOffice) {
    const tickets = await database.db
      .selectFrom('tickets')
      .leftJoin('modulos', 'modulos.id', 'tickets.modulo_id')
      .select(['prefix', 'number', 'state', 'told_10', 'told_5', 'calls', 'modulos.name'])
      .where('tickets.office_id', '=', office_id)
      .where('number', 'is not', null)
      .orderBy('prefix')
      .orderBy('number')
      .execute()
    const withoutIds = ({ detail, kind, seq }: Awaited<ReturnType<typeof facts>>[number]) => {
      const { ticket, ...rest } = detail as { ticket?: string }
      return { kind, seq, ...rest, ticket: ticket?.startsWith('RV') ? 'RV' : ticket }
    }
    const logged = (await facts()).map(withoutIds)
    expect(told.map(({ seq }) => seq)).toEqual(logged.map(({ seq }) => seq))
    // What was told is asked of those alone who wait.
    const standing = tickets.map(({ told_10, told_5, ...ticket }) =>
      ticket.state === 'waiting' ? { ...ticket, told_10, told_5 } : ticket,
    )
    return { tickets: standing, logged }
  }

  it('[CALL-01] [CALL-03] leave what they would leave one after the other', async () => {
    const [at_once, one_by_one] = [await rushHour(), await rushHour()]
    // From all lines, and then from one: who comes near by the first calls is called by the last.
    for (const lines of [0, 1]) {
      const of = (office: typeof at_once) => office.lines.slice(1, 1 + lines)
      await Promise.all(at_once.desks.map(desk => at_once.call(desk, of(at_once))))
      for (const desk of one_by_one.desks) {
        await one_by_one.call(desk, of(one_by_one))
        // Of two calls in one millisecond none is the last.
        one_by_one.clock.advance(1)
      }
      for (const { clock } of [at_once, one_by_one]) clock.advance(3 * MINUTE_MS)
    }
    expect(await story(at_once)).toEqual(await story(one_by_one))
  })

  it.each([1, 12, 32])(
    '%i are read in one statement and written in another, with how fast the line moves between them',
    async many => {
      const { desks, context, here } = await rushHour(many)
      const { database: counted, during } = countedStatements(database)
      const world = { ...context, database: counted }
      const all = () =>
        Promise.all(desks.map(desk => callNext(world, { ...desk, line_ids: [], here: here(desk) })))
      expect(await during(all)).toBe(3)
      expect(await during(all)).toBe(2)
    },
  )

  it('[CALL-01] of one moment still follow each other: what was called last was called last', async () => {
    const office = await queueOffice(database)
    const line = await office.line()
    const numbers = await office.fill(line, 4)
    office.clock.advance(9 * MINUTE_MS)
    for (const inMinutes of [-4, -3, -2, -1]) await reservation(office, line, { inMinutes })
    const [one, two] = [await office.clerk(), await office.clerk()]
    const call = async (...desks: (typeof one)[]) => {
      const called = await Promise.all(desks.map(desk => office.call(desk)))
      office.clock.advance(MINUTE_MS)
      return called.map(({ tuid }) => (numbers.includes(tuid) ? 'number' : 'reservation'))
    }
    expect(await call(one, two)).toEqual(['reservation', 'number'])
    expect(await call(one)).toEqual(['reservation'])
    expect(await call(one, two)).toEqual(['number', 'reservation'])
    expect(await call(one)).toEqual(['number'])
  })

  it('[WAIT-01] from two lines in one moment, one after the other, say of each how long one waits there', async () => {
    const office = await queueOffice(database)
    const [one, two] = [await office.line(), await office.line()]
    for (const line of [one, two]) await office.fill(line, 3)
    const [first, second] = [await office.clerk(), await office.clerk()]
    await office.call(first, [one])
    await office.call(second, [two])
    const calls = office.told.flatMap(fact => (fact.name === 'call:created' ? [fact] : []))
    expect(calls.map(({ line_id }) => line_id)).toEqual([one, two])
    for (const { detail } of calls) expect(detail.wait).toMatchObject({ from: expect.any(Number) })
  })

  it('[DESK-06] a clerk who presses twice in one moment calls once: nobody has said who of the first came', async () => {
    const office = await queueOffice(database)
    const [first = '', second = ''] = await office.fill(await office.line(), 3)
    const desk = await office.clerk()
    const codes = async () => {
      const outcomes = await Promise.allSettled([office.call(desk), office.call(desk)])
      return outcomes.map(outcome => (outcome.status === 'rejected' ? outcome.reason.code : 'called'))
    }
    expect(await codes()).toEqual(['called', 'arrival-unsaid'])
    expect(await office.ticket(first)).toMatchObject({ state: 'called' })
    // Both say that the first came; by the second's time somebody else stands there.
    expect(await codes()).toEqual(['called', 'desk-moved'])
    expect(await office.ticket(first)).toMatchObject({ state: 'attended' })
    expect(await office.ticket(second)).toMatchObject({ state: 'called' })
  })

  it('who has no module, or nobody to call, keeps no other desk from calling', async () => {
    const office = await queueOffice(database)
    const [line, empty] = [await office.line(), await office.line()]
    const [first] = await office.fill(line, 1)
    const [one, two, three] = [await office.clerk(), await office.clerk(), await office.clerk()]
    await database.db
      .updateTable('modulos')
      .set({ clerk_id: null, opened_at: null })
      .where('id', '=', one.modulo_id)
      .execute()
    const answers = await Promise.allSettled([
      office.call(one, [line]),
      office.call(two, [empty]),
      office.call(three, [line]),
      office.call({ office_id: office.office_id, clerk_id: two.clerk_id }, [line]),
    ])
    expect(
      answers.map(answer => (answer.status === 'fulfilled' ? answer.value.tuid : answer.reason.code)),
    ).toEqual(['no-modulo', 'nobody-waiting', first, 'nobody-waiting'])
  })

  it('[CALL-01] call nobody to a module that its clerk left in that very moment', async () => {
    const office = await queueOffice(database)
    const [first = ''] = await office.fill(await office.line(), 1)
    const desk = await office.clerk()
    const held = heldDatabase(database)
    const letGo = held.holdNextAnswer()
    const calling = callNext({ ...office.context, database: held.database }, { ...desk, line_ids: [] })
    await held.holding()
    // At another server: nobody stood there, so the log says nothing of it.
    await closeModulo({ ...office.context, gate: openGate }, desk)
    letGo()
    await expect(calling).rejects.toMatchObject({ code: 'no-modulo' })
    expect(await office.ticket(first)).toMatchObject({ state: 'waiting', modulo_id: null })
  })

  it('one of the next, and one of a reservation that it chose, do not take each other’s', async () => {
    const office = await queueOffice(database)
    const line = await office.line()
    const numbers = await office.fill(line, 1)
    office.clock.advance(9 * MINUTE_MS)
    const { id } = await reservation(office, line, { inMinutes: -1 })
    const [one, two, three] = [await office.clerk(), await office.clerk(), await office.clerk()]
    const [chosen, next, late] = await Promise.allSettled([
      callReservation(office.context, { ...one, id }),
      office.call(two),
      callReservation(office.context, { ...three, id }),
    ])
    expect(chosen.status).toBe('fulfilled')
    expect(next).toMatchObject({ value: { tuid: numbers[0] } })
    expect(late).toMatchObject({ reason: { code: 'reserve-not-callable' } })
  })

  it('whom a constraint refuses keeps no other desk from calling', async () => {
    const office = await queueOffice(database)
    const [line, broken] = [await office.line(), await office.line()]
    const [first] = await office.fill(line, 1)
    const { id } = await reservation(office, broken, { inMinutes: -1 })
    // It was called once already, though nothing else says so.
    await office.fill(broken, 1)
    await database.db
      .updateTable('tickets')
      .set({ reservation_id: id, number: null, state: 'attended' })
      .where('line_id', '=', broken)
      .execute()
    const [one, two] = [await office.clerk(), await office.clerk()]
    const [refused, served] = await Promise.allSettled([office.call(one, [broken]), office.call(two, [line])])
    expect(refused).toMatchObject({ status: 'rejected', reason: { constraint: 'tickets_of_reservation' } })
    expect(served).toMatchObject({ status: 'fulfilled', value: { tuid: first } })
    const called = office.told.filter(({ name }) => name === 'call:created')
    expect(called.map(({ ticket_id }) => ticket_id)).toEqual([first])
  })

  it('[WAIT-01] say the wait that the lines would be read with afterwards', async () => {
    const office = await queueOffice(database)
    const line = await office.line({ fallback_minutes: 7 })
    await office.fill(line, 14)
    const [one, two] = [await office.clerk(), await office.clerk()]
    await reservation(office, line, { inMinutes: 20 })
    const steps = [0, 0.01, 4, 2, 90, 59, 60, 1, 0, 30]
    for (const [index, minutes] of steps.entries()) {
      office.clock.advance(minutes * MINUTE_MS)
      await office.call(index % 2 ? one : two)
      const fact = office.told.findLast(one => one.name === 'call:created')
      if (!fact) throw new Error('nobody was told')
      const { waiting, wait } = fact.detail
      const pace = (await linePaces(database.db, [line], office.clock.now())).get(line)
      expect([index, wait]).toEqual([index, pace && estimateWait(pace, waiting)])
    }
  })
})
