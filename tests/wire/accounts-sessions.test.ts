import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { LAST_SEEN_MS, SIGN_IN_FREE } from '#contract/limits.ts'
import type { Account } from '#contract/rest/accounts.ts'
import { endOtherSessions } from '#server/accounts/end-sessions.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { redeemHandoverCode } from '#server/identity/handover.ts'
import { createSeenSessions } from '#server/identity/seen-sessions.ts'
import { startSession } from '#server/identity/start-session.ts'
import { systemRandom } from '#server/platform/random.ts'
import { createProtection, SECRET_BYTES } from '#server/secrets/protection.ts'
import { accountsAt, newcomer, PASSWORD, refusalOf } from '#tests/support/accounts.ts'
import { bareUser } from '#tests/support/bare-user.ts'
import { countedStatements } from '#tests/support/counted-statements.ts'
import { eachDatabase, onPostgres } from '#tests/support/databases.ts'
import { queueOffice } from '#tests/support/queue-office.ts'
import { type AskOptions, startTestServer, type TestServer } from '#tests/support/server.ts'
import { waitFor } from '#tests/support/wait-for.ts'
import { closeEverything } from '#tests/phoenix/harness.ts'
import { connectRaw, refusalOf as socketRefusalOf } from '#tests/phoenix/raw-client.ts'

const ANDROID =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36'
const NEW = 'barco lento a Chiloé'
/** The test server's own. */
const protection = createProtection(new Uint8Array(SECRET_BYTES).fill(7))

