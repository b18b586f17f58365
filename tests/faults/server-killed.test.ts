import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Ticket } from '#contract/rest/tickets.ts'
import { migrate } from '#server/database/migrate.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { JOB_POLL_MS } from '#server/jobs/run-jobs.ts'
import { onPostgres } from '#tests/support/databases.ts'
import { type PushService, startPushService } from '#tests/support/push-service.ts'
import { type SpawnedServer, spawnServer } from '#tests/support/spawn-server.ts'
import { makeTemporaryDirectory, type TemporaryDirectory } from '#tests/support/temporary-directory.ts'
import { waitFor } from '#tests/support/wait-for.ts'
import { type OfficeClient, officeClient } from './office-client.ts'
import { type OwnCluster, startOwnCluster } from './own-cluster.ts'
import { SEEDED_SETTINGS, type SeededOffice, seedOffice } from './seeded-office.ts'

const AT_ONCE = 200
/** So many are acknowledged when the server is killed. */
const ENOUGH = 40
/** A machine may be slow to kill: then all have been acknowledged, and it is tried in another line. */
const TRIES = 3
/** A job that was under way when its server died is taken over after its lock, 20 s. */
const TAKEN_OVER_MS = 30_000

type Place = { settings: Record<string, string>; dataDirectory: string; databaseUrl?: string }

interface Wish {
  line_id: number
  person: SeededOffice['people'][number]
  request_id: string
  ticket?: Ticket
}

/**
 * Everybody asks for a number at once; when some have theirs, the server dies.
 * @returns what each asked, and got
 */
async function killAmongRequests(server: SpawnedServer, office: SeededOffice, line_id: number) {
  const client = officeClient(server.origin, office)
  const wishes: Wish[] = office.people.map(person => ({ line_id, person, request_id: randomUUID() }))
  let acknowledged = 0
  let killed: Promise<unknown> | undefined
  await Promise.allSettled(
    wishes.map(async wish => {
      wish.ticket = await client.take(wish.person, line_id, wish.request_id)
      acknowledged += 1
      if (acknowledged === ENOUGH) killed = server.end('SIGKILL')
    }),
  )
  await killed
  return wishes
}

const oneTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1)

/** In any order: the server is asked for all of them at once. */
const askAgain = (client: OfficeClient, wishes: readonly Wish[]) =>
  Promise.all(wishes.map(({ person, line_id, request_id }) => client.take(person, line_id, request_id)))

function killTests(placeOf: () => Place, crashDatabase: () => Promise<void>): void {
  let service: PushService
  let office: SeededOffice
  let running: SpawnedServer | undefined

  async function start(): Promise<SpawnedServer> {
    running = await spawnServer({
      ...SEEDED_SETTINGS,
      NUMERITO_PUSH_HOSTS: service.origin,
      ...placeOf().settings,
    })
    return running
  }

  async function end(signal?: NodeJS.Signals): Promise<number | null | undefined> {
    const code = await running?.end(signal)
    running = undefined
    return code
  }

  beforeAll(async () => {
    service = await startPushService()
    const database = await openDatabase(placeOf())
    await migrate(database)
    office = await seedOffice(database, { lines: TRIES + 1, people: AT_ONCE })
    await database.close()
  })
  afterAll(async () => {
    await end()
    await service.stop()
  })

  it('[TKT-04] [TKT-11] killed among 200 requests, it loses no number that it gave, and gives none twice', async () => {
    let wishes: Wish[] = []
    for (const line_id of office.lines.slice(0, TRIES)) {
      wishes = await killAmongRequests(await start(), office, line_id)
      if (wishes.some(wish => !wish.ticket)) break
    }
    const given = wishes.flatMap(({ ticket }) => (ticket ? [ticket] : []))
    expect(given.length).toBeGreaterThanOrEqual(ENOUGH)
    expect(given.length).toBeLessThan(AT_ONCE)
    await crashDatabase()

    const { origin } = await start()
    const numbers = await askAgain(officeClient(origin, office), wishes)
    // The same request gives the same ticket, whether its first answer arrived or not.
    for (const [index, { ticket }] of wishes.entries()) {
      if (!ticket) continue
      expect([numbers[index]?.tuid, numbers[index]?.number]).toEqual([ticket.tuid, ticket.number])
    }
    expect(numbers.map(({ number }) => Number(number)).toSorted((a, b) => a - b)).toEqual(oneTo(AT_ONCE))
    expect(new Set(numbers.map(({ tuid }) => tuid)).size).toBe(AT_ONCE)
  })

  it('[PUSH-02] a call that it committed before it was killed rings when there is a server again', async () => {
    const [line_id = 0] = office.lines.slice(TRIES)
    const [person = expect.fail('nobody is there')] = office.people
    const { origin } = running ?? (await start())
    const client = officeClient(origin, office)
    const { subscription } = service.createSubscription(await client.pushKey())
    await client.subscribe(person, subscription)
    const { tuid } = await client.take(person, line_id, randomUUID())
    service.answerWith(subscription.endpoint, 500)
    await client.callNext(line_id)
    await waitFor('the first try', () => service.refused.length > 0)
    // Mostly the server has now noted that it must try again, and has not yet done so.
    await sleep(300)
    await end('SIGKILL')
    service.answerWith(subscription.endpoint, 201)

    const later = officeClient((await start()).origin, office)
    const push = await service.waitForPush(undefined, TAKEN_OVER_MS)
    expect(push).toMatchObject({ topic: tuid.replaceAll('-', ''), urgency: 'high' })
    expect((await later.ticket(person, tuid)).called).toBe(true)
    await sleep(JOB_POLL_MS + 500)
    expect(service.accepted).toHaveLength(1)
  })

  it('its log tells of every number once and in order, without a gap', async () => {
    await end('SIGTERM')
    const database = await openDatabase(placeOf())
    const facts = await database.db
      .selectFrom('facts')
      .leftJoin('tickets', 'tickets.id', 'facts.ticket_id')
      .select(['facts.seq', 'facts.kind', 'facts.line_id', 'tickets.number'])
      .where('facts.office_id', '=', office.office_id)
      .orderBy('facts.seq')
      .execute()
    await database.close()
    expect(facts.map(({ seq }) => seq)).toEqual(oneTo(facts.length))
    const created = facts.filter(({ kind }) => kind === 'ticket:created')
    expect(created.length).toBeGreaterThanOrEqual(AT_ONCE)
    for (const ofLine of Map.groupBy(created, ({ line_id }) => line_id).values()) {
      expect(ofLine.map(({ number }) => number)).toEqual(oneTo(ofLine.length))
    }
  })
}

describe('a killed server · embedded', () => {
  let directory: TemporaryDirectory
  beforeAll(() => {
    directory = makeTemporaryDirectory('killed')
  })
  afterAll(() => directory.remove())
  killTests(
    () => ({
      settings: { NUMERITO_DATA: directory.path },
      dataDirectory: join(directory.path, 'database'),
    }),
    async () => undefined,
  )
})

onPostgres('a killed server', () => {
  let cluster: OwnCluster
  beforeAll(async () => {
    cluster = await startOwnCluster()
  })
  afterAll(() => cluster.remove())
  killTests(
    () => ({
      settings: { DATABASE_URL: cluster.url },
      dataDirectory: ':memory:',
      databaseUrl: cluster.url,
    }),
    async () => {
      await cluster.crash()
      await cluster.restart()
    },
  )
})
