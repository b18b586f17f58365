import { createHmac } from 'node:crypto'
import { afterEach, expect, it } from 'vitest'
import { MEET_SDP_LENGTH_MAX } from '#contract/channel/meet-channel.ts'
import { VIDEO_CREDENTIALS_MS } from '#contract/limits.ts'
import type { VideoCredentials } from '#contract/rest/video.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { startSession } from '#server/identity/start-session.ts'
import { systemRandom } from '#server/platform/random.ts'
import { eachDatabase, onPostgres, type OpenDatabase } from '#tests/support/databases.ts'
import { meet } from '#tests/support/meet-client.ts'
import { queueOffice } from '#tests/support/queue-office.ts'
import { startTestServer } from '#tests/support/server.ts'
import { appointment } from '#tests/support/video-appointment.ts'
import { waitFor } from '#tests/support/wait-for.ts'
import { closeEverything } from '#tests/phoenix/harness.ts'
import { refusalOf } from '#tests/phoenix/raw-client.ts'

const MINUTE = 60_000
const SECRET = 'shared with coturn'
const ICE = {
  stun: ['stun:stun.example:3478'],
  turn: ['turn:turn.example:3478?transport=udp'],
  turnSecret: SECRET,
}
const OFFER = { description: { type: 'offer', sdp: 'v=0\r\n' } }

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  await closeEverything()
  for (const close of closing.splice(0).reverse()) await close()
})

/** An office with a clerk, another office with one, and people who are signed in. */
async function attending(open: OpenDatabase) {
  const database = await open()
  const server = await startTestServer({ database, settings: { video: ICE } })
  closing.push(() => server.close())
  const office = await queueOffice(database)
  const away = await queueOffice(database)
  const line_id = await office.line()
  const tokenOf = async (owner: { user_id: string } | { clerk_id: number }) =>
    (await startSession({ ...office.context, clock: server.clock }, database.db, owner)).token
  const user_id = await office.user()
  const book = (change: Partial<Parameters<typeof appointment>[1]> = {}) =>
    appointment(database, {
      office_id: office.office_id,
      line_id,
      user_id,
      from: server.clock.now(),
      ...change,
    })
  const credentials = async (token: string | undefined, reserve: string) => {
    const response = await server.ask('video', `/credentials?reserve=${reserve}`, { token })
    return { status: response.status, headers: response.headers, body: await response.json() }
  }
  async function enter(reservation: string, token: string | null, page?: string, asks?: boolean) {
    const seat = await meet(server.origin, reservation, token, page, asks)
    closing.push(seat.close)
    // The genuine client would go on asking, and be let in later on.
    if (asks && seat.reply.status === 'error') await seat.close()
    return seat
  }
  return {
    server,
    book,
    credentials,
    enter,
    user_id,
    colleague: await tokenOf({ clerk_id: (await office.clerk()).clerk_id }),
    owner: await tokenOf({ user_id }),
    stranger: await tokenOf({ user_id: await office.user() }),
    clerk: await tokenOf({ clerk_id: (await office.clerk()).clerk_id }),
    clerkAway: await tokenOf({ clerk_id: (await away.clerk()).clerk_id }),
  }
}

