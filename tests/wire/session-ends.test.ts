import { randomUUID } from 'node:crypto'
import { afterEach, expect, it } from 'vitest'
import { openDatabase } from '#server/database/open-database.ts'
import { startSession } from '#server/identity/start-session.ts'
import { setClerkPassword } from '#server/offices/set-clerk-password.ts'
import { systemRandom } from '#server/platform/random.ts'
import { sql } from 'kysely'
import type { Database } from '#server/database/database.ts'
import { eachDatabase, onPostgres } from '#tests/support/databases.ts'
import { queueOffice } from '#tests/support/queue-office.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { closeEverything } from '#tests/phoenix/harness.ts'
import { join, lines, pollerOf } from '#tests/phoenix/poller.ts'
import { connectRaw, type RawClient, refusalOf } from '#tests/phoenix/raw-client.ts'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  await closeEverything()
  for (const close of closing.splice(0).reverse()) await close()
})

async function serve(database: Database): Promise<TestServer> {
  const server = await startTestServer({ database })
  closing.push(() => server.close())
  return server
}

/** An office with a line, a clerk and two people, as one server's queue knows it. */
async function attending(server: TestServer) {
  const office = await queueOffice(server.database)
  office.clock.at = server.clock.now()
  const line_id = await office.line()
  const sessionOf = async (owner: { user_id: string } | { clerk_id: number }) => ({
    ...owner,
    ...(await startSession({ ...office.context, clock: server.clock }, server.database.db, owner)),
  })
  const customer = async () => {
    const user_id = await office.user()
    return { ...(await sessionOf({ user_id })), user_id }
  }
  const { clerk_id } = await office.clerk()
  return { ...office, line_id, sessionOf, customer, clerk_id, clerk: await sessionOf({ clerk_id }) }
}

type Office = Awaited<ReturnType<typeof attending>>

const ws = (server: TestServer) => ({ ws: `${server.origin.replace(/^http/, 'ws')}/socket` })

async function joined(server: TestServer, { slug }: Office, token: string): Promise<RawClient> {
  const client = await connectRaw(ws(server), { token })
  expect((await client.join(`web:${slug}`))[4]).toMatchObject({ status: 'ok' })
  return client
}

/** What the client hears until it is hung up on, beside the moving figures. */
async function heardToTheEnd(client: RawClient): Promise<string[]> {
  const heard: string[] = []
  const isOver = client.closed.then(() => true)
  for (;;) {
    const frame = await Promise.race([client.next(), isOver])
    if (typeof frame === 'boolean') return heard
    if (frame[3] !== 'time:estimate') heard.push(frame[3])
  }
}

const takes = (office: Office, user_id: string) => ({
  line_id: office.line_id,
  user_id,
  request_id: randomUUID(),
})
const numbersOf = (office: Office) =>
  office.context.database.db
    .selectFrom('tickets')
    .select('id')
    .where('office_id', '=', office.office_id)
    .execute()

