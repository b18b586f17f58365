import { sql } from 'kysely'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import WebSocket from 'ws'
import { type JoinReply, officeTopic } from '#contract/channel/office-channel.ts'
import type { Ticket } from '#contract/rest/tickets.ts'
import type { Database } from '#server/database/database.ts'
import { json } from '#server/database/json-column.ts'
import { createFactHub } from '#server/facts/fact-hub.ts'
import { createCallerOfToken } from '#server/identity/caller-of-token.ts'
import { hashOfToken } from '#server/identity/tokens.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { systemRandom } from '#server/platform/random.ts'
import { type Lane, laneOf } from '#server/database/lanes.ts'
import { systemTimers, type Timers } from '#server/platform/timers.ts'
import { createSharedLines } from '#server/queue/lines/shared-lines.ts'
import { ticketOfOwner } from '#server/queue/hold/ticket-of-owner.ts'
import { estimateWait } from '#server/queue/lines/wait-estimate.ts'
import { createRealtime } from '#server/realtime/create-realtime.ts'
import { startTestServer } from '#tests/support/server.ts'
import { countedStatements } from '#tests/support/counted-statements.ts'
import { eachDatabase, onPostgres } from '#tests/support/databases.ts'
import { heldDatabase } from '#tests/support/held-database.ts'
import { type QueueOffice, queueOffice } from '#tests/support/queue-office.ts'
import { rowsReadByKeptPlans } from '#tests/support/rows-read-by-kept-plans.ts'
import { withoutPolling } from '#tests/support/without-polling.ts'

/** Whoever is noted as seen is none of this. */
const nobody = { note: () => undefined }

const closing: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

/**
 * Nobody's patience with an answer that is held back runs out, however long a slow machine takes meanwhile.
 */
const unhurried: Timers = {
  ...systemTimers,
  after: (ms, run) => systemTimers.after(ms < 1_000 ? ms : 300_000, run),
}

/** So many people, each with a session that is open for a minute, unless told otherwise. */
async function signedIn(
  { db }: Database,
  { clock, ...office }: QueueOffice,
  count: number,
  otherwise: (index: number) => { expires_at?: Date; revoked_at?: Date } = () => ({}),
) {
  const tokens = Array.from({ length: count }, () =>
    Buffer.from(systemRandom.bytes(32)).toString('base64url'),
  )
  const users = await office.users(count)
  const rows = tokens.map((token, index) => ({
    id: systemRandom.uuid(),
    token_hash: hashOfToken(token),
    cookie_hash: hashOfToken(`cookie ${token}`),
    user_id: users[index]!,
    created_at: clock.now(),
    expires_at: new Date(clock.now().getTime() + 60_000),
    ...otherwise(index),
  }))
  await db.insertInto('sessions').values(rows).execute()
  return { tokens, users }
}

/**
 * The sockets of one server process, all that they ask of the database counted, and its answers held at will.
 */
async function startProcess(database: Database, office: QueueOffice) {
  const held = heldDatabase(database)
  const counted = countedStatements(held.database)
  const facts = createFactHub(error => {
    throw error
  })
  const { clock } = office
  /** By which lane it was asked whether sessions are open. */
  const lanes: Lane[] = []
  const realtime = await createRealtime({
    database: counted.database,
    clock,
    timers: withoutPolling,
    random: systemRandom,
    facts,
    queue: {
      ...office.context,
      database: counted.database,
      tell: facts.tell,
      lines: createSharedLines({ ...office.context, database: counted.database, timers: unhurried }),
    },
    proofOfPoll: token => token,
    callerOf: async token => ({
      kind: 'user',
      user_id: token,
      temporal: true,
      session_id: token,
      expires_at: new Date('2099-01-01'),
    }),
    openSessions: async ids => {
      lanes.push(laneOf())
      return new Map(ids.map(id => [id, true]))
    },
    meetSeatOf: () => Promise.reject(new Error('nobody meets here')),
    socket: {},
    onNewsElsewhere: () => {},
    onSessionEnd: () => {},
    onFault: () => undefined,
  })
  const http = createServer()
  http.on('upgrade', (request, socket, head) => realtime.endpoint.handleUpgrade(request, socket, head))
  await new Promise<void>(resolve => void http.listen(0, '127.0.0.1', resolve))
  closing.push(async () => {
    await realtime.close()
    http.closeAllConnections()
    http.close()
  })
  const { port } = http.address() as AddressInfo
  return { url: `ws://127.0.0.1:${port}/socket/websocket?vsn=2.0.0`, held, during: counted.during, lanes }
}

/** Somebody whose session has their own id. */
async function customer({ context, user }: QueueOffice): Promise<string> {
  const id = await user()
  const [token_hash, cookie_hash] = [hashOfToken(id), hashOfToken(`cookie ${id}`)]
  const [created_at, expires_at] = [context.clock.now(), new Date('2099-01-01')]
  await context.database.db
    .insertInto('sessions')
    .values({ id, user_id: id, token_hash, cookie_hash, created_at, expires_at })
    .execute()
  return id
}

