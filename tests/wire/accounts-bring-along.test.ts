import { randomUUID } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import { afterEach, describe, expect, it } from 'vitest'
import { officeTopic } from '#contract/channel/office-channel.ts'
import type { Account } from '#contract/rest/accounts.ts'
import type { Ticket, TicketHistory } from '#contract/rest/tickets.ts'
import { bringAlong } from '#server/accounts/bring-along.ts'
import { moveHoldings } from '#server/accounts/move-holdings.ts'
import { json } from '#server/database/json-column.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { hashOfToken } from '#server/identity/tokens.ts'
import type { Tables } from '#server/database/tables.ts'
import { enqueueJobs } from '#server/jobs/enqueue-jobs.ts'
import { subscriptionsToTell } from '#server/notify/subscriptions-to-tell.ts'
import { callNext } from '#server/queue/call/call-next.ts'
import { markAttended } from '#server/queue/desk/mark-attended.ts'
import { takeTicket } from '#server/queue/take/take-ticket.ts'
import { createProtection, SECRET_BYTES } from '#server/secrets/protection.ts'
import { accountsAt, type Came, newcomer, PASSWORD, refusalOf } from '#tests/support/accounts.ts'
import { eachDatabase, onPostgres, type OpenDatabase } from '#tests/support/databases.ts'
import { reservation } from '#tests/support/queue-reservations.ts'
import { reservationOffice } from '#tests/support/reservation-office.ts'
import { rowsReadByKeptPlans } from '#tests/support/rows-read-by-kept-plans.ts'
import { type SignedIn, startTestServer } from '#tests/support/server.ts'
import { waitFor } from '#tests/support/wait-for.ts'
import { closeEverything } from '#tests/phoenix/harness.ts'
import { connectRaw } from '#tests/phoenix/raw-client.ts'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  await closeEverything()
  for (const close of closing.splice(0).reverse()) await close()
})

/** The test server's own. */
const protection = createProtection(new Uint8Array(SECRET_BYTES).fill(7))

async function scene(open: () => ReturnType<OpenDatabase>) {
  const server = await startTestServer({ database: await open() })
  closing.push(() => server.close())
  const office = await reservationOffice(server.database)
  office.clock.at = server.clock.now()
  const at = accountsAt(server)
  const { db } = server.database
  const line = await office.line()
  const take = (user_id: string, line_id = line) =>
    takeTicket(server.queue, { office: { office_id: office.office_id }, line_id, user_id })
  /** What somebody's own list shows, by its state. */
  async function ticketsOf({ token }: Pick<SignedIn | Came, 'token'>) {
    const answer = await server.ask('v1', '/tickets?status=active', { token })
    return answer.status === 200 ? ((await answer.json()) as Ticket[]) : `${answer.status}`
  }
  const ownerOf = async (tuid: string) => (await office.ticket(tuid)).user_id
  const sessionOf = async ({ token }: { token: string }) => {
    const held = db.selectFrom('sessions').select('id').where('token_hash', '=', hashOfToken(token))
    return (await held.executeTakeFirstOrThrow()).id
  }
  async function subscribe(user_id: string, session_id: string | null = null) {
    const id = randomUUID()
    const endpoint = `https://fcm.googleapis.com/${id}`
    await db
      .insertInto('push_subscriptions')
      .values({
        id,
        user_id,
        session_id,
        endpoint,
        p256dh: '',
        auth: '',
        language: 'es',
        created_at: server.clock.now(),
      })
      .execute()
    return id
  }
  /** As a person has one who asked for another since, whose code they have not typed. */
  async function confirmed(user_id: string, number: string) {
    await db
      .insertInto('whatsapp_numbers')
      .values({
        user_id,
        number: protection.sealNumber(number, user_id),
        number_hash: Buffer.from(number),
        code_hash: null,
        code_expires_at: null,
        tries: 0,
        confirmed_at: server.clock.now(),
        next_number: protection.sealNumber('+56955556666', user_id),
        next_number_hash: Buffer.from('next'),
        next_code_hash: Buffer.from('code'),
        next_code_expires_at: server.clock.now(),
      })
      .execute()
  }
  const account = async () => {
    const who = newcomer()
    const came = await at.register(who)
    await db.deleteFrom('knocks').execute()
    return { ...came, who }
  }
  return { server, office, db, at, line, take, ticketsOf, ownerOf, sessionOf, subscribe, confirmed, account }
}