eachDatabase('video credentials', open => {
  it('[VID-02] come for the owner and a clerk of the office, as coturn’s use-auth-secret wants them', async () => {
    const { book, credentials, owner, clerk, server } = await attending(open)
    const reserve = await book()
    for (const token of [owner, clerk]) {
      const { status, body, headers } = await credentials(token, reserve)
      expect(status).toBe(200)
      expect(headers.get('cache-control')).toBe('no-store')
      const { iceServers, expires_at } = body as VideoCredentials
      const [stun, turn] = iceServers
      expect(stun).toEqual({ urls: ICE.stun })
      expect(turn?.urls).toEqual(ICE.turn)
      const expiry = server.clock.now().getTime() + VIDEO_CREDENTIALS_MS
      expect(Date.parse(expires_at)).toBe(expiry)
      const [seconds, name] = turn?.username?.split(':') ?? []
      expect(Number(seconds)).toBe(Math.floor(expiry / 1_000))
      // Names nobody: neither the person nor the reservation, and another one each time.
      expect(name).toMatch(/^[0-9a-f-]{36}$/)
      expect(name).not.toBe(reserve)
      expect(turn?.credential).toBe(
        createHmac('sha1', SECRET)
          .update(turn?.username ?? '')
          .digest('base64'),
      )
    }
  })

  it('[VID-02] [AUTH-10] are for nobody else', async () => {
    const { book, credentials, stranger, clerkAway, owner } = await attending(open)
    const reserve = await book()
    expect(await credentials(undefined, reserve)).toMatchObject({ status: 401 })
    for (const token of [stranger, clerkAway])
      expect(await credentials(token, reserve)).toMatchObject({ status: 404, body: { code: 'not-found' } })
    expect(await credentials(owner, systemRandom.uuid())).toMatchObject({ status: 404 })
    expect(await credentials(owner, 'RV123')).toMatchObject({ status: 400, body: { code: 'bad-request' } })
  })

  it('[VID-01] come from 15 minutes before the appointment until half an hour after its end', async () => {
    const { book, credentials, owner, clerk, server } = await attending(open)
    const reserve = await book({ from: new Date(server.clock.now().getTime() + 15 * MINUTE + 1_000) })
    const tooEarly = { status: 409, body: { code: 'meet-too-early' } }
    expect(await credentials(owner, reserve)).toMatchObject(tooEarly)
    expect(await credentials(clerk, reserve)).toMatchObject(tooEarly)
    server.clock.advance(1_000)
    expect(await credentials(owner, reserve)).toMatchObject({ status: 200 })
    server.clock.advance((15 + 15 + 30) * MINUTE)
    expect(await credentials(owner, reserve)).toMatchObject({ status: 200 })
    server.clock.advance(1_000)
    expect(await credentials(owner, reserve)).toMatchObject({ status: 409, body: { code: 'meet-over' } })
  })

  it('[VID-01] are refused where nobody meets', async () => {
    const { book, credentials, owner } = await attending(open)
    const inPerson = await book({ meet: false })
    expect(await credentials(owner, inPerson)).toMatchObject({ status: 409, body: { code: 'not-by-video' } })
    const cancelled = await book({ state: 'cancelled' })
    expect(await credentials(owner, cancelled)).toMatchObject({ status: 409, body: { code: 'meet-over' } })
  })
})

