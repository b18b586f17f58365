import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { SIGN_IN_FREE } from '#contract/limits.ts'
import type { MyData } from '#contract/rest/my-data.ts'
import { forgottenJob, mailJob } from '#server/accounts/account-jobs.ts'
import type { Database } from '#server/database/database.ts'
import { STEP } from '#server/database/step-by-step.ts'
import type { EndedSession } from '#server/identity/identity-context.ts'
import { hashPassword } from '#server/identity/passwords.ts'
import { enqueueJobs } from '#server/jobs/enqueue-jobs.ts'
import { eraseBooked } from '#server/own-data/erase-booked.ts'
import { erasePerson } from '#server/own-data/erase-person.ts'
import { finishErasures } from '#server/own-data/finish-erasures.ts'
import type { OwnDataContext } from '#server/own-data/own-data-context.ts'
import { TABLES_OF_PEOPLE, tablesOfPeople } from '#server/own-data/tables-of-people.ts'
import { ownPolicy } from '#server/policies/own-policy.ts'
import { markAttended } from '#server/queue/desk/mark-attended.ts'
import { accountsAt, newcomer, PASSWORD, refusalOf } from '#tests/support/accounts.ts'
import { countedStatements } from '#tests/support/counted-statements.ts'
import { eachDatabase } from '#tests/support/databases.ts'
import { MovingClock } from '#tests/support/moving-clock.ts'
import { NOON } from '#tests/support/queue-office.ts'
import { blockAt, type ReservationOffice, reservationOffice } from '#tests/support/reservation-office.ts'
import { rowsReadByKeptPlans } from '#tests/support/rows-read-by-kept-plans.ts'
import { type SignedIn, startTestServer, type TestServer } from '#tests/support/server.ts'
import { closeEverything } from '#tests/phoenix/harness.ts'
import { connectRaw } from '#tests/phoenix/raw-client.ts'

const DAY = '2026-11-24'
const ANSWERS = { name: 'Rut Canela', tel: '+56 9 8765 4321', email: 'canela@correo.example' }
const SUBSCRIPTION = {
  endpoint: 'https://fcm.googleapis.com/canela',
  p256dh: 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM',
  auth: 'tBHItJI5svbpez7KI4CCXg',
}

