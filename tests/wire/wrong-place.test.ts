import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#server/database/database.ts'
import { migrate } from '#server/database/migrate.ts'
import { migrations } from '#server/database/migrations/list.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { loadVapidKeys } from '#server/notify/vapid-keys.ts'
import { createProtection, SECRET_BYTES } from '#server/secrets/protection.ts'
import { loadSecretFile } from '#server/secrets/secret-file.ts'
import { dispatched } from '#tests/support/dispatched.ts'
import { onPostgres } from '#tests/support/databases.ts'
import { administer } from '#tests/support/postgres-cluster.ts'
import { makeTemporaryDirectory, type TemporaryDirectory } from '#tests/support/temporary-directory.ts'
import { sampleFile } from '../unit/offices/sample-file.ts'

type Environment = Record<string, string>

/** Each looks for somebody or something: in the wrong place it would say that there is none. */
const LOOKING = [
  ['person', 'export', '16.842.379-9'],
  ['person', 'erase', 'canela@quetzal.example'],
  ['clerk', 'ana.rojas'],
  ['offices', 'links', 'notaria-uno'],
]

const secretOf = (fill: number) => Buffer.alloc(SECRET_BYTES, fill).toString('base64')

/** As a first start leaves it, by a release whose tables are these. */
async function begin(database: Database, secret: Uint8Array, tables = migrations): Promise<void> {
  await migrate(database, tables)
  await loadVapidKeys(database, createProtection(secret).keySeal)
  await database.close()
}

const EARLIER = Object.fromEntries(Object.entries(migrations).slice(0, -1))
const brought = async (database: Database) => {
  const { rows } = await sql`select name from kysely_migration`.execute(database.db)
  await database.close()
  return rows.length
}

describe('a command in the wrong place · embedded', () => {
  let directory: TemporaryDirectory
  beforeEach(() => {
    directory = makeTemporaryDirectory('wrong-place')
  })
  afterEach(() => directory.remove())
  const data = () => join(directory.path, 'data')
  const open = () => openDatabase({ dataDirectory: join(data(), 'database') })
  const settings = (): Environment => ({ NUMERITO_DATA: data() })

  it.each(LOOKING)('[KEEP-03] where nothing is makes nothing, and says so: %s %s', async (...args) => {
    expect(await dispatched(settings(), ...args)).toMatchObject({
      exit: 1,
      out: '',
      err: expect.stringContaining(`there is no installation in ${data()}`),
    })
    expect(existsSync(data())).toBe(false)
  })

  it('[KEEP-03] does not look for people with a secret that was lost, or is another', async () => {
    await begin(await open(), await loadSecretFile(data(), async () => false))
    const [person = []] = LOOKING
    expect((await dispatched(settings(), ...person)).err).toBe('nobody is known by that\n')
    writeFileSync(join(data(), 'secret'), secretOf(9))
    expect(await dispatched(settings(), ...person)).toMatchObject({
      exit: 1,
      err: expect.stringContaining('another secret'),
    })
    writeFileSync(join(data(), 'secret'), 'short')
    expect(await dispatched(settings(), ...person)).toMatchObject({
      exit: 1,
      err: expect.stringContaining('does not hold 32 bytes'),
    })
    rmSync(join(data(), 'secret'))
    expect(await dispatched(settings(), ...person)).toMatchObject({
      exit: 1,
      err: expect.stringContaining('the secret is lost'),
    })
  })

  it('[KEEP-04] leaves tables of an earlier release to the start of this one', async () => {
    await begin(await open(), await loadSecretFile(data(), async () => false), EARLIER)
    const file = join(directory.path, 'offices.json')
    writeFileSync(file, JSON.stringify(sampleFile()))
    for (const args of [...LOOKING, ['offices', 'load', file]])
      expect(await dispatched(settings(), ...args)).toMatchObject({
        exit: 1,
        out: '',
        err: expect.stringContaining('of an earlier release'),
      })
    expect(await brought(await open())).toBe(Object.keys(EARLIER).length)
  })
})

onPostgres('a command in the wrong place', freshUrl => {
  const open = (databaseUrl: string) => openDatabase({ dataDirectory: ':memory:', databaseUrl, poolSize: 1 })
  const settings = (DATABASE_URL: string, fill = 7): Environment => ({
    DATABASE_URL,
    NUMERITO_SECRET: secretOf(fill),
  })
  async function emptyUrl(): Promise<string> {
    const url = await freshUrl()
    await administer(url, 'drop schema public cascade; create schema public')
    return url
  }

  it('[KEEP-03] makes no tables in an empty database, and says that there is no installation', async () => {
    const url = await emptyUrl()
    for (const args of LOOKING)
      expect(await dispatched(settings(url), ...args)).toMatchObject({
        exit: 1,
        err: expect.stringContaining('there is no installation in the database of DATABASE_URL'),
      })
    await expect(brought(await open(url))).rejects.toThrow('kysely_migration')
  })

  it('[KEEP-03] does not look for people with another secret', async () => {
    const url = await freshUrl()
    await begin(await open(url), Buffer.from(secretOf(7), 'base64'))
    for (const who of ['16.842.379-9', 'canela@quetzal.example']) {
      expect((await dispatched(settings(url), 'person', 'export', who)).err).toBe('nobody is known by that\n')
      expect(await dispatched(settings(url, 9), 'person', 'export', who)).toMatchObject({
        exit: 1,
        err: expect.stringContaining('another secret'),
      })
    }
  })

  it('[KEEP-04] leaves tables of an earlier release to the start of this one', async () => {
    const url = await emptyUrl()
    await begin(await open(url), Buffer.from(secretOf(7), 'base64'), EARLIER)
    for (const args of LOOKING)
      expect((await dispatched(settings(url), ...args)).err).toContain('of an earlier release')
    expect(await brought(await open(url))).toBe(Object.keys(EARLIER).length)
  })
})