eachDatabase('the devices of an account', open => {
  let server: TestServer
  let at: ReturnType<typeof accountsAt>
  beforeEach(async () => {
    server = await startTestServer({ database: await open() })
    at = accountsAt(server)
  })
  afterEach(async () => {
    await closeEverything()
    await server.close()
  })

  const account = async (token: string) =>
    (await (await server.ask('login', '/account', { token })).json()) as Account
  const isOpen = async (token: string) => (await server.ask('login', '/account', { token })).status === 200
  async function twoDevices() {
    const who = newcomer()
    const here = await at.register(who)
    const there = await at.enter(who, { headers: { 'user-agent': ANDROID } })
    const { sessions } = await account(here.token)
    const other = sessions.find(({ current }) => !current)!
    return { who, here, there, other }
  }
  const socketAt = () => ({ ws: `${server.origin.replace(/^http/, 'ws')}/socket` })

  it('are told apart by words, and nothing of what the browser sent is kept', async () => {
    const { here, other } = await twoDevices()
    expect(other).toMatchObject({ device: 'Chrome · Android', current: false })
    expect((await account(here.token)).sessions[0]).toMatchObject({ device: null, current: true })
    const { db } = server.database
    const rows = await db.selectFrom('sessions').select('device').orderBy('device').execute()
    expect(rows).toEqual([{ device: 'Chrome · Android' }, { device: null }])
    expect(server.logged.join('\n')).not.toContain('Pixel')
  })

  it('[SEC-04] end one by one, and the socket there is deaf and dumb at once', async () => {
    const office = await queueOffice(server.database)
    const { here, there, other } = await twoDevices()
    const socket = await connectRaw(socketAt(), { token: there.token })
    expect((await socket.join(`web:${office.slug}`))[4]).toMatchObject({ status: 'ok' })
    const end = (id: string, token: string) =>
      refusalOf(server.ask('login', `/sessions/${id}`, { method: 'DELETE', token }))
    const stranger = await at.register()
    expect(await end(other.id, stranger.token)).toBe('404 not-found')
    expect(await isOpen(there.token)).toBe(true)
    expect(await end(other.id, here.token)).toBe('204')
    await socket.closed
    expect(await socketRefusalOf(socketAt(), { token: there.token })).toBe(403)
    expect(await isOpen(there.token)).toBe(false)
    // The same again is simply so already.
    expect(await end(other.id, here.token)).toBe('204')
    expect((await account(here.token)).sessions).toHaveLength(1)
    expect((await server.ask('login', '/session', { cookie: there.cookie })).status).toBe(401)
  })

  it('[SEC-04] all end but this one when the password changes', async () => {
    const office = await queueOffice(server.database)
    const { who, here, there } = await twoDevices()
    const socket = await connectRaw(socketAt(), { token: there.token })
    await socket.join(`web:${office.slug}`)
    const change = (body: object) =>
      refusalOf(server.ask('login', '/password', { method: 'PUT', body, token: here.token }))
    expect(await change({ password: NEW })).toBe('400 password-required')
    expect(await change({ current: 'otra clave', password: NEW })).toBe('401 wrong-credentials')
    expect(await change({ current: PASSWORD, password: 'clave123' })).toBe('400 password-too-common')
    expect(await change({ current: PASSWORD, password: who.user })).toBe('400 password-too-common')
    expect(await isOpen(there.token)).toBe(true)
    expect(await change({ current: PASSWORD, password: NEW })).toBe('204')
    await socket.closed
    expect([await isOpen(here.token), await isOpen(there.token)]).toEqual([true, false])
    expect(await refusalOf(at.signIn(who))).toBe('401 wrong-credentials')
    await at.enter({ ...who, password: NEW })
  })

  const makeCode = async (token: string) => {
    const made = await server.ask('login', '/handover', { method: 'POST', token })
    return ((await made.json()) as { code: string }).code
  }
  const redeem = (code: string) => server.ask('login', '/handover/redeem', { body: { code } })
  const changePassword = (token: string) =>
    refusalOf(
      server.ask('login', '/password', { method: 'PUT', body: { current: PASSWORD, password: NEW }, token }),
    )

  it('[SEC-04] nobody who was put out comes back by a code that they had made before', async () => {
    const { here, there, other } = await twoDevices()
    const code = await makeCode(there.token)
    expect(
      await refusalOf(server.ask('login', `/sessions/${other.id}`, { method: 'DELETE', token: here.token })),
    ).toBe('204')
    expect(await refusalOf(redeem(code))).toBe('400 handover-code-invalid')
    const mine = await makeCode(here.token)
    const third = await at.cameBy(redeem(await makeCode(here.token)))
    const theirs = await makeCode(third.token)
    expect(await changePassword(here.token)).toBe('204')
    expect(await refusalOf(redeem(theirs))).toBe('400 handover-code-invalid')
    await at.cameBy(redeem(mine))
  })

  it.each([
    ['a megabyte', 1_000_000, '413 payload-too-large'],
    ['more than anybody types', 2_000, '400 bad-request'],
  ])(
    '[AUTH-07] takes no password of %s, old or new, to come in or to change it',
    async (_what, length, said) => {
      const { who, here } = await twoDevices()
      const long = 'x'.repeat(length)
      expect(await refusalOf(at.signIn({ ...who, password: long }))).toBe(said)
      const change = (body: object) =>
        refusalOf(server.ask('login', '/password', { method: 'PUT', body, token: here.token }))
      expect(await change({ current: PASSWORD, password: long })).toBe(said)
      expect(await change({ current: long, password: NEW })).toBe(said)
      await at.enter(who)
    },
  )

  it('cannot be used to guess the password without end', async () => {
    const { here } = await twoDevices()
    const guess = (nth: number) =>
      refusalOf(
        server.ask('login', '/password', {
          method: 'PUT',
          body: { current: `clave distinta ${nth}`, password: NEW },
          token: here.token,
        }),
      )
    const answers = []
    // Each is two guesses: the new password might be the one that stands.
    for (let nth = 0; nth < 4; nth++) answers.push(await guess(nth))
    expect(answers).toEqual([...Array(3).fill('401 wrong-credentials'), '429 too-many-requests'])
  })

  it('whoever guesses on the same Wi-Fi keeps nobody who is signed in from another password', async () => {
    const { here } = await twoDevices()
    for (let nth = 0; nth < SIGN_IN_FREE.address; nth++)
      expect(await refusalOf(at.signIn({ ...newcomer(), password: 'otra' }))).toBe('401 wrong-credentials')
    expect(await refusalOf(at.signIn({ ...newcomer(), password: 'otra' }))).toBe('429 too-many-requests')
    const change = (current: string, more: AskOptions) =>
      refusalOf(
        server.ask('login', '/password', { method: 'PUT', body: { current, password: NEW }, ...more }),
      )
    // Whoever found the telephone open gets a few tries, in however many browsers they go on by a code.
    const carried = async () => {
      const made = await server.ask('login', '/handover', { method: 'POST', token: here.token })
      const { code } = (await made.json()) as { code: string }
      return await at.cameBy(server.ask('login', '/handover/redeem', { body: { code } }))
    }
    for (let nth = 0; nth < SIGN_IN_FREE.name / 2; nth++)
      expect(await change(`clave distinta ${nth}`, { token: (await carried()).token })).toBe(
        '401 wrong-credentials',
      )
    expect(await change(PASSWORD, { token: (await carried()).token })).toBe('429 too-many-requests')
    // And where the person has signed in by the password they wait for none of those either.
    expect(await change(PASSWORD, { token: here.token, cookie: here.known })).toBe('204')
  })

  it('of two new passwords at once the second has the wrong current one', async () => {
    const { here } = await twoDevices()
    const answers = await Promise.all(
      ['uno', 'dos'].map(word =>
        refusalOf(
          server.ask('login', '/password', {
            method: 'PUT',
            body: { current: PASSWORD, password: `${NEW} ${word}` },
            token: here.token,
          }),
        ),
      ),
    )
    expect(answers.sort()).toEqual(['204', '401 wrong-credentials'])
  })

  it('a password that changes while somebody signs in with the old one lets them in no more', async () => {
    const { who, here } = await twoDevices()
    await Promise.all([
      server.ask('login', '/password', {
        method: 'PUT',
        body: { current: PASSWORD, password: NEW },
        token: here.token,
      }),
      ...Array.from({ length: 4 }, () => at.signIn(who).then(answer => answer.status)),
    ])
    const { sessions } = await account(here.token)
    expect(sessions.map(({ current }) => current)).toEqual([true])
  })

  it('are remembered to the hour, all in one statement, and at nobody’s cost who asks', async () => {
    const { here } = await twoDevices()
    const { db } = server.database
    const lastSeen = async () =>
      (await account(here.token)).sessions.find(({ current }) => current)?.last_seen_at
    const first = await lastSeen()
    const counted = countedStatements(server.database)
    const seen = createSeenSessions({ database: counted.database, clock: server.clock })
    const rows = await db.selectFrom('sessions').select(['id', 'last_seen_at']).execute()
    const note = () => {
      for (const { id, last_seen_at } of rows) seen.note(id, last_seen_at)
    }
    server.clock.advance(LAST_SEEN_MS - 1)
    note()
    expect(await counted.during(seen.keep)).toBe(0)
    expect(await lastSeen()).toBe(first)
    server.clock.advance(1)
    note()
    note()
    expect(await counted.during(seen.keep)).toBe(1)
    expect(Date.parse((await lastSeen()) ?? '')).toBe(server.clock.now().getTime())
    // Another process noted them as well: what is kept already is not written again.
    note()
    const before = await db.selectFrom('sessions').selectAll().orderBy('id').execute()
    await seen.keep()
    expect(await db.selectFrom('sessions').selectAll().orderBy('id').execute()).toEqual(before)
  })
})

