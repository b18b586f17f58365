import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDatabase } from '#server/database/open-database.ts'
import { JOB_POLL_MS } from '#server/jobs/run-jobs.ts'
import { onPostgres } from '#tests/support/databases.ts'
import { type PushService, startPushService } from '#tests/support/push-service.ts'
import { type SpawnedServer, spawnServer } from '#tests/support/spawn-server.ts'
import { waitFor } from '#tests/support/wait-for.ts'
import { heardBy } from '../wire/notify-rig.ts'
import { joinOffice } from './join-office.ts'
import { type OfficeClient, officeClient } from './office-client.ts'
import { SEEDED_SETTINGS, type SeededOffice, seedOffice } from './seeded-office.ts'

const PEOPLE = 12

onPostgres('two servers on one database', freshUrl => {
  let service: PushService
  let office: SeededOffice
  let servers: SpawnedServer[] = []
  let here: OfficeClient
  let there: OfficeClient

  beforeAll(async () => {
    service = await startPushService()
    const DATABASE_URL = await freshUrl()
    const database = await openDatabase({ dataDirectory: ':memory:', databaseUrl: DATABASE_URL })
    office = await seedOffice(database, { lines: 2, people: PEOPLE })
    await database.close()
    const settings = { ...SEEDED_SETTINGS, NUMERITO_PUSH_HOSTS: service.origin, DATABASE_URL }
    servers = await Promise.all([spawnServer(settings), spawnServer(settings)])
    const [one, two] = servers.map(({ origin }) => officeClient(origin, office))
    if (!one || !two) throw new Error('there are not two servers')
    here = one
    there = two
  })
  afterAll(async () => {
    await Promise.all(servers.map(server => server.end()))
    await service.stop()
  })

  it('started in the same moment have the same push key', async () => {
    expect(await here.pushKey()).toBe(await there.pushKey())
  })

  it('serve one office: what is asked of one is heard on the other, in order, and each call rings once', async () => {
    const [line_id = 0] = office.lines
    const [owner = expect.fail('nobody is there')] = office.people
    const key = await here.pushKey()
    const browsers = await Promise.all(
      office.people.map(async person => {
        const { subscription, keys } = service.createSubscription(key)
        await here.subscribe(person, subscription)
        return () => heardBy(service, subscription, keys).map(({ message }) => message.notification.data)
      }),
    )
    const phone = await joinOffice(servers[1]?.origin ?? '', office, owner)
    const tickets = await Promise.all(
      office.people.map((person, index) =>
        (index % 2 === 0 ? here : there).take(person, line_id, randomUUID()),
      ),
    )
    const inOrder = tickets.toSorted((a, b) => Number(a.number) - Number(b.number))
    // One clerk, whose requests reach now this server and now that.
    for (const [index, { user_id }] of inOrder.entries()) {
      await (index % 2 === 0 ? here : there).callNext(line_id)
      const heard = browsers[office.people.findIndex(person => person.user_id === user_id)]
      await waitFor('the call on the phone', () => heard?.().some(({ kind }) => kind === 'call'))
    }

    const called = () => phone.facts.filter(({ event }) => event === 'call:created')
    await waitFor('the last call', () => called().length >= PEOPLE)
    expect(called().map(({ payload }) => payload.ticket)).toEqual(inOrder.map(({ ticket }) => ticket))
    const seqs = phone.facts.map(({ payload }) => payload.seq)
    expect(seqs).toEqual([...new Set(seqs)].toSorted((a, b) => a - b))
    const owned = called().filter(({ payload }) => payload.tuid !== undefined)
    expect(owned.map(({ payload }) => payload.tuid)).toEqual([tickets[0]?.tuid])

    await sleep(JOB_POLL_MS + 500)
    for (const heard of browsers) {
      expect(heard().filter(({ kind }) => kind === 'call')).toHaveLength(1)
    }
    const deliveries = browsers.flatMap(heard => heard().map(({ delivery_id }) => delivery_id))
    expect(new Set(deliveries).size).toBe(deliveries.length)
    await phone.leave()
  })

  it('one goes, the other goes on', async () => {
    const [, line_id = 0] = office.lines
    const [owner = expect.fail('nobody is there')] = office.people
    expect(await servers[0]?.end('SIGTERM')).toBe(0)
    const before = service.accepted.length
    const { tuid } = await there.take(owner, line_id, randomUUID())
    await there.callNext(line_id)
    await service.waitForPush(push => push.topic === tuid.replaceAll('-', ''))
    expect(service.accepted.length).toBe(before + 1)
  })
})
