import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { migrate } from '#server/database/migrate.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { onPostgres } from '#tests/support/databases.ts'
import { administer } from '#tests/support/postgres-cluster.ts'
import { type SpawnedServer, spawnServer } from '#tests/support/spawn-server.ts'
import { TcpProxy } from '#tests/support/tcp-proxy.ts'
import { waitFor } from '#tests/support/wait-for.ts'
import { joinOffice } from './join-office.ts'
import { type OfficeClient, officeClient } from './office-client.ts'
import { type OwnCluster, startOwnCluster } from './own-cluster.ts'
import { SEEDED_SETTINGS, type SeededOffice, seedOffice } from './seeded-office.ts'

/** A busy machine's second, some times over: it comes back by itself within this. */
const BACK_MS = 20_000
/** What a server waits for an answer, and as much again. */
const SILENT_MS = 60_000

onPostgres('a server whose PostgreSQL', () => {
  let cluster: OwnCluster
  let office: SeededOffice
  let servers: SpawnedServer[] = []
  let client: OfficeClient

  beforeAll(async () => {
    cluster = await startOwnCluster()
    const database = await openDatabase({ dataDirectory: ':memory:', databaseUrl: cluster.url })
    await migrate(database)
    office = await seedOffice(database, { lines: 3, people: 30 })
    await database.close()
    const settings = { ...SEEDED_SETTINGS, DATABASE_URL: cluster.url }
    servers = await Promise.all([spawnServer(settings), spawnServer(settings)])
    client = officeClient(servers[0]?.origin ?? '', office)
  })
  afterAll(async () => {
    await Promise.all(servers.map(server => server.end()))
    await cluster.remove()
  })

  /**
   * Ends every connection to the database, as an administrator or a fail-over does; those that listen too.
   * They are gone when it resolves, and the servers have looked round since.
   */
  async function cutAll() {
    await administer(
      cluster.url,
      `select pg_terminate_backend(pid, ${BACK_MS}) from pg_stat_activity where pid <> pg_backend_pid() and backend_type = 'client backend'`,
    )
    await Promise.all(servers.map(server => fetch(`${server.origin}/livez`)))
  }

  describe('cuts every connection', () => {
    it('answers the next request, and hears the other server again', async () => {
      const [line_id = 0] = office.lines
      const [owner = expect.fail('nobody is there'), other = owner] = office.people
      const phone = await joinOffice(servers[1]?.origin ?? '', office, owner)
      await client.take(owner, line_id, randomUUID())
      await waitFor('the first number', () => phone.facts.length === 1)
      await cutAll()
      expect((await client.take(other, line_id, randomUUID())).number).toBe(2)
      await waitFor('the second number', () => phone.facts.length === 2, BACK_MS)
      await phone.leave()
    })

    it('loses no number that was given, and says of every other that it may be asked again', async () => {
      const [, line_id = 0] = office.lines
      const wishes = office.people.map(person => ({ person, request_id: randomUUID() }))
      const asked = wishes.map(({ person, request_id }) =>
        client.ask('v1', `/offices/${office.office_id}/tickets/new`, person.token, { line_id, request_id }),
      )
      await Promise.race(asked)
      await cutAll()
      const answers = await Promise.all(asked)
      for (const answer of answers) expect([201, 503]).toContain(answer.status)

      const again = await Promise.all(
        wishes.map(({ person, request_id }) => client.take(person, line_id, request_id)),
      )
      for (const [index, answer] of answers.entries()) {
        if (answer.status === 201) expect((await answer.json()).tuid).toBe(again[index]?.tuid)
      }
      const numbers = again.map(({ number }) => Number(number)).toSorted((a, b) => a - b)
      expect(numbers).toEqual(Array.from({ length: wishes.length }, (_, index) => index + 1))
    })
  })

  it('is away says so, and serves again when it is back', async () => {
    const [, , line_id = 0] = office.lines
    const [person = expect.fail('nobody is there')] = office.people
    const take = (request_id: string) =>
      client.ask('v1', `/offices/${office.office_id}/tickets/new`, person.token, { line_id, request_id })
    const health = async () => (await fetch(`${servers[0]?.origin}/healthz`)).status
    const request_id = randomUUID()
    await cluster.crash()

    const refused = await take(request_id)
    expect(refused.status).toBe(503)
    expect(refused.headers.get('content-type')).toMatch(/^application\/problem\+json/)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await refused.json()).toMatchObject({ status: 503, code: 'unavailable' })
    expect(await health()).toBe(503)

    await cluster.restart()
    await waitFor('the server to be well', async () => (await health()) === 200, BACK_MS)
    const given = await take(request_id)
    expect([given.status, (await given.json()).number]).toEqual([201, 1])
    // It never ended, nor did it have to be helped.
    expect(servers.map(server => server.process.exitCode)).toEqual([null, null])
  })

  it('[KEEP-05] falls silent on the connections that it has gives numbers again by itself', async () => {
    const url = new URL(cluster.url)
    const proxy = await TcpProxy.to(`${url.searchParams.get('host')}/.s.PGSQL.${url.port}`)
    const DATABASE_URL = `postgresql://postgres@127.0.0.1:${proxy.port}${url.pathname}`
    const server = await spawnServer({ ...SEEDED_SETTINGS, DATABASE_URL })
    const [line_id = 0] = office.lines
    const [, , first = expect.fail('nobody is there'), second = first] = office.people
    const here = officeClient(server.origin, office)
    await here.take(first, line_id, randomUUID())
    proxy.goDead()
    const request_id = randomUUID()
    await waitFor(
      'a number to be given',
      async () => {
        const body = { line_id, request_id }
        const path = `/offices/${office.office_id}/tickets/new`
        return (await here.ask('v1', path, second.token, body)).status === 201
      },
      SILENT_MS,
    )
    await server.end()
    await proxy.close()
  })
})
