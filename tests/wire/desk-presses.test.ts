import { randomUUID } from 'node:crypto'
import { beforeAll, afterAll, describe, expect, it } from 'vitest'
import { SERVICE_BASES } from '#contract/bases.ts'
import { PRESS_HEADER } from '#contract/rest/desk-press.ts'
import { startSession } from '#server/identity/start-session.ts'
import { prunePresses } from '#server/facts/prune-presses.ts'
import { eachDatabase } from '#tests/support/databases.ts'
import {
  DESK_VERBS,
  type DeskVerb,
  prepareVerb,
  shapeOf,
  verbsAmiss,
  whatStands as standsIn,
} from '#tests/support/desk-verbs.ts'
import { MovingClock } from '#tests/support/moving-clock.ts'
import { NOON, queueOffice } from '#tests/support/queue-office.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { routesOf } from './access-matrix/routes-of.ts'

eachDatabase('presses at the desk', open => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer({ clock: new MovingClock(NOON), database: await open() })
  })
  afterAll(() => server.close())

  const ask = (method: string, path: string, token: string, press: string | null, body?: unknown) =>
    fetch(server.origin + SERVICE_BASES.desk + path, {
      method,
      headers: {
        origin: server.origin,
        authorization: `Bearer ${token}`,
        ...(press !== null && { [PRESS_HEADER]: press }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      body: body === undefined ? null : JSON.stringify(body),
    })
  const press = ({ method, path, token, body }: DeskVerb, id: string | null) =>
    ask(method, path, token, id, body)
  const settled = async ({ token }: Pick<DeskVerb, 'token'>, id: string): Promise<unknown> =>
    (await ask('POST', `/presses/${id}`, token, null)).json()
  const whatStands = (verb: DeskVerb) => standsIn(server.database, verb)
  const prepare = (verb: string) => prepareVerb(server.database, server.clock.now(), verb)

  const actsOf = async ({ clerk_id }: DeskVerb): Promise<number> => {
    const { count } = await server.database.db
      .selectFrom('desk_acts')
      .select(row => row.fn.countAll<string>().as('count'))
      .where('clerk_id', '=', clerk_id)
      .executeTakeFirstOrThrow()
    return Number(count)
  }

  it('[DESK-14] every verb of the desk is here, or says why it is none', () => {
    expect(verbsAmiss(routesOf(server.app))).toEqual([])
  })

  describe.each(DESK_VERBS)('%s', name => {
    it('[DESK-14] [DESK-12] is done once for one press, what became of it is told, and who did it is noted', async () => {
      const verb = await prepare(name)
      const before = await whatStands(verb)
      const noted = await actsOf(verb)
      const id = randomUUID()
      const answer = await press(verb, id)
      expect(answer.ok ? null : await answer.text()).toBeNull()
      expect(await settled(verb, id)).toEqual({ done: true })
      const after = await whatStands(verb)
      expect(shapeOf(after)).not.toEqual(shapeOf(before))
      const acts = await actsOf(verb)
      expect(acts).toBeGreaterThan(noted)
      // What the network brings twice is never told as refused: said to be known, it is asked about.
      const twice = await press(verb, id)
      expect(twice.ok ? null : await twice.json()).toEqual(
        twice.ok ? null : expect.objectContaining({ status: 409, code: 'press-known' }),
      )
      expect(await actsOf(verb)).toBe(acts)
      expect(await whatStands(verb)).toEqual(after)
      expect(await settled(verb, id)).toEqual({ done: true })
    })

    it('[DESK-14] told as not done, it is not done however late it arrives; another press is', async () => {
      const verb = await prepare(name)
      const before = await whatStands(verb)
      const id = randomUUID()
      expect(await settled(verb, id)).toEqual({ done: false })
      const late = await press(verb, id)
      expect(await late.json()).toMatchObject({ status: 409, code: 'press-known' })
      expect(await whatStands(verb)).toEqual(before)
      expect(await settled(verb, id)).toEqual({ done: false })
      expect((await press(verb, randomUUID())).ok).toBe(true)
      expect(await whatStands(verb)).not.toEqual(before)
    })
  })

  it.each([
    ['POST /offices/:id/call', { line_ids: [] }],
    ['POST /offices/:id/reservations/:reservationId/call', {}],
    ['POST /offices/:id/tickets/:tuid/call', { reason: 'x' }],
    ['POST /offices/:id/modulo', { modulo_id: null }],
  ])(
    '[DESK-06] %s of a page that sees nobody at the desk does nothing to whoever is there',
    async (name, body) => {
      const verb = await prepare(name)
      const called = await prepare('POST /offices/:id/attended')
      const { path } = verb
      const own = path.replace(/^\/offices\/\d+/, (/^\/offices\/\d+/.exec(called.path) ?? [''])[0])
      const before = await whatStands(called)
      const answer = await ask('POST', own, called.token, null, { ...body, nobody: true })
      expect(await answer.json()).toMatchObject({ status: 409, code: 'desk-moved' })
      expect(await whatStands(called)).toEqual(before)
    },
  )

  it('[DESK-14] a press that is refused was not done', async () => {
    const verb = await prepare('POST /offices/:id/park')
    expect((await press(verb, null)).ok).toBe(true)
    const id = randomUUID()
    expect((await press(verb, id)).status).toBe(409)
    expect(await settled(verb, id)).toEqual({ done: false })
  })

  it.each([
    'POST /offices/:id/call-again',
    'POST /offices/:id/absent',
    'POST /offices/:id/attended',
    'POST /offices/:id/park',
    'POST /offices/:id/transfer',
  ])('[DESK-06] %s of somebody else than who stands there is refused, and of them it is done', async name => {
    const verb = await prepare(name)
    const before = await whatStands(verb)
    const about = (tuid: string) => ({ ...verb, body: { ...(verb.body as object | undefined), tuid } })
    const refused = await press(about(randomUUID()), null)
    expect(await refused.json()).toMatchObject({ status: 409, code: 'desk-moved' })
    expect(await whatStands(verb)).toEqual(before)
    const { id: tuid } = await server.database.db
      .selectFrom('tickets')
      .select('id')
      .where('office_id', '=', verb.office_id)
      .where('state', '=', 'called')
      .executeTakeFirstOrThrow()
    const id = randomUUID()
    expect((await press(about(tuid), id)).ok).toBe(true)
    const after = await whatStands(verb)
    expect(after).not.toEqual(before)
    // Brought once more by the network it is not refused as one about somebody else: it was done.
    expect(await (await press(about(tuid), id)).json()).toMatchObject({ code: 'press-known' })
    expect(await settled(verb, id)).toEqual({ done: true })
    expect(await whatStands(verb)).toEqual(after)
  })

  it('[DESK-14] of desks that call in one moment, those that called nobody did nothing', async () => {
    const office = await queueOffice(server.database)
    office.clock.at = server.clock.now()
    // The first goes alone, the others in one round behind it: one of them calls the second.
    await office.fill(await office.line(), 2)
    const pressed = await Promise.all(
      [await office.clerk(), await office.clerk(), await office.clerk(), await office.clerk()].map(
        async ({ clerk_id }) => {
          const { token } = await startSession(office.context, server.database.db, { clerk_id })
          const id = randomUUID()
          const path = `/offices/${office.office_id}/call`
          const { ok } = await ask('POST', path, token, id, { line_ids: [] })
          return { ok, told: await settled({ token }, id) }
        },
      ),
    )
    expect(pressed.filter(({ ok }) => ok)).toHaveLength(2)
    for (const { ok, told } of pressed) expect(told).toEqual({ done: ok })
  })

  it('[DESK-14] told as not done, sitting down at another office closes nothing at the one that would be left', async () => {
    const { database, clock } = server
    const [here, there] = [await queueOffice(database), await queueOffice(database)]
    here.clock.at = clock.now()
    const [tuid = ''] = await here.fill(await here.line(), 1)
    const clerk = await here.clerk()
    const { clerk_id } = clerk
    await here.call(clerk)
    await database.db.insertInto('clerk_offices').values({ clerk_id, office_id: there.office_id }).execute()
    const { id: modulo_id } = await database.db
      .insertInto('modulos')
      .values({ office_id: there.office_id, name: 'libre', clerk_id: null, opened_at: null })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { token } = await startSession(here.context, database.db, { clerk_id })
    const sitDown = (id: string) =>
      ask('POST', `/offices/${there.office_id}/modulo`, token, id, {
        modulo_id,
        here: { tuid, arrived: true },
      })
    const sits = async () => {
      const [modulo] = await database.db
        .selectFrom('modulos')
        .select('id')
        .where('clerk_id', '=', clerk_id)
        .execute()
      return [modulo?.id, (await here.ticket(tuid)).state]
    }
    const late = randomUUID()
    expect(await settled({ token }, late)).toEqual({ done: false })
    expect(await (await sitDown(late)).json()).toMatchObject({ status: 409, code: 'press-known' })
    expect(await sits()).toEqual([clerk.modulo_id, 'called'])
    const again = randomUUID()
    expect((await sitDown(again)).status).toBe(200)
    expect(await settled({ token }, again)).toEqual({ done: true })
    expect(await sits()).toEqual([modulo_id, 'attended'])
  })

  it('[DESK-14] is a clerk’s own: what another one is told is of no press of theirs', async () => {
    const verb = await prepare('POST /offices/:id/break')
    const other = await prepare('POST /offices/:id/break')
    const id = randomUUID()
    expect(await settled(other, id)).toEqual({ done: false })
    expect((await press(verb, id)).ok).toBe(true)
    expect(await settled(verb, id)).toEqual({ done: true })
    expect(await settled(other, id)).toEqual({ done: false })
  })

  it('a name that is no uuid is refused', async () => {
    const verb = await prepare('POST /offices/:id/break')
    expect(await (await press(verb, 'seven')).json()).toMatchObject({ status: 400, code: 'bad-request' })
  })

  it('[DESK-14] is told as done also after two weeks in which the desk stood shut, and forgotten then', async () => {
    const { database, clock } = server
    const verb = await prepare('POST /offices/:id/break')
    const id = randomUUID()
    expect((await press(verb, id)).ok).toBe(true)
    const pruneAfter = (days: number) => {
      const at = new Date(clock.now().getTime() + days * 24 * 3_600_000)
      return prunePresses({ database, clock: { now: () => at } })
    }
    expect(await pruneAfter(14.9)).toBe(0)
    expect(await settled(verb, id)).toEqual({ done: true })
    expect(await pruneAfter(15.1)).toBeGreaterThan(0)
    expect(await database.db.selectFrom('desk_presses').selectAll().execute()).toEqual([])
  })
})
