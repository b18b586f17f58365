import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { MEET_SDP_LENGTH_MAX } from '#contract/channel/meet-channel.ts'
import { type Database } from '#server/database/database.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { startSession } from '#server/identity/start-session.ts'
import { systemClock } from '#server/platform/clock.ts'
import { systemRandom } from '#server/platform/random.ts'
import { onPostgres } from '#tests/support/databases.ts'
import { meet } from '#tests/support/meet-client.ts'
import { type SpawnedServer, spawnServer } from '#tests/support/spawn-server.ts'
import { TcpProxy } from '#tests/support/tcp-proxy.ts'
import { appointment } from '#tests/support/video-appointment.ts'
import { waitFor } from '#tests/support/wait-for.ts'
import { officeClient } from './office-client.ts'
import { SEEDED_SETTINGS, type SeededOffice, seedOffice } from './seeded-office.ts'

onPostgres('a video attention over two servers', freshUrl => {
  let database: Database
  let office: SeededOffice
  let servers: SpawnedServer[] = []
  let settings: Record<string, string>
  let reservation: string
  let virtual: number
  let colleague: string
  const origin = (server: 0 | 1) => servers[server]?.origin ?? ''
  const owner = () => office.people[0]?.token ?? ''
  /** A server that is cut off from the database while the test says so, and hears and writes nothing then. */
  async function besideTheOthers() {
    const { pathname, port, searchParams } = new URL(settings.DATABASE_URL ?? '')
    const wire = await TcpProxy.to(`${searchParams.get('host')}/.s.PGSQL.${port}`)
    const DATABASE_URL = `postgresql://postgres@127.0.0.1:${wire.port}${pathname}`
    return { wire, server: await spawnServer({ ...settings, DATABASE_URL }) }
  }
  const rows = () => database.db.selectFrom('meet_seats').selectAll().execute()
  const goOver = () =>
    database.db
      .updateTable('meet_seats')
      .set({ held_until: new Date(Date.now() - 1_000) })
      .execute()

  beforeAll(async () => {
    const DATABASE_URL = await freshUrl()
    database = await openDatabase({ dataDirectory: ':memory:', databaseUrl: DATABASE_URL })
    office = await seedOffice(database, { lines: 2, people: 1 })
    virtual = office.lines[1] ?? 0
    await database.db.updateTable('lines').set({ virtual: true }).where('id', '=', virtual).execute()
    const { id: clerk_id } = await database.db
      .insertInto('clerks')
      .values({ user_name: 'colega', name: 'Eva', password_hash: null })
      .returning('id')
      .executeTakeFirstOrThrow()
    await database.db.insertInto('clerk_offices').values({ clerk_id, office_id: office.office_id }).execute()
    const world = { clock: systemClock, random: systemRandom }
    colleague = (await startSession(world, database.db, { clerk_id })).token
    settings = { ...SEEDED_SETTINGS, DATABASE_URL }
    servers = await Promise.all([spawnServer(settings), spawnServer(settings)])
    reservation = await appointment(database, {
      office_id: office.office_id,
      line_id: office.lines[0] ?? 0,
      user_id: office.people[0]?.user_id ?? '',
    })
  })
  afterAll(async () => {
    await Promise.all(servers.map(server => server.end()))
    await database?.close()
  })

  it('[VID-02] brings customer and clerk together, with signals longer than a NOTIFY, in order', async () => {
    const customer = await meet(origin(0), reservation, owner())
    const clerk = await meet(origin(1), reservation, office.clerk)
    await waitFor('the clerk', () => customer.presences.at(-1)?.other === clerk.page)
    await waitFor('the customer', () => clerk.presences.at(-1)?.other === customer.page)

    const offer = (letter: string) => ({
      description: { type: 'offer' as const, sdp: letter.repeat(MEET_SDP_LENGTH_MAX) },
    })
    const candidate = { candidate: { candidate: 'candidate:1', sdpMid: '0', sdpMLineIndex: 0 } }
    const said = [offer('a'), candidate, offer('c'), candidate]
    for (const body of said) void customer.signal({ page: clerk.page, body })
    await waitFor('the signals', () => clerk.signals.length >= said.length)
    expect(clerk.signals).toEqual(said.map(body => ({ page: customer.page, body })))

    await clerk.leave()
    await waitFor('the empty seat', () => customer.presences.at(-1)?.left)
    expect(customer.presences.at(-1)).toEqual({ other: null, left: true })
    await Promise.all([customer.close(), clerk.close()])
  })

  it('[VID-02] leaves each seat to the one who sat down last, wherever', async () => {
    const first = await meet(origin(0), reservation, owner())
    const clerk = await meet(origin(0), reservation, office.clerk)
    const second = await meet(origin(1), reservation, owner())
    await waitFor('being replaced', () => first.presences.at(-1)?.replaced)
    await waitFor('the second page', () => clerk.presences.at(-1)?.other === second.page)
    await first.close()

    // At once on both: whoever is said to be last holds the seat, and the other hears it.
    const both = await Promise.all([
      meet(origin(0), reservation, owner()),
      meet(origin(1), reservation, owner()),
    ])
    const isReplaced = (seat: (typeof both)[number]) => seat.presences.some(({ replaced }) => replaced)
    await waitFor('one of two', () => both.filter(isReplaced).length === 1)
    const holder = both.find(seat => !isReplaced(seat))
    await waitFor('the holder', () => clerk.presences.at(-1)?.other === holder?.page)
    const body = { description: { type: 'offer' as const, sdp: 'v=0' } }
    await clerk.signal({ page: holder?.page, body })
    await waitFor('the signal', () => holder?.signals.length === 1)
    await Promise.all([second, clerk, ...both].map(seat => seat.close()))
  })

  it('[VID-02] of two colleagues who press at once, each at a server, one sits and the other is asked', async () => {
    for (let round = 0; round < 3; round += 1) {
      const both = await Promise.all([
        meet(origin(0), reservation, office.clerk, undefined, true),
        meet(origin(1), reservation, colleague, undefined, true),
      ])
      const [entered, ...others] = both.filter(({ reply }) => reply.status === 'ok')
      expect([entered?.reply.response.role, others]).toEqual(['office', []])
      const asked = both.find(seat => seat !== entered)
      expect(asked?.reply.response).toEqual({ reason: 'held' })
      // Nobody was put out.
      expect(both.flatMap(({ presences }) => presences)).toEqual([])
      await asked?.close()
      await entered?.leave()
      await entered?.close()
      await waitFor('the empty seat', async () => (await rows()).length === 0)
    }
  })

  it('[VID-02] a seat at a server that dies is free in minutes, and until then it is asked about', async () => {
    const dying = await spawnServer(settings)
    const there = await meet(dying.origin, reservation, office.clerk)
    expect(there.reply.status).toBe('ok')
    await dying.end()
    await there.close()
    const asked = await meet(origin(0), reservation, colleague, undefined, true)
    expect(asked.reply).toEqual({ status: 'error', response: { reason: 'held' } })
    await asked.close()
    await goOver()
    const back = await meet(origin(0), reservation, colleague, undefined, true)
    expect(back.reply.status).toBe('ok')
    await back.close()
  })

  it.each([
    ['a colleague of theirs', () => colleague, { other: null, replaced: true, colleague: true }],
    ['they themselves', () => office.clerk, { other: null, replaced: true }],
  ] as const)(
    '[VID-02] a clerk whose seat %s took while their server was cut off has it no more, and the customer hears of who sits there',
    async (_, who, replaced) => {
      const { wire, server } = await besideTheOthers()
      const customer = await meet(server.origin, reservation, owner())
      const before = await meet(server.origin, reservation, office.clerk)
      await waitFor('the clerk', () => customer.presences.at(-1)?.other === before.page)
      let said = ''
      const stopHearing = await database.listen(
        'numerito_meet',
        payload => {
          said += Buffer.from(payload.split(' ')[2] ?? '', 'base64').toString()
        },
        () => undefined,
      )
      wire.cut()
      const now = await meet(origin(1), reservation, who(), undefined, false)
      expect(now.reply.status).toBe('ok')
      // Only then is it lost to the one that is cut off.
      await waitFor('the taking to be said', () => said.includes(now.page))
      const [seat] = await rows()
      wire.join()
      await waitFor('being replaced', () => before.presences.at(-1)?.replaced)
      expect(before.presences.at(-1)).toEqual(replaced)
      await waitFor('the one who sits there', () => customer.presences.at(-1)?.other === now.page)
      await waitFor('the customer', () => now.presences.at(-1)?.other === customer.page)
      const body = { description: { type: 'offer' as const, sdp: 'v=0' } }
      expect(await before.signal({ page: customer.page, body })).toMatchObject({ status: 'error' })
      await now.signal({ page: customer.page, body })
      await waitFor('the signal', () => customer.signals.length > 0)
      expect(customer.signals).toEqual([{ page: now.page, body }])
      expect(now.presences.filter(({ other }) => other === null)).toEqual([])
      expect((await rows()).map(({ id }) => id)).toEqual([seat?.id])
      await stopHearing()
      await Promise.all([customer, before].map(each => each.close()))
      await now.leave()
      await now.close()
      await server.end('SIGTERM')
      await wire.close()
      await waitFor('the empty seat', async () => (await rows()).length === 0)
    },
  )

  it('[VID-02] a clerk who sat through an outage is asked about again once their server is back', async () => {
    const { wire, server } = await besideTheOthers()
    const seated = await meet(server.origin, reservation, office.clerk)
    const [seat] = await rows()
    const isBack = async () => (await rows()).some(row => row.id === seat?.id && row.held_until > new Date())
    wire.cut()
    await goOver()
    wire.join()
    await waitFor('the seat', isBack)
    // As somebody else's coming sweeps away what was held by nobody after an outage of minutes.
    wire.cut()
    await database.db.deleteFrom('meet_seats').execute()
    wire.join()
    await waitFor('the seat', isBack)
    const asked = await meet(origin(1), reservation, colleague, undefined, true)
    expect(asked.reply).toEqual({ status: 'error', response: { reason: 'held' } })
    expect(seated.presences).toEqual([])
    await seated.leave()
    await Promise.all([asked, seated].map(each => each.close()))
    await server.end('SIGTERM')
    await wire.close()
    await waitFor('the empty seat', async () => (await rows()).length === 0)
  })

  it('[VID-02] a page that comes back on the other server is the same page', async () => {
    const clerk = await meet(origin(1), reservation, office.clerk)
    const before = await meet(origin(0), reservation, owner())
    await waitFor('the customer', () => clerk.presences.at(-1)?.other === before.page)
    const back = await meet(origin(1), reservation, owner(), before.page)
    await before.close()
    await clerk.signal({ page: before.page, body: { description: { type: 'offer', sdp: 'v=0' } } })
    await waitFor('the signal', () => back.signals.length === 1)
    expect(clerk.presences.filter(({ other }) => other === null)).toEqual([])
    expect(before.presences.filter(({ replaced }) => replaced)).toEqual([])
    await Promise.all([clerk.close(), back.close()])
  })

  it.each([
    ['attended', 0],
    ['absent', 1],
  ] as const)(
    '[VID-02] a number’s call is over for both where the desk says %s to either server',
    async (end, at) => {
      const desk = officeClient(origin(at), office)
      const person = office.people[0] ?? expect.fail('nobody is there')
      const { tuid } = await desk.take(person, virtual, randomUUID())
      await desk.callNext(virtual)
      const seats = await Promise.all([meet(origin(0), tuid, owner()), meet(origin(1), tuid, office.clerk)])
      expect(seats.map(({ reply }) => reply.status)).toEqual(['ok', 'ok'])
      const said = await desk.ask('desk', `/offices/${office.office_id}/${end}`, office.clerk, {})
      expect(said.status).toBe(200)
      await waitFor('the end', () => seats.every(({ presences }) => presences.at(-1)?.ended))
      await Promise.all(seats.map(seat => seat.close()))
      for (const server of [0, 1] as const) {
        for (const token of [owner(), office.clerk]) {
          const again = await meet(origin(server), tuid, token)
          expect(again.reply).toEqual({ status: 'error', response: { reason: 'meet-over' } })
          await again.close()
        }
      }
    },
  )
})
