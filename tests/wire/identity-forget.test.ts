import { sql } from 'kysely'
import { afterEach, expect, it } from 'vitest'
import { AUTH_COOKIE_MS, TEMPORARY_PERSON_KEPT_MS } from '#contract/limits.ts'
import type { Session } from '#contract/rest/login.ts'
import { addDays } from '#contract/rules/office-time.ts'
import type { Database } from '#server/database/database.ts'
import { forgetTemporaryPeople } from '#server/identity/forget-temporary-people.ts'
import { acceptPolicy } from '#server/policies/accept-policy.ts'
import { ownPolicy } from '#server/policies/own-policy.ts'
import { callTicket } from '#server/queue/call/call-ticket.ts'
import { followPaper } from '#server/queue/take/follow-paper.ts'
import { issuePaperNumber } from '#server/queue/take/issue-paper-number.ts'
import { forgetNobodies } from '#server/retention/forget-nobodies.ts'
import { accountsAt, newcomer } from '#tests/support/accounts.ts'
import { eachDatabase } from '#tests/support/databases.ts'
import { type QueueOffice, queueOffice } from '#tests/support/queue-office.ts'
import { ANSWERS, blockAt, reservationOffice } from '#tests/support/reservation-office.ts'
import { rowsReadByKeptPlans } from '#tests/support/rows-read-by-kept-plans.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

const GONE_WITH_THEM = [
  'policy_acceptances',
  'whatsapp_numbers',
  'preferences',
  'push_subscriptions',
  'handover_codes',
  'sessions',
] as const