eachDatabase('the channel of a video attention', open => {
  it('[VID-02] gives one seat to the owner and one to the office, and hands signals to the other alone', async () => {
    const { book, enter, owner, clerk, server } = await attending(open)
    const reservation = await book()
    const elsewhere = await enter(
      await book({ from: new Date(server.clock.now().getTime() + 15 * MINUTE) }),
      owner,
    )
    const customer = await enter(reservation, owner)
    expect(customer.reply).toEqual({ status: 'ok', response: { role: 'customer', other: null, demo: false } })
    const office = await enter(reservation, clerk)
    expect(office.reply).toEqual({
      status: 'ok',
      response: { role: 'office', other: customer.page, demo: false },
    })
    await waitFor('the office', () => customer.presences[0])
    expect(customer.presences).toEqual([{ other: office.page }])

    const long = { description: { type: 'offer', sdp: 'ñ'.repeat(MEET_SDP_LENGTH_MAX / 2) } }
    expect(await office.signal({ page: customer.page, body: long })).toMatchObject({ status: 'ok' })
    await waitFor('the offer', () => customer.signals[0])
    expect(customer.signals).toEqual([{ page: office.page, body: long }])
    expect([office.signals, elsewhere.signals]).toEqual([[], []])

    await customer.leave()
    await waitFor('the empty seat', () => office.presences[0])
    expect(office.presences).toEqual([{ other: null, left: true }])
  })

  it('[VID-01] [VID-02] [AUTH-10] lets nobody else in, and nobody too early', async () => {
    const { book, enter, owner, clerk, stranger, clerkAway, server } = await attending(open)
    const reservation = await book()
    const refused = (reason: string) => ({ status: 'error', response: { reason } })
    expect(await refusalOf({ ws: `${server.origin}/socket` })).toBe(403)
    expect((await enter(reservation, stranger)).reply).toEqual(refused('not-found'))
    expect((await enter(reservation, clerkAway)).reply).toEqual(refused('not-found'))
    expect((await enter('no-uuid', owner)).reply).toEqual(refused('not-found'))
    expect((await enter(reservation, owner, 'no-uuid')).reply).toEqual(refused('bad-request'))
    const early = await book({ from: new Date(server.clock.now().getTime() + 16 * MINUTE) })
    expect((await enter(early, owner)).reply).toEqual(refused('meet-too-early'))
    expect((await enter(early, clerk)).reply).toEqual(refused('meet-too-early'))
  })

  it('[VID-02] [AUTH-10] shows out whoever’s session is over, and lets them in no more', async () => {
    const { book, enter, owner, clerk, server } = await attending(open)
    const [first, second, third] = [await book(), await book({ slot: 2 }), await book({ slot: 3 })]
    const office = await enter(first, clerk)
    const customer = await enter(first, owner)
    expect(await office.enterToo(second)).toMatchObject({ status: 'ok', response: { role: 'office' } })
    expect((await server.ask('desk', '/session', { method: 'DELETE', token: clerk })).status).toBe(204)
    await waitFor('the clerk to be gone', () => customer.presences.at(-1)?.other === null)
    // For good, unlike whoever lost their connection: the customer's page ends what still comes from there.
    expect(customer.presences.at(-1)).toEqual({ other: null, left: true })
    expect(await refusalOf({ ws: `${server.origin}/socket` }, { token: clerk })).toBe(403)
    expect(await customer.enterToo(third)).toMatchObject({ status: 'ok', response: { role: 'customer' } })
  })

  it('[VID-02] [AUTH-10] whoever sits opposite hears it too where it is the customer’s session, by whomever it is ended', async () => {
    const { book, enter, owner, clerk, colleague, server, user_id } = await attending(open)
    const reservation = await book()
    const office = await enter(reservation, clerk)
    await enter(reservation, owner)
    // As by hand: no server was asked.
    await server.database.db
      .updateTable('sessions')
      .set({ revoked_at: server.clock.now() })
      .where('user_id', '=', user_id)
      .execute()
    await waitFor('the customer to be gone', () => office.presences.at(-1)?.other === null)
    expect(office.presences.at(-1)).toEqual({ other: null, left: true })
    // And the call goes on with whoever comes.
    await office.leave()
    expect((await enter(reservation, colleague)).reply).toMatchObject({ status: 'ok' })
  })

  it('[VID-02] tells whose seat was taken over whether a colleague sits there now', async () => {
    const { book, enter, clerk, colleague } = await attending(open)
    const reservation = await book()
    const office = await enter(reservation, clerk)
    const second = await enter(reservation, clerk)
    const theirs = await enter(reservation, colleague)
    await waitFor('being replaced', () => second.presences.at(-1))
    expect(office.presences.at(-1)).toEqual({ other: null, replaced: true })
    expect(second.presences.at(-1)).toEqual({ other: null, replaced: true, colleague: true })
    expect(theirs.presences).toEqual([])
  })

  it('[VID-02] a clerk’s page takes no seat from a colleague before the person was asked, nor anybody’s own', async () => {
    const { book, enter, clerk, colleague, owner } = await attending(open)
    const reservation = await book()
    const customer = await enter(reservation, owner, undefined, true)
    const theirs = await enter(reservation, colleague, undefined, true)
    expect(theirs.reply).toMatchObject({ status: 'ok', response: { other: customer.page } })
    expect((await enter(reservation, clerk, undefined, true)).reply).toEqual({
      status: 'error',
      response: { reason: 'held' },
    })
    // Neither they nor the customer have noticed.
    await customer.signal({ page: theirs.page, body: OFFER })
    await waitFor('the offer', () => theirs.signals[0])
    expect(theirs.presences).toEqual([])
    expect(customer.presences).toEqual([{ other: theirs.page }])

    // Their own other window is asked nothing, and nor is the customer’s.
    const window = await enter(reservation, colleague, undefined, true)
    expect(window.reply).toMatchObject({ status: 'ok' })
    await waitFor('being replaced', () => theirs.presences.at(-1)?.replaced)
    expect((await enter(reservation, owner, undefined, true)).reply).toMatchObject({ status: 'ok' })
    // Asked, and sure.
    expect((await enter(reservation, clerk, undefined, false)).reply).toMatchObject({ status: 'ok' })
    await waitFor('being put out', () => window.presences.at(-1)?.replaced)
    expect(window.presences.at(-1)).toEqual({ other: null, replaced: true, colleague: true })
  })

  it('[VID-02] a clerk who left has left no seat behind, and one who sits is asked about for as long as they do', async () => {
    const { book, enter, clerk, colleague, server } = await attending(open)
    const { db } = server.database
    const reservation = await book()
    const theirs = await enter(reservation, colleague, undefined, true)
    const until = async () =>
      (await db.selectFrom('meet_seats').select('held_until').executeTakeFirst())?.held_until.getTime()
    const first = (await until()) ?? expect.fail('nobody sits there')
    await waitFor('the seat to be kept', async () => ((await until()) ?? 0) > first)
    expect((await enter(reservation, clerk, undefined, true)).reply).toMatchObject({ status: 'error' })
    await theirs.leave()
    await waitFor('the empty seat', async () => (await until()) === undefined)
    expect((await enter(reservation, clerk, undefined, true)).reply).toMatchObject({ status: 'ok' })
    // Nor whose server ends.
    await server.close()
    expect(await until()).toBeUndefined()
  })

  it('[VID-02] has one seat each, however the reservation’s id is spelt', async () => {
    const { book, enter, owner, clerk } = await attending(open)
    const reservation = await book()
    const office = await enter(reservation, clerk)
    const customer = await enter(reservation.toUpperCase(), owner)
    expect(customer.reply).toEqual({
      status: 'ok',
      response: { role: 'customer', other: office.page, demo: false },
    })
  })

  it('[VID-02] a second page takes the seat over; the first hears it and is heard no more', async () => {
    const { book, enter, owner, clerk } = await attending(open)
    const reservation = await book()
    const office = await enter(reservation, clerk)
    const first = await enter(reservation, owner)
    const second = await enter(reservation, owner)
    await waitFor('being replaced', () => first.presences[0])
    expect(first.presences).toEqual([{ other: null, replaced: true }])
    expect(await first.signal({ page: office.page, body: OFFER })).toMatchObject({
      status: 'error',
      response: { code: 'forbidden' },
    })
    // What was for the first page reaches nobody; what is for the second reaches it.
    await office.signal({ page: first.page, body: OFFER })
    await office.signal({ page: second.page, body: OFFER })
    await waitFor('the offer', () => second.signals[0])
    expect(second.signals).toHaveLength(1)
    await first.leave()
    expect(office.presences).toEqual([{ other: first.page }, { other: second.page }])
    expect(office.signals).toEqual([])
  })

  it('[VID-02] a page that lost its connection keeps its seat when it is back', async () => {
    const { book, enter, owner, clerk } = await attending(open)
    const reservation = await book()
    const office = await enter(reservation, clerk)
    const before = await enter(reservation, owner)
    const back = await enter(reservation, owner, before.page)
    await before.close()
    expect(before.presences).toEqual([])
    await office.signal({ page: before.page, body: OFFER })
    await waitFor('the offer', () => back.signals[0])
    await back.close()
    await waitFor('the lost connection', () => office.presences.at(-1)?.other === null)
    expect(office.presences.at(-1)).toEqual({ other: null, left: false })
  })

  it('[VID-02] takes nothing that is not a signal, and nothing too long', async () => {
    const { book, enter, owner, clerk } = await attending(open)
    const reservation = await book()
    const customer = await enter(reservation, owner)
    const office = await enter(reservation, clerk)
    const tooLong = { description: { type: 'offer', sdp: 'x'.repeat(MEET_SDP_LENGTH_MAX + 1) } }
    for (const payload of [{}, { page: office.page }, { page: office.page, body: tooLong }]) {
      expect(await customer.signal(payload)).toMatchObject({
        status: 'error',
        response: { code: 'bad-request' },
      })
    }
    expect(office.signals).toEqual([])
  })
})