eachDatabase('the one-time code of an account', open => {
  it('[AUTH-01] [TEMP-03] carries it to another device, where the history and what is held are', async () => {
    const { server, office, take, ticketsOf, account } = await scene(open)
    const here = await account()
    const clerk = await office.clerk('3')
    const { tuid: past } = await take(here.user_id)
    await callNext(server.queue, { ...clerk, line_ids: [] })
    await markAttended(server.queue, clerk)
    const { tuid: held } = await take(here.user_id)
    const made = await server.ask('login', '/handover', { method: 'POST', token: here.token })
    expect(made.status).toBe(201)
    const { code } = (await made.json()) as { code: string }
    const at = accountsAt(server)
    const there = await at.cameBy(server.ask('login', '/handover/redeem', { body: { code } }))
    expect(there.session).toMatchObject({
      user_id: here.user_id,
      email: here.who.user,
      meta: { temporal: false },
    })
    expect(there.token).not.toBe(here.token)
    expect(await ticketsOf(there)).toMatchObject([{ tuid: held }])
    const history = await server.ask('v1', '/tickets?status=history&page=1', { token: there.token })
    expect(((await history.json()) as TicketHistory).tickets.map(({ tuid }) => tuid)).toEqual([past])
    // It is a device of the account like any other, and the one that made the code goes on.
    const listed = await server.ask('login', '/account', { token: there.token })
    expect(((await listed.json()) as Account).sessions).toHaveLength(2)
    expect(await ticketsOf(here)).toMatchObject([{ tuid: held }])
    expect(await refusalOf(server.ask('login', '/handover/redeem', { body: { code } }))).toBe(
      '400 handover-code-invalid',
    )
  })
})

eachDatabase('a temporary user who registers', open => {
  it('[AUTH-01] [AUTH-03] stays the same user: numbers, times, subscriptions, preferences, policies are theirs', async () => {
    const { server, office, db, at, take, ticketsOf, subscribe } = await scene(open)
    const temporary = await server.signInTemporary()
    const { user_id, token } = temporary
    const elsewhere = await server.ask('login', '/handover', { method: 'POST', token })
    const { code } = (await elsewhere.json()) as { code: string }
    const there = await at.cameBy(server.ask('login', '/handover/redeem', { body: { code } }))
    const { tuid } = await take(user_id)
    const booked = await reservation(office, await office.reserveLine(), { user_id })
    const id = await subscribe(user_id)
    await server.ask('users', '/preferences', {
      body: { site: 'web', notifications: { push: true } },
      token,
    })
    await server.ask('push', '/openings', {
      method: 'PUT',
      body: { office_id: office.office_id, line_id: null },
      token,
    })

    const who = newcomer()
    const came = await at.register(who, { token })
    expect(came.session).toMatchObject({
      user_id,
      name: 'Ana Rojas',
      email: who.user,
      phone: '+56912345678',
      identity_type: 'rut',
      meta: { temporal: false },
      accepted_policies: temporary.session.accepted_policies,
    })
    expect(await ticketsOf(came)).toMatchObject([{ tuid }])
    const held = await server.ask('reservations', '/user', { token: came.token })
    expect(await held.json()).toMatchObject([{ id: booked.id }])
    const rows = await db.selectFrom('push_subscriptions').select(['id', 'user_id']).execute()
    expect(rows).toEqual([{ id, user_id }])
    const preferences = await server.ask('users', '/preferences', { token: came.token })
    expect(await preferences.json()).toMatchObject({ data: { web: { push: true } } })
    // What was wished for at this browser is wished for there still: its session is another one now.
    const wishes = await server.ask('push', '/openings', { token: came.token })
    expect(await wishes.json()).toHaveLength(1)
    // This browser goes on with the new session; the other one with its own, and as registered.
    expect(await ticketsOf({ token })).toBe('401')
    expect(await ticketsOf(there)).toMatchObject([{ tuid }])
    const known = await server.ask('login', '/session', { cookie: there.cookie })
    expect(await known.json()).toMatchObject({ user_id, meta: { temporal: false } })
  })

  it('twice at once registers once, and nobody is taken along by mistake', async () => {
    const { server, db, at, take, ownerOf } = await scene(open)
    const { user_id, token } = await server.signInTemporary()
    const { tuid } = await take(user_id)
    const who = newcomer()
    const came = await Promise.all([1, 2, 3].map(() => at.register(who, { token })))
    expect(new Set(came.map(each => each.user_id))).toEqual(new Set([user_id]))
    const others = await Promise.all([1, 2].map(() => refusalOf(at.signUp(newcomer(), { token }))))
    expect(others).toEqual(['200', '200'])
    expect(await ownerOf(tuid)).toBe(user_id)
    expect(await db.selectFrom('accounts').select('user_id').execute()).toHaveLength(3)
  })

  it('[AUTH-01] keeps what they hold, though a sign-in that was under way takes them for temporary still', async () => {
    const { server, at, take, ownerOf, account } = await scene(open)
    const { clock, database } = server
    const { user_id, token } = await server.signInTemporary()
    const { tuid } = await take(user_id)
    const other = { user_id: (await account()).user_id, session_id: null }
    await at.register(newcomer(), { token })
    const brought = await database.transaction(transaction =>
      bringAlong({ clock, protection }, transaction, user_id, other),
    )
    expect(brought).toEqual({ facts: [], ended: [] })
    expect(await ownerOf(tuid)).toBe(user_id)
  })
})