eachDatabase('forgetting', (open, kind) => {
  let server: TestServer
  afterEach(() => server.close())

  const row = (id: string) =>
    server.database.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

  const isKept = async (id: string) =>
    (await server.database.db.selectFrom('users').select('id').where('id', '=', id).execute()).length > 0

  it('the person behind a temporary user is forgotten 30 days after the last turn, and not before', async () => {
    server = await startTestServer({ database: await open() })
    const { clock, database } = server
    const office = await queueOffice(database)
    office.clock.at = clock.now()
    const line = await office.line()
    const { user_id } = await server.signInTemporary()
    // Thirty days count from the number, not from the login.
    clock.advance(TEMPORARY_PERSON_KEPT_MS / 2)
    office.clock.at = clock.now()
    const { tuid } = await office.take(line, user_id, {
      meta: { rut: '12.345.678-5', params: { fbclid: 'x' } },
    })
    expect(await office.ticket(tuid)).toMatchObject({
      meta: expect.anything(),
      identity_hash: expect.anything(),
    })

    const desk = await office.clerk()
    const act = () =>
      database.db.selectFrom('desk_acts').select('reason').where('ticket_id', '=', tuid).execute()
    await callTicket(office.context, { ...desk, tuid, reason: 'Rosa viene con muletas' })

    clock.advance(TEMPORARY_PERSON_KEPT_MS)
    expect(await forgetTemporaryPeople(server, TEMPORARY_PERSON_KEPT_MS)).toBe(0)
    expect(await act()).toEqual([{ reason: 'Rosa viene con muletas' }])
    expect(await row(user_id)).toMatchObject({ person: expect.anything(), identity_type: 'rut' })
    clock.advance(1)
    expect(await forgetTemporaryPeople(server, TEMPORARY_PERSON_KEPT_MS)).toBe(1)
    expect(await row(user_id)).toMatchObject({
      person: null,
      identity_type: null,
      identity_hash: null,
      login_attempt: null,
    })
    expect(await office.ticket(tuid)).toMatchObject({ meta: null, identity_hash: null, number: 1 })
    // What the clerk did stays, without a word of whom.
    expect(await act()).toEqual([{ reason: null }])
    expect(await forgetTemporaryPeople(server, TEMPORARY_PERSON_KEPT_MS)).toBe(0)
  })

  it('who booked a time is forgotten 30 days after it, or after asking where it was cancelled', async () => {
    server = await startTestServer({ database: await open() })
    const { clock, database } = server
    const office = await reservationOffice(database)
    office.clock.at = clock.now()
    const line = await office.reserveLine({ days_ahead: 60 })
    const far = addDays(clock.now().toISOString().slice(0, 10), 50)
    const blocks = await office.blocks(line, far)
    const [kept, cancelled] = [blockAt(blocks, 40), blockAt(blocks, 41)]
    const { user_id } = await server.signInTemporary()
    const other = await server.signInTemporary()
    const { id } = await office.book(line, kept, user_id)
    const given = await office.book(line, cancelled, other.user_id)
    await office.cancel(given.id, other.user_id)

    clock.advance(TEMPORARY_PERSON_KEPT_MS + 1)
    expect(await forgetTemporaryPeople(server, TEMPORARY_PERSON_KEPT_MS)).toBe(1)
    expect((await row(other.user_id)).person).toBeNull()
    expect(await office.reservation(given.id)).toMatchObject({ identity_hash: null, meta: null })
    expect(await office.reservation(id)).toMatchObject({
      identity_hash: expect.anything(),
      meta: expect.anything(),
    })

    clock.advance(Date.parse(kept.to) + TEMPORARY_PERSON_KEPT_MS - clock.now().getTime())
    expect(await forgetTemporaryPeople(server, TEMPORARY_PERSON_KEPT_MS)).toBe(0)
    clock.advance(1)
    expect(await forgetTemporaryPeople(server, TEMPORARY_PERSON_KEPT_MS)).toBe(1)
    expect(await office.reservation(id)).toMatchObject({ identity_hash: null, meta: null })
  })

  it('who never took a number is forgotten 30 days after the login; whose session is open is not', async () => {
    server = await startTestServer({ database: await open() })
    const { clock } = server
    const sessionId = crypto.randomUUID()
    const gone = await server.signInTemporary()
    const { user_id } = await server.signInTemporary({ sessionId })
    clock.advance(TEMPORARY_PERSON_KEPT_MS - 1_000)
    // Came back, and said who they are again.
    const back = await server.signInTemporary({ sessionId })
    expect(back.user_id).toBe(user_id)
    clock.advance(2_000)
    expect(await forgetTemporaryPeople(server, TEMPORARY_PERSON_KEPT_MS)).toBe(1)
    expect(await isKept(gone.user_id)).toBe(false)
    const session = await server.ask('login', '/session', { cookie: back.cookie })
    expect(await session.json()).toMatchObject({ name: back.session.name })
    clock.advance(AUTH_COOKIE_MS)
    expect(await forgetTemporaryPeople(server, TEMPORARY_PERSON_KEPT_MS)).toBe(1)
    expect(await isKept(user_id)).toBe(false)
  })

  it('whose session has ended is not forgotten before their days; a time that was cancelled counts from its asking', async () => {
    server = await startTestServer({ database: await open() })
    const { clock, database } = server
    const office = await reservationOffice(database)
    office.clock.at = clock.now()
    const line = await office.reserveLine({ days_ahead: 30 })
    const { user_id, cookie } = await server.signInTemporary()
    const ten = TEMPORARY_PERSON_KEPT_MS / 3
    clock.advance(ten)
    office.clock.at = clock.now()
    const day = addDays(clock.now().toISOString().slice(0, 10), 1)
    const { id } = await office.book(line, blockAt(await office.blocks(line, day), 40), user_id)
    await office.cancel(id, user_id)
    expect((await server.ask('login', '/session', { method: 'DELETE', cookie })).status).toBe(204)
    const { user_id: idle, cookie: idleCookie } = await server.signInTemporary()
    await server.ask('login', '/session', { method: 'DELETE', cookie: idleCookie })
    clock.advance(TEMPORARY_PERSON_KEPT_MS)
    expect(await forgetTemporaryPeople(server, TEMPORARY_PERSON_KEPT_MS)).toBe(0)
    clock.advance(1)
    expect(await forgetTemporaryPeople(server, TEMPORARY_PERSON_KEPT_MS)).toBe(2)
    expect(await isKept(idle)).toBe(false)
  })

  /** Whoever came by a paper that a desk gave, and follows its number. */
  async function cameByPaper(office: QueueOffice, line_id: number) {
    const { tuid } = await issuePaperNumber(office.context, { office_id: office.office_id, line_id })
    const secret = office.context.protect.paperSecret(tuid)
    const session = (await (await server.ask('login', '/paper', { body: { secret } })).json()) as Session
    const { user_id, token } = session
    const follow = () => followPaper(office.context, { secret, user_id })
    return { tuid, user_id, token, follow }
  }

  it('[KEEP-03] who came by a paper gave no name, and all else that they said is forgotten as anybody’s', async () => {
    server = await startTestServer({ database: await open() })
    const { clock, database } = server
    const office = await reservationOffice(database)
    office.clock.at = clock.now()
    const { user_id, token, tuid, follow } = await cameByPaper(office, await office.line())
    await follow()
    const said = { rut: '12.345.678-5', params: { fbclid: 'x' } }
    const other = await office.take(await office.line(), user_id, { meta: said })
    const line = await office.reserveLine({ days_ahead: 30 })
    const blocks = await office.blocks(line, addDays(clock.now().toISOString().slice(0, 10), 1))
    const { id: booked } = await office.book(line, blockAt(blocks, 40), user_id, {
      meta: { ...said, answers: ANSWERS },
    })
    await sql`
      insert into whatsapp_numbers (user_id, number, number_hash, confirmed_at)
      values (${user_id}, '\\x01', '\\x01', ${clock.now()})`.execute(database.db)
    await sql`insert into preferences (user_id, site, notifications) values (${user_id}, 'web', '{}')`.execute(
      database.db,
    )
    await sql`
      insert into polls (ticket_id, line_id, day, rating, description, answered_at)
      select id, line_id, day, 5, '\\x01', ${clock.now()} from tickets where id = ${tuid}`.execute(
      database.db,
    )
    expect(await office.ticket(other.tuid)).toMatchObject({ meta: expect.anything() })

    await acceptPolicy(database.db, { user_id, version: ownPolicy.version, at: clock.now() })
    expect((await server.ask('login', '/handover', { method: 'POST', token })).status).toBe(201)
    await sql`
      insert into push_subscriptions (id, user_id, endpoint, p256dh, auth, language, created_at)
      values (${user_id}, ${user_id}, 'https://push.example/1', 'x', 'x', 'es', ${clock.now()})`.execute(
      database.db,
    )

    clock.advance(TEMPORARY_PERSON_KEPT_MS)
    expect(await forgetTemporaryPeople(server, TEMPORARY_PERSON_KEPT_MS)).toBe(0)
    expect(await office.reservation(booked)).toMatchObject({ identity_hash: expect.anything() })
    clock.advance(3 * 24 * 3_600_000)
    expect(await forgetTemporaryPeople(server, TEMPORARY_PERSON_KEPT_MS)).toBe(1)
    const nothing = { identity_hash: null, meta: null }
    expect(await office.ticket(other.tuid)).toMatchObject(nothing)
    expect(await office.reservation(booked)).toMatchObject(nothing)
    for (const table of GONE_WITH_THEM)
      expect(await database.db.selectFrom(table).selectAll().execute(), table).toEqual([])
    expect(await database.db.selectFrom('polls').select(['rating', 'description']).execute()).toEqual([
      { rating: 5, description: null },
    ])
    // By the bare id two turns are known to be one person's: it stays as long as they do.
    expect(await isKept(user_id)).toBe(true)
    expect(await forgetTemporaryPeople(server, TEMPORARY_PERSON_KEPT_MS)).toBe(0)
    await sql`delete from polls`.execute(database.db)
    await sql`delete from reservations`.execute(database.db)
    const gone = await sql<{ user_id: string }>`delete from tickets returning user_id`.execute(database.db)
    await forgetNobodies(database.db, gone.rows)
    expect(await isKept(user_id)).toBe(false)
  })

  it('[KEEP-03] of who took nothing not even the id stays: a paper put by, and who signed in to an account', async () => {
    server = await startTestServer({ database: await open() })
    const { clock, database } = server
    const office = await queueOffice(database)
    office.clock.at = clock.now()
    const line_id = await office.line()
    const idle = await cameByPaper(office, line_id)
    const at = accountsAt(server)
    const who = newcomer()
    const { user_id: account } = await at.register(who)
    const emptied = await cameByPaper(office, line_id)
    await emptied.follow()
    const wish = { office_id: office.office_id, line_id: null }
    const idly = await server.ask('push', '/openings', { method: 'PUT', body: wish, token: idle.token })
    expect(idly.status).toBe(200)
    await at.enter(who, emptied)
    expect((await office.ticket(emptied.tuid)).user_id).toBe(account)
    const patient = await server.signInTemporary()
    await office.take(line_id, patient.user_id)
    clock.advance(TEMPORARY_PERSON_KEPT_MS + 1)
    expect(await forgetTemporaryPeople(server, TEMPORARY_PERSON_KEPT_MS)).toBe(3)
    const left = await database.db.selectFrom('users').select('id').execute()
    expect(left.map(({ id }) => id).sort()).toEqual([account, patient.user_id].sort())
  })

  it('[KEEP-03] a look costs what is to be forgotten, and no walk through everybody who ever came', async () => {
    const database = await open()
    server = await startTestServer({ database })
    const { clock } = server
    const office = await queueOffice(database)
    const line_id = await office.line()
    // More than a step takes.
    await sql`
      insert into users (id, temporal, created_at)
      select gen_random_uuid(), true, ${clock.now()}::timestamptz - n * interval '1 second'
      from generate_series(1, 3000) as n`.execute(database.db)
    await sql`
      insert into tickets (id, office_id, line_id, day, number, prefix, state, place, inserted_at, ended_at, user_id)
      select gen_random_uuid(), ${office.office_id}, ${line_id}, '2026-01-01', n, 'A', 'attended', n,
        u.created_at, u.created_at, u.id
      from (select id, created_at, row_number() over (order by created_at) as n from users) u`.execute(
      database.db,
    )
    clock.advance(TEMPORARY_PERSON_KEPT_MS + 1)
    const ending = new AbortController()
    ending.abort()
    expect(await forgetTemporaryPeople(server, TEMPORARY_PERSON_KEPT_MS, ending.signal)).toBe(0)
    // Two servers at once, each its own.
    const [one, two] = await Promise.all([
      forgetTemporaryPeople(server, TEMPORARY_PERSON_KEPT_MS),
      forgetTemporaryPeople(server, TEMPORARY_PERSON_KEPT_MS),
    ])
    expect(one + two).toBe(3000)
    if (kind === 'postgres') {
      // Whoever is at work with one of them keeps nobody waiting.
      await sql`update users set forgotten_at = null where id in (select id from users limit 2)`.execute(
        database.db,
      )
      const [taken, done] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const other = database.transaction(async transaction => {
        await sql`select from users where forgotten_at is null limit 1 for update`.execute(transaction)
        taken.resolve()
        await done.promise
      })
      await taken.promise
      expect(await forgetTemporaryPeople(server, TEMPORARY_PERSON_KEPT_MS)).toBe(1)
      done.resolve()
      await other
      expect(await forgetTemporaryPeople(server, TEMPORARY_PERSON_KEPT_MS)).toBe(1)
    }
    await server.signInTemporary()
    await sql`vacuum (analyze) users`.execute(database.db)
    const look = (here: Database) =>
      forgetTemporaryPeople(
        { clock, database: { ...here, transaction: work => work(here.db as never) } },
        TEMPORARY_PERSON_KEPT_MS,
      )
    expect(await rowsReadByKeptPlans(database, 'users', look)).toBeLessThan(10)
  })
})