eachDatabase('a session that is over', open => {
  it('[SEC-04] a clerk who signs out hears nothing more, on no socket, and joins nothing', async () => {
    const server = await serve(await open())
    const office = await attending(server)
    const { token } = office.clerk
    const [one, two] = [await joined(server, office, token), await joined(server, office, token)]
    const answer = await server.ask('desk', '/session', { method: 'DELETE', token })
    expect(answer.status).toBe(204)
    await office.fill(office.line_id, 1)
    expect(await heardToTheEnd(one)).toEqual([])
    expect(await heardToTheEnd(two)).toEqual([])
    expect((await one.closed).code).toBe(1000)
    expect(await refusalOf(ws(server), { token })).toBe(403)
  })

  it('[SEC-04] one browser’s log-out leaves the person’s other browser its socket', async () => {
    const server = await serve(await open())
    const office = await attending(server)
    const here = await office.customer()
    const there = await office.sessionOf({ user_id: here.user_id })
    const [ends, stays] = [
      await joined(server, office, here.token),
      await joined(server, office, there.token),
    ]
    await server.ask('login', '/session', { method: 'DELETE', token: here.token })
    await ends.closed
    expect((await stays.join('web:no-such-office'))[4]).toMatchObject({ response: { reason: 'not-found' } })
  })

  it('[SEC-04] a session whose time comes while its socket is open neither takes a number nor hears of one', async () => {
    const server = await serve(await open())
    const office = await attending(server)
    const { token, user_id, expiresAt } = await office.customer()
    const [asks, listens] = [await joined(server, office, token), await joined(server, office, token)]
    server.clock.advance(expiresAt.getTime() - server.clock.now().getTime())
    asks.send('1', '2', `web:${office.slug}`, 'ticket:new', takes(office, user_id))
    expect(await heardToTheEnd(asks)).toEqual([])
    expect(await numbersOf(office)).toEqual([])
    // The other one says nothing: the next word that would have been for it closes it.
    const next = await office.customer()
    office.clock.at = server.clock.now()
    const fresh = await office.sessionOf({ user_id: next.user_id })
    const body = { line_id: office.line_id, request_id: randomUUID() }
    await server.ask('v1', `/offices/${office.office_id}/tickets/new`, { token: fresh.token, body })
    expect(await heardToTheEnd(listens)).toEqual([])
  })

  it.each([
    [
      'whose clerk gets a new password',
      async (office: Office) => {
        const { user_name } = await office.context.database.db
          .selectFrom('clerks')
          .select('user_name')
          .where('id', '=', office.clerk_id)
          .executeTakeFirstOrThrow()
        await setClerkPassword(
          { ...office.context, random: systemRandom, hashPassword: async () => 'x' },
          user_name,
        )
      },
    ],
    [
      'whose clerk is retired by hand',
      async (office: Office) => {
        const { db } = office.context.database
        await db.updateTable('clerks').set({ active: false }).where('id', '=', office.clerk_id).execute()
      },
    ],
    [
      'that is erased',
      async (office: Office) => {
        const { db } = office.context.database
        await db.deleteFrom('sessions').where('clerk_id', '=', office.clerk_id).execute()
      },
    ],
  ])('[SEC-04] a session %s closes its sockets, though no server was asked', async (_how, end) => {
    const server = await serve(await open())
    const office = await attending(server)
    const client = await joined(server, office, office.clerk.token)
    await end(office)
    expect((await client.closed).code).toBe(1000)
  })

  it('[SEC-04] where no word of its end came through, a session does nothing more all the same', async () => {
    const server = await serve(await open())
    const office = await attending(server)
    const { db } = server.database
    await sql`alter table sessions disable trigger user`.execute(db)
    const { token, user_id } = await office.customer()
    const client = await joined(server, office, token)
    const other = await joined(server, office, token)
    await db.updateTable('sessions').set({ revoked_at: server.clock.now() }).execute()
    client.send('1', '2', `web:${office.slug}`, 'ticket:new', takes(office, user_id))
    expect(await heardToTheEnd(client)).toEqual([])
    other.send('3', '3', `web:${office.slug}`, 'phx_join', {})
    expect(await heardToTheEnd(other)).toEqual([])
    expect(await numbersOf(office)).toEqual([])
    await sql`alter table sessions enable trigger user`.execute(db)
  })

  it('[SEC-04] by long poll every poll and every post asks whether the session is open still', async () => {
    const server = await serve(await open())
    const office = await attending(server)
    const { db } = server.database
    await sql`alter table sessions disable trigger user`.execute(db)
    const { token, user_id } = await office.customer()
    const topic = `web:${office.slug}`
    const session = async () => {
      const poller = pollerOf({ http: server.origin }, { headers: { 'x-phoenix-authtoken': token } })
      await poller.open()
      expect(await poller.post(lines(join(topic)))).toEqual({ status: 200 })
      expect(await poller.poll()).toMatchObject({ status: 200 })
      return poller
    }
    const [posts, polls] = [await session(), await session()]
    await db.updateTable('sessions').set({ revoked_at: server.clock.now() }).execute()
    const take = ['1', '2', topic, 'ticket:new', takes(office, user_id)]
    expect(await posts.post(lines(take))).toEqual({ status: 410 })
    expect(await polls.poll()).toMatchObject({ status: 410 })
    expect(await numbersOf(office)).toEqual([])
    expect(server.logged.join('')).not.toContain('crashed')
    await sql`alter table sessions enable trigger user`.execute(db)
  })
})

onPostgres('a session that is over, over two processes', freshUrl => {
  it('[SEC-04] [AUTH-02] ended on one, it hears and does nothing more on the other', async () => {
    const databaseUrl = await freshUrl()
    const process = async () => {
      const database = await openDatabase({ dataDirectory: ':memory:', databaseUrl, poolSize: 4 })
      closing.push(() => database.close())
      return serve(database)
    }
    const [here, there] = [await process(), await process()]
    const office = await attending(here)
    const { token, user_id } = await office.customer()
    const [listens, asks] = [await joined(there, office, token), await joined(there, office, token)]
    expect((await here.ask('login', '/session', { method: 'DELETE', token })).status).toBe(204)
    asks.send('1', '2', `web:${office.slug}`, 'ticket:new', takes(office, user_id))
    await office.fill(office.line_id, 1)
    expect(await heardToTheEnd(listens)).toEqual([])
    expect(await heardToTheEnd(asks)).toEqual([])
    expect(await numbersOf(office)).toHaveLength(1)
    expect(await refusalOf(ws(there), { token })).toBe(403)
  })
})
