import { randomUUID } from 'node:crypto'
import { chmodSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { migrate } from '#server/database/migrate.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { describeWith } from '#tests/support/describe-with.ts'
import {
  createCluster,
  endCluster,
  OWN_DATABASE,
  startCluster,
  urlOf,
} from '#tests/support/postgres-cluster.ts'
import { findPostgres } from '#tests/support/postgres-programs.ts'
import { mountSmallDisk, type SmallDisk, whyNoSmallDisk } from '#tests/support/small-disk.ts'
import { type SpawnedServer, spawnServer } from '#tests/support/spawn-server.ts'
import { waitFor } from '#tests/support/wait-for.ts'
import { type OfficeClient, officeClient } from './office-client.ts'
import { SEEDED_SETTINGS, type SeededOffice, seedOffice } from './seeded-office.ts'

/** Room for the database as it begins, and for as much again. */
const DISK_MB = 120
/** Numbers that are given before there is no room. */
const BEFORE = 20
/** The server looks again every few seconds whether it can write. */
const NOTICED_MS = 30_000

interface Place {
  settings: Record<string, string>
  dataDirectory: string
  databaseUrl?: string
}

/** @param open prepares what is to lie on the disk, and says where it does */
function fullDiskTests(open: (disk: SmallDisk) => Promise<{ place: Place; close(): Promise<void> }>): void {
  let disk: SmallDisk
  let opened: Awaited<ReturnType<typeof open>>
  let server: SpawnedServer
  let office: SeededOffice
  let line_id = 0
  let client: OfficeClient
  const given: { tuid: string; person: SeededOffice['people'][number] }[] = []
  let refused: { person: SeededOffice['people'][number]; request_id: string }

  async function start(): Promise<void> {
    server = await spawnServer({ ...SEEDED_SETTINGS, NUMERITO_LOG: 'warn', ...opened.place.settings })
    client = officeClient(server.origin, office)
  }
  beforeAll(async () => {
    disk = mountSmallDisk(DISK_MB)
    opened = await open(disk)
    const database = await openDatabase(opened.place)
    await migrate(database)
    office = await seedOffice(database, { lines: 1, people: 300 })
    await database.close()
    ;[line_id = 0] = office.lines
    await start()
  })
  afterAll(async () => {
    await server?.end()
    await opened?.close()
    disk?.remove()
  })

  const take = ({ token }: { token: string }, request_id: string) =>
    client.ask('v1', `/offices/${office.office_id}/tickets/new`, token, { line_id, request_id })
  const health = async (path: string) => {
    const response = await fetch(server.origin + path)
    return { status: response.status, said: await response.json() }
  }

  it('[KEEP-05] goes on: what fits is kept, then every number is refused as storage-full, and health says so', async () => {
    expect(await health('/readyz')).toMatchObject({ status: 200, said: { writes: true } })
    const [first, rest] = [office.people.slice(0, BEFORE), office.people.slice(BEFORE)]
    for (const person of first)
      given.push({ tuid: (await client.take(person, line_id, randomUUID())).tuid, person })
    disk.fill()
    // Some still fit where the tables have room.
    for (const person of rest) {
      const request_id = randomUUID()
      const answer = await take(person, request_id)
      if (answer.status === 201) given.push({ tuid: (await answer.json()).tuid, person })
      else {
        expect([answer.status, (await answer.json()).code]).toEqual([503, 'storage-full'])
        expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
        refused = { person, request_id }
        break
      }
    }
    expect(refused).toBeDefined()
    await waitFor('readiness to notice', async () => (await health('/readyz')).status === 503, NOTICED_MS)
    const full = { status: 503, said: { status: 'unavailable', database: true, writes: false } }
    expect(await health('/readyz')).toMatchObject(full)
    expect(await health('/healthz')).toMatchObject(full)
    expect(await health('/livez')).toMatchObject({ status: 200 })
  })

  it('[KEEP-05] the first line of its log says plainly why', () => {
    const [first = ''] = server
      .output()
      .split('\n')
      .filter(text => text.startsWith('{'))
    expect(first).toContain('the disk of the database is full')
  })

  it('[KEEP-05] what is kept can be looked at all the while', async () => {
    for (const { tuid, person } of given.slice(-3))
      expect(await client.ticket(person, tuid)).toMatchObject({ tuid, state: 'waiting' })
    expect((await fetch(`${server.origin}/api/v3/offices/web`)).status).toBe(200)
  })

  it('[KEEP-05] started anew on the full disk it says the same, and shows what it kept', async () => {
    await server.end('SIGKILL')
    await start()
    // What the start tidied away is filled as well.
    disk.fill()
    await waitFor('readiness to notice', async () => (await health('/readyz')).status === 503, NOTICED_MS)
    expect(await health('/livez')).toMatchObject({ status: 200 })
    const [{ tuid, person } = expect.fail('nothing was given')] = given
    expect(await client.ticket(person, tuid)).toMatchObject({ tuid, state: 'waiting' })
  })

  it('[KEEP-05] with room again it serves by itself, and after a restart nothing acknowledged is missing', async () => {
    disk.makeRoom()
    await waitFor('readiness', async () => (await health('/readyz')).status === 200, NOTICED_MS)
    const answer = await take(refused.person, refused.request_id)
    expect(answer.status).toBe(201)
    given.push({ tuid: (await answer.json()).tuid, person: refused.person })
    await server.end('SIGKILL')
    await start()
    const numbers = await Promise.all(
      given.map(async ({ tuid, person }) => Number((await client.ticket(person, tuid)).number)),
    )
    expect(numbers).toEqual(Array.from({ length: given.length }, (_, index) => index + 1))
  })
}

const lacking = whyNoSmallDisk()

describeWith(lacking, 'a full disk · embedded', () => {
  fullDiskTests(async disk => ({
    place: {
      settings: { NUMERITO_DATA: disk.path },
      dataDirectory: join(disk.path, 'database'),
    },
    close: async () => undefined,
  }))
})

const noPostgres = findPostgres() ? undefined : 'There is no PostgreSQL here to fill the disk of.'

describeWith(lacking ?? noPostgres, 'a full disk · PostgreSQL', () => {
  fullDiskTests(async disk => {
    const folder = join(disk.path, 'cluster')
    mkdirSync(folder)
    chmodSync(folder, 0o755)
    const cluster = createCluster(folder)
    await startCluster(cluster, { durable: true })
    const databaseUrl = urlOf(cluster, OWN_DATABASE)
    return {
      place: { settings: { DATABASE_URL: databaseUrl }, dataDirectory: ':memory:', databaseUrl },
      close: () => endCluster(cluster),
    }
  })
})
