import { randomUUID } from 'node:crypto'
import { parse } from 'valibot'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { moduloList } from '#contract/rest/offices.ts'
import { settingsLeftOut } from '#contract/rest/settings.ts'
import { staffChanged } from '#contract/rest/staff.ts'
import { deskState } from '#server/queue/call/desk-state.ts'
import { closeOffices } from '#server/queue/day/close-offices.ts'
import { answerHelp } from '#server/queue/day/answer-help.ts'
import { askHelp } from '#server/queue/day/ask-help.ts'
import { takeBreak } from '#server/queue/day/take-break.ts'
import { markAttended } from '#server/queue/desk/mark-attended.ts'
import { closeModulo } from '#server/queue/desk/close-modulo.ts'
import { openModulo } from '#server/queue/desk/open-modulo.ts'
import { bookForSomebody } from '#server/reservations/book-for-somebody.ts'
import { sayArrived } from '#server/queue/desk/say-arrived.ts'
import { blockAt } from '#tests/support/reservation-office.ts'
import { eachDatabase } from '#tests/support/databases.ts'
import { MovingClock } from '#tests/support/moving-clock.ts'
import { NOON } from '#tests/support/queue-office.ts'
import { JOB_POLL_MS } from '#server/jobs/run-jobs.ts'
import { systemTimers, type Timers } from '#server/platform/timers.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { lineOf, linesOf, settingsOffice } from '#tests/support/settings-office.ts'

const TODAY = '2026-11-21'
const MONDAY = '2026-11-23'
const TUESDAY = '2026-11-24'
/** Nobody looks for due jobs: what was asked for stands there to be read, however slow the machine is. */
const withoutJobs: Timers = {
  ...systemTimers,
  every: (ms, call) => (ms === JOB_POLL_MS ? () => undefined : systemTimers.every(ms, call)),
}

