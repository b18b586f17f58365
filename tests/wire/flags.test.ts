import * as v from 'valibot'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { KNOWN_FLAGS, type KnownFlag } from '#contract/known-flags.ts'
import { flagList } from '#contract/rest/flags.ts'
import { json } from '#server/database/json-column.ts'
import { eachDatabase } from '#tests/support/databases.ts'
import { MovingClock } from '#tests/support/moving-clock.ts'
import { NOON } from '#tests/support/queue-office.ts'
import {
  ANSWERS,
  blockAt,
  type ReservationOffice,
  reservationOffice,
} from '#tests/support/reservation-office.ts'
import { type SignedIn, startTestServer, type TestServer } from '#tests/support/server.ts'

eachDatabase('the flags', open => {
  let server: TestServer
  let office: ReservationOffice
  let line_id: number
  let me: SignedIn
  beforeAll(async () => {
    const database = await open()
    server = await startTestServer({ database, clock: new MovingClock(NOON) })
    office = await reservationOffice(database)
    line_id = await office.reserveLine({ slots: 9 })
    me = await server.signInTemporary()
  })
  beforeEach(() => server.database.db.deleteFrom('flags').execute())
  afterAll(() => server?.close())

  const set = (name: string, enabled: boolean) =>
    server.database.db
      .insertInto('flags')
      .values({ name, enabled, variant: null })
      .onConflict(row => row.column('name').doUpdateSet({ enabled }))
      .execute()
  const ask = async (
    service: Parameters<TestServer['ask']>[0],
    path: string,
    request: Parameters<TestServer['ask']>[2] = {},
  ) => {
    const response = await server.ask(service, path, { token: me.token, ...request })
    const said = (await response.json()) as { code?: string; id?: string }
    return {
      said,
      status: response.ok ? `${response.status}` : `${response.status} ${said.code}`,
    }
  }
  const day = NOON.toISOString().slice(0, 10)
  async function free(at: number) {
    const { from, to } = blockAt(await office.blocks(line_id, day), at)
    return { from, to }
  }
  const book = async (at: number) =>
    await ask('reservations', '', {
      body: { line: line_id, block: await free(at), meta: { answers: ANSWERS } },
    })

  /** What each flag rules at the server: as it is answered while the flag is on, and while it is off. */
  const RULES: Record<KnownFlag, null | (() => Promise<void>)> = {
    // Nothing is asked of the server for it.
    'install-guide': null,

    'let-others-pass': async () => {
      const [tuid = ''] = await office.fill(line_id, 2)
      const { user_id } = await office.ticket(tuid)
      const mine = { user_id: me.user_id }
      await server.database.db.updateTable('tickets').set(mine).where('user_id', '=', user_id).execute()
      const pass = async () => (await ask('turns', `/tickets/${tuid}/pass`, { body: { places: 1 } })).status
      await set('let-others-pass', false)
      expect(await pass()).toBe('403 switched-off')
      expect(await office.waiting(line_id)).toEqual([1, 2])
      await set('let-others-pass', true)
      expect(await pass()).toBe('200')
      expect(await office.waiting(line_id)).toEqual([2, 1])
    },

    reservations: async () => {
      const { slug: line } = await server.database.db
        .selectFrom('lines')
        .select('slug')
        .where('id', '=', line_id)
        .executeTakeFirstOrThrow()
      const block = await free(4)
      const first = await book(2)
      const id = String(first.said.id)
      const look = async () => [
        ((await ask('v1', `/lines/${line_id}`)).said as { takes_reservations?: boolean }).takes_reservations,
        ((await ask('reservations', `/offices/${office.slug}/settings`)).said as unknown as { lines: [] })
          .lines.length,
        (await ask('reservations', `/offices/${office.slug}/${line}/${day}/timeblocks`)).status,
      ]
      expect([first.status, ...(await look())]).toEqual(['201', true, 1, '200'])

      await set('reservations', false)
      expect(await look()).toEqual([false, 0, '409 reserve-not-open'])
      const wish = { line_id, ...block, meta: { answers: ANSWERS } }
      const refused = [
        await ask('reservations', '', { body: { line: line_id, block, meta: { answers: ANSWERS } } }),
        await ask('v1', '/user/reserves', { body: { reserve: wish } }),
        await ask('v3', '/user/reserves', { body: { reserve: wish } }),
        await ask('reservations', `/${id}`, { method: 'PATCH', body: { block } }),
      ]
      expect(refused.map(({ status }) => status)).toEqual(refused.map(() => '409 reserve-not-open'))
      // What stands can be looked at, and given back.
      expect((await ask('reservations', `/${id}`)).status).toBe('200')
      expect((await ask('reservations', `/${id}`, { method: 'DELETE' })).status).toBe('200')

      await set('reservations', true)
      expect([(await book(6)).status, ...(await look())]).toEqual(['201', true, 1, '200'])
    },
  }

  it.each(Object.entries(RULES))('[SHELL-08] %s does at the server what it says', async (_name, rules) => {
    await rules?.()
  })

  it('[SHELL-08] are told as they stand: on where nothing is said, for all of them work', async () => {
    const told = async () => {
      const { toggles } = v.parse(flagList, (await ask('flags', '')).said)
      return Object.fromEntries(toggles.map(({ name, enabled }) => [name, enabled]))
    }
    expect(await told()).toEqual(KNOWN_FLAGS)
    for (const name of Object.keys(KNOWN_FLAGS)) {
      await set(name, false)
      expect(await told()).toMatchObject({ [name]: false })
    }
  })

  it('are answered as Unleash’s frontend API does, in the order of their names, tagged', async () => {
    await server.database.db
      .insertInto('flags')
      .values({ name: 'nuevo-boton', enabled: true, variant: json({ name: 'grande', enabled: true }) })
      .execute()
    const first = await server.ask('flags', '')
    const { toggles } = v.parse(flagList, await first.json())
    const names = toggles.map(({ name }) => name)
    expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b)))
    expect(toggles[0]?.variant).toEqual({ name: 'disabled', enabled: false })
    expect(toggles.find(({ name }) => name === 'nuevo-boton')).toEqual({
      name: 'nuevo-boton',
      enabled: true,
      variant: { name: 'grande', enabled: true },
    })
    const headers = { 'if-none-match': String(first.headers.get('etag')) }
    expect((await server.ask('flags', '', { headers })).status).toBe(304)
  })
})