eachDatabase('one’s own data', open => {
  let server: TestServer
  let office: ReservationOffice
  let line: number
  let people = 0
  beforeAll(async () => {
    server = await startTestServer({ database: await open(), clock: new MovingClock(NOON) })
    office = await reservationOffice(server.database)
    line = await office.reserveLine()
  })
  afterEach(closeEverything)
  afterAll(() => server.close())

  const context = (): OwnDataContext => ({
    ...office.context,
    protection: office.context.protect as OwnDataContext['protection'],
  })
  const person = () => server.signInTemporary({ name: 'Rut Canela', dni: `CANELA${++people}X` })
  const erase = (token: string, body: object = { confirmed: true }) =>
    server.ask('users', '/me', { method: 'DELETE', token, body })
  const readOut = async (token: string): Promise<MyData> =>
    (await server.ask('users', '/my-data', { token })).json() as Promise<MyData>

  /** Whoever uses everything there is. */
  async function settled(): Promise<SignedIn & { tuid: string; reservation: string }> {
    const someone = await person()
    const { token, user_id } = someone
    const { db } = server.database
    const at = server.clock.now()
    const { tuid } = await office.take(line, user_id, {
      meta: { dni: `CANELA${people}X`, params: { utm_source: 'canela' } },
    })
    const block = blockAt(await office.blocks(line, DAY), people)
    const { id } = await office.book(line, block, user_id, { meta: { answers: ANSWERS } })
    await server.ask('users', '/preferences', {
      token,
      body: { site: 'web', notifications: { whatsapp: true } },
    })
    await server.ask('login', '/handover', { method: 'POST', token })
    await server.ask('push', '/openings', {
      method: 'PUT',
      token,
      body: { office_id: office.office_id, line_id: null },
    })
    await db
      .insertInto('push_subscriptions')
      .values({
        id: randomUUID(),
        user_id,
        ...SUBSCRIPTION,
        endpoint: `${SUBSCRIPTION.endpoint}/${people}`,
        language: 'es',
        created_at: at,
      })
      .execute()
    await db
      .insertInto('push_deliveries')
      .values({
        id: randomUUID(),
        subscription_id: randomUUID(),
        user_id,
        ticket_id: tuid,
        kind: 'call',
        calls: 1,
        sent_at: at,
        status: 201,
        shown_at: null,
      })
      .execute()
    await db
      .insertInto('ticket_addresses')
      .values({ ticket_id: tuid, key: `address ${people}` })
      .onConflict(row => row.doNothing())
      .execute()
    const hash = () => Buffer.from(randomUUID())
    await db
      .insertInto('accounts')
      .values({ user_id, email_hash: hash(), email_confirmed_at: null, password_hash: null, created_at: at })
      .execute()
    await db
      .insertInto('account_links')
      .values({ token_hash: hash(), user_id, kind: 'confirm-email', email_hash: hash(), expires_at: at })
      .execute()
    await db
      .insertInto('provider_identities')
      .values({ provider: 'google', subject_hash: hash(), user_id, created_at: at })
      .execute()
    await sql`insert into sign_in_attempts
      (id, provider, state_hash, browser_hash, secrets, asked_by, mode, origin, next, language, created_at, expires_at)
      values (${randomUUID()}, 'google', ${hash()}, ${hash()}, ${hash()}, ${user_id}, 'popup', '', '/', 'es', ${at}, ${at})`.execute(
      db,
    )
    await sql`insert into line_moves (office_id, seq, ticket_id, ahead)
      select office_id, seq, ticket_id, 0 from facts where ticket_id = ${tuid} order by seq limit 1`.execute(
      db,
    )
    const place = { user_id, place: 1, added_at: at }
    await db
      .insertInto('favorite_offices')
      .values({ ...place, office_id: office.office_id })
      .execute()
    await db
      .insertInto('favorite_lines')
      .values({ ...place, line_id: line })
      .execute()
    const note = Buffer.from(context().protection.sealNote('Trae el poder de Canela', tuid))
    await db.insertInto('ticket_notes').values({ ticket_id: tuid, note, noted_at: at }).execute()
    const clerk = { user_name: `canela-${people}`, name: 'Ana', password_hash: null }
    const { id: clerk_id } = await db
      .insertInto('clerks')
      .values(clerk)
      .returning('id')
      .executeTakeFirstOrThrow()
    const said = { office_id: office.office_id, clerk_id, at, reason: 'Canela viene con muletas' }
    await db
      .insertInto('desk_acts')
      .values({ ...said, act: 'called-out-of-turn', ticket_id: tuid, detail: '{}' })
      .execute()
    const copies = { ticket_id: tuid, service: 'Copia legalizada', quantity: 2, noted_at: at }
    await db.insertInto('ticket_services').values(copies).execute()
    const description = Buffer.from(context().protection.sealDescription('Muy bien, Canela', tuid))
    await db
      .insertInto('polls')
      .values({ ticket_id: tuid, rating: 5, description, answered_at: at, declined_at: null })
      .execute()
    const { protection } = context()
    await db
      .insertInto('whatsapp_numbers')
      .values({
        user_id,
        number: protection.sealNumber('+56987654321', user_id),
        number_hash: hash(),
        code_hash: null,
        code_expires_at: null,
        tries: 0,
        confirmed_at: at,
        next_number: protection.sealNumber('+56976543210', user_id),
        next_number_hash: hash(),
        next_code_hash: hash(),
        next_code_expires_at: at,
      })
      .execute()
    await sql`insert into whatsapp_messages (id, user_id, ticket_id, kind, calls, sent_at, status, status_at)
      values (${randomUUID()}, ${user_id}, ${tuid}, 'call', 1, ${at}, 'sent', ${at})`.execute(db)
    return { ...someone, tuid, reservation: id }
  }

  /** Rows of a person in each table, as the list finds them. */
  async function rowsOf(userId: string): Promise<Record<string, Record<string, unknown>[]>> {
    const found: Record<string, Record<string, unknown>[]> = {}
    for (const [name, { of }] of tablesOfPeople()) {
      const { rows } = await sql<
        Record<string, unknown>
      >`select t.* from ${sql.table(name)} t where ${of(userId)}`.execute(server.database.db)
      found[name] = rows
    }
    return found
  }

  it('[KEEP-03] every table that the database has is answered for, and every column of those with people in them', async () => {
    const { rows } = await sql<{ table_name: string; column_name: string }>`
      select table_name::text, column_name::text from information_schema.columns
      where table_schema = current_schema() and table_name not like 'kysely%' order by 1, ordinal_position`.execute(
      server.database.db,
    )
    const columns = Map.groupBy(rows, row => row.table_name)
    expect([...columns.keys()].sort()).toEqual(Object.keys(TABLES_OF_PEOPLE).sort())
    for (const [name, { told, untold, opened, erased }] of tablesOfPeople()) {
      const answered = [...told, ...Object.keys(untold), ...(opened ?? []).map(({ column }) => column)]
      expect([name, answered.sort()]).toEqual([
        name,
        (columns.get(name) ?? []).map(row => row.column_name).sort(),
      ])
      if (erased !== 'rows') expect(answered).toEqual(expect.arrayContaining(Object.keys(erased.emptied)))
    }
    // What points at a person, or at what is theirs, is of people, whatever the list believes; the office's
    // own log aside.
    const points = await sql<{ table_name: string }>`
      select distinct c.table_name::text from information_schema.columns c
      where c.table_schema = current_schema() and c.column_name in ('user_id', 'session_id', 'ticket_id')
        and c.table_name <> 'facts'`.execute(server.database.db)
    const ofPeople = new Set(tablesOfPeople().map(([name]) => name))
    expect(points.rows.map(row => row.table_name).filter(name => !ofPeople.has(name))).toEqual([])
    // And nothing new can be theirs: the database asks before each row of a table that goes with the
    // person.
    const asked = await sql<{ tgname: string }>`
      select tgname::text from pg_trigger where not tgisinternal and tgname like '%\\_of\\_erased'`.execute(
      server.database.db,
    )
    const withUser = new Set(rows.filter(row => row.column_name === 'user_id').map(row => row.table_name))
    const going = tablesOfPeople().filter(
      ([name, { erased }]) => erased === 'rows' && withUser.has(name) && name !== 'push_deliveries',
    )
    expect(asked.rows.map(row => row.tgname).sort()).toEqual(
      going.map(([name]) => `${name}_of_erased`).sort(),
    )
  })

  it('[KEEP-03] is read out whole, opened, by its owner, as a file that nothing on the way keeps', async () => {
    const { token, tuid, reservation, user_id } = await settled()
    const response = await server.ask('users', '/my-data', { token })
    expect(response.headers.get('content-disposition')).toBe(
      'attachment; filename="numerito-mis-datos-2026-11-21.json"',
    )
    expect(response.headers.get('cache-control')).toBe('no-store')
    const text = await response.text()
    const { kept, ...about } = JSON.parse(text) as MyData
    expect(about).toEqual({ made_at: NOON.toISOString(), user_id })
    expect(kept.users).toMatchObject([
      { temporal: true, identity_type: 'dni', person: { name: 'Rut Canela', identity: `CANELA${people}X` } },
    ])
    expect(kept.tickets).toMatchObject([
      {
        id: tuid,
        number: 1,
        meta: { params: { utm_source: 'canela' } },
        office: expect.stringMatching('Sucursal'),
      },
    ])
    expect(kept.reservations).toMatchObject([{ id: reservation, meta: { answers: ANSWERS } }])
    expect(kept.policy_acceptances).toMatchObject([{ version: ownPolicy.version, texts: ownPolicy.texts }])
    expect(kept.ticket_notes).toMatchObject([{ note: 'Trae el poder de Canela' }])
    expect(kept.desk_acts).toMatchObject([{ act: 'called-out-of-turn', reason: 'Canela viene con muletas' }])
    expect(kept.ticket_services).toMatchObject([{ service: 'Copia legalizada', quantity: 2 }])
    expect(kept.polls).toMatchObject([{ rating: 5, description: 'Muy bien, Canela' }])
    expect(kept.favorite_offices).toMatchObject([{ office: expect.stringMatching('Sucursal') }])
    expect(kept.preferences).toMatchObject([{ notifications: { whatsapp: true } }])
    expect(kept.whatsapp_numbers).toMatchObject([{ number: '+56987654321', next_number: '+56976543210' }])
    expect(kept.push_subscriptions).toMatchObject([{ service: 'https://fcm.googleapis.com' }])
    for (const [table, rows] of Object.entries(await rowsOf(user_id))) {
      // The scene has something in every table: one that it leaves empty would be told by no test.
      expect([table, rows.length]).not.toEqual([table, 0])
      expect([table, kept[table]?.length]).toEqual([table, rows.length])
    }
    // What opens doors is told to nobody, not even to whom it opens them.
    expect(text).not.toContain(token)
    expect(text).not.toContain(SUBSCRIPTION.auth)
    expect(text).not.toMatch(/_hash|p256dh|"key"/)
  })

  it('[KEEP-03] erased, they hold nothing and are nobody: the line moves up, the slot is free, all of it is told', async () => {
    const { token, tuid, reservation, user_id, cookie } = await settled()
    const facts = (await office.facts()).length
    expect((await erase(token)).status).toBe(204)

    expect(await office.ticket(tuid)).toMatchObject({ state: 'given-up', identity_hash: null, meta: null })
    expect(await office.reservation(reservation)).toMatchObject({
      state: 'cancelled',
      identity_hash: null,
      meta: null,
    })
    const told = (await office.facts()).slice(facts)
    expect(told.map(fact => fact.kind)).toEqual(['ticket:left', 'reserve:updated'])
    const left = await rowsOf(user_id)
    for (const [name, { erased, told: columns }] of tablesOfPeople()) {
      if (erased === 'rows') expect([name, left[name]]).toEqual([name, []])
      else {
        expect([name, left[name]?.length]).toEqual([name, 1])
        expect(columns).not.toHaveLength(0)
      }
    }
    expect(left.users).toMatchObject([
      { person: null, identity_type: null, identity_hash: null, erased_at: NOON },
    ])
    // What a clerk did stays, and no word about whom.
    expect(left.desk_acts).toMatchObject([{ act: 'called-out-of-turn', ticket_id: tuid, reason: null }])
    // Another session of the same person asks in vain, and the same attempt to come in makes somebody new.
    expect((await erase(token)).status).toBe(401)
    expect((await server.ask('login', '/session', { cookie })).status).toBe(401)
  })

  it('[KEEP-03] erased, no e-mail that waits knows an address of theirs any more', async () => {
    const mails = async () =>
      (await server.database.db.selectFrom('jobs').select('key').where('kind', '=', 'mail-account').execute())
        .map(({ key }) => key)
        .toSorted()
    const [gone, stays] = [await person(), await person()]
    const about = (user_id: string) =>
      mailJob('email-changed', { user_id, language: 'es', to: 'c2VhbGVk' }, new Date('2099-01-01'))
    await enqueueJobs(server.database.db, [about(gone.user_id), about(stays.user_id)])
    await erase(gone.token)
    expect(await mails()).toEqual([`email-changed:${stays.user_id}`])
  })

  it('[KEEP-03] erased, no e-mail with a new password that was given up knows the hash of their address', async () => {
    const { db } = server.database
    const [gone, stays] = [await person(), await person()]
    const hashOf = ({ user_id }: SignedIn) => Buffer.from(user_id.replaceAll('-', ''), 'hex')
    for (const someone of [gone, stays])
      await db
        .insertInto('accounts')
        .values({
          user_id: someone.user_id,
          email_hash: hashOf(someone),
          password_hash: null,
          created_at: NOON,
        })
        .execute()
    const jobs = [gone, stays].map(someone => forgottenJob(hashOf(someone), 'es', new Date('2099-01-01')))
    await enqueueJobs(db, jobs)
    await erase(gone.token)
    const left = await db.selectFrom('jobs').select('key').where('kind', '=', 'mail-forgotten').execute()
    expect(left).toEqual([{ key: jobs[1]?.key }])
  })

  it('[KEEP-03] [SEC-04] every session of theirs is deaf at once, on this device and on the other', async () => {
    const { token } = await person()
    const { code } = (await (await server.ask('login', '/handover', { method: 'POST', token })).json()) as {
      code: string
    }
    const other = (await (await server.ask('login', '/handover/redeem', { body: { code } })).json()) as {
      token: string
    }
    const ws = `${server.origin.replace(/^http/, 'ws')}/socket`
    const clients = [await connectRaw({ ws }, { token }), await connectRaw({ ws }, { token: other.token })]
    for (const client of clients) await client.join(`web:${office.slug}`)
    expect((await erase(token)).status).toBe(204)
    for (const client of clients) await client.closed
    expect((await server.ask('v1', '/user/tickets', { token: other.token })).status).toBe(401)
  })

  it('[KEEP-03] [SEC-04] the process that erased them ends their sockets itself, whether or not the database’s word comes', async () => {
    const { user_id } = await person()
    const told: EndedSession[] = []
    const { rows: open } = await sql<EndedSession>`
      select id, user_id, clerk_id from sessions where user_id = ${user_id}::uuid`.execute(server.database.db)
    await erasePerson({ ...context(), onSessionEnd: ended => void told.push(ended) }, user_id)
    expect(open).toHaveLength(1)
    expect(told).toEqual(open)
  })

  it('[KEEP-03] asks for the word that it is meant, and does nothing without it', async () => {
    const { token, user_id } = await person()
    for (const body of [{}, { confirmed: false }, { confirmed: 'yes' }]) {
      expect((await erase(token, body)).status).toBe(400)
    }
    expect((await server.ask('users', '/me', { method: 'DELETE', token })).status).toBe(400)
    expect((await rowsOf(user_id)).users).toMatchObject([{ person: expect.anything(), erased_at: null }])
  })

  it('[KEEP-03] asks whoever has a password for it, once more, and lets nobody try one after the other', async () => {
    const { token, user_id } = await person()
    await server.database.db
      .insertInto('accounts')
      .values({
        user_id,
        email_hash: Buffer.from(randomUUID()),
        email_confirmed_at: null,
        password_hash: await hashPassword('canela y clavo'),
        created_at: server.clock.now(),
      })
      .execute()
    const codeOf = async (response: Response) => ((await response.json()) as { code: string }).code
    expect(await codeOf(await erase(token))).toBe('password-required')
    const wrong: string[] = []
    for (let tries = 0; tries < SIGN_IN_FREE.name + 1; tries++)
      wrong.push(await codeOf(await erase(token, { confirmed: true, password: `adivina ${tries}` })))
    expect(new Set(wrong)).toEqual(new Set(['wrong-credentials', 'too-many-requests']))
    expect((await rowsOf(user_id)).users).toMatchObject([{ person: expect.anything() }])
    server.clock.advance(3_600_000)
    expect((await erase(token, { confirmed: true, password: 'canela y clavo' })).status).toBe(204)
    expect((await rowsOf(user_id)).users).toMatchObject([{ person: null }])
  })

  it('[KEEP-03] whoever guesses passwords on the same Wi-Fi keeps nobody from being erased', async () => {
    const at = accountsAt(server)
    const [here, there] = [await at.register(), await at.register()]
    await server.database.db.deleteFrom('knocks').execute()
    for (let nth = 0; nth < SIGN_IN_FREE.address; nth++)
      expect(await refusalOf(at.signIn({ ...newcomer(), password: 'otra' }))).toBe('401 wrong-credentials')
    expect(await refusalOf(at.signIn({ ...newcomer(), password: 'otra' }))).toBe('429 too-many-requests')
    expect((await erase(here.token, { confirmed: true, password: PASSWORD })).status).toBe(204)
    // Who found the telephone open tries a few; the owner waits for them nowhere else.
    const tryOne = (password: string, cookie?: string) =>
      refusalOf(
        server.ask('users', '/me', {
          method: 'DELETE',
          token: there.token,
          body: { confirmed: true, password },
          ...(cookie !== undefined && { cookie }),
        }),
      )
    for (let nth = 0; nth < SIGN_IN_FREE.name; nth++)
      expect(await tryOne(`adivina ${nth}`)).toBe('401 wrong-credentials')
    expect(await tryOne(PASSWORD)).toBe('429 too-many-requests')
    expect(await tryOne(PASSWORD, there.known)).toBe('204')
  })

  it('[KEEP-03] twice at once, and a number that was being taken meanwhile: erased all the same, and given back', async () => {
    const { token, tuid, user_id } = await settled()
    const answers = await Promise.all([erase(token), erase(token), erase(token)])
    expect(answers.map(({ status }) => status)).not.toContain(500)
    expect(answers.some(({ status }) => status === 204)).toBe(true)
    expect(await office.ticket(tuid)).toMatchObject({ state: 'given-up' })
    // As one whose session was looked at before, and whose number was written after.
    const late = await office.take(await office.line(), user_id, { meta: { dni: 'CANELA99X' } })
    expect(await finishErasures(context())).toBe(1)
    expect(await office.ticket(late.tuid)).toMatchObject({
      state: 'given-up',
      identity_hash: null,
      meta: null,
    })
    expect(await finishErasures(context())).toBe(0)
  })

  it('[KEEP-03] where the server was off for days in the middle: given back all the same, and of one that fails nobody waits', async () => {
    const people = [await settled(), await settled()]
    const late: string[] = []
    for (const { token, user_id } of people) {
      expect((await erase(token)).status).toBe(204)
      late.push((await office.take(await office.line(), user_id)).tuid)
    }
    server.clock.advance(3 * 86_400_000)
    const whole = context()
    let isFull = true
    const transaction: typeof whole.database.transaction = work => {
      if (!isFull) return whole.database.transaction(work)
      isFull = false
      return Promise.reject(new Error('full'))
    }
    const database = Object.create(whole.database, { transaction: { value: transaction } })
    await expect(finishErasures({ ...whole, database })).rejects.toThrow('full')
    const standing = async () => {
      const states = await Promise.all(late.map(async tuid => (await office.ticket(tuid)).state))
      return states.filter(state => state === 'waiting').length
    }
    expect(await standing()).toBe(1)
    expect(await finishErasures(whole)).toBe(1)
    expect(await standing()).toBe(0)
  })

  describe('whose erasure is finished', () => {
    const DAY_MS = 86_400_000
    const later = () => ({ ...context(), clock: server.clock })
    const isFinished = async (id: string) => {
      const [row] = (await rowsOf(id)).users ?? []
      return (row as { erasure_finished_at: Date | null }).erasure_finished_at !== null
    }
    /** Of nobody who was there before anything is left. */
    beforeEach(async () => {
      server.clock.advance(2 * DAY_MS)
      await finishErasures(later())
    })

    it('[KEEP-03] is looked after no more, a day later; whose number a desk has called still, until it is over', async () => {
      const [done, called] = [await person(), await person()]
      const own = await office.line()
      await office.take(own, called.user_id)
      const desk = await office.clerk()
      await office.call(desk, [own])
      for (const { token } of [done, called]) expect((await erase(token)).status).toBe(204)
      const finished = async () => [await isFinished(done.user_id), await isFinished(called.user_id)]
      server.clock.advance(DAY_MS - 1)
      await finishErasures(later())
      expect(await finished()).toEqual([false, false])
      server.clock.advance(1)
      const doubtful = { ...later(), clock: { now: () => server.clock.now(), isSure: () => false } }
      await finishErasures(doubtful)
      expect(await finished()).toEqual([false, false])
      await finishErasures(later())
      expect(await finished()).toEqual([true, false])
      await markAttended(office.context, desk)
      await finishErasures(later())
      expect(await finished()).toEqual([true, true])
    })

    it('[KEEP-03] is not read again each minute: whoever was ever erased is many', async () => {
      const { db } = server.database
      const { rows } = await sql<{ id: string }>`
        insert into users (id, temporal, created_at, erased_at, erasure_finished_at)
        select gen_random_uuid(), true, ${NOON}::timestamptz, ${NOON}::timestamptz, ${NOON}::timestamptz
        from generate_series(1, 3000) returning id`.execute(db)
      await sql`analyze users`.execute(db)
      const look = (database: Database) => finishErasures({ ...later(), database })
      expect(await rowsReadByKeptPlans(server.database, 'users', look)).toBeLessThan(150)
      await sql`delete from users where id = any(${rows.map(({ id }) => id)}::uuid[])`.execute(db)
    })

    it('[KEEP-03] of many it is found out step by step, and what any of them holds is given back', async () => {
      const ids = Array.from({ length: 2 * STEP + 50 }, () => randomUUID())
      const { db } = server.database
      await sql`
        insert into users (id, temporal, created_at) select id, true, ${NOON}::timestamptz
        from unnest(${ids}::uuid[]) as id`.execute(db)
      const [first = '', second = '', ...others] = ids.toSorted()
      const held: string[] = []
      for (const id of [first, second, others.at(-1) ?? ''])
        held.push((await office.take(await office.line(), id)).tuid)
      await sql`
        update users set erased_at = ${server.clock.now()}::timestamptz where id = any(${ids}::uuid[])`.execute(
        db,
      )
      const unfinished = async () => {
        const { rows } = await sql<{ of: number }>`
          select count(*)::integer as of from users
          where id = any(${ids}::uuid[]) and erasure_finished_at is null`.execute(db)
        return rows[0]?.of
      }
      const { database, mostRows } = countedStatements(server.database)
      const counted = () => ({ ...later(), database })
      /** A server that is told to end while it is at the first of them. */
      async function finishSome() {
        const ending = new AbortController()
        const clock = { now: () => (ending.abort(), server.clock.now()) }
        return finishErasures({ ...counted(), clock }, ending.signal)
      }
      expect(await finishSome()).toBe(1)
      expect(await finishErasures(counted())).toBe(2)
      const states = await Promise.all(held.map(async tuid => (await office.ticket(tuid)).state))
      expect(states).toEqual(held.map(() => 'given-up'))
      expect(await unfinished()).toBe(ids.length)
      server.clock.advance(DAY_MS)
      expect(await finishSome()).toBe(0)
      expect(await unfinished()).toBe(STEP + 50)
      expect(await finishErasures(counted())).toBe(0)
      expect(await unfinished()).toBe(0)
      expect(mostRows()).toBe(STEP)
    })
  })

  it('[KEEP-03] what the desk has called stays the desk’s to end, of nobody', async () => {
    const { token, user_id } = await person()
    const own = await office.line()
    const { tuid } = await office.take(own, user_id, { meta: { dni: `CANELA${people}X` } })
    await office.call(await office.clerk(), [own])
    expect((await erase(token)).status).toBe(204)
    expect(await office.ticket(tuid)).toMatchObject({ state: 'called', identity_hash: null, meta: null })
  })

  it('[KEEP-03] nothing can be theirs any more, whatever was under way: the database refuses it', async () => {
    const { token, user_id } = await person()
    const { code } = (await (await server.ask('login', '/handover', { method: 'POST', token })).json()) as {
      code: string
    }
    await erasePerson(context(), user_id)
    expect((await server.ask('login', '/handover/redeem', { body: { code } })).status).toBe(400)
    const { db } = server.database
    const preferences = { user_id, site: 'web', notifications: '{}' }
    await expect(db.insertInto('preferences').values(preferences).execute()).rejects.toMatchObject({
      constraint: 'users_erased_get_nothing',
    })
    const named = { identity_type: 'rut' as const }
    await expect(
      db.updateTable('users').set(named).where('id', '=', user_id).execute(),
    ).rejects.toMatchObject({ constraint: 'users_erased_are_nobody' })
  })

  it('[KEEP-03] [DESK-11] a time that a phone took over in the meantime is not erased as nobody’s', async () => {
    const someone = await person()
    const block = blockAt(await office.blocks(line, DAY), 60)
    const { id } = await office.book(line, block, someone.user_id, { meta: { answers: ANSWERS } })
    const facts = (await office.facts()).length
    expect(await eraseBooked(context(), id)).toBe(false)
    expect(await eraseBooked(context(), randomUUID())).toBe(false)
    expect(await office.reservation(id)).toMatchObject({ state: 'confirmed', meta: expect.anything() })
    expect((await office.facts()).length).toBe(facts)
  })

  it('[KEEP-03] [AUTH-10] nobody else reads or erases it, and nobody is erased with them', async () => {
    const [one, two] = [await settled(), await settled()]
    expect((await readOut(one.token)).kept.users).toMatchObject([{ id: one.user_id }])
    await erase(one.token)
    const kept = (await readOut(two.token)).kept
    expect(kept.users).toMatchObject([{ person: { name: 'Rut Canela' } }])
    expect(kept.tickets).toMatchObject([{ state: 'waiting' }])
    expect((await server.ask('users', '/my-data')).status).toBe(401)
  })
})
