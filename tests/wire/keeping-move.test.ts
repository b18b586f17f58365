import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '#server/database/database.ts'
import { migrate } from '#server/database/migrate.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { demandNotMoved } from '#server/keeping/moved-mark.ts'
import { type Destination, type Move, moveInstallation } from '#server/keeping/move-installation.ts'
import { systemClock } from '#server/platform/clock.ts'
import { systemRandom } from '#server/platform/random.ts'
import { createProtection } from '#server/secrets/protection.ts'
import { loadSecretFile } from '#server/secrets/secret-file.ts'
import { loadVapidKeys } from '#server/notify/vapid-keys.ts'
import { openDestination } from '../../commands/destinations.ts'
import { checkCommand } from '../../commands/check.ts'
import { moveCommand } from '../../commands/move.ts'
import { dispatch } from '../../commands/dispatch.ts'
import { onPostgres } from '#tests/support/databases.ts'
import { ABOUT, copyOf, type InstallationCopy } from '#tests/support/installation-copy.ts'
import { queueOffice } from '#tests/support/queue-office.ts'
import { liveReleaseDay } from '#tests/support/release-day.ts'
import { makeTemporaryDirectory, type TemporaryDirectory } from '#tests/support/temporary-directory.ts'

type Environment = Record<string, string>

async function run(environment: Environment, command: typeof dispatch, ...args: string[]) {
  const said = { out: '', err: '' }
  const exit = await command(args, {
    environment,
    out: text => void (said.out += text),
    // How far it is is said where it takes long.
    err: text => void (said.err += text.startsWith('… ') ? '' : text),
  })
  return { exit, ...said }
}

/** The secret with which test servers seal. */
const sevens = { ...systemRandom, bytes: (count: number) => new Uint8Array(count).fill(7) }

const openAt = (databaseUrl: string) => openDatabase({ dataDirectory: ':memory:', databaseUrl, poolSize: 1 })

