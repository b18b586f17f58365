import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FAVORITES_MAX } from '#contract/limits.ts'
import type { Favorites } from '#contract/rest/favorites.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { eachDatabase, onPostgres } from '#tests/support/databases.ts'
import { queueOffice } from '#tests/support/queue-office.ts'
import { signInRegistered } from '#tests/support/registered.ts'
import { type AskOptions, type SignedIn, startTestServer, type TestServer } from '#tests/support/server.ts'
import { waitFor } from '#tests/support/wait-for.ts'

eachDatabase('favourites', open => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer({ database: await open() })
  })
  afterAll(() => server.close())

  const ask = (who: Pick<SignedIn, 'token'>, path: string, request: AskOptions = {}) =>
    server.ask('users', `/favorites${path}`, { token: who.token, ...request })
  const kept = async (answer: Response | Promise<Response>): Promise<Favorites> => {
    const response = await answer
    expect(response.status).toBe(200)
    return (await response.json()) as Favorites
  }
  const idsOf = ({ offices, lines }: Favorites) => ({
    offices: offices.map(({ id }) => id),
    lines: lines.map(({ id }) => id),
  })
  const add = (who: SignedIn, kind: 'offices' | 'lines', body: object) =>
    ask(who, `/${kind}`, { method: 'POST', body })
  const remove = (who: SignedIn, kind: 'offices' | 'lines', body: object) =>
    ask(who, `/${kind}`, { method: 'DELETE', body })
  const refusal = async (response: Response) => `${response.status} ${(await response.json()).code}`

  /** Offices that are there already; as many as asked for. */
  async function offices(count: number) {
    const all = await Promise.all(Array.from({ length: count }, () => queueOffice(server.database)))
    return all.map(({ office_id, slug, line }) => ({ id: office_id, slug, line }))
  }

  const twoOffices = async () => {
    const [first, second] = await offices(2)
    if (!first || !second) throw new Error('two were asked for')
    return [first, second] as const
  }

  it('[FAV-01] holds offices and lines, in the order in which they were added, for their owner alone', async () => {
    const mine = await signInRegistered(server)
    const theirs = await signInRegistered(server)
    const [first, other] = await twoOffices()
    const line = await first.line()
    expect(await kept(ask(mine, ''))).toEqual({ offices: [], lines: [] })

    await kept(add(mine, 'offices', { id: other.id }))
    server.clock.advance(1)
    await kept(add(mine, 'offices', { slug: first.slug }))
    const all = await kept(add(mine, 'lines', { id: line }))
    expect(idsOf(all)).toEqual({ offices: [other.id, first.id], lines: [line] })
    expect(all.offices[1]).toMatchObject({ slug: first.slug, category_id: 'notarias', active: true })
    expect(all.lines[0]).toMatchObject({ office: { id: first.id, slug: first.slug }, active: true })
    expect(await kept(ask(mine, ''))).toEqual(all)
    expect(await kept(ask(theirs, ''))).toEqual({ offices: [], lines: [] })

    expect(idsOf(await kept(remove(mine, 'offices', { id: other.id })))).toMatchObject({
      offices: [first.id],
    })
    expect(await kept(remove(mine, 'offices', { slug: first.slug }))).toMatchObject({ offices: [] })
    expect(await kept(remove(mine, 'lines', { id: line }))).toEqual({ offices: [], lines: [] })
  })

  it('[FAV-01] takes the office as its caller knows it (§7), and reads no more of it than which one it is', async () => {
    const mine = await signInRegistered(server)
    const [{ id, slug } = { id: 0, slug: '' }] = await offices(1)
    const body = { id, slug: 'another', name: '<b>', user_id: 'somebody', lines: [1, 2], active: false }
    expect(idsOf(await kept(add(mine, 'offices', body))).offices).toEqual([id])
    expect((await kept(ask(mine, ''))).offices[0]).toMatchObject({ slug, active: true })
  })

  it('[FAV-01] adds once and removes once, however often it is asked, also at the same time', async () => {
    const mine = await signInRegistered(server)
    const [office] = await offices(1)
    const body = { id: office?.id }
    await Promise.all(Array.from({ length: 6 }, () => kept(add(mine, 'offices', body))))
    expect(idsOf(await kept(ask(mine, ''))).offices).toEqual([office?.id])
    await Promise.all(Array.from({ length: 4 }, () => kept(remove(mine, 'offices', body))))
    expect(await kept(ask(mine, ''))).toEqual({ offices: [], lines: [] })
  })

  it('[FAV-01] holds a hundred of each and no more, whoever comes first of those that come at once', async () => {
    const mine = await signInRegistered(server)
    const all = await offices(FAVORITES_MAX + 4)
    const ids = all.map(({ id }) => id)
    await kept(
      ask(mine, '', { method: 'PUT', body: { offices: ids.slice(0, FAVORITES_MAX - 2), lines: [] } }),
    )
    const answers = await Promise.all(
      ids.slice(FAVORITES_MAX - 2).map(async id => (await add(mine, 'offices', { id })).status),
    )
    expect(answers.filter(status => status === 200)).toHaveLength(2)
    expect(answers.filter(status => status === 409)).toHaveLength(4)
    const full = idsOf(await kept(ask(mine, ''))).offices
    expect(full).toHaveLength(FAVORITES_MAX)

    const left = ids.find(id => !full.includes(id))
    expect(await refusal(await add(mine, 'offices', { id: left }))).toBe('409 favorites-full')
    // What is kept already asks for no place; a line has places of its own; what was removed leaves its own.
    await kept(add(mine, 'offices', { id: full[0] }))
    const line = await all[0]?.line()
    expect(idsOf(await kept(add(mine, 'lines', { id: line }))).lines).toEqual([line])
    await kept(remove(mine, 'offices', { id: full[3] }))
    expect(idsOf(await kept(add(mine, 'offices', { id: left }))).offices).toContain(left)
  })

  it('[FAV-01] what a browser kept comes to what is kept here, in its order, and nothing is lost or doubled', async () => {
    const mine = await signInRegistered(server)
    const all = await offices(5)
    const [a = 0, b = 0, c = 0, d = 0, gone = 0] = all.map(({ id }) => id)
    const line = await all[0]?.line()
    await server.database.db.updateTable('offices').set({ active: false }).where('id', '=', gone).execute()
    await kept(add(mine, 'offices', { id: c }))
    server.clock.advance(1)
    const body = { offices: [d, c, b, d, gone, 2_000_000_000, 9_000_000_000, a], lines: [line, line] }
    const together = idsOf(await kept(ask(mine, '', { method: 'PUT', body })))
    expect(together).toEqual({ offices: [c, d, b, a], lines: [line] })
    // From two devices at once.
    const again = await Promise.all([1, 2].map(() => kept(ask(mine, '', { method: 'PUT', body }))))
    for (const one of again) expect(idsOf(one)).toEqual(together)
  })

  it('[FAV-01] what is brought beyond the hundred is left out: the answer says what is kept', async () => {
    const mine = await signInRegistered(server)
    const ids = (await offices(FAVORITES_MAX + 1)).map(({ id }) => id)
    const [last] = ids.slice(-1)
    await kept(add(mine, 'offices', { id: last }))
    const body = { offices: ids.slice(0, FAVORITES_MAX), lines: [] }
    const all = idsOf(await kept(ask(mine, '', { method: 'PUT', body }))).offices
    expect(all).toHaveLength(FAVORITES_MAX)
    expect(all).toContain(last)
    expect(all).not.toContain(ids[FAVORITES_MAX - 1])
    const many = { offices: [...body.offices, last], lines: [] }
    expect(await refusal(await ask(mine, '', { method: 'PUT', body: many }))).toBe('400 bad-request')
  })

  it('[FAV-01] an office that closed for ever, and its lines, stay listed as such until they are removed', async () => {
    const mine = await signInRegistered(server)
    const theirs = await signInRegistered(server)
    const [office] = await offices(1)
    const { id, slug } = office ?? { id: 0, slug: '' }
    const [line, other] = [await office?.line(), await office?.line()]
    await kept(add(mine, 'offices', { id }))
    await kept(add(mine, 'lines', { id: line }))
    await kept(add(mine, 'lines', { id: other }))
    const { db } = server.database
    await db
      .updateTable('lines')
      .set({ active: false })
      .where('id', '=', other ?? 0)
      .execute()
    expect((await kept(ask(mine, ''))).lines.map(({ active }) => active)).toEqual([true, false])

    await db.updateTable('offices').set({ active: false }).where('id', '=', id).execute()
    const closed = await kept(ask(mine, ''))
    expect(closed.offices).toMatchObject([{ id, slug, active: false }])
    expect(closed.lines.map(({ active }) => active)).toEqual([false, false])
    // Kept, it is kept; but nobody else can have it any more.
    await kept(add(mine, 'offices', { id }))
    expect(await refusal(await add(theirs, 'offices', { id }))).toBe('404 not-found')
    expect(await refusal(await add(theirs, 'lines', { id: line }))).toBe('404 not-found')
    expect(await kept(ask(theirs, ''))).toEqual({ offices: [], lines: [] })

    await kept(remove(mine, 'offices', { slug }))
    await kept(remove(mine, 'lines', { id: line }))
    expect(await kept(remove(mine, 'lines', { id: other }))).toEqual({ offices: [], lines: [] })
  })

  it('[FAV-01] what never was is not found, and cannot be removed any more than it is', async () => {
    const mine = await signInRegistered(server)
    for (const body of [{ id: 2_000_000_000 }, { id: 9_007_199_254_740_991 }, { slug: 'no-such-office' }]) {
      expect(await refusal(await add(mine, 'offices', body))).toBe('404 not-found')
      await kept(remove(mine, 'offices', body))
    }
    expect(await refusal(await add(mine, 'lines', { id: 9_007_199_254_740_991 }))).toBe('404 not-found')
    await kept(remove(mine, 'lines', { id: 2_000_000_000 }))
  })

  it.each([
    ['no office', {}],
    ['an id that is none', { id: -1 }],
    ['a text for an id', { id: '7' }],
    ['a slug that is none', { slug: 'Drop Table' }],
    ['a list', [1]],
    ['nothing', null],
  ])('[FAV-01] %s is refused', async (_what, body) => {
    const mine = await signInRegistered(server)
    expect(await refusal(await add(mine, 'offices', body as object))).toBe('400 bad-request')
    expect(await refusal(await remove(mine, 'offices', body as object))).toBe('400 bad-request')
    expect(await refusal(await ask(mine, '', { method: 'PUT', body }))).toBe('400 bad-request')
  })

  it('[AUTH-10] guests and temporary users keep theirs in the browser alone: the server refuses them', async () => {
    const temporary = await server.signInTemporary()
    const [office] = await offices(1)
    const body = { id: office?.id }
    const asks: [string, AskOptions][] = [
      ['', {}],
      ['', { method: 'PUT', body: { offices: [], lines: [] } }],
      ['/offices', { method: 'POST', body }],
      ['/offices', { method: 'DELETE', body }],
      ['/lines', { method: 'POST', body }],
      ['/lines', { method: 'DELETE', body }],
    ]
    for (const [path, request] of asks) {
      expect(await refusal(await ask(temporary, path, request))).toBe('403 forbidden')
      const nobody = await server.ask('users', `/favorites${path}`, request)
      expect(await refusal(nobody)).toBe('401 unauthorized')
    }
  })

  it('[FAV-01] go with their person', async () => {
    const { db } = server.database
    const [office] = await offices(1)
    const user = (await queueOffice(server.database)).user
    const user_id = await user()
    await db
      .insertInto('favorite_offices')
      .values({ user_id, office_id: office?.id ?? 0, place: 1, added_at: server.clock.now() })
      .execute()
    const more = {
      user_id,
      office_id: office?.id ?? 0,
      place: FAVORITES_MAX + 1,
      added_at: server.clock.now(),
    }
    await expect(db.insertInto('favorite_offices').values(more).execute()).rejects.toMatchObject({
      constraint: 'favorite_offices_place_check',
    })
    await db.deleteFrom('users').where('id', '=', user_id).execute()
    const rows = await db.selectFrom('favorite_offices').selectAll().where('user_id', '=', user_id).execute()
    expect(rows).toEqual([])
  })
})