eachDatabase('a temporary user who signs in to their account', open => {
  it('[AUTH-01] [AUTH-04] brings along what waits, what was, what is booked, and how they are told', async () => {
    const { server, office, db, at, line, take, ticketsOf, sessionOf, subscribe, account } = await scene(open)
    const { office_id } = office
    const { who, ...first } = await account()
    const temporary = await server.signInTemporary()
    const { user_id, token } = temporary
    const desk = await office.clerk()
    const { tuid: past } = await take(user_id)
    await callNext(server.queue, { ...desk, line_ids: [line] })
    await markAttended(server.queue, desk)
    const { tuid: called } = await take(user_id)
    await callNext(server.queue, { ...desk, line_ids: [line] })
    const { tuid: waits } = await take(user_id)
    const booked = await reservation(office, await office.reserveLine(), { user_id, inMinutes: 24 * 60 })
    const subscription = await subscribe(user_id)
    await db
      .insertInto('jobs')
      .values({
        kind: 'remind-reservation',
        key: booked.id,
        payload: json({ office_id, reservation_id: booked.id, user_id, from: '', when: 'day' }),
        run_at: new Date('2099-01-01'),
        locked_until: null,
        last_error: null,
      })
      .execute()
    await server.ask('users', '/preferences', { body: { site: 'web', notifications: { push: true } }, token })
    await server.ask('push', '/openings', { method: 'PUT', body: { office_id, line_id: null }, token })

    const came = await at.enter(who, { token })
    expect(came.user_id).toBe(first.user_id)
    expect(await ticketsOf(came)).toMatchObject([{ tuid: waits }])
    const page = await server.ask('v1', '/tickets?status=history&page=1', { token: came.token })
    const history = (await page.json()) as TicketHistory
    expect(history.tickets.map(({ tuid }) => tuid).sort()).toEqual([called, past].sort())
    const held = await server.ask('reservations', '/user', { token: came.token })
    expect(await held.json()).toMatchObject([{ id: booked.id }])
    expect(await (await server.ask('users', '/preferences', { token: came.token })).json()).toMatchObject({
      data: { web: { push: true } },
    })
    expect(await (await server.ask('push', '/openings', { token: came.token })).json()).toHaveLength(1)
    const session_id = await sessionOf(came)
    const whose = await db.selectFrom('push_subscriptions').select(['id', 'user_id', 'session_id']).execute()
    expect(whose).toEqual([{ id: subscription, user_id: first.user_id, session_id }])
    const jobs = await db.selectFrom('jobs').select('payload').where('key', '=', booked.id).execute()
    expect(jobs.map(({ payload }) => payload.user_id)).toContain(first.user_id)
    expect(jobs.map(({ payload }) => payload.user_id)).not.toContain(user_id)
    expect(await ticketsOf(first)).toMatchObject([{ tuid: waits }])

    // The temporary user is nobody any more.
    expect(await ticketsOf(temporary)).toBe('401')
    const row = db.selectFrom('users').select(['person', 'identity_hash']).where('id', '=', user_id)
    expect(await row.executeTakeFirst()).toEqual({ person: null, identity_hash: null })
  })

  it('[PUSH-07] whoever comes in anew at the same browser is rung there still', async () => {
    const { db, at, subscribe, sessionOf, account } = await scene(open)
    const before = await account()
    const id = await subscribe(before.user_id, await sessionOf(before))
    const { token } = before
    const after = await at.enter(before.who, { token })
    const rung = await db.selectFrom('push_subscriptions').select(['id', 'session_id']).execute()
    expect(rung).toEqual([{ id, session_id: await sessionOf(after) }])
  })

  it('holds the offices no longer for all that is to be told, and was told, to others', async () => {
    const { server, db, line, take, account } = await scene(open)
    const { user_id: to } = await account()
    const { user_id: from } = await server.signInTemporary()
    const { tuid } = await take(from, line)
    const at = server.clock.now()
    await enqueueJobs(db, [{ kind: 'remind', key: tuid, payload: { user_id: from }, run_at: at }])
    const noted = {
      id: randomUUID(),
      subscription_id: randomUUID(),
      user_id: from,
      kind: 'reminder',
      sent_at: at,
    }
    await db.insertInto('push_deliveries').values(noted).execute()
    await sql`
      insert into jobs (kind, key, payload, run_at)
      select 'remind', n::text, jsonb_build_object('user_id', gen_random_uuid()), ${at}::timestamptz + interval '1 day'
      from generate_series(1, 4000) as n`.execute(db)
    await sql`
      insert into push_deliveries (id, subscription_id, user_id, kind, sent_at)
      select gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 'reminder', ${at}::timestamptz
      from generate_series(1, 4000)`.execute(db)
    await sql`analyze jobs, push_deliveries`.execute(db)
    for (const table of ['jobs', 'push_deliveries']) {
      const whose = { user_id: to, session_id: null }
      const read = await rowsReadByKeptPlans(server.database, table, here =>
        moveHoldings({ protection }, here.db as Transaction<Tables>, from, whose),
      )
      expect(read).toBeLessThan(10)
    }
    const told = await db.selectFrom('push_deliveries').select('user_id').where('id', '=', noted.id).execute()
    const toTell = await db.selectFrom('jobs').select('payload').where('key', '=', tuid).execute()
    expect([told, toTell]).toEqual([[{ user_id: to }], [{ payload: { user_id: to } }]])
  })

  it('keeps the account’s own preferences', async () => {
    const { server, at, account } = await scene(open)
    const { who, token: own } = await account()
    const { token } = await server.signInTemporary()
    for (const [push, as] of [
      [false, own],
      [true, token],
    ] as const)
      await server.ask('users', '/preferences', { body: { site: 'web', notifications: { push } }, token: as })
    const came = await at.enter(who, { token })
    const answer = await server.ask('users', '/preferences', { token: came.token })
    expect(await answer.json()).toMatchObject({ data: { web: { push: false } } })
  })

  it('[PUSH-07] goes on ringing the browser in which they sign in, though the account wished no notices', async () => {
    const { server, db, at, account, subscribe } = await scene(open)
    const { who, user_id, token: own } = await account()
    const save = (notifications: object, as: string) =>
      server.ask('users', '/preferences', { body: { site: 'web', notifications }, token: as })
    await save({ push: false, never_show_popup_notifications: true }, own)
    const { user_id: from, token } = await server.signInTemporary()
    await save({ push: true }, token)
    await subscribe(from)
    const rings = async () =>
      (await subscriptionsToTell({ database: server.database, extraPushServices: [] }, user_id, 'call'))
        .length
    expect(await rings()).toBe(0)
    const came = await at.enter(who, { token })
    expect(await rings()).toBe(1)
    const answer = await server.ask('users', '/preferences', { token: came.token })
    expect(await answer.json()).toMatchObject({
      data: { web: { push: true, never_show_popup_notifications: true } },
    })
    expect(await db.selectFrom('preferences').select('user_id').execute()).toEqual([{ user_id }])
  })

  it('[MSG-01] brings a confirmed WhatsApp number along, which opens there, takes none away, and forgets one that is not yet', async () => {
    const { server, db, at, account, confirmed } = await scene(open)
    const numberOf = async (user_id: string) => {
      const row = await db
        .selectFrom('whatsapp_numbers')
        .select(['number', 'next_number'])
        .where('user_id', '=', user_id)
        .executeTakeFirst()
      if (!row) return undefined
      expect(row.next_number).toBeNull()
      return protection.openNumber(row.number, user_id)
    }
    const { who, user_id, token } = await account()
    const first = await server.signInTemporary()
    await confirmed(first.user_id, '+56911112222')
    const wish = (whatsapp: boolean, as: string) =>
      server.ask('users', '/preferences', { body: { site: 'web', notifications: { whatsapp } }, token: as })
    await wish(false, token)
    await wish(true, first.token)
    const came = await at.enter(who, first)
    expect(await numberOf(user_id)).toBe('+56911112222')
    const preferred = await server.ask('users', '/preferences', { token: came.token })
    // Calls go on coming by it.
    expect(await preferred.json()).toMatchObject({ data: { web: { whatsapp: true, push: false } } })
    expect(await numberOf(first.user_id)).toBeUndefined()
    const second = await server.signInTemporary()
    await confirmed(second.user_id, '+56933334444')
    await at.enter(who, second)
    expect(await numberOf(user_id)).toBe('+56911112222')
    expect(await numberOf(second.user_id)).toBeUndefined()
    // One of the account's that nobody has shown to be theirs gives way.
    await db
      .updateTable('whatsapp_numbers')
      .set({ confirmed_at: null, code_hash: Buffer.from('c'), code_expires_at: server.clock.now() })
      .where('user_id', '=', user_id)
      .execute()
    const third = await server.signInTemporary()
    await confirmed(third.user_id, '+56977778888')
    await at.enter(who, third)
    expect(await numberOf(user_id)).toBe('+56977778888')
  })

  it('[MSG-01] is called by WhatsApp still, as who wished it alone, where the account has a number of its own', async () => {
    const { server, at, account, confirmed } = await scene(open)
    const { who, user_id, token: own } = await account()
    await confirmed(user_id, '+56911112222')
    const wish = (whatsapp: boolean, token: string) =>
      server.ask('users', '/preferences', { body: { site: 'web', notifications: { whatsapp } }, token })
    const isCalled = async ({ token }: Came) => {
      const answer = await server.ask('users', '/preferences', { token })
      return ((await answer.json()) as { data: { web: { whatsapp: boolean } } }).data.web.whatsapp
    }
    await wish(false, own)
    // Another number, which nobody is called at, and then the same one, which whoever waits wished to be.
    for (const [number, wished] of [
      ['+56933334444', false],
      ['+56933334444', true],
      ['+56911112222', true],
    ] as const) {
      const temporary = await server.signInTemporary()
      await confirmed(temporary.user_id, number)
      await wish(wished, temporary.token)
      const came = await at.enter(who, temporary)
      expect(await isCalled(came)).toBe(wished)
      await wish(false, came.token)
    }
    // Whose number was not shown to be theirs was not called by it.
    const unshown = await server.signInTemporary()
    await wish(true, unshown.token)
    expect(await isCalled(await at.enter(who, unshown))).toBe(false)
  })

  it('[TKT-10] is refused where both hold a number in one line, and then nothing has changed', async () => {
    const { server, db, at, take, ticketsOf, ownerOf, account } = await scene(open)
    const { who, ...mine } = await account()
    const temporary = await server.signInTemporary()
    const { tuid: first } = await take(mine.user_id)
    const { tuid: second } = await take(temporary.user_id)
    const sessions = () => db.selectFrom('sessions').selectAll().orderBy('id').execute()
    const before = await sessions()
    const { token } = temporary
    expect(await refusalOf(at.signIn(who, { token }))).toBe('409 holds-the-same')
    expect(await sessions()).toEqual(before)
    expect(await ticketsOf(temporary)).toMatchObject([{ tuid: second }])
    expect(await ticketsOf(mine)).toMatchObject([{ tuid: first }])
    // Whoever says so gives up the one that they took as temporary.
    const came = await at.enter({ ...who, let_go: true }, { token })
    expect(await ticketsOf(came)).toMatchObject([{ tuid: first }])
    expect(await ownerOf(second)).toBe(mine.user_id)
  })

  it('[RES-17] is refused where both booked the same hour', async () => {
    const { server, office, at, account } = await scene(open)
    const { who, ...mine } = await account()
    const { user_id, token } = await server.signInTemporary()
    const own = await reservation(office, await office.reserveLine(), {
      user_id: mine.user_id,
      inMinutes: 60,
    })
    const other = await reservation(office, await office.reserveLine(), { user_id, inMinutes: 60 })
    expect(await refusalOf(at.signIn(who, { token }))).toBe('409 holds-the-same')
    const came = await at.enter({ ...who, let_go: true }, { token })
    const held = await server.ask('reservations', '/user', { token: came.token })
    const ids = ((await held.json()) as { id: string }[]).map(({ id }) => id)
    expect(ids).toContain(own.id)
    expect(ids).not.toContain(other.id)
  })

  it('[SEC-03] holds no more numbers than one person may', async () => {
    const { server, office, at, take, account, ownerOf } = await scene(open)
    const { who, ...mine } = await account()
    const { user_id, token } = await server.signInTemporary()
    for (let number = 0; number < 3; number++) await take(mine.user_id, await office.line())
    const taken = []
    for (let number = 0; number < 3; number++) taken.push((await take(user_id, await office.line())).tuid)
    expect(await refusalOf(at.signIn(who, { token }))).toBe('409 too-many-numbers')
    await server.ask('turns', `/tickets/${taken[0]}/give-up`, { method: 'POST', token })
    await at.enter(who, { token })
    expect(await ownerOf(taken[1] ?? '')).toBe(mine.user_id)
    await expect(take(mine.user_id, await office.line())).rejects.toMatchObject({ code: 'too-many-numbers' })
  })

  it('[AUTH-10] takes nobody along who is registered: their session alone ends', async () => {
    const { at, take, ownerOf, ticketsOf, account } = await scene(open)
    const [ana, luis] = [await account(), await account()]
    const { tuid } = await take(luis.user_id)
    const came = await at.enter(ana.who, { token: luis.token })
    expect(came.user_id).toBe(ana.user_id)
    expect(await ownerOf(tuid)).toBe(luis.user_id)
    expect(await ticketsOf(luis)).toBe('401')
  })

  it('is called as who they are, however near the call and the sign-in come', async () => {
    const { server, office, db, at, line, take, ownerOf, account } = await scene(open)
    const desk = await office.clerk()
    for (let time = 0; time < 6; time++) {
      const { who, ...mine } = await account()
      const { user_id, token } = await server.signInTemporary()
      const { tuid } = await take(user_id)
      const [came] = await Promise.all([
        at.enter(who, { token }),
        callNext(server.queue, { ...desk, line_ids: [line] }),
      ])
      expect(came.user_id).toBe(mine.user_id)
      expect(await ownerOf(tuid)).toBe(mine.user_id)
      const [job] = await db
        .selectFrom('jobs')
        .selectAll()
        .where('kind', '=', 'push-call')
        .where('key', '=', `${tuid}:1`)
        .execute()
      if (job) expect(job.payload).toMatchObject({ user_id: mine.user_id })
      const facts = await db
        .selectFrom('facts')
        .select(['kind', 'seq', 'user_id'])
        .where('ticket_id', '=', tuid)
        .orderBy('seq')
        .execute()
      // Whoever is called after they signed in is called by their own name.
      const brought = facts.findIndex(({ kind }) => kind === 'ticket:passed')
      for (const { user_id: told } of facts.slice(brought)) expect(told).toBe(mine.user_id)
      await markAttended(server.queue, desk)
    }
  })

  it('loses no number that was given in that very moment, here or at another office', async () => {
    const { server, db, at, office, take, ownerOf, account } = await scene(open)
    const other = await reservationOffice(server.database)
    other.clock.at = server.clock.now()
    const elsewhere = await other.line()
    const takeThere = (user_id: string) =>
      takeTicket(server.queue, { office: { office_id: other.office_id }, line_id: elsewhere, user_id })
    for (let time = 0; time < 5; time++) {
      const { who, ...mine } = await account()
      const { user_id, token } = await server.signInTemporary({ dni: `PASAPORTE${time}` })
      await take(user_id)
      const [came, there, here] = await Promise.all([
        at.enter(who, { token }),
        takeThere(user_id),
        take(user_id, await office.line()),
      ])
      expect(came.user_id).toBe(mine.user_id)
      server.clock.advance(31_000)
      for (const { tuid } of [there, here])
        await waitFor('the number to be brought along', async () => (await ownerOf(tuid)) === mine.user_id)
      await waitFor('nothing to be left to do', async () => {
        const jobs = await db.selectFrom('jobs').select('id').where('kind', '=', 'bring-late').execute()
        return jobs.length === 0
      })
      await db.updateTable('tickets').set({ state: 'given-up' }).where('user_id', '=', mine.user_id).execute()
    }
  })

  it('[SEC-04] hears its call at the socket of the account; the one before is deaf', async () => {
    const { server, office, at, line, take, account } = await scene(open)
    const desk = await office.clerk()
    const topic = officeTopic(office.slug)
    const socketOf = async (token: string) => {
      const client = await connectRaw({ ws: `${server.origin.replace(/^http/, 'ws')}/socket` }, { token })
      expect((await client.join(topic))[4]).toMatchObject({ status: 'ok' })
      return client
    }
    const { who } = await account()
    const { user_id, token } = await server.signInTemporary()
    const { tuid } = await take(user_id)
    const before = await socketOf(token)
    const came = await at.enter(who, { token })
    await before.closed
    const after = await socketOf(came.token)
    await callNext(server.queue, { ...desk, line_ids: [line] })
    for (;;) {
      const [, , , event, payload] = await after.next()
      if (event !== 'call:created') continue
      expect(payload).toMatchObject({ tuid })
      break
    }
  })

  it('[AUTH-09] signs in after an answer that was lost, with the token that is over by now', async () => {
    const { server, at, take, ownerOf, account } = await scene(open)
    const { who, ...mine } = await account()
    const { user_id, token } = await server.signInTemporary()
    const { tuid } = await take(user_id)
    await at.enter(who, { token })
    const again = await at.enter({ ...who, password: PASSWORD }, { token })
    expect(again.user_id).toBe(mine.user_id)
    expect(await ownerOf(tuid)).toBe(mine.user_id)
  })
})