/** A phone that is connected, and has joined nothing yet. */
async function connect(url: string, topic: string, user: string) {
  const socket = new WebSocket(url, ['phoenix', `base64url.bearer.phx.${btoa(user).replace(/=+$/, '')}`])
  await once(socket, 'open')
  closing.push(() => socket.terminate())
  /** Says something on the topic, and waits for the reply. */
  const say = (ref: string, event: string, payload: object) =>
    new Promise<{ status: string; response: JoinReply }>((resolve, reject) => {
      socket.once('close', () => reject(new Error('the socket was closed')))
      socket.on('message', (data: Buffer) => {
        const [, to, , name, reply] = JSON.parse(data.toString()) as [unknown, string, string, string, never]
        if (to === ref && name === 'phx_reply') resolve(reply)
      })
      socket.send(JSON.stringify(['1', ref, topic, event, payload]))
    })
  /** The payload of an event that is pushed from now on. */
  const hear = (event: string, isIt: (payload: object) => boolean) =>
    new Promise<Record<string, unknown>>((resolve, reject) => {
      socket.once('close', () => reject(new Error('the socket was closed')))
      socket.on('message', (data: Buffer) => {
        const [, , , name, payload] = JSON.parse(data.toString()) as [
          unknown,
          unknown,
          unknown,
          string,
          never,
        ]
        if (name === event && isIt(payload)) resolve(payload)
      })
    })
  return { join: (payload: object = {}) => say('1', 'phx_join', payload), say, hear }
}

