import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Ticket } from '#contract/rest/tickets.ts'
import { migrate } from '#server/database/migrate.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { onPostgres } from '#tests/support/databases.ts'
import { command, PATIENT_MS } from '#tests/support/numerito-command.ts'
import type { PushKeys } from '#tests/support/push-decryption.ts'
import { type PushService, type PushSubscriptionJson, startPushService } from '#tests/support/push-service.ts'
import { type SpawnedServer, spawnServer } from '#tests/support/spawn-server.ts'
import { makeTemporaryDirectory, type TemporaryDirectory } from '#tests/support/temporary-directory.ts'
import { waitFor } from '#tests/support/wait-for.ts'
import { heardBy } from '../wire/notify-rig.ts'
import { officeClient } from './office-client.ts'
import { type Person, SEEDED_SETTINGS, type SeededOffice, seedOffice } from './seeded-office.ts'

const PEOPLE = 400
const BEFORE = 40

type Settings = Record<string, string>

interface Place {
  /** Of the installation that is backed up, without its secret where that is kept in a file. */
  settings: Settings
  dataDirectory: string
  databaseUrl?: string
  /** Of an empty place of the same kind. */
  fresh(): Promise<Settings>
}

/** Everybody asks for a number, some at a time, until told to stop. */
function startCrowd(
  take: (person: Person) => Promise<Ticket>,
  people: readonly Person[],
): { taken: { person: Person; ticket: Ticket }[]; stop(): Promise<void> } {
  const taken: { person: Person; ticket: Ticket }[] = []
  const waiting = [...people]
  let isOver = false
  const one = async () => {
    for (let person = waiting.shift(); person && !isOver; person = waiting.shift())
      taken.push({ person, ticket: await take(person) })
  }
  const all = Promise.all(Array.from({ length: 8 }, one))
  return {
    taken,
    async stop() {
      isOver = true
      await all
    },
  }
}

function backupTests(open: () => Promise<Place>): void {
  let directory: TemporaryDirectory
  let service: PushService
  let place: Place
  let office: SeededOffice
  let line_id = 0
  let server: SpawnedServer
  let phone: { subscription: PushSubscriptionJson; keys: PushKeys }
  let before: { person: Person; ticket: Ticket }[]
  const file = () => join(directory.path, 'night.backup')
  const serve = (settings: Settings) =>
    spawnServer({ ...settings, NUMERITO_PUSH_HOSTS: service.origin, NUMERITO_LOG: 'warn' })
  const clientOf = ({ origin }: SpawnedServer) => officeClient(origin, office)
  /** One of the last, who are kept out of the crowd. */
  const spare = (nth: number): Person => office.people.at(-nth) ?? expect.fail('nobody is left')
  const leftOvers = () => readdirSync(directory.path).filter(name => name.endsWith('.unfinished'))

  beforeAll(async () => {
    directory = makeTemporaryDirectory('backup')
    service = await startPushService()
    place = await open()
    const database = await openDatabase({ ...place, acquireTimeout: PATIENT_MS })
    await migrate(database)
    office = await seedOffice(database, { lines: 1, people: PEOPLE })
    await database.close()
    ;[line_id = 0] = office.lines
    server = await serve(place.settings)
    const client = clientOf(server)
    const [first] = office.people
    phone = service.createSubscription(await client.pushKey())
    if (first) await client.subscribe(first, phone.subscription)
  })
  afterAll(async () => {
    await server?.end()
    await service.stop()
    directory.remove()
  })

  it('[KEEP-01] is taken while numbers are given, by one command', async () => {
    const client = clientOf(server)
    const take = (person: Person) => client.take(person, line_id, randomUUID())
    before = []
    for (const person of office.people.slice(0, BEFORE)) before.push({ person, ticket: await take(person) })
    const backup = command(place.settings, 'backup', file())
    const crowd = startCrowd(take, office.people.slice(BEFORE, -2))
    const { exit, said } = await backup.ended
    const during = crowd.taken.length
    await crowd.stop()
    expect([exit, said]).toEqual([0, expect.stringContaining('read again and whole')])
    expect(said).toContain('secret is in it')
    expect(during).toBeGreaterThan(0)
    expect(statSync(file()).mode & 0o777).toBe(0o600)
    expect(leftOvers()).toEqual([])
    const again = await command(place.settings, 'backup', file()).ended
    expect([again.exit, again.said]).toEqual([1, expect.stringContaining('is there already')])
  })

  it('[KEEP-01] killed in the middle it leaves no file, and the server, and the next backup, go on', async () => {
    const target = join(directory.path, 'killed.backup')
    const killed = command(place.settings, 'backup', target)
    await waitFor('the draft', () => leftOvers().length > 0, PATIENT_MS)
    killed.process.kill('SIGKILL')
    await killed.ended
    expect(existsSync(target)).toBe(false)
    await clientOf(server).take(spare(2), line_id, randomUUID())
    const { exit, said } = await waitFor(
      'the server to notice',
      async () => {
        const ended = await command(place.settings, 'backup', target).ended
        return ended.said.includes('another backup') ? undefined : ended
      },
      PATIENT_MS,
    )
    expect([exit, said]).toEqual([0, expect.stringContaining('whole')])
    expect(leftOvers()).toEqual([])
  })

  it('[KEEP-01] [PUSH-02] restored elsewhere it holds all that was acknowledged before, goes on counting, and rings the phone', async () => {
    const settings = await place.fresh()
    await server.end('SIGTERM')
    const { exit, said } = await command(settings, 'restore', file()).ended
    expect([exit, said]).toEqual([0, expect.stringContaining('restored into')])
    server = await serve(settings)
    const client = clientOf(server)
    for (const { person, ticket } of before)
      expect(await client.ticket(person, ticket.tuid)).toMatchObject({
        tuid: ticket.tuid,
        number: ticket.number,
        state: 'waiting',
      })
    const { number } = await client.take(spare(1), line_id, randomUUID())
    expect(Number(number)).toBeGreaterThan(Math.max(...before.map(({ ticket }) => Number(ticket.number))))
    await client.callNext(line_id)
    await service.waitForPush(({ endpoint }) => endpoint === phone.subscription.endpoint)
    const [rung] = heardBy(service, phone.subscription, phone.keys)
    expect(rung?.message.notification.navigate).toContain(before[0]?.ticket.tuid)
  })
}

describe('a backup · embedded', () => {
  const directories: TemporaryDirectory[] = []
  afterAll(() => directories.forEach(({ remove }) => remove()))
  const data = () => {
    const directory = makeTemporaryDirectory('backup-data')
    directories.push(directory)
    return directory.path
  }
  const { NUMERITO_SECRET: _itsOwn, ...settings } = SEEDED_SETTINGS
  backupTests(async () => {
    const NUMERITO_DATA = data()
    return {
      settings: { ...settings, NUMERITO_DATA },
      dataDirectory: join(NUMERITO_DATA, 'database'),
      fresh: async () => ({ ...settings, NUMERITO_DATA: join(data(), 'not/there/yet') }),
    }
  })
})

onPostgres('a backup', freshUrl => {
  backupTests(async () => {
    const databaseUrl = await freshUrl()
    return {
      settings: { ...SEEDED_SETTINGS, DATABASE_URL: databaseUrl },
      dataDirectory: ':memory:',
      databaseUrl,
      fresh: async () => ({ ...SEEDED_SETTINGS, DATABASE_URL: await freshUrl() }),
    }
  })
})