onPostgres('whoever comes in by a code', freshUrl => {
  it('[SEC-04] while all other sessions end is out with them', async () => {
    const database = await openDatabase({ dataDirectory: ':memory:', databaseUrl: await freshUrl() })
    const server = await startTestServer({ database })
    try {
      const { token, user_id } = await accountsAt(server).register()
      const made = await server.ask('login', '/handover', { method: 'POST', token })
      const { code } = (await made.json()) as { code: string }
      const { clock } = server
      const id = systemRandom.uuid()
      const { promise: release, resolve: letGo } = Promise.withResolvers<void>()
      const { promise: isHeld, resolve: holds } = Promise.withResolvers<void>()
      const other = await bareUser(database, clock.now())
      // Another session of this very id is being made: theirs waits for what becomes of it.
      const elsewhere = database.transaction(async transaction => {
        const random = { ...systemRandom, uuid: () => id }
        await startSession({ clock, random }, transaction, { user_id: other })
        holds()
        await release
        throw new Error('never was')
      })
      await isHeld
      const waiting = async () => {
        const { rows } = await sql`
          select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
          database.db,
        )
        return rows.length
      }
      const random = { ...systemRandom, uuid: () => id }
      const coming = redeemHandoverCode({ database, clock, random, protection }, code)
      await waitFor('the session to be on its way', async () => (await waiting()) === 1)
      let isOver = false
      const ending = database
        .transaction(transaction => endOtherSessions({ clock }, transaction, user_id, null))
        .then(() => (isOver = true))
      await waitFor('the others to end, or to wait', async () => isOver || (await waiting()) === 2)
      letGo()
      await elsewhere.catch(() => undefined)
      await Promise.all([coming, ending])
      const open = await database.db
        .selectFrom('sessions')
        .select('id')
        .where('user_id', '=', user_id)
        .where('revoked_at', 'is', null)
        .execute()
      expect(open).toEqual([])
    } finally {
      await server.close()
      await database.close()
    }
  })
})
