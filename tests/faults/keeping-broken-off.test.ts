import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { migrate } from '#server/database/migrate.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { onPostgres } from '#tests/support/databases.ts'
import { describeWith } from '#tests/support/describe-with.ts'
import { command, PATIENT_MS } from '#tests/support/numerito-command.ts'
import { mountSmallDisk, whyNoSmallDisk } from '#tests/support/small-disk.ts'
import { spawnServer } from '#tests/support/spawn-server.ts'
import { makeTemporaryDirectory, type TemporaryDirectory } from '#tests/support/temporary-directory.ts'
import { waitFor } from '#tests/support/wait-for.ts'
import { SEEDED_SETTINGS, seedOffice } from './seeded-office.ts'

describe('an installation that is restored or moved, and the process killed', () => {
  let directory: TemporaryDirectory
  let settings: Record<string, string>
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
      rmSync(at('target/restored.unfinished'), { recursive: true, force: true })
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
      const serves = async (there: Record<string, string>) =>
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
  let settings: Record<string, string>
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
