import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Database } from '#server/database/database.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { SECRET_BYTES } from '#server/secrets/protection.ts'
import { backupCommand } from '../../commands/backup.ts'
import { moveCommand } from '../../commands/move.ts'
import { restoreCommand } from '../../commands/restore.ts'
import { onPostgres } from '#tests/support/databases.ts'
import { administer } from '#tests/support/postgres-cluster.ts'
import { copyOf, type InstallationCopy } from '#tests/support/installation-copy.ts'
import { liveReleaseDay } from '#tests/support/release-day.ts'
import { makeTemporaryDirectory, type TemporaryDirectory } from '#tests/support/temporary-directory.ts'

const SECRET = Buffer.alloc(SECRET_BYTES, 7).toString('base64')
const OTHER_SECRET = Buffer.alloc(SECRET_BYTES, 8).toString('base64')
type Environment = Record<string, string>

async function run(command: typeof backupCommand, environment: Environment, ...args: string[]) {
  const said = { out: '', err: '', far: [] as string[] }
  const exit = await command(args, {
    environment,
    out: text => void (said.out += text),
    // How far it is is said where it takes long.
    err: text => void (text.startsWith('… ') ? said.far.push(text) : (said.err += text)),
  })
  return { exit, ...said }
}

/** Each office's log, by the office: how far it has come. */
const logsOf = ({ tables }: InstallationCopy) =>
  (tables['office_sequences']?.rows ?? []).map(row => (JSON.parse(row) as string[]).map(Number))

/** All that there was, and each log goes on far beyond what may have been said since the backup. */
function expectRestored(restored: InstallationCopy, before: InstallationCopy): void {
  const [anew, old] = [logsOf(restored), logsOf(before)]
  expect(anew.map(([office]) => office)).toEqual(old.map(([office]) => office))
  expect(old).not.toEqual([])
  for (const [nth, [, seq = 0]] of anew.entries()) expect(seq).toBeGreaterThan((old[nth]?.[1] ?? 0) + 1e9)
  const rest = ({ tables, ...more }: InstallationCopy) => ({
    ...more,
    tables: { ...tables, office_sequences: null },
  })
  expect(rest(restored)).toEqual(rest(before))
}

