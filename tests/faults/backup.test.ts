import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Ticket } from '#contract/rest/tickets.ts'
import { migrate } from '#server/database/migrate.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { onPostgres } from '#tests/support/databases.ts'
import { describeWith } from '#tests/support/describe-with.ts'
import type { PushKeys } from '#tests/support/push-decryption.ts'
import { type PushService, type PushSubscriptionJson, startPushService } from '#tests/support/push-service.ts'
import { mountSmallDisk, whyNoSmallDisk } from '#tests/support/small-disk.ts'
import { type SpawnedServer, spawnServer } from '#tests/support/spawn-server.ts'
import { makeTemporaryDirectory, type TemporaryDirectory } from '#tests/support/temporary-directory.ts'
import { waitFor } from '#tests/support/wait-for.ts'
import { heardBy } from '../wire/notify-rig.ts'
import { officeClient } from './office-client.ts'
import { type Person, SEEDED_SETTINGS, type SeededOffice, seedOffice } from './seeded-office.ts'

const numerito = join(import.meta.dirname, '../../commands/numerito.ts')
const PEOPLE = 400
const BEFORE = 40
/** A command that reads or writes a whole installation, on a machine that does other things too. */
const PATIENT_MS = 120_000

type Settings = Record<string, string>

interface Command {
  process: ChildProcess
  ended: Promise<{ exit: number | null; said: string }>
}

/** As an operator types it, in a process of its own. */
function command(settings: Settings, ...args: string[]): Command {
  const child = spawn(process.execPath, [numerito, ...args], {
    env: { PATH: process.env.PATH, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => (said += String(chunk)))
  return {
    process: child,
    ended: once(child, 'close').then(([exit]) => ({ exit: exit as number | null, said })),
  }
}

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

describe('an installation that is restored or moved, and the process killed', () => {
  let directory: TemporaryDirectory
  let settings: Settings
  const at = (name: string) => join(directory.path, name)
  beforeAll(async () => {
    directory = makeTemporaryDirectory('killed')
    settings = { ...SEEDED_SETTINGS, NUMERITO_DATA: at('data') }
    const database = await openDatabase({ dataDirectory: at('data/database'), acquireTimeout: PATIENT_MS })
    await migrate(database)
    await seedOffice(database, { lines: 1, people: 50 })
    await database.close()
    const { exit } = await command(settings, 'backup', at('file')).ended
    expect(exit).toBe(0)
  })
  afterAll(() => directory.remove())

  it('[KEEP-01] leaves what was there, and is restored when it is begun again', async () => {
    const target = { ...settings, NUMERITO_DATA: at('target') }
    for (const pause of [0, 400, 1_500]) {
      const killed = command(target, 'restore', at('file'))
      await waitFor('the restore to begin', () => existsSync(at('target/restored.unfinished')), PATIENT_MS)
      await new Promise(resolve => setTimeout(resolve, pause))
      killed.process.kill('SIGKILL')
      const { exit } = await killed.ended
      if (exit === null) expect(existsSync(at('target/database/database'))).toBe(false)
    }
    const { exit, said } = await command(target, 'restore', '--replace', at('file')).ended
    expect([exit, said]).toEqual([0, expect.stringContaining('restored into')])
    expect(readdirSync(at('target')).sort()).toEqual(['database', 'secret'])
  })

  onPostgres('a move', freshUrl => {
    it('[KEEP-02] serves at one place at most, whenever it is killed, and arrives when it is begun again', async () => {
      const databaseUrl = await freshUrl()
      const serves = async (there: Settings) =>
        (await command(there, 'offices', 'links', 'nowhere').ended).said.includes('there is no office')
      const there = { ...SEEDED_SETTINGS, DATABASE_URL: databaseUrl }
      let moved = { exit: null as number | null, said: '' }
      for (const pause of [900, 1_300, 1_700, 2_400, 0]) {
        const moving = command(settings, 'move', '--to', databaseUrl)
        if (pause > 0) {
          await new Promise(resolve => setTimeout(resolve, pause))
          moving.process.kill('SIGKILL')
        }
        moved = await moving.ended
        const [here, away] = [await serves(settings), await hasOffices(databaseUrl)]
        expect([here, away]).not.toEqual([true, true])
        expect(here || away || moved.exit === null).toBe(true)
      }
      expect([moved.exit, moved.said]).toEqual([0, expect.stringContaining('serves no more')])
      expect([await serves(settings), await serves(there)]).toEqual([false, true])
      await expect(spawnServer(settings)).rejects.toThrow(/moved to postgresql:.* and serves no more/)
    })
  })
})

/** Whether anybody would be served there. */
async function hasOffices(databaseUrl: string): Promise<boolean> {
  const database = await openDatabase({ dataDirectory: ':memory:', databaseUrl, poolSize: 1 })
  try {
    return (await database.db.selectFrom('offices').select('id').execute()).length > 0
  } finally {
    await database.close()
  }
}

describeWith(whyNoSmallDisk(), 'a backup and a full disk', () => {
  let directory: TemporaryDirectory
  let settings: Settings
  const at = (name: string) => join(directory.path, name)
  beforeAll(async () => {
    directory = makeTemporaryDirectory('full')
    settings = { ...SEEDED_SETTINGS, NUMERITO_DATA: at('data') }
    const database = await openDatabase({ dataDirectory: at('data/database'), acquireTimeout: PATIENT_MS })
    await migrate(database)
    await seedOffice(database, { lines: 1, people: 300 })
    await database.close()
    expect((await command(settings, 'backup', at('file')).ended).exit).toBe(0)
  })
  afterAll(() => directory.remove())

  it('[KEEP-01] [KEEP-05] is refused in words, and leaves no file', async () => {
    const disk = mountSmallDisk(1)
    try {
      disk.fill()
      const { exit, said } = await command(settings, 'backup', join(disk.path, 'file')).ended
      expect([exit, said]).toEqual([1, expect.stringContaining('the disk is full')])
      expect(readdirSync(disk.path)).toEqual(['ballast'])
    } finally {
      disk.remove()
    }
  })

  it('[KEEP-01] of a server that works is refused before it is begun where its copy has no room', async () => {
    const disk = mountSmallDisk(10)
    const server = await spawnServer(settings)
    try {
      const { exit, said } = await command(settings, 'backup', join(disk.path, 'file')).ended
      expect([exit, said]).toEqual([1, expect.stringMatching(/that takes \d+ MB, and \d+ MB are free there/)])
      expect(readdirSync(disk.path)).toEqual([])
    } finally {
      await server.end()
      disk.remove()
    }
  })

  it.each([
    { when: 'at its beginning', megabytes: 25 },
    { when: 'when its database is made', megabytes: 200 },
  ])(
    '[KEEP-01] [KEEP-05] a restore that finds no room $when says so, and leaves the place as it was',
    async ({ megabytes }) => {
      const disk = mountSmallDisk(megabytes)
      const data = join(disk.path, 'data')
      try {
        const restore = command({ ...settings, NUMERITO_DATA: data }, 'restore', at('file'))
        let isOver = false
        void restore.ended.then(() => (isOver = true))
        const isMade = () => existsSync(join(data, 'restored.unfinished/database'))
        await waitFor('its database', () => isOver || isMade(), PATIENT_MS)
        disk.keepFull()
        const { exit, said } = await restore.ended
        expect([exit, said]).toEqual([1, expect.stringContaining('the disk is full')])
        expect(readdirSync(data)).toEqual(['database'])
        expect(existsSync(join(data, 'database/database'))).toBe(false)
      } finally {
        disk.remove()
      }
    },
  )
})