describe('two hearts that are pressed at once on two devices', () => {
  onPostgres('of one person', freshUrl => {
    it('[FAV-01] are kept both: the second waits until the first has its place', async () => {
      const database = await openDatabase({ dataDirectory: ':memory:', databaseUrl: await freshUrl() })
      const server = await startTestServer({ database })
      const [first, second] = [await queueOffice(database), await queueOffice(database)]
      const { user_id, token } = await signInRegistered(server)
      const { promise: release, resolve: letGo } = Promise.withResolvers<void>()
      const { promise: isHeld, resolve: holds } = Promise.withResolvers<void>()
      // The first device's, by another process: it has its place, and has not ended.
      const elsewhere = database.transaction(async transaction => {
        await transaction
          .selectFrom('users')
          .select('id')
          .where('id', '=', user_id)
          .forNoKeyUpdate()
          .execute()
        await transaction
          .insertInto('favorite_offices')
          .values({ user_id, office_id: first.office_id, place: 1, added_at: server.clock.now() })
          .execute()
        holds()
        await release
      })
      await isHeld
      const adding = server.ask('users', '/favorites/offices', { token, body: { id: second.office_id } })
      await waitFor('the second to wait', async () => {
        const { rows } = await sql`
          select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
          database.db,
        )
        return rows.length === 1
      })
      letGo()
      await elsewhere
      const answer = await adding
      expect(answer.status).toBe(200)
      const { offices } = (await answer.json()) as Favorites
      expect(offices.map(({ id }) => id)).toEqual([first.office_id, second.office_id])
      await server.close()
      await database.close()
    })
  })
})