onPostgres('numerito backup and restore', freshUrl => {
  let directory: TemporaryDirectory
  let here: Environment
  const at = (name: string) => join(directory.path, name)
  const openAt = (databaseUrl = '') => openDatabase({ dataDirectory: ':memory:', databaseUrl, poolSize: 1 })
  const openIn = (data: string) => openDatabase({ dataDirectory: join(data, 'database') })
  async function copied(opening: Promise<Database>): Promise<InstallationCopy> {
    const database = await opening
    try {
      return await copyOf(database)
    } finally {
      await database.close()
    }
  }

  beforeAll(async () => {
    directory = makeTemporaryDirectory('keeping-commands')
    here = {
      DATABASE_URL: await freshUrl(),
      NUMERITO_SECRET: SECRET,
      NUMERITO_ORIGIN: 'https://numerito.example',
    }
    const database = await openAt(here.DATABASE_URL)
    await liveReleaseDay(database)
    await database.close()
    writeFileSync(at('passphrase'), 'contraseña larga\nits second line says nothing\n')
  })
  afterEach(() => void vi.restoreAllMocks())
  afterAll(() => directory.remove())

  it('[KEEP-01] says what it wrote, and that the secret is in it where it is not sealed', async () => {
    const plain = await run(backupCommand, here, at('plain'))
    expect([plain.exit, plain.err]).toEqual([0, ''])
    expect(plain.out).toMatch(
      /: \d+ rows of \d+ tables, .* read again and whole\n.*secret is in it, in the clear/,
    )
    const sealed = await run(backupCommand, here, '--passphrase-file', at('passphrase'), at('sealed'))
    expect([sealed.exit, sealed.err]).toEqual([0, ''])
    expect(sealed.out).not.toContain('secret')
    expect(readFileSync(at('sealed')).includes('scrypt')).toBe(true)
  })

  it('[KEEP-01] looks whether a backup is whole, and opens it by the passphrase alone', async () => {
    const environment = { NUMERITO_BACKUP_PASSPHRASE: 'contraseña larga' }
    const whole = await run(backupCommand, environment, '--check', at('sealed'))
    expect([whole.exit, whole.out]).toEqual([0, expect.stringContaining('is whole')])
    const wrong = await run(backupCommand, { NUMERITO_BACKUP_PASSPHRASE: 'otra' }, '--check', at('sealed'))
    expect([wrong.exit, wrong.err]).toEqual([1, 'this is not the passphrase with which it was sealed\n'])
    expect((await run(backupCommand, {}, '--check', at('sealed'))).err).toBe(
      'it is sealed: it takes the passphrase\n',
    )
    writeFileSync(at('cut'), readFileSync(at('plain')).subarray(0, -1))
    expect((await run(backupCommand, {}, '--check', at('cut'))).err).toMatch(/^the file is cut/)
  })

  it('[KEEP-01] prints the secret to whoever asks for it', async () => {
    const { exit, out } = await run(restoreCommand, {}, '--secret', at('plain'))
    expect([exit, out]).toEqual([0, `${SECRET}\n`])
  })

  it('[KEEP-01] restores nothing where the server would not have the secret, and says how it gets it', async () => {
    const there: Environment = { DATABASE_URL: await freshUrl() }
    const missing = await run(restoreCommand, there, at('plain'))
    expect([missing.exit, missing.err]).toEqual([
      1,
      expect.stringMatching(/NUMERITO_SECRET is not set.*--secret/),
    ])
    const other = await run(restoreCommand, { ...there, NUMERITO_SECRET: OTHER_SECRET }, at('plain'))
    expect([other.exit, other.err]).toEqual([1, expect.stringContaining('is another than the backup’s')])
    const inDirectory = { NUMERITO_DATA: at('data'), NUMERITO_SECRET: OTHER_SECRET }
    expect((await run(restoreCommand, inDirectory, at('plain'))).exit).toBe(1)
    expect(existsSync(at('data'))).toBe(false)
    const restored = await run(restoreCommand, { ...there, NUMERITO_SECRET: SECRET }, at('plain'))
    expect([restored.exit, restored.err]).toEqual([0, ''])
    expect(restored.out).toContain('https://numerito.example (NUMERITO_ORIGIN)')
    expect(restored.out).toContain('serves no more: both would call the same phones')
    const [before, after] = [await openAt(here.DATABASE_URL), await openAt(there.DATABASE_URL)]
    expectRestored(await copyOf(after), await copyOf(before))
    await before.close()
    await after.close()
  })

  it('[KEEP-01] restores what is sealed by the passphrase alone, and makes nothing without it', async () => {
    const there = { NUMERITO_DATA: at('opened') }
    const none = await run(restoreCommand, there, at('sealed'))
    expect([none.exit, none.err]).toEqual([1, 'it is sealed: it takes the passphrase\n'])
    const wrong = { ...there, NUMERITO_BACKUP_PASSPHRASE: 'contraseña corta' }
    const refused = await run(restoreCommand, wrong, at('sealed'))
    expect([refused.exit, refused.err]).toEqual([1, 'this is not the passphrase with which it was sealed\n'])
    expect(existsSync(at('opened'))).toBe(false)
    const restored = await run(restoreCommand, there, '--passphrase-file', at('passphrase'), at('sealed'))
    expect([restored.exit, restored.err]).toEqual([0, ''])
    expectRestored(await copied(openIn(at('opened'))), await copied(openAt(here.DATABASE_URL)))
  })

  it('[KEEP-01] restores what the other kind of database wrote, either way', async () => {
    const [directory, url] = [at('from-postgres'), await freshUrl()]
    const intoDirectory = await run(restoreCommand, { NUMERITO_DATA: directory }, at('plain'))
    expect([intoDirectory.exit, intoDirectory.err]).toEqual([0, ''])
    expect(readFileSync(join(directory, 'secret'), 'utf8')).toBe(`${SECRET}\n`)
    const before = await copied(openAt(here.DATABASE_URL))
    const made = await copied(openIn(directory))
    expectRestored(made, before)

    const backup = await run(backupCommand, { NUMERITO_DATA: directory }, at('from-directory'))
    expect([backup.exit, backup.err]).toEqual([0, ''])
    const there = { DATABASE_URL: url, NUMERITO_SECRET: SECRET }
    const intoPostgres = await run(restoreCommand, there, at('from-directory'))
    expect([intoPostgres.exit, intoPostgres.err]).toEqual([0, ''])
    expectRestored(await copied(openAt(url)), made)
  })

  describe('a file that is cut', () => {
    let whole: Buffer
    beforeAll(async () => {
      // Several chunks of it, so that a restore has begun before it comes to the cut.
      const many = { DATABASE_URL: await freshUrl(), NUMERITO_SECRET: SECRET }
      const database = await openAt(many.DATABASE_URL)
      await sql`
        insert into users (id, temporal, created_at)
        select gen_random_uuid(), true, now() from generate_series(1, 20000)`.execute(database.db)
      await database.close()
      expect((await run(backupCommand, many, at('many'))).exit).toBe(0)
      whole = readFileSync(at('many'))
    })

    it.each([
      { where: 'in its beginning', kept: 0.02 },
      { where: 'in the middle', kept: 0.6 },
      { where: 'at its last byte', kept: 1 },
    ])('[KEEP-01] $where is refused by the restore, which leaves nothing behind', async ({ kept }) => {
      const file = at(`cut-${kept}`)
      writeFileSync(file, whole.subarray(0, Math.floor(kept * (whole.length - 1))))
      const data = at(`data-${kept}`)
      const intoDirectory = await run(restoreCommand, { NUMERITO_DATA: data }, file)
      expect([intoDirectory.exit, intoDirectory.err]).toEqual([1, expect.stringMatching(/^the file is cut/)])
      const left = existsSync(data) ? readdirSync(data, { recursive: true }).map(String) : []
      expect(left.filter(path => !/^database(\/database\.(lock|owner))?$/.test(path))).toEqual([])

      const url = await freshUrl()
      const before = await copied(openAt(url))
      const there = { DATABASE_URL: url, NUMERITO_SECRET: SECRET }
      const intoPostgres = await run(restoreCommand, there, file)
      expect([intoPostgres.exit, intoPostgres.err]).toEqual([1, expect.stringMatching(/^the file is cut/)])
      expect(await copied(openAt(url))).toEqual(before)
    })
  })

  it('[KEEP-01] [KEEP-02] says how far it is where it takes long', async () => {
    // At every look two seconds and more have gone by.
    let elapsed = performance.now()
    vi.spyOn(performance, 'now').mockImplementation(() => (elapsed += 3_000))
    const there = { DATABASE_URL: await freshUrl(), NUMERITO_SECRET: SECRET }
    for (const { far, exit } of [
      await run(backupCommand, here, at('long')),
      await run(restoreCommand, there, at('long')),
      await run(moveCommand, there, '--to', await freshUrl()),
    ]) {
      expect(exit).toBe(0)
      expect(far.length).toBeGreaterThan(20)
      const rows = far.map(line => Number(/^… (\d+) rows, \d+\.\d MB \(\w+\)\n$/.exec(line)?.[1]))
      expect(rows).toEqual(rows.toSorted((a, b) => a - b))
      expect(rows[0]).toBeGreaterThan(0)
    }
  })

  it('[KEEP-01] [KEEP-02] needs no more than whoever owns a database has', async () => {
    const [admin, name] = [await freshUrl(), `owner_${crypto.randomUUID().replaceAll('-', '')}`]
    await administer(admin, `create role ${name} login`)
    for (const database of [name, `${name}_2`])
      await administer(admin, `create database ${database} owner ${name}`)
    const owned = (database: string) =>
      admin.replace('//postgres@', `//${name}@`).replace(/\/test_\w+/, `/${database}`)
    const there = { DATABASE_URL: owned(name), NUMERITO_SECRET: SECRET }
    const restored = await run(restoreCommand, there, at('plain'))
    expect([restored.exit, restored.err]).toEqual([0, ''])
    const again = await run(restoreCommand, there, '--replace', at('plain'))
    expect([again.exit, again.err]).toEqual([0, ''])
    const moved = await run(moveCommand, there, '--to', owned(`${name}_2`))
    expect([moved.exit, moved.err]).toEqual([0, ''])
  })

  it('[KEEP-01] says in words what is not there, or may not be', async () => {
    const there: Environment = { DATABASE_URL: await freshUrl(), NUMERITO_SECRET: SECRET }
    expect((await run(restoreCommand, there, at('nothing'))).err).toMatch(/^ENOENT/)
    expect((await run(backupCommand, here, at('no/such/file'))).err).toContain(
      `no directory ${at('no/such')}`,
    )
    expect((await run(backupCommand, here, at('plain'))).err).toContain('is there already')
    expect((await run(backupCommand, { NUMERITO_DATA: at('empty') }, at('other'))).err).toContain(
      'no installation in',
    )
    expect(existsSync(at('empty'))).toBe(false)
    const bare = await run(backupCommand, here, '--passphrase-file', at('none'), at('other'))
    expect(bare.err).toMatch(/^the passphrase cannot be read/)
    writeFileSync(at('blank'), '\n')
    expect((await run(backupCommand, here, '--passphrase-file', at('blank'), at('other'))).err).toContain(
      'no passphrase',
    )
    const database = await openAt(there.DATABASE_URL)
    await sql`drop schema public cascade`.execute(database.db)
    await database.close()
    expect((await run(backupCommand, there, at('other'))).err).toContain('no installation in this database')
    expect((await run(restoreCommand, there, at('plain'))).err).toContain('no schema there in which')
    expect(existsSync(at('other'))).toBe(false)
  })

  it('[KEEP-04] neither moves nor restores what a later numerito has made', async () => {
    const later: Environment = { DATABASE_URL: await freshUrl(), NUMERITO_SECRET: SECRET }
    const database = await openAt(later.DATABASE_URL)
    await sql`insert into kysely_migration values ('9999-later', 'then')`.execute(database.db)
    await database.close()
    const moved = await run(moveCommand, later, '--to', await freshUrl())
    expect([moved.exit, moved.err]).toEqual([1, expect.stringContaining('newer than this program knows')])
    expect((await run(backupCommand, later, at('later'))).exit).toBe(0)
    const restored = await run(restoreCommand, { ...later, DATABASE_URL: await freshUrl() }, at('later'))
    expect([restored.exit, restored.err]).toEqual([
      1,
      expect.stringContaining('newer than this program knows'),
    ])
  })
})

describe('numerito backup and restore, misused', () => {
  it.each([
    { command: backupCommand, args: [] },
    { command: backupCommand, args: ['one', 'two'] },
    { command: backupCommand, args: ['--passphrase-file'] },
    { command: backupCommand, args: ['--quietly', 'file'] },
    { command: restoreCommand, args: [] },
    { command: restoreCommand, args: ['one', 'two'] },
  ])('($args) say how they are used, and end with 2', async ({ command, args }) => {
    const { exit, out, err } = await run(command, {}, ...args)
    expect([exit, out, err]).toEqual([2, '', expect.stringMatching(/^numerito (backup|restore) FILE/)])
  })
})