describe('a number that is being written while its owner signs in', () => {
  onPostgres('to their account', freshUrl => {
    it('[AUTH-03] waits for the account, and not for the temporary user who is nobody any more', async () => {
      const database = await openDatabase({ dataDirectory: ':memory:', databaseUrl: await freshUrl() })
      closing.push(() => database.close())
      const { server, db, at, office, line, take, ownerOf, account } = await scene(async () => database)
      const { who, ...mine } = await account()
      const { user_id, token } = await server.signInTemporary()
      await take(await office.user())
      // Another process is at the line's day: the number has looked who its owner is, and waits there.
      const { promise: release, resolve: letGo } = Promise.withResolvers<void>()
      const { promise: isHeld, resolve: holds } = Promise.withResolvers<void>()
      const elsewhere = database.transaction(async transaction => {
        await transaction
          .selectFrom('line_days')
          .select('day')
          .where('line_id', '=', line)
          .forUpdate()
          .execute()
        holds()
        await release
      })
      await isHeld
      const taking = take(user_id)
      await waitFor('the number to wait for its line', async () => {
        const { rows } = await sql`
          select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
          db,
        )
        return rows.length === 1
      })
      await at.enter(who, { token })
      letGo()
      await elsewhere
      const { tuid } = await taking
      expect(await ownerOf(tuid)).toBe(user_id)
      server.clock.advance(31_000)
      await waitFor('the number to be brought along', async () => (await ownerOf(tuid)) === mine.user_id)
    })
  })
})
