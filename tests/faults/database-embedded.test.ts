import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { DirectoryInUse } from '#server/database/embedded/directory-lock.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { startWriter } from '../support/start-writer.ts'
import { makeTemporaryDirectory, type TemporaryDirectory } from '../support/temporary-directory.ts'
import { waitFor } from '../support/wait-for.ts'

const WATCH = ['--import', join(import.meta.dirname, '../support/watch-syncs.ts')]
/** Stops the program at these calls alone: at every call it would take minutes. */
const STRACE = ['strace', '-f', '--seccomp-bpf', '-e', 'trace=fsync,fdatasync', '-o']
/** Where PostgreSQL's control file keeps the state of the database, and two of its values. */
const STATE_OFFSET = 16
const SHUT_DOWN = 1
const IN_PRODUCTION = 6

let made: TemporaryDirectory
let directory: TemporaryDirectory

beforeAll(async () => {
  made = makeTemporaryDirectory('database')
  await (await openDatabase({ dataDirectory: made.path })).close()
})
beforeEach(() => {
  directory = makeTemporaryDirectory('database')
  // Making the files takes seconds, copying them none.
  cpSync(made.path, directory.path, { recursive: true })
})
afterEach(() => directory.remove())
afterAll(() => made.remove())

const database = () => ({ dataDirectory: directory.path })
const file = (name: string) => join(directory.path, name)
const controlState = () => readFileSync(file('database/global/pg_control')).readInt32LE(STATE_OFFSET)

async function idsThere(): Promise<number[]> {
  const opened = await openDatabase(database())
  const { rows } = await sql<{ id: number }>`select id from writes order by id`.execute(opened.db)
  await opened.close()
  return rows.map(({ id }) => id)
}

describe('the embedded database, killed', () => {
  it('has every row whose commit it acknowledged, time after time', async () => {
    const acknowledged = new Set<number>()
    for (let round = 1; round <= 3; round += 1) {
      const writer = startWriter({ database: database(), atOnce: 8, finally: 'wait' })
      await writer.says('many rows', () => writer.acknowledged().length > 200 * round)
      await writer.kill()
      expect(controlState()).toBe(IN_PRODUCTION)
      for (const id of writer.acknowledged()) acknowledged.add(id)
    }
    const there = await idsThere()
    expect([...acknowledged].filter(id => !there.includes(id))).toEqual([])
    expect(new Set(there).size).toBe(there.length)
  })

  it('while it is being made for the first time, is made again by the next start', async () => {
    rmSync(file('database'), { recursive: true })
    const writer = startWriter({ database: database(), atOnce: 1, finally: 'wait' })
    await waitFor('files to appear', () => existsSync(file('database.new/PG_VERSION')), 60_000)
    await writer.kill()
    expect(writer.lines).toEqual([])
    expect(existsSync(file('database'))).toBe(false)
    const opened = await openDatabase(database())
    await opened.ping()
    await opened.close()
    expect(existsSync(file('database.new'))).toBe(false)
  })
})

describe('the directory of an embedded database', () => {
  it('is refused to a second process, with the number of the first, and free once that was killed', async () => {
    const writer = startWriter({ database: database(), rows: 1, atOnce: 1, finally: 'wait' })
    await writer.says('done', lines => lines.includes('done'))
    const second = openDatabase(database())
    await expect(second).rejects.toBeInstanceOf(DirectoryInUse)
    await expect(second).rejects.toThrow(`process ${writer.pid} `)
    const third = startWriter({ database: database(), rows: 1, atOnce: 1, finally: 'close' })
    expect(await third.ends()).not.toBe(0)
    expect(third.errors()).toContain(`in use by process ${writer.pid} `)
    await writer.kill()
    expect(await idsThere()).toEqual([1])
  })

  it('is refused to a second opener in the same process, and free after the first has closed', async () => {
    const first = await openDatabase(database())
    await expect(openDatabase(database())).rejects.toBeInstanceOf(DirectoryInUse)
    await first.ping()
    await first.close()
    await (await openDatabase(database())).close()
  })

  it('can be read by nobody else', () => {
    const opened = openDatabase({ dataDirectory: file('deep/within') })
    return opened.then(async each => {
      expect(statSync(file('deep/within')).mode & 0o077).toBe(0)
      expect(statSync(file('deep/within/database')).mode & 0o077).toBe(0)
      await each.close()
    })
  })
})

describe('a commit to the embedded database', () => {
  const syncs = () => (existsSync(file('syncs')) ? statSync(file('syncs')).size : 0)

  it('has been written to the disk when it is acknowledged: one sync each', async () => {
    const commits = 100
    const writer = startWriter(
      { database: database(), rows: commits, atOnce: 1, finally: 'wait' },
      { nodeOptions: WATCH, env: { SYNCS_FILE: file('syncs') } },
    )
    await writer.says('the first row', () => writer.acknowledged().length >= 1)
    const early = { rows: writer.acknowledged().length, syncs: syncs() }
    await writer.says('done', lines => lines.includes('done'))
    // Between the two looks the writer goes on: a commit more or less.
    expect(syncs() - early.syncs).toBeGreaterThanOrEqual(commits - early.rows - 2)
    expect(syncs() - early.syncs).toBeLessThanOrEqual(commits + 5)
    await writer.kill()
  })

  it.skipIf(!hasStrace())('is a system call that the kernel has seen', async () => {
    const commits = 25
    const seen = async (rows: number) => {
      // Ended by itself: a kill would reach strace alone.
      const writer = startWriter(
        { database: database(), rows, atOnce: 1, finally: 'close' },
        { under: [...STRACE, file('trace')] },
      )
      expect(await writer.ends()).toBe(0)
      return [...readFileSync(file('trace'), 'utf8').matchAll(/f(?:data)?sync\(\d+/g)].length
    }
    await seen(1)
    const without = await seen(0)
    expect((await seen(commits)) - without).toBeGreaterThanOrEqual(commits - 2)
  })

  it('is never acknowledged once the disk fails: the database gives up instead', async () => {
    const writer = startWriter(
      { database: database(), atOnce: 4, finally: 'close' },
      { nodeOptions: WATCH, env: { DISK_FAILS_FILE: file('disk-fails') } },
    )
    await writer.says('some rows', () => writer.acknowledged().length > 50)
    writeFileSync(file('disk-fails'), '')
    expect(await writer.ends()).toBe(0)
    const died = writer.lines.findIndex(line => line.startsWith('died'))
    expect(writer.lines[died]).toContain('could not fsync')
    expect(writer.lines.slice(died).filter(line => /^\d+$/.test(line))).toEqual([])
    expect(writer.lines.filter(line => line.startsWith('failed'))).toHaveLength(4)
    rmSync(file('disk-fails'))
    const there = await idsThere()
    expect(writer.acknowledged().filter(id => !there.includes(id))).toEqual([])
  })
})

describe('an embedded database that closed', () => {
  it('has everything in its files, and nothing to recover', async () => {
    const writer = startWriter({ database: database(), rows: 50, atOnce: 5, finally: 'close' })
    expect(await writer.ends()).toBe(0)
    expect(controlState()).toBe(SHUT_DOWN)
    expect(await idsThere()).toHaveLength(50)
    expect(controlState()).toBe(SHUT_DOWN)
  })
})

function hasStrace(): boolean {
  try {
    execFileSync('strace', ['-f', '--seccomp-bpf', '-o', '/dev/null', 'true'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