eachDatabase('a crowd that joins', open => {
  async function crowdAt(database: Database, count: number) {
    const office = await queueOffice(database)
    const line = await office.line()
    await office.fill(line, 5)
    const server = await startProcess(database, office)
    const topic = officeTopic(office.slug)
    const phones = await Promise.all(
      Array.from({ length: count }, () => connect(server.url, topic, systemRandom.uuid())),
    )
    return { ...server, office, line, topic, phones }
  }

  it('costs the database a handful of statements, however many they are', async () => {
    const { phones, held, during } = await crowdAt(await open(), 200)
    const statements = await during(async () => {
      // All of them are there before the first one is answered, as in a storm.
      const letGo = held.holdNextAnswer()
      const joining = phones.map((phone, index) => phone.join(index % 2 === 0 ? {} : { last_seq: 2 }))
      await held.holding()
      letGo()
      const replies = await Promise.all(joining)
      for (const [index, { status, response }] of replies.entries()) {
        expect(status).toBe('ok')
        expect(response).toMatchObject({ seq: 5, reset: false, lines: [{ waiting: 5 }] })
        expect(response.missed.map(({ payload }) => (payload as { seq: number }).seq)).toEqual(
          index % 2 === 0 ? [] : [3, 4, 5],
        )
      }
    })
    // The office and its lines, where it stands, its lines and their paces, what was missed; where it stands
    // for later ones.
    expect(statements).toBeLessThanOrEqual(20)
  })

  it('asks for those who join behind those who act', async () => {
    const { office, line, topic, url, lanes } = await crowdAt(await open(), 0)
    const user = await customer(office)
    const phone = await connect(url, topic, user)
    await phone.join()
    const asked = { line_id: line, user_id: user, request_id: systemRandom.uuid() }
    expect(await phone.say('2', 'ticket:new', asked)).toMatchObject({ status: 'ok' })
    // The number's own statement has asked.
    expect(lanes).toEqual(['readers'])
    await phone.say('3', 'phx_leave', {})
    expect(lanes).toEqual(['readers', 'actors'])
  })

  it('lets a number be taken while hundreds wait for their join', async () => {
    const { phones, held, office, line, topic, url } = await crowdAt(await open(), 500)
    const user = await customer(office)
    const stranger = await connect(url, topic, user)
    await stranger.join()
    const letGo = held.holdNextAnswer()
    let joined = 0
    const joining = phones.map(phone => phone.join().then(reply => ((joined += 1), reply)))
    await held.holding()
    const asked = { line_id: line, user_id: user, request_id: systemRandom.uuid() }
    expect(await stranger.say('2', 'ticket:new', asked)).toMatchObject({ status: 'ok' })
    expect(joined).toBe(0)
    letGo()
    for (const { status, response } of await Promise.all(joining)) {
      expect(status).toBe('ok')
      // Asked for before the number was taken: what it says is whole, and the rest comes live.
      expect(response.lines[0]?.waiting).toBeGreaterThanOrEqual(response.seq)
    }
  })

  it('[TKT-02] all of it is told its numbers by as few statements as one of them', async () => {
    const database = await open()
    const office = await queueOffice(database)
    const line_id = await office.line({ virtual: true, prefix: 'V' })
    const networks = json([{ address: '127.0.0.1', numbers: 100 }])
    await database.db.updateTable('offices').set({ networks }).where('id', '=', office.office_id).execute()
    const { database: counted, during } = countedStatements(database)
    const server = await startTestServer({ database: counted, timers: withoutPolling })
    closing.push(() => server.close())
    const topic = officeTopic(office.slug)
    const url = `${server.origin.replace('http', 'ws')}/socket/websocket?vsn=2.0.0`
    const expires_at = new Date('2099-01-01')
    const { tokens, users } = await signedIn(database, office, 33, () => ({ expires_at }))
    const people = await Promise.all(
      users.map(async (user_id, index) => {
        const phone = await connect(url, topic, tokens[index] ?? '')
        await phone.join()
        return { user_id, phone }
      }),
    )
    const take = async ({ user_id, phone }: (typeof people)[number]) => {
      const asked = { line_id, user_id, request_id: systemRandom.uuid() }
      const told = phone.hear('ticket:created', copy => 'owned' in copy)
      const reply = await phone.say('2', 'ticket:new', asked)
      expect(reply).toMatchObject({ status: 'ok' })
      return { reply, user_id, owned: (await told).owned as Ticket }
    }
    const [first, ...crowd] = people
    if (!first) throw new Error('there are 33')
    // The office's first fact, and the line's settings.
    await take(first)
    await server.queue.lines.now(office.office_id)

    let taken: Awaited<ReturnType<typeof take>>[] = []
    const statements = await during(async () => {
      taken = await Promise.all(crowd.map(take))
    })
    // Two for each round; where the office stands, its lines and their paces, once a second.
    expect(statements).toBeLessThanOrEqual(2 * 4 + 2 * 3)
    for (const { reply, user_id, owned } of taken) {
      expect(reply).toMatchObject({ response: { tuid: owned.tuid } })
      const read = await ticketOfOwner(server.queue, { tuid: owned.tuid, user_id })
      // As it would have been read in that moment.
      const { seq, wait } = owned
      expect(owned).toEqual({ ...read, seq, wait })
      expect(owned).toMatchObject({ meet: true, temporaryUser: true, ahead: seq - 1 })
      const pace = (await server.queue.paces.of(database.db, [line_id], server.clock.now())).get(line_id)
      expect(wait).toEqual(pace && estimateWait(pace, seq - 1))
    }
  })

  it('is known by its tokens, sixty in a statement', async () => {
    const database = await open()
    const office = await queueOffice(database)
    const { database: counted, during } = countedStatements(database)
    const noted: string[] = []
    const callerOf = createCallerOfToken({
      database: counted,
      clock: office.clock,
      timers: systemTimers,
      seen: { note: id => void noted.push(id) },
    })
    const { tokens, users } = await signedIn(database, office, 150, index => ({
      ...(index === 7 && { expires_at: office.clock.now() }),
      ...(index === 8 && { revoked_at: office.clock.now() }),
    }))
    const unknown = Buffer.from(systemRandom.bytes(32)).toString('base64url')
    const statements = await during(async () => {
      const callers = await Promise.all([...tokens, unknown, 'no token'].map(callerOf))
      for (const [index, caller] of callers.entries()) {
        const isOpen = index < tokens.length && index !== 7 && index !== 8
        expect(caller).toMatchObject(isOpen ? { kind: 'user', user_id: users[index] } : { kind: 'guest' })
      }
    })
    expect(statements).toBe(3)
    // Whose session is over was not here.
    expect(noted).toHaveLength(tokens.length - 2)
  })

  it('is asked without reading the sessions of those who stay at home', async () => {
    const database = await open()
    const office = await queueOffice(database)
    const { tokens } = await signedIn(database, office, 3_000)
    await sql`analyze sessions`.execute(database.db)
    const asked = tokens.slice(0, 30)
    const read = await rowsReadByKeptPlans(database, 'sessions', async here => {
      const callerOf = createCallerOfToken({
        database: here,
        clock: office.clock,
        timers: systemTimers,
        seen: nobody,
      })
      const callers = await Promise.all(asked.map(callerOf))
      expect(callers.filter(({ kind }) => kind === 'user')).toHaveLength(asked.length)
    })
    expect(read).toBeGreaterThan(0)
    expect(read).toBeLessThanOrEqual(2 * asked.length)
  })
})

onPostgres('who a crowd is, with many people behind it', freshUrl => {
  it('is asked without reading all of them', async () => {
    const database = await openDatabase({
      dataDirectory: ':memory:',
      databaseUrl: await freshUrl(),
      poolSize: 1,
    })
    closing.push(() => database.close())
    const { db } = database
    const office = await queueOffice(database)
    const { tokens, users } = await signedIn(database, office, 60)
    await sql`insert into users (id, temporal, created_at)
      select gen_random_uuid(), true, now() from generate_series(1, 5000)`.execute(db)
    await sql`analyze`.execute(db)
    const usersRead = async () => {
      await sql`select pg_stat_force_next_flush()`.execute(db)
      const { rows } = await sql<{ read: number }>`
        select seq_tup_read::integer as read from pg_stat_user_tables where relname = 'users'`.execute(db)
      return rows[0]?.read
    }
    const before = await usersRead()
    const callerOf = createCallerOfToken({
      database,
      clock: office.clock,
      timers: systemTimers,
      seen: nobody,
    })
    const callers = await Promise.all(tokens.map(callerOf))
    expect(callers.map(caller => caller.kind === 'user' && caller.user_id)).toEqual(users)
    expect(await usersRead()).toBe(before)
  })
})
