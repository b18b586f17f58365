import { randomUUID } from 'node:crypto'
import { chmodSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { migrate } from '#server/database/migrate.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { onPostgres } from '#tests/support/databases.ts'
import { command } from '#tests/support/numerito-command.ts'
import {
  administer,
  type Cluster,
  createCluster,
  createStandby,
  endCluster,
  entranceOf,
  OWN_DATABASE,
  startCluster,
  urlOf,
} from '#tests/support/postgres-cluster.ts'
import { type SpawnedServer, spawnServer } from '#tests/support/spawn-server.ts'
import { TcpProxy } from '#tests/support/tcp-proxy.ts'
import { makeTemporaryDirectory, type TemporaryDirectory } from '#tests/support/temporary-directory.ts'
import { waitFor } from '#tests/support/wait-for.ts'
import { officeClient } from './office-client.ts'
import { SEEDED_SETTINGS, type SeededOffice, seedOffice } from './seeded-office.ts'
import { steadfastPhone } from './steadfast-phone.ts'

/** A busy machine's second, some times over: it comes back by itself within this. */
const BACK_MS = 30_000

onPostgres('two servers whose PostgreSQL fails over to its standby', () => {
  let directory: TemporaryDirectory
  let primary: Cluster
  let standby: Cluster
  /** The address that stays the same, whoever is primary. */
  let address: TcpProxy
  let office: SeededOffice
  let servers: SpawnedServer[] = []
  let settings: Record<string, string>

  beforeAll(async () => {
    directory = makeTemporaryDirectory('failed-over')
    chmodSync(directory.path, 0o755)
    const [one, two] = ['one', 'two'].map(name => join(directory.path, name))
    if (!one || !two) throw new Error('there are not two')
    for (const folder of [one, two]) mkdirSync(folder)
    primary = createCluster(one)
    await startCluster(primary, { durable: true })
    const databaseUrl = urlOf(primary, OWN_DATABASE)
    const database = await openDatabase({ dataDirectory: ':memory:', databaseUrl })
    await migrate(database)
    office = await seedOffice(database, { lines: 1, people: 40 })
    await database.close()
    standby = createStandby(two, primary)
    await startCluster(standby, { durable: true })
    // From here on nothing is acknowledged that the standby does not have.
    await administer(databaseUrl, `alter system set synchronous_standby_names = '*'`)
    await administer(databaseUrl, 'select pg_reload_conf()')
    await waitFor('the standby to be waited for', () =>
      administer(databaseUrl, `select 1 / count(*) from pg_stat_replication where sync_state = 'sync'`).then(
        () => true,
        () => false,
      ),
    )
    address = await TcpProxy.to(entranceOf(primary))
    settings = {
      ...SEEDED_SETTINGS,
      DATABASE_URL: `postgresql://postgres@127.0.0.1:${address.port}/${OWN_DATABASE}`,
    }
    servers = await Promise.all([spawnServer(settings), spawnServer(settings)])
  })
  afterAll(async () => {
    await Promise.all(servers.map(server => server.end()))
    await address.close()
    for (const cluster of [standby, primary]) await endCluster(cluster)
    directory.remove()
  })

  it('[KEEP-05] [KEEP-07] come back by themselves, with every number that was given, and phones hear of the next call', async () => {
    const [here = expect.fail('none'), there = here] = servers
    const clients = [here, there].map(({ origin }) => officeClient(origin, office))
    const [desk = expect.fail('none')] = clients
    const [line_id = 0] = office.lines
    const [listener = expect.fail('nobody')] = office.people
    const phones = [
      await steadfastPhone('websocket', there.origin, office, listener),
      await steadfastPhone('longpoll', here.origin, office, listener),
    ]
    const wishes = office.people.map((person, index) => ({
      person,
      request_id: randomUUID(),
      client: clients[index % 2] ?? desk,
    }))
    const ask = ({ person, request_id, client }: (typeof wishes)[number]) =>
      client.ask('v1', `/offices/${office.office_id}/tickets/new`, person.token, { line_id, request_id })
    const [early, late] = [wishes.slice(0, 20), wishes.slice(20)]
    const given = await Promise.all(early.map(ask))
    expect(given.every(({ status }) => status === 201)).toBe(true)

    const underWay = late.map(ask)
    await Promise.race(underWay)
    await endCluster(primary)
    // The address leads there before it is let write.
    address.leadTo(entranceOf(standby))
    for (const answer of await Promise.all(underWay)) {
      expect([201, 503]).toContain(answer.status)
      given.push(answer)
    }
    const ready = async ({ origin }: SpawnedServer) => (await fetch(`${origin}/readyz`)).status
    expect(await Promise.all(servers.map(ready))).toEqual([503, 503])
    await waitFor('them to say why', () =>
      servers.every(server => server.output().includes('this PostgreSQL is a standby')),
    )
    const check = await command(settings, 'check').ended
    expect([check.exit, check.said]).toEqual([
      1,
      expect.stringMatching(/^fail {2}database +this PostgreSQL is a standby/m),
    ])

    await administer(urlOf(standby, OWN_DATABASE), 'select pg_promote()')
    for (const server of servers)
      await waitFor('a server to be well', async () => (await ready(server)) === 200, BACK_MS)

    const again = await Promise.all(
      wishes.map(({ client, person, request_id }) => client.take(person, line_id, request_id)),
    )
    for (const [index, answer] of given.entries())
      if (answer.status === 201) expect((await answer.json()).tuid).toBe(again[index]?.tuid)
    const numbers = again.map(({ number }) => Number(number)).toSorted((a, b) => a - b)
    expect(numbers).toEqual(Array.from({ length: wishes.length }, (_, index) => index + 1))

    await desk.callNext(line_id)
    for (const phone of phones) {
      const called = () => phone.facts.filter(({ event }) => event === 'call:created')
      await waitFor('the call', () => called().length === 1, BACK_MS)
      // All that happened is heard, each once and in order.
      const seqs = phone.facts.map(({ payload }) => payload.seq)
      expect(seqs).toEqual(Array.from(seqs, (_, index) => index + 1 + ((seqs[0] ?? 1) - 1)))
      await phone.leave()
    }
    expect(servers.map(server => server.process.exitCode)).toEqual([null, null])
    expect(servers.map(server => server.output()).join('')).not.toContain('a request failed')
  })
})
