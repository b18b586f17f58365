import { afterEach, expect, it } from 'vitest'
import { AUTH_COOKIE_MS, TEMPORARY_PERSON_KEPT_MS } from '#contract/limits.ts'
import { addDays } from '#contract/rules/office-time.ts'
import { forgetTemporaryPeople } from '#server/identity/forget-temporary-people.ts'
import { eachDatabase } from '#tests/support/databases.ts'
import { queueOffice } from '#tests/support/queue-office.ts'
import { blockAt, reservationOffice } from '#tests/support/reservation-office.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

eachDatabase('forgetting', open => {
  let server: TestServer
  afterEach(() => server.close())

  const row = (id: string) =>
    server.database.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

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

    clock.advance(TEMPORARY_PERSON_KEPT_MS)
    expect(await forgetTemporaryPeople(server)).toBe(0)
    expect(await row(user_id)).toMatchObject({ person: expect.anything(), identity_type: 'rut' })
    clock.advance(1)
    expect(await forgetTemporaryPeople(server)).toBe(1)
    expect(await row(user_id)).toMatchObject({
      person: null,
      identity_type: null,
      identity_hash: null,
      login_attempt: null,
    })
    expect(await office.ticket(tuid)).toMatchObject({ meta: null, identity_hash: null, number: 1 })
    expect(await forgetTemporaryPeople(server)).toBe(0)
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
    expect(await forgetTemporaryPeople(server)).toBe(1)
    expect((await row(other.user_id)).person).toBeNull()
    expect(await office.reservation(given.id)).toMatchObject({ identity_hash: null, meta: null })
    expect(await office.reservation(id)).toMatchObject({
      identity_hash: expect.anything(),
      meta: expect.anything(),
    })

    clock.advance(Date.parse(kept.to) + TEMPORARY_PERSON_KEPT_MS - clock.now().getTime())
    expect(await forgetTemporaryPeople(server)).toBe(0)
    clock.advance(1)
    expect(await forgetTemporaryPeople(server)).toBe(1)
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
    expect(await forgetTemporaryPeople(server)).toBe(1)
    expect((await row(gone.user_id)).person).toBeNull()
    const session = await server.ask('login', '/session', { cookie: back.cookie })
    expect(await session.json()).toMatchObject({ name: back.session.name })
    clock.advance(AUTH_COOKIE_MS)
    expect(await forgetTemporaryPeople(server)).toBe(1)
  })
})