async function using<T>(opened: Promise<Database>, work: (database: Database) => Promise<T>): Promise<T> {
  const database = await opened
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

onPostgres('an installation that moves', freshUrl => {
  describe('from its directory to PostgreSQL, and back', () => {
    let directory: TemporaryDirectory
    let before: InstallationCopy
    let databaseUrl: string
    let data: string
    let secret: string
    let atHome: Environment
    let away: Environment
    const embedded = () => openDatabase({ dataDirectory: join(data, 'database') })
    /** Where it does not serve it says why. */
    const refused = (environment: Environment) => run(environment, dispatch, 'offices', 'links', 'nowhere')

    beforeAll(async () => {
      directory = makeTemporaryDirectory('move')
      data = join(directory.path, 'data')
      databaseUrl = await freshUrl()
      before = await using(embedded(), async database => {
        await migrate(database)
        const sealing = await loadSecretFile(data, async () => false, { random: sevens })
        await loadVapidKeys(database, createProtection(sealing).keySeal)
        await queueOffice(database)
        await liveReleaseDay(database)
        return await copyOf(database)
      })
      secret = readFileSync(join(data, 'secret'), 'utf8').trim()
      atHome = { NUMERITO_DATA: data }
      away = { DATABASE_URL: databaseUrl, NUMERITO_SECRET: secret }
    })
    afterAll(() => directory.remove())

    it('[KEEP-02] does not move while its server has it', async () => {
      await using(embedded(), async () => {
        const { exit, err } = await run(atHome, moveCommand, '--to', databaseUrl)
        expect([exit, err]).toEqual([1, expect.stringContaining('stop the server first')])
      })
    })

    it('[KEEP-02] moves with one command, and says how it is started there', async () => {
      // Its password in no list of processes: the address comes by the input.
      const typed: typeof dispatch = (args, around) => moveCommand(args, around, async () => databaseUrl)
      const { exit, out, err } = await run(atHome, typed, '--to', '-')
      expect([exit, err]).toEqual([0, ''])
      expect(out).toContain(`NUMERITO_SECRET: what ${join(data, 'secret')} holds`)
      expect(await using(openAt(databaseUrl), copyOf)).toEqual(before)
    })

    it('[KEEP-02] where it was it does nothing more, and says where it went', async () => {
      const { exit, err } = await refused(atHome)
      expect(exit).toBe(1)
      expect(err).toMatch(/moved to postgresql:.* and serves no more: start it there/)
      expect(err).toContain('numerito move --undo')
      expect((await refused(away)).err).toContain('no office nowhere')
      // Whoever looks after it is not told that all is in order there.
      const checked = (environment: Environment) =>
        run(environment, (args, around) => checkCommand(args, around, []))
      expect(await checked(atHome)).toMatchObject({
        exit: 1,
        out: expect.stringMatching(/^fail {2}database .*moved to postgresql:.* and serves no more/m),
      })
      expect((await checked({ ...atHome, LANG: 'es' })).out).toMatch(/^fail {2}base de datos .*se trasladó/m)
      expect((await checked(away)).out).not.toContain('serves no more')
    })

    it('[KEEP-02] moved once more it moves nothing, and forgets nothing', async () => {
      await using(openAt(databaseUrl), async database => queueOffice(database))
      const { exit, err } = await run(atHome, moveCommand, '--to', databaseUrl)
      expect([exit, err]).toEqual([0, ''])
      const stands = await using(openAt(databaseUrl), copyOf)
      expect(stands.tables.offices?.rows).toHaveLength(3)
    })

    it('[KEEP-02] is not taken back where the other has taken over, unless what came since may be lost', async () => {
      const { exit, err } = await run(atHome, moveCommand, '--undo', '--to', databaseUrl)
      expect([exit, err]).toEqual([1, expect.stringContaining('has taken over')])
      expect((await refused(atHome)).err).toContain('serves no more')
    })

    it('[KEEP-02] comes back with all that happened since, into the place that it left, with its secret', async () => {
      const stands = await using(openAt(databaseUrl), copyOf)
      const { exit, out, err } = await run(away, moveCommand, '--to', data)
      expect([exit, err]).toEqual([0, ''])
      expect(out).toContain(`NUMERITO_DATA=${data}, and no DATABASE_URL`)
      expect(await using(embedded(), copyOf)).toEqual(stands)
      expect(readFileSync(join(data, 'secret'), 'utf8').trim()).toBe(secret)
      expect((await refused(away)).err).toContain(`moved to ${data}`)
      expect((await refused(atHome)).err).toContain('no office nowhere')
    })

    it('[KEEP-02] taken back with what came since lost, the other is told to stop first', async () => {
      const { exit, err } = await run(away, moveCommand, '--undo', '--replace', '--to', data)
      expect([exit, err]).toEqual([0, ''])
      expect((await refused(away)).err).toContain('no office nowhere')
      expect((await refused(atHome)).err).toContain('moved to postgresql:')
      // Where the other is gone for good it is not asked.
      const lost = await run(atHome, moveCommand, '--undo', '--lost', '--to', databaseUrl)
      expect([lost.exit, lost.err]).toEqual([0, ''])
      expect((await refused(atHome)).err).toContain('no office nowhere')
      const again = await run(atHome, moveCommand, '--undo', '--to', databaseUrl)
      expect([again.exit, again.err]).toEqual([1, expect.stringContaining('has not moved away')])
    })

    it.each([
      { args: [] },
      { args: ['--to'] },
      { args: ['--to', 'x', 'y'] },
      { args: ['--lost', '--to', 'x'] },
      { args: ['--from', 'x'] },
    ])('misused ($args) it says how it is used, and ends with 2', async ({ args }) => {
      const { exit, err } = await run(atHome, moveCommand, ...args)
      expect([exit, err]).toEqual([2, expect.stringContaining('numerito move --to DIRECTORY')])
    })
  })

  describe('from one PostgreSQL to another', () => {
    let source: Database
    let before: InstallationCopy
    let sourceUrl: string
    let targetUrl: string
    beforeAll(async () => {
      ;[sourceUrl, targetUrl] = [await freshUrl(), await freshUrl()]
      source = await openAt(sourceUrl)
      await liveReleaseDay(source)
      await source.close()
      source = await openAt(sourceUrl)
      before = await copyOf(source)
    })
    afterAll(() => source.close())

    const move = (destination: Destination, more: Partial<Move> = {}) =>
      moveInstallation({
        source,
        from: 'here',
        destination,
        about: ABOUT,
        replaces: false,
        clock: systemClock,
        random: systemRandom,
        onProgress: () => {},
        ...more,
      })

    async function toTarget<T>(work: (destination: Destination) => Promise<T>): Promise<T> {
      const { destination, close } = await openDestination(targetUrl)
      try {
        return await work(destination)
      } finally {
        await close()
      }
    }

    const movesOf = async (url: string) =>
      using(openAt(url), ({ db }) => db.selectFrom('moves').select(['way', 'done_at']).execute())

    it('[KEEP-02] begins nothing where the other cannot be had, or is its own', async () => {
      await expect(openDestination(targetUrl.replace(/test_\w+/, 'none'))).rejects.toThrow(/does not exist/)
      const { destination, close } = await openDestination(sourceUrl)
      await expect(move(destination)).rejects.toThrow(/a server is at work|where it is already/)
      await close()
      expect(await movesOf(sourceUrl)).toEqual([])
    })

    it('[KEEP-02] begins nothing while a server is at work on it', async () => {
      const server = await openAt(sourceUrl)
      await expect(toTarget(destination => move(destination))).rejects.toThrow('a server is at work')
      await server.close()
      await demandNotMoved(source)
    })

    it('[KEEP-02] begins nothing where the place is taken', async () => {
      const taken = await freshUrl()
      await using(openAt(taken), async database => queueOffice(database))
      const { destination, close } = await openDestination(taken)
      await expect(move(destination)).rejects.toThrow(/already, with 1 offices/)
      await close()
      await demandNotMoved(source)
    })

    it('[KEEP-02] interrupted on the way it serves nowhere, and goes on where it is begun again', async () => {
      const broken = toTarget(destination =>
        move(destination, {
          onProgress({ rows }) {
            if (rows > 30) throw new Error('killed')
          },
        }),
      )
      await expect(broken).rejects.toThrow('killed')
      await expect(demandNotMoved(source)).rejects.toThrow(/begun at .* and not finished: begin it again/)
      expect(await movesOf(targetUrl)).toEqual([])
      // To another place it does not go meanwhile.
      const other = await openDestination(await freshUrl())
      await expect(move(other.destination)).rejects.toThrow('finish that one, or take it back')
      await other.close()
    })

    it('[KEEP-02] interrupted when the source has said that it moved, and the other has nothing yet, it goes on too', async () => {
      const broken = toTarget(destination =>
        move({
          ...destination,
          fill: (replaces, bring) =>
            destination.fill(replaces, async (taker, trx) => {
              await bring(taker, trx)
              throw new Error('killed')
            }),
        }),
      )
      await expect(broken).rejects.toThrow('killed')
      await expect(demandNotMoved(source)).rejects.toThrow('serves no more')
      expect(await movesOf(targetUrl)).toEqual([])
    })

    it('[KEEP-02] of two moves at once one moves it, and the other says so', async () => {
      const ends = await Promise.allSettled([
        toTarget(destination => move(destination)),
        toTarget(destination => move(destination)),
      ])
      const faults = ends.flatMap(end => (end.status === 'rejected' ? [String(end.reason)] : []))
      expect(faults.join('')).toMatch(/^(KeepingFault: another restore or move is at work[^:]*)?$/)
      expect(await using(openAt(targetUrl), copyOf)).toEqual(before)
      expect(await movesOf(targetUrl)).toMatchObject([{ way: 'here' }])
      await expect(demandNotMoved(source)).rejects.toThrow('serves no more')
    })
  })
})