eachDatabase('whom other settings touch', open => {
  let server: TestServer
  const clock = new MovingClock(NOON)
  beforeAll(async () => {
    server = await startTestServer({ database: await open(), clock, timers: withoutJobs })
  })
  afterAll(() => server.close())

  /** An office with reservations: at ten on Monday, at noon on Monday, at ten on Tuesday. */
  async function booked() {
    const office = await settingsOffice(server)
    await office.change(() => ({
      lines: [lineOf('tramites', { takes_reservations: true, reservations: { minutes: 30 } })],
    }))
    const { id: line_id } = await server.database.db
      .selectFrom('lines')
      .select('id')
      .where('office_id', '=', office.office_id)
      .executeTakeFirstOrThrow()
    const book = async (day: string, index: number) =>
      (await office.book(line_id, blockAt(await office.blocks(line_id, day), index), await office.user())).id
    const ids = [await book(MONDAY, 20), await book(MONDAY, 24), await book(TUESDAY, 20)]
    const [tramites = {}] = linesOf((await office.read()).office)
    const reservations = tramites['reservations'] as object
    return {
      ...office,
      line_id,
      ids,
      /** The office with its line changed so. */
      withLine: (more: Record<string, unknown>) => ({ lines: [{ ...tramites, ...more }] }),
      withTimes: (more: Record<string, unknown>) => ({
        lines: [{ ...tramites, reservations: { ...reservations, ...more } }],
      }),
      /** What the settings say of those who are left out. */
      async leftOut() {
        const path = `/offices/${office.office_id}/settings/left-out`
        const answer = await server.ask('desk', path, { token: office.boss.token })
        return parse(settingsLeftOut, await answer.json()).reservations
      },
      states: async () => Promise.all(ids.map(async id => (await office.reservation(id)).state)),
    }
  }
  const line = { slug: 'tramites', name: 'Fila tramites' }

  it('[ADMIN-02] a closure tells how many reservations it leaves out, per day, and is refused without a word of them', async () => {
    const { read, check, put, conflict, states } = await booked()
    const { version, office } = await read()
    const closed = { ...office, closures: [MONDAY] }
    const reservations = { total: 2, days: [{ day: MONDAY, count: 2 }], lines: [{ ...line, count: 2 }] }
    expect(await check(closed)).toMatchObject({ parts: ['closures'], touches: { reservations } })
    const refused = await put({ version, office: closed })
    expect(refused.status).toBe(409)
    expect(await conflict(refused)).toMatchObject({
      code: 'reservations-affected',
      touches: { reservations },
    })
    expect((await read()).version).toBe(version)
    expect(await states()).toEqual(['confirmed', 'confirmed', 'confirmed'])
  })

  it('[ADMIN-02] whoever booked for after midnight is told of with the evening that is closed', async () => {
    const { change, check, read, book, blocks, line_id, user } = await booked()
    const week = [1, 2, 3, 4, 5, 6, 7]
    const hours = [
      { days: week, from: '20:00', to: '24:00' },
      { days: week, from: '00:00', to: '04:00' },
    ]
    await change(() => ({ hours }), { reservations: 'keep' })
    for (const day of [MONDAY, TUESDAY])
      await book(line_id, blockAt(await blocks(line_id, day), 0), await user())
    const { touches } = await check({ ...(await read()).office, closures: [MONDAY] })
    expect(touches.reservations.days).toEqual([{ day: MONDAY, count: 1 }])
  })

  it('[ADMIN-02] hours, lines and blocks are held against the reservations in the same way', async () => {
    const { read, check, withLine, withTimes } = await booked()
    const { office } = await read()
    const counts = async (more: Record<string, unknown>) => {
      const { faults, touches } = await check({ ...office, ...more })
      expect(faults).toEqual([])
      return touches.reservations.days.map(({ day, count }) => `${day} ${count}`)
    }
    const all = [`${MONDAY} 2`, `${TUESDAY} 1`]
    expect(await counts({ hours: [{ days: [1, 2], from: '09:00', to: '12:00' }] })).toEqual([`${MONDAY} 1`])
    expect(await counts({ hours: [{ days: [1], from: '09:00', to: '14:00' }] })).toEqual([`${TUESDAY} 1`])
    expect(await counts(withTimes({ hours: [{ days: [1, 2], from: '12:00', to: '14:00' }] }))).toEqual([
      `${MONDAY} 1`,
      `${TUESDAY} 1`,
    ])
    expect(await counts(withTimes({ unavailable_days: [TUESDAY] }))).toEqual([`${TUESDAY} 1`])
    expect(await counts(withTimes({ minutes: 45 }))).toEqual(all)
    expect(await counts(withTimes({ modalities: ['video'] }))).toEqual(all)
    expect(await counts(withLine({ takes_reservations: false }))).toEqual(all)
    expect(await counts({ lines: [] })).toEqual(all)
    // Fewer places and fewer days ahead are for those who book from now on.
    expect(await counts(withTimes({ slots: 1, days_ahead: 0 }))).toEqual([])
  })

  it('[ADMIN-02] kept, they stand, their owners are told nothing, and the next change does not ask again', async () => {
    const { change, states, ids, jobs, read, put } = await booked()
    const { told } = await change(() => ({ closures: [MONDAY] }), { reservations: 'keep' })
    expect(told).toBe(0)
    expect(await states()).toEqual(['confirmed', 'confirmed', 'confirmed'])
    for (const id of ids)
      expect((await jobs(id)).filter(({ kind }) => kind === 'tell-reservation')).toEqual([])
    const { version, office } = await read()
    expect((await put({ version, office: { ...office, name: 'Otra' } })).status).toBe(200)
  })

  it('[ADMIN-02] kept, they are found in the settings until each was given another hour, or none', async () => {
    const { change, leftOut, ids, boss, blocks, line_id, office_id, withLine } = await booked()
    expect(await leftOut()).toEqual([])
    await change(() => ({ closures: [MONDAY] }), { reservations: 'keep' })
    expect((await leftOut()).map(({ id }) => id)).toEqual(ids.slice(0, 2))
    const of = `/offices/${office_id}/reservations`
    const block = blockAt(await blocks(line_id, TUESDAY), 30)
    const moved = await server.ask('desk', `${of}/${ids[0]}/move`, { token: boss.token, body: { block } })
    expect(moved.status).toBe(200)
    expect((await leftOut()).map(({ id }) => id)).toEqual(ids.slice(1, 2))
    const body = { reason: 'La oficina no puede atender a esa hora' }
    const gone = await server.ask('desk', `${of}/${ids[1]}/remove`, { token: boss.token, body })
    expect(gone.status).toBe(204)
    expect(await leftOut()).toEqual([])
    // A line that books nothing any more, or that is gone, attends none of them.
    await change(() => withLine({ takes_reservations: false }), { reservations: 'keep' })
    expect(await leftOut()).toHaveLength(2)
    await change(() => ({ lines: [lineOf('otra')] }), { reservations: 'keep' })
    expect(await leftOut()).toHaveLength(2)
  })

  it('[ADMIN-02] forty of one day are told once each, also where two save the closure in one moment', async () => {
    const office = await settingsOffice(server)
    await office.change(() => ({
      lines: [lineOf('tramites', { takes_reservations: true, reservations: { minutes: 30, slots: 4 } })],
    }))
    const { db } = server.database
    const { id: line_id } = await db
      .selectFrom('lines')
      .select('id')
      .where('office_id', '=', office.office_id)
      .executeTakeFirstOrThrow()
    const times = await office.blocks(line_id, MONDAY)
    const ids: string[] = []
    for (let nth = 0; nth < 40; nth++) {
      const block = blockAt(times, 4 + Math.floor(nth / 4))
      ids.push((await office.book(line_id, block, await office.user())).id)
    }
    const { version, office: stands } = await office.read()
    const closed = { ...stands, closures: [MONDAY] }
    const asked = await office.conflict(await office.put({ version, office: closed }))
    expect(asked.touches?.reservations).toMatchObject({ total: 40, days: [{ day: MONDAY, count: 40 }] })
    const colleague = await office.person('supervisor')
    const answers = await Promise.all(
      [office.boss, colleague].map(({ token }) =>
        office.put({ version, office: closed, reservations: 'tell' }, token),
      ),
    )
    expect(answers.map(({ status }) => status).sort((one, other) => one - other)).toEqual([200, 409])
    const states = await db
      .selectFrom('reservations')
      .select('state')
      .where('office_id', '=', office.office_id)
      .execute()
    expect(states.filter(({ state }) => state === 'removed')).toHaveLength(40)
    const told = await Promise.all(
      ids.map(async id =>
        (await office.jobs(id))
          .filter(({ kind }) => kind === 'tell-reservation')
          .map(({ payload }) => payload),
      ),
    )
    expect(told).toEqual(ids.map(() => [expect.objectContaining({ said: 'removed' })]))
  })

  it('[ADMIN-02] told, just those that are left out are taken away, and their owners hear it by socket and by push', async () => {
    const { change, states, ids, jobs, office_id, boss, line_id, reservation } = await booked()
    const { told } = await change(() => ({ closures: [MONDAY] }), { reservations: 'tell' })
    expect(told).toBe(2)
    expect(await states()).toEqual(['removed', 'removed', 'confirmed'])
    const kinds = await Promise.all(
      ids.map(async id =>
        (await jobs(id)).filter(({ kind }) => kind === 'tell-reservation').map(({ payload }) => payload),
      ),
    )
    expect(kinds).toEqual([
      [expect.objectContaining({ said: 'removed' })],
      [expect.objectContaining({ said: 'removed' })],
      [],
    ])
    const facts = await server.database.db
      .selectFrom('facts')
      .select(['kind', 'line_id', 'reservation_id', 'user_id'])
      .where('office_id', '=', office_id)
      .orderBy('seq', 'desc')
      .limit(3)
      .execute()
    const removed = await Promise.all(
      ids.slice(0, 2).map(async id => ({
        kind: 'reserve:updated',
        line_id,
        reservation_id: id,
        user_id: (await reservation(id)).user_id,
      })),
    )
    const [changed, ...others] = facts.reverse()
    expect(changed).toEqual({ kind: 'office:changed', line_id: null, reservation_id: null, user_id: null })
    expect(others).toHaveLength(removed.length)
    expect(others).toEqual(expect.arrayContaining(removed))
    const acts = await server.database.db
      .selectFrom('desk_acts')
      .select(['act', 'clerk_id', 'reservation_id'])
      .where('office_id', '=', office_id)
      .where('act', '=', 'reservation-removed')
      .orderBy('reservation_id')
      .execute()
    expect(acts).toEqual(
      ids
        .slice(0, 2)
        .sort()
        .map(reservation_id => ({ act: 'reservation-removed', clerk_id: boss.clerk_id, reservation_id })),
    )
  })

  it('[ADMIN-02] [DESK-11] told, whoever the desk booked without a phone stays to be settled, and is counted', async () => {
    const { change, check, read, leftOut, states, jobs, line_id, boss, context, ...office } = await booked()
    const { id } = await bookForSomebody(context, {
      office_id: office.office_id,
      clerk_id: boss.clerk_id,
      line_id,
      ...blockAt(await office.blocks(line_id, MONDAY), 30),
      request_id: randomUUID(),
      name: 'Rosa Díaz Peña',
      meta: { answers: { tel: '+56 9 1234 5678' } },
    })
    const closed = { ...(await read()).office, closures: [MONDAY] }
    expect((await check(closed)).touches.reservations).toMatchObject({ total: 3, by_desk: 1 })
    const answer = await change(() => ({ closures: [MONDAY] }), { reservations: 'tell' })
    expect(answer).toMatchObject({ told: 2, untold: 1 })
    expect(await states()).toEqual(['removed', 'removed', 'confirmed'])
    expect((await office.reservation(id)).state).toBe('confirmed')
    expect(await leftOut()).toMatchObject([{ id, by_desk: true }])
    expect(await jobs(id)).toEqual([])
  })

  it('[ADMIN-02] an undo asks about them as well, and brings back none that was taken away', async () => {
    const { change, undo, states, read, conflict, saved, book, blocks, line_id, user } = await booked()
    await change(() => ({ closures: [MONDAY] }), { reservations: 'tell' })
    const { settings } = await saved(await undo({ version: (await read()).version }))
    expect(settings?.office).toMatchObject({ closures: [] })
    expect(await states()).toEqual(['removed', 'removed', 'confirmed'])
    // Booked on a day that another undo, of this undo, would close.
    await book(line_id, blockAt(await blocks(line_id, MONDAY), 30), await user())
    const again = await undo({ version: settings?.version ?? '' })
    expect(await conflict(again)).toMatchObject({
      code: 'reservations-affected',
      touches: { reservations: { total: 1 } },
    })
    const kept = await saved(await undo({ version: settings?.version ?? '', reservations: 'keep' }))
    expect(kept.settings?.office).toMatchObject({ closures: [MONDAY] })
  })

  it('[ADMIN-02] a line in which somebody waits or stands aside stays until nobody does', async () => {
    const { change, read, put, check, conflict, take, user, office_id } = await settingsOffice(server)
    await change(() => ({ lines: [lineOf('caja'), lineOf('tramites')] }))
    const { id: line_id } = await server.database.db
      .selectFrom('lines')
      .select('id')
      .where('office_id', '=', office_id)
      .where('slug', '=', 'caja')
      .executeTakeFirstOrThrow()
    const tickets = [await take(line_id, await user()), await take(line_id, await user())]
    await server.database.db
      .updateTable('tickets')
      .set({ state: 'parked', parked_at: NOON })
      .where('id', '=', tickets[0]?.tuid ?? '')
      .execute()
    const { version, office } = await read()
    const without = { ...office, lines: linesOf(office).filter(({ slug }) => slug !== 'caja') }
    const waiting = [{ slug: 'caja', name: 'Fila caja', count: 2 }]
    expect(await check(without)).toMatchObject({ parts: ['lines'], touches: { waiting } })
    const refused = await put({ version, office: without, reservations: 'keep' })
    expect(refused.status).toBe(409)
    expect(await conflict(refused)).toMatchObject({ code: 'line-waited-for', touches: { waiting } })
    await server.database.db
      .updateTable('tickets')
      .set({ state: 'given-up', ended_at: NOON, parked_at: null })
      .where('line_id', '=', line_id)
      .execute()
    expect((await put({ version, office: without })).status).toBe(200)
    expect(linesOf((await read()).office).map(({ slug }) => slug)).toEqual(['tramites'])
  })

  /** An office of the whole day in which two wait at noon of a Saturday. */
  async function waitedFor(closing: 'finish' | 'send-home' = 'send-home') {
    const office = await settingsOffice(server)
    const all = [1, 2, 3, 4, 5, 6, 7]
    await office.change(() => ({ closing, hours: [{ days: all, from: '00:00', to: '24:00' }] }))
    const numbers = await office.fill(await office.line(), 2)
    return {
      ...office,
      /** Entries that end the day in which it stands, each by another key. */
      ends: [
        { closures: [TODAY] },
        { hours: [{ days: all, from: '00:00', to: '09:00' }] },
        { hours: [{ days: [5], from: '00:00', to: '24:00' }] },
      ],
      waiting: async () => {
        await closeOffices(office.context)
        return Promise.all(numbers.map(async tuid => (await office.ticket(tuid)).state))
      },
    }
  }

  it('[ADMIN-02] whatever ends the day of those who wait is refused without a word of them, and they wait on', async () => {
    const { ends, read, check, put, conflict, waiting } = await waitedFor()
    const { version, office } = await read()
    for (const change of ends) {
      const closed = { ...office, ...change }
      const day_ends = { waiting: 2, closing: 'send-home' }
      expect(await check(closed)).toMatchObject({ faults: [], touches: { day_ends } })
      const refused = await put({ version, office: closed, reservations: 'keep' })
      expect(refused.status).toBe(409)
      expect(await conflict(refused)).toMatchObject({ code: 'day-ends', touches: { day_ends } })
    }
    expect((await read()).version).toBe(version)
    expect(await waiting()).toEqual(['waiting', 'waiting'])
  })

  it('[ADMIN-02] with a word of them it is done, and taken back within the minute nobody is sent home', async () => {
    const { change, undo, read, saved, waiting, ends } = await waitedFor()
    const [closed = {}] = ends
    await change(() => closed, { ends_day: 'send-home' })
    await saved(await undo({ version: (await read()).version }))
    expect(await waiting()).toEqual(['waiting', 'waiting'])
    // What was taken back is taken back in turn: the closure comes again, and asks again.
    const again = await undo({ version: (await read()).version })
    expect(again.status).toBe(409)
    await change(() => closed, { ends_day: 'send-home' })
    expect(await waiting()).toEqual(['sent-home', 'sent-home'])
  })

  it('[ADMIN-02] who is attended still after closing is not sent home without a word either', async () => {
    const { change, check, read, waiting, clerk, ends } = await waitedFor('finish')
    await clerk('1')
    const [closed = {}] = ends
    expect((await check({ ...(await read()).office, ...closed })).touches.day_ends).toEqual({
      waiting: 2,
      closing: 'finish',
    })
    await change(() => closed, { ends_day: 'finish' })
    expect(await waiting()).toEqual(['waiting', 'waiting'])
    const { office } = await read()
    expect((await check({ ...office, name: 'Otra' })).touches.day_ends).toBeNull()
    expect((await check({ ...office, closing: 'send-home' })).touches.day_ends).toEqual({
      waiting: 2,
      closing: 'send-home',
    })
  })

  it('[ADMIN-02] where nobody is there to attend them they are said to be sent home, and no other word lets that be', async () => {
    const { change, check, read, put, conflict, waiting, ends } = await waitedFor('finish')
    const [closed = {}] = ends
    const { version, office } = await read()
    const day_ends = { waiting: 2, closing: 'send-home' }
    expect((await check({ ...office, ...closed })).touches.day_ends).toEqual(day_ends)
    // Said while a clerk sat there, who has left since.
    const refused = await put({ version, office: { ...office, ...closed }, ends_day: 'finish' })
    expect(refused.status).toBe(409)
    expect(await conflict(refused)).toMatchObject({ code: 'day-ends', touches: { day_ends } })
    expect(await waiting()).toEqual(['waiting', 'waiting'])
    await change(() => closed, { ends_day: 'send-home' })
    expect(await waiting()).toEqual(['sent-home', 'sent-home'])
  })

  it('[ADMIN-02] nothing is asked of a day that goes on, nor where nobody waits', async () => {
    const { check, read } = await waitedFor()
    const { office } = await read()
    expect((await check({ ...office, closures: [MONDAY] })).touches.day_ends).toBeNull()
    const empty = await settingsOffice(server)
    const stands = (await empty.read()).office
    expect((await empty.check({ ...stands, closures: [TODAY] })).touches.day_ends).toBeNull()
  })

  it('[ADMIN-02] the lines that a module serves are prescribed here, and told to whoever sits there', async () => {
    const { read, change, check, put, saved, clerk, ...office } = await settingsOffice(server)
    await clerk('Caja 1')
    await change(() => ({ lines: [lineOf('caja'), lineOf('tramites')] }))
    const { version, office: entry } = await read()
    expect(entry).not.toHaveProperty('modulo_lines')
    const modulo_lines = [{ modulo: 'Caja 1', lines: ['caja'] }]
    const prescribed = { ...entry, modulo_lines }
    expect(await check(prescribed)).toMatchObject({ parts: ['modulo_lines'] })
    expect((await saved(await put({ version, office: prescribed }))).settings?.office).toMatchObject({
      modulo_lines,
    })
    expect(await check(prescribed)).toMatchObject({ parts: [] })
    expect(
      await check({ ...prescribed, modulo_lines: [{ modulo: 'Caja 1', lines: ['otra'] }] }),
    ).toMatchObject({ faults: [{ kind: 'unknown-line', path: 'modulo_lines[0].lines[0]' }] })
    const prescribing = await server.database.db
      .selectFrom('modulos')
      .select('prescribed_lines')
      .where('office_id', '=', office.office_id)
      .where('active', '=', true)
      .execute()
    expect(prescribing).toEqual([{ prescribed_lines: [expect.any(Number)] }])
  })

  it('[ADMIN-02] a module at which a clerk sits is told of; they finish there, and nobody opens it again', async () => {
    const settings = await settingsOffice(server)
    const { read, check, clerk, saved, put, context } = settings
    const desk = await clerk('Caja 1')
    const line_id = await settings.line()
    const [first = '', second = ''] = await settings.fill(line_id, 2)
    await settings.call(desk)
    const { version, office } = await read()
    expect(office).toMatchObject({ modulos: ['Caja 1'] })
    const renamed = { ...office, modulos: ['Caja 2'] }
    expect(await check(renamed)).toMatchObject({
      parts: ['modulos'],
      touches: { sitting: [{ modulo: 'Caja 1', clerk: 'Ana' }] },
    })
    expect((await saved(await put({ version, office: renamed }))).settings?.office).toMatchObject({
      modulos: ['Caja 2'],
    })
    expect(await check((await read()).office)).toMatchObject({ touches: { sitting: [] } })
    // It was the only one: who stands there is attended, and who waits goes on waiting.
    await markAttended(context, desk)
    expect((await settings.ticket(first)).state).toBe('attended')
    expect((await settings.ticket(second)).state).toBe('waiting')
    await closeModulo(context, desk)
    await expect(openModulo(context, desk)).rejects.toMatchObject({ code: 'not-found' })
    const caja2 = await server.database.db
      .selectFrom('modulos')
      .select('id')
      .where('office_id', '=', settings.office_id)
      .where('name', '=', 'Caja 2')
      .executeTakeFirstOrThrow()
    await openModulo(context, { ...desk, modulo_id: caja2.id })
    await settings.call(desk)
    expect((await settings.ticket(second)).state).toBe('called')
  })

  /** An office that renames a module at which a clerk sits; another one works at its second module. */
  async function renaming() {
    const settings = await settingsOffice(server)
    const { context, office_id, change } = settings
    const [gone, other] = [await settings.clerk('Caja 1'), await settings.clerk('Caja 2')]
    const line_id = await settings.line()
    return {
      ...settings,
      line_id,
      gone,
      other,
      rename: () => change(() => ({ modulos: ['Caja 2', 'Caja 3'] })),
      /** The module that went, as a desk sees it. */
      seen: async (by = other) =>
        (await deskState(context, by)).modulos.find(({ id }) => id === gone.modulo_id),
      /** Whoever works at the other one sits down there. */
      takeOver: (from?: number) => openModulo(context, { ...other, modulo_id: gone.modulo_id, from }),
      /** What everybody may read of the office's modules. */
      async inPublic() {
        const answer = await server.ask('v1', `/state/${settings.slug}/modulos`)
        return parse(moduloList, await answer.json()).map(({ name }) => name)
      },
      async retire() {
        const path = `/offices/${office_id}/people/${gone.clerk_id}/retire`
        const answer = await server.ask('desk', path, { token: settings.boss.token, body: {} })
        return parse(staffChanged, await answer.json())
      },
    }
  }

  it('[ADMIN-02] [DESK-09] at a module that went a break begins and ends still, and its call for help is seen, while somebody sits there', async () => {
    const { context, gone, other, rename, seen, inPublic } = await renaming()
    await rename()
    await takeBreak(context, { ...gone, minutes: 10 })
    await askHelp(context, { ...gone, asks: true })
    for (const by of [gone, other])
      expect(await seen(by)).toMatchObject({
        name: 'Caja 1',
        clerk_id: gone.clerk_id,
        break_until: expect.any(String),
        help: { coming: null },
      })
    await answerHelp(context, { ...other, modulo_id: gone.modulo_id })
    await takeBreak(context, { ...gone, minutes: null })
    expect(await seen(gone)).toMatchObject({ break_until: null, help: { coming: 'Ana' } })
    // Nobody is sent there any more, and whoever comes is shown what the office has.
    expect(await seen()).toMatchObject({ open: false })
    expect(await inPublic()).toEqual(['Caja 2', 'Caja 3'])
    await closeModulo(context, gone)
    expect(await seen()).toBeUndefined()
  })

  it.each([
    ['whose clerk went home without a word', false],
    ['whose clerk works there no more', true],
  ])(
    '[ADMIN-02] [DESK-08] whoever stands at a module that went, %s, is found by who sits down there, and nobody by those after them',
    async (_, isRetired) => {
      const office = await renaming()
      const { context, gone, other, rename, seen, takeOver, retire } = office
      const [tuid = ''] = await office.fill(office.line_id, 1)
      await office.call(gone)
      await sayArrived(context, { ...gone, tuid })
      await rename()
      if (isRetired) expect(await retire()).toMatchObject({ standing: { modulo: 'Caja 1' } })
      expect(await seen()).toMatchObject({ clerk_id: isRetired ? null : gone.clerk_id, open: false })
      await takeOver(isRetired ? undefined : gone.clerk_id)
      expect((await deskState(context, other)).current).toMatchObject({ tuid, state: 'called' })
      await markAttended(context, other)
      expect((await office.ticket(tuid)).state).toBe('attended')
      await closeModulo(context, other)
      expect(await seen()).toBeUndefined()
      await expect(takeOver()).rejects.toMatchObject({ code: 'not-found' })
    },
  )
})
