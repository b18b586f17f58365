import { createHash } from 'node:crypto'
import { chmodSync, existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { dispatch } from '#commands/dispatch.ts'
import { migrate } from '#server/database/migrate.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { faultOfServer } from '#server/database/postgres/prepare-session.ts'
import { loadVapidKeys } from '#server/notify/vapid-keys.ts'
import { createProtection, SECRET_BYTES } from '#server/secrets/protection.ts'
import { loadSecretFile } from '#server/secrets/secret-file.ts'
import { onPostgres } from '#tests/support/databases.ts'
import { describeWith } from '#tests/support/describe-with.ts'
import { administer } from '#tests/support/postgres-cluster.ts'
import { queueOffice } from '#tests/support/queue-office.ts'
import { mountSmallDisk, whyNoSmallDisk } from '#tests/support/small-disk.ts'
import { spawnServer } from '#tests/support/spawn-server.ts'
import { checkRig } from './check-rig.ts'

const SECRET = createHash('sha256').update('a secret of this test').digest('base64')

const { check, data, afterwards } = checkRig()

/** An embedded database as a first start leaves it. */
async function started(secret = join(data(), 'secret')) {
  const database = await openDatabase({ dataDirectory: join(data(), 'database') })
  await migrate(database)
  const made = await loadSecretFile(data(), async () => false)
  await loadVapidKeys(database, createProtection(made).keySeal)
  await database.close()
  return secret
}

describe('numerito check', () => {
  it('before the first start finds nothing to mend, and makes nothing', async () => {
    const { exit, out } = await check()
    expect(out).toMatch(/^ok {4}disk .*will be made at the first start/m)
    expect(out).toMatch(/^ok {4}secret .*will be made/m)
    expect(out).toMatch(/^ok {4}database .*will be made/m)
    expect(out).toMatch(/^ok {4}e-mail .*none/m)
    expect(out).toMatch(/^in order; \d+ to think of$/m)
    expect(exit).toBe(0)
    expect(existsSync(data())).toBe(false)
  })

  it('says it in Spanish, is in the help of both, and tells who misuses it how it is used', async () => {
    const { out } = await check({ LANG: 'es_CL.UTF-8' })
    expect(out).toMatch(/^ok {4}secreto .*se creará en el primer inicio$/m)
    expect(out).toMatch(/^en orden; \d+ por considerar$/m)
    expect(await check({}, 'everything')).toMatchObject({
      exit: 2,
      err: expect.stringContaining('numerito check'),
    })
    for (const lang of ['en', 'es']) {
      let help = ''
      const said = (text: string) => void (help += text)
      await dispatch(['--lang', lang, 'help'], { environment: {}, out: said, err: said })
      expect(help).toMatch(/^ {2}check {2,}(looks at|revisa)/m)
    }
  })

  it('names every fault of the settings', async () => {
    const { exit, out } = await check({ PORT: 'x', NUMERITO_LOG: 'loud' })
    expect(out).toMatch(/^fail {2}settings {2}PORT must/m)
    expect(out).toMatch(/^fail {2}settings {2}NUMERITO_LOG must/m)
    expect([exit, out.split('\n').at(-2)]).toEqual([1, '2 to mend'])
  })

  it('says that everybody counts as one address where a proxy stands in front that nobody counts', async () => {
    const uncounted = /^warn {2}settings .*NUMERITO_PROXY_HOPS counts none/m
    const NUMERITO_ORIGIN = 'https://localhost:1'
    expect((await check({ NUMERITO_ORIGIN })).out).toMatch(uncounted)
    expect((await check({ NUMERITO_ORIGIN, NUMERITO_PROXY_HOPS: '1' })).out).not.toMatch(uncounted)
    expect((await check()).out).not.toMatch(uncounted)
  })

  it('[KEEP-05] on a database of a first start finds tables, secret and keys as they should be', async () => {
    await started()
    const { exit, out } = await check()
    expect(out).toMatch(/^ok {4}database .*as this release wants them/m)
    expect(out).toMatch(/^ok {4}push .*opens the push keys/m)
    expect(out).toMatch(/^ok {4}secret .*keep a copy/m)
    expect(exit).toBe(0)
  })

  it('[KEEP-05] says that the secret is lost, or is another one, or that others may read it', async () => {
    const file = await started()
    const another = await check({ NUMERITO_SECRET: Buffer.alloc(SECRET_BYTES, 1).toString('base64') })
    expect([another.exit, another.out]).toEqual([1, expect.stringMatching(/^fail {2}push .*does not open/m)])
    writeFileSync(file, 'short')
    expect((await check()).out).toMatch(/^fail {2}secret .*does not hold 32 bytes/m)
    writeFileSync(file, SECRET)
    chmodSync(file, 0o644)
    expect((await check()).out).toMatch(/^warn {2}secret .*others may read/m)
    rmSync(file)
    const lost = await check()
    expect([lost.exit, lost.out]).toEqual([1, expect.stringMatching(/^fail {2}secret .*is lost/m)])
  })

  it('beside a running server asks the server, and leaves its database alone', async () => {
    const server = await spawnServer({ NUMERITO_DATA: data(), NUMERITO_DEMO: 'off' })
    afterwards(() => server.end())
    const { port } = new URL(server.origin)
    const { exit, out } = await check({ PORT: port, HOST: '127.0.0.1' })
    expect(out).toMatch(/^ok {4}server .*runs, \d/m)
    expect(out).toMatch(/^ok {4}database .*answers and keeps/m)
    expect(exit).toBe(0)
    expect((await check({ PORT: '1', HOST: '127.0.0.1' })).out).toMatch(
      /^warn {2}server .*does not answer at PORT 1/m,
    )
    expect((await fetch(`${server.origin}/readyz`)).status).toBe(200)
  })

  it('says that a file stands where the directory should be', async () => {
    writeFileSync(data(), '')
    const { exit, out } = await check()
    expect([exit, out]).toEqual([1, expect.stringMatching(/^fail {2}disk .*is no directory/m)])
  })

  it.each([
    [14, 'UTF8', 'this is PostgreSQL 14, which is too old: Numerito needs 15 or later'],
    [15, 'UTF8', null],
    [19, 'UTF8', null],
    [18, 'SQL_ASCII', 'the database is encoded as SQL_ASCII; it has to be UTF8'],
  ])('of PostgreSQL %i, encoded as %s, says: %s', (version, encoding, fault) => {
    expect(faultOfServer({ version, encoding, standby: false })?.message ?? null).toBe(fault)
  })
})

describeWith(whyNoSmallDisk(), 'numerito check · a full disk', () => {
  it('[KEEP-05] says that nothing can be written, or that there is little room', async () => {
    const disk = mountSmallDisk(8)
    afterwards(() => disk.remove())
    const scarce = await check({ NUMERITO_DATA: disk.path })
    expect([scarce.exit, scarce.out]).toEqual([1, expect.stringMatching(/^fail {2}disk .*0\.0 GB are free/m)])
    disk.fill()
    expect((await check({ NUMERITO_DATA: disk.path })).out).toMatch(
      /^fail {2}disk .*nothing can be written.*ENOSPC/m,
    )
  })
})

onPostgres('numerito check', freshUrl => {
  it('[KEEP-05] says of a PostgreSQL what it is, that it lets nothing be written, and that it forgets at a loss of power', async () => {
    const url = await freshUrl()
    const settings = { DATABASE_URL: url, NUMERITO_SECRET: SECRET }
    const fine = await check(settings)
    expect(fine.out).toMatch(/^ok {4}database +PostgreSQL \d+/m)
    expect(fine.out).toMatch(/^ok {4}clock +agrees with PostgreSQL$/m)
    expect(fine.out).toMatch(/^warn {2}database +fsync is off/m)
    expect(fine.out).not.toMatch(/^\w+ +disk/m)
    expect(fine.exit).toBe(0)
    const name = new URL(url).pathname.slice(1)
    await administer(url, `alter database ${name} set default_transaction_read_only = on`)
    const { exit, out } = await check(settings)
    expect([exit, out]).toEqual([
      1,
      expect.stringMatching(/^fail {2}database +PostgreSQL lets nothing be written/m),
    ])
  })

  it('finds out by PostgreSQL that the clock is an hour behind', async () => {
    const url = await freshUrl()
    // The genuine server, but for what it says of the time.
    await administer(
      url,
      `create schema ahead;
       create function ahead.clock_timestamp() returns timestamptz language sql as
         $$ select pg_catalog.clock_timestamp() + interval '1 hour' $$;
       alter database ${new URL(url).pathname.slice(1)} set search_path = ahead, pg_catalog, public`,
    )
    const { exit, out } = await check({ DATABASE_URL: url, NUMERITO_SECRET: SECRET })
    expect([exit, out]).toEqual([
      1,
      expect.stringMatching(/^fail {2}clock +is 3[56]\d\d s behind PostgreSQL: have it kept by NTP/m),
    ])
  })

  it('names the offices of a time zone that PostgreSQL does not know', async () => {
    const url = await freshUrl()
    const database = await openDatabase({ dataDirectory: ':memory:', databaseUrl: url })
    const offices = [await queueOffice(database), await queueOffice(database, { time_zone: 'Mars/Olympus' })]
    await database.close()
    const { exit, out } = await check({ DATABASE_URL: url, NUMERITO_SECRET: SECRET })
    const said = `fail  database     it does not know the time zone Mars/Olympus of ${offices[1]?.slug}: `
    expect([exit, out.replaceAll(/ +/g, ' ')]).toEqual([
      1,
      expect.stringContaining(said.replaceAll(/ +/g, ' ')),
    ])
    expect(out).not.toContain(offices[0]?.slug)
  })

  it('names the offices of a time zone that Node does not know', async () => {
    const url = await freshUrl()
    const database = await openDatabase({ dataDirectory: ':memory:', databaseUrl: url })
    // PostgreSQL's list has it, Node's has not.
    const offices = [await queueOffice(database), await queueOffice(database, { time_zone: 'Factory' })]
    await database.close()
    const { exit, out } = await check({ DATABASE_URL: url, NUMERITO_SECRET: SECRET })
    const said = `fail server Node does not know the time zone Factory of ${offices[1]?.slug}: `
    expect([exit, out.replaceAll(/ +/g, ' ')]).toEqual([1, expect.stringContaining(said)])
    expect(out).not.toContain('it does not know')
    expect(out).not.toContain(offices[0]?.slug)
  })

  it('[KEEP-04] says that a newer release was there, and what an older one left to do', async () => {
    const url = await freshUrl()
    const settings = { DATABASE_URL: url, NUMERITO_SECRET: SECRET }
    await administer(
      url,
      `delete from kysely_migration where name = (select max(name) from kysely_migration)`,
    )
    expect((await check(settings)).out).toMatch(/^ok {4}database .*up to date \(1 steps\)/m)
    await administer(url, `insert into kysely_migration values ('9999-of-tomorrow', now()::text)`)
    const { exit, out } = await check(settings)
    expect([exit, out]).toEqual([
      1,
      expect.stringMatching(/^fail {2}database .*newer release .*9999-of-tomorrow/m),
    ])
  })

  it('says why it cannot be opened', async () => {
    const { exit, out } = await check({
      DATABASE_URL: 'postgresql://nobody@127.0.0.1:9/x',
      NUMERITO_SECRET: SECRET,
    })
    expect([exit, out]).toEqual([
      1,
      expect.stringMatching(/^fail {2}database +it cannot be opened: .*ECONNREFUSED/m),
    ])
  })
})