onPostgres('a video attention over two servers on one database', freshUrl => {
  it('[VID-02] a colleague who sits at the other server is asked about, and told by whom they were put out', async () => {
    const database = await openDatabase({ dataDirectory: ':memory:', databaseUrl: await freshUrl() })
    closing.push(() => database.close())
    const { server, book, enter, clerk, colleague, owner } = await attending(async () => database)
    const other = await startTestServer({ database, clock: server.clock, settings: { video: ICE } })
    closing.push(() => other.close())
    const there = async (token: string, asks: boolean) => {
      const seat = await meet(other.origin, reservation, token, undefined, asks)
      closing.push(seat.close)
      if (seat.reply.status === 'error') await seat.close()
      return seat
    }
    const reservation = await book()
    const customer = await enter(reservation, owner)
    // Nobody sits there: nobody says so, and it is entered all the same.
    const first = await enter(reservation, clerk, undefined, true)
    expect(first.reply).toMatchObject({ status: 'ok', response: { other: customer.page } })
    expect((await there(colleague, true)).reply).toEqual({ status: 'error', response: { reason: 'held' } })
    await customer.signal({ page: first.page, body: OFFER })
    await waitFor('the offer', () => first.signals[0])
    expect(first.presences).toEqual([])
    expect(customer.presences).toEqual([{ other: first.page }])
    // Their own other window, at the other server, takes over at once.
    const window = await there(clerk, true)
    expect(window.reply).toMatchObject({ status: 'ok' })
    await waitFor('being replaced', () => first.presences.at(-1))
    expect(first.presences).toEqual([{ other: null, replaced: true }])
    const back = await enter(reservation, clerk)
    await waitFor('being replaced', () => window.presences.at(-1)?.replaced)

    const second = await there(colleague, false)
    expect(second.reply).toMatchObject({ status: 'ok' })
    await waitFor('being put out', () => back.presences.at(-1))
    expect(back.presences).toEqual([{ other: null, replaced: true, colleague: true }])
    await waitFor('the colleague', () => customer.presences.at(-1)?.other === second.page)
    expect((await enter(reservation, clerk, undefined, true)).reply).toMatchObject({ status: 'error' })
  })
})
