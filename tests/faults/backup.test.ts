import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Ticket } from '#contract/rest/tickets.ts'
import { migrate } from '#server/database/migrate.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { onPostgres } from '#tests/support/databases.ts'
import { command, PATIENT_MS, refusedStart } from '#tests/support/numerito-command.ts'
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
  /** What is in the draft of its backup once that is under way. */
  begun: string
  /** Of an empty place of the same kind. */
  fresh(): Promise<Settings>
}

/** An empty place in the other kind of database: how a move is told of it, and a server. */
interface OtherPlace {
  to: string
  settings: Settings
}

/** A phone that is subscribed. */
interface Phone {
  subscription: PushSubscriptionJson
  keys: PushKeys
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

/**
 * @param moves has what moves declared where the other kind of database is there, and finds an empty place in
 *   it for what served by these settings
 */
function backupTests(
  open: () => Promise<Place>,
  moves: (declare: (other: (from: Settings) => Promise<OtherPlace>) => void) => void,
): void {
  let directory: TemporaryDirectory
  let service: PushService
  let place: Place
  let office: SeededOffice
  let line_id = 0
  /** From which somebody is called while the backup is taken. */
  let quick_line_id = 0
  let server: SpawnedServer
  /** Of the first and the second who take a number. */
  let phones: [Phone, Phone]
  let restored: Settings
  let before: { person: Person; ticket: Ticket }[]
  const file = () => join(directory.path, 'night.backup')
  const serve = (settings: Settings) =>
    spawnServer({ ...settings, NUMERITO_PUSH_HOSTS: service.origin, NUMERITO_LOG: 'warn' })
  const clientOf = ({ origin }: SpawnedServer) => officeClient(origin, office)
  /** One of the last, who are kept out of the crowd. */
  const spare = (nth: number): Person => office.people.at(-nth) ?? expect.fail('nobody is left')
  async function subscribe(person: Person): Promise<Phone> {
    const client = clientOf(server)
    const phone = service.createSubscription(await client.pushKey())
    await client.subscribe(person, phone.subscription)
    return phone
  }
  /** Calls whoever is first, whose phone was silent so far. @returns where it leads when it rings */
  async function callAndHear({ subscription, keys }: Phone): Promise<string> {
    const heard = () => heardBy(service, subscription, keys)
    expect(heard()).toEqual([])
    await clientOf(server).callNext(line_id)
    await service.waitForPush(({ endpoint }) => endpoint === subscription.endpoint)
    const [rung] = heard()
    return rung?.message.notification.navigate ?? expect.fail('it did not say where it leads')
  }
  const leftOvers = () => readdirSync(directory.path).filter(name => name.endsWith('.unfinished'))

  beforeAll(async () => {
    directory = makeTemporaryDirectory('backup')
    service = await startPushService()
    place = await open()
    const database = await openDatabase({ ...place, acquireTimeout: PATIENT_MS })
    await migrate(database)
    office = await seedOffice(database, { lines: 2, people: PEOPLE })
    await database.close()
    ;[line_id = 0, quick_line_id = 0] = office.lines
    server = await serve(place.settings)
    const [first = expect.fail(), second = expect.fail()] = office.people
    phones = [await subscribe(first), await subscribe(second)]
  })
  afterAll(async () => {
    await server?.end()
    await service.stop()
    directory.remove()
  })

  it('[KEEP-01] is taken while numbers are given and people called, by one command', async () => {
    const client = clientOf(server)
    const take = (person: Person) => client.take(person, line_id, randomUUID())
    before = []
    for (const person of office.people.slice(0, BEFORE)) before.push({ person, ticket: await take(person) })
    const { tuid } = await client.take(spare(3), quick_line_id, randomUUID())
    const backup = command(place.settings, 'backup', file())
    let isOver = false
    void backup.ended.then(() => (isOver = true))
    const isUnderWay = () => leftOvers().some(draft => existsSync(join(directory.path, draft, place.begun)))
    await waitFor('the backup to be under way', () => isOver || isUnderWay(), PATIENT_MS)
    // Held there, so that all of this is while it is taken, however fast the machine is.
    backup.process.kill('SIGSTOP')
    const crowd = startCrowd(take, office.people.slice(BEFORE, -3))
    expect((await client.callNext(quick_line_id)).current).toMatchObject({ tuid, state: 'called' })
    await waitFor('a number', () => crowd.taken.length > 0)
    backup.process.kill('SIGCONT')
    const { exit, said } = await backup.ended
    await crowd.stop()
    expect([exit, said]).toEqual([0, expect.stringContaining('read again and whole')])
    expect(said).toContain('secret is in it')
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
    restored = await place.fresh()
    await server.end('SIGTERM')
    const { exit, said } = await command(restored, 'restore', file()).ended
    expect([exit, said]).toEqual([0, expect.stringContaining('restored into')])
    server = await serve(restored)
    const client = clientOf(server)
    for (const { person, ticket } of before)
      expect(await client.ticket(person, ticket.tuid)).toMatchObject({
        tuid: ticket.tuid,
        number: ticket.number,
        state: 'waiting',
      })
    const { number } = await client.take(spare(1), line_id, randomUUID())
    expect(Number(number)).toBeGreaterThan(Math.max(...before.map(({ ticket }) => Number(ticket.number))))
    expect(await callAndHear(phones[0])).toContain(before[0]?.ticket.tuid)
  })

  moves(other => {
    it('[KEEP-02] [PUSH-02] moved to the other kind of database it rings the next phone, and where it was nothing starts', async () => {
      await server.end('SIGTERM')
      const { to, settings } = await other(restored)
      const { exit, said } = await command(restored, 'move', '--to', to).ended
      expect([exit, said]).toEqual([0, expect.stringContaining('moved to')])
      server = await serve(settings)
      expect(await callAndHear(phones[1])).toContain(before[1]?.ticket.tuid)
      const refused = await refusedStart(restored)
      expect([refused.exit, refused.said]).toEqual([1, expect.stringContaining('serves no more')])
    })
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
  backupTests(
    async () => {
      const NUMERITO_DATA = data()
      return {
        settings: { ...settings, NUMERITO_DATA },
        dataDirectory: join(NUMERITO_DATA, 'database'),
        // The files of the server that works, on their way.
        begun: 'copy/database',
        fresh: async () => ({ ...settings, NUMERITO_DATA: join(data(), 'not/there/yet') }),
      }
    },
    declare =>
      onPostgres('and a move', freshUrl =>
        declare(async ({ NUMERITO_DATA = '' }) => {
          const to = await freshUrl()
          const NUMERITO_SECRET = readFileSync(join(NUMERITO_DATA, 'secret'), 'utf8').trim()
          return { to, settings: { ...settings, DATABASE_URL: to, NUMERITO_SECRET } }
        }),
      ),
  )
})

onPostgres('a backup', freshUrl => {
  const directory = makeTemporaryDirectory('moved')
  afterAll(() => directory.remove())
  backupTests(
    async () => {
      const databaseUrl = await freshUrl()
      return {
        settings: { ...SEEDED_SETTINGS, DATABASE_URL: databaseUrl },
        dataDirectory: ':memory:',
        databaseUrl,
        begun: 'backup',
        fresh: async () => ({ ...SEEDED_SETTINGS, DATABASE_URL: await freshUrl() }),
      }
    },
    declare =>
      declare(async () => {
        const to = join(directory.path, 'data')
        const { NUMERITO_SECRET: _itsOwn, ...settings } = SEEDED_SETTINGS
        return { to, settings: { ...settings, NUMERITO_DATA: to } }
      }),
  )
})
