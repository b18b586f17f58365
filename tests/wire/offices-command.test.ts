import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '#server/database/database.ts'
import type { Fact } from '#server/facts/fact.ts'
import { createOfficeGate } from '#server/facts/office-gate.ts'
import { loadFile } from '#server/office-settings/load-file.ts'
import { hearOperator } from '#server/office-settings/operator-socket.ts'
import { addDays, wallTime } from '#contract/rules/office-time.ts'
import { readEntries } from '#server/offices/load/read-entries.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { verifyPassword } from '#server/identity/passwords.ts'
import { systemTimers } from '#server/platform/timers.ts'
import { createQueueMemory } from '#server/queue/queue-memory.ts'
import { openModulo } from '#server/queue/desk/open-modulo.ts'
import { systemClock } from '#server/platform/clock.ts'
import { systemRandom } from '#server/platform/random.ts'
import { createProtection, SECRET_BYTES } from '#server/secrets/protection.ts'
import { queueOffice } from '#tests/support/queue-office.ts'
import { makeTemporaryDirectory, type TemporaryDirectory } from '#tests/support/temporary-directory.ts'
import { officesCommand } from '#commands/offices.ts'
import { type Bendable, sampleFile } from '../unit/offices/sample-file.ts'

describe('npm run offices', () => {
  let directory: TemporaryDirectory
  beforeAll(() => {
    directory = makeTemporaryDirectory('offices')
  })
  afterAll(() => directory.remove())

  const data = () => join(directory.path, 'data')

  function write(name: string, file: object): string {
    const path = join(directory.path, name)
    writeFileSync(path, JSON.stringify(file, null, 2))
    return path
  }

  async function run(...args: string[]) {
    const said = { out: '', err: '' }
    const exit = await officesCommand(args, {
      environment: { NUMERITO_DATA: data() },
      out: text => void (said.out += text),
      err: text => void (said.err += text),
    })
    return { exit, ...said }
  }

  async function withDatabase<T>(work: (database: Database) => Promise<T>): Promise<T> {
    const database = await openDatabase({ dataDirectory: join(data(), 'database') })
    try {
      return await work(database)
    } finally {
      await database.close()
    }
  }

  function faulty(): string {
    const file: Bendable = sampleFile()
    file.offices[0].lines[1].prefix = 'F'
    file.offices[1].time_zone = 'Chile'
    return write('faulty.json', file)
  }

  it.each([
    { args: [] },
    { args: ['check'] },
    { args: ['load', 'one.json', 'two.json'] },
    { args: ['retire', 'offices.json'] },
    { args: ['schema', 'offices.json'] },
    { args: ['load', '--retire-others'] },
    { args: ['load', 'offices.json', '--retire'] },
    { args: ['load', '--close-now'] },
    { args: ['load', 'offices.json', '--keep-others', '--retire-others'] },
  ])('misused ($args) says how it is used, and ends with 2', async ({ args }) => {
    const { exit, out, err } = await run(...args)
    expect([exit, out]).toEqual([2, ''])
    expect(err).toContain('numerito offices check FILE')
  })

  it('check: a file in order is told so, without any database', async () => {
    const { exit, out, err } = await run('check', write('offices.json', sampleFile()))
    expect([exit, err]).toEqual([0, ''])
    expect(out).toMatch(/in order: 2 offices, 3 lines/)
  })

  it('check: each fault is a line with its place, and the exit code 1', async () => {
    const { exit, out, err } = await run('check', faulty())
    expect([exit, out]).toEqual([1, ''])
    expect(err.split('\n').slice(0, 3)).toEqual([
      expect.stringMatching(/faulty\.json:\d+: offices\[0\]\.lines\[1\]\.prefix \(notaria-uno \/ copias\): /),
      expect.stringMatching(/faulty\.json:\d+: offices\[1\]\.time_zone \(salud-en-linea\): /),
      '2 faults',
    ])
  })

  it('check: a file that is not there is a sentence, not a stack', async () => {
    const { exit, err } = await run('check', join(directory.path, 'nowhere.json'))
    expect(exit).toBe(1)
    expect(err).toMatch(/ENOENT.*nowhere\.json/)
    expect(err).not.toContain('    at ')
  })

  it('schema: prints the file’s JSON Schema', async () => {
    const { exit, out } = await run('schema')
    expect(exit).toBe(0)
    expect(JSON.parse(out)).toMatchObject({ type: 'object', properties: { offices: {} } })
  })

  it('load: says what changed; a faulty file changes nothing', async () => {
    const first = await run('load', write('offices.json', sampleFile()))
    expect(first).toMatchObject({ exit: 0, err: '' })
    expect(first.out).toContain('offices  2 added, 0 changed, 0 retired')

    const refused = await run('load', faulty())
    expect(refused.exit).toBe(1)
    expect(refused.err).toContain('nothing was loaded')

    const again = await run('load', write('offices.json', sampleFile()))
    expect(again.out).toContain('offices  0 added, 0 changed, 0 retired')
  })

  it('clerk-password: prints a new password once, with which the clerk and nobody else signs in', async () => {
    const { exit, out } = await run('clerk-password', 'ana.rojas')
    expect(exit).toBe(0)
    const password = out.trim()
    expect(password).toMatch(/^([a-z2-9]{4}-){3}[a-z2-9]{4}$/)
    const other = (await run('clerk-password', 'ana.rojas')).out.trim()
    expect(other).not.toBe(password)
    const { password_hash } = await withDatabase(({ db }) =>
      db.selectFrom('clerks').selectAll().where('user_name', '=', 'ana.rojas').executeTakeFirstOrThrow(),
    )
    expect(password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,/)
    expect(await verifyPassword(password_hash, other)).toBe(true)
    expect(await verifyPassword(password_hash, password)).toBe(false)
    expect(await run('clerk-password', 'nadie')).toMatchObject({ exit: 1, out: '' })
  })

  it('load: the desk of a clerk who is no longer named is free again', async () => {
    const modulos = () => withDatabase(({ db }) => db.selectFrom('modulos').selectAll().execute())
    await withDatabase(async database => {
      const { id: clerk_id } = await database.db
        .selectFrom('clerks')
        .select('id')
        .where('user_name', '=', 'ana.rojas')
        .executeTakeFirstOrThrow()
      const { id: modulo_id, office_id } = await database.db
        .selectFrom('modulos')
        .select(['id', 'office_id'])
        .orderBy('id')
        .executeTakeFirstOrThrow()
      const queue = {
        database,
        clock: systemClock,
        random: systemRandom,
        tell: () => {},
        ...createQueueMemory({ database, clock: systemClock, timers: systemTimers }),
        protect: createProtection(new Uint8Array(SECRET_BYTES).fill(7)),
      }
      await openModulo(queue, { office_id, clerk_id, modulo_id })
    })
    expect((await modulos()).some(modulo => modulo.clerk_id !== null)).toBe(true)
    const { out } = await run(
      'load',
      '--retire-others',
      write('offices.json', { ...sampleFile(), clerks: [] }),
    )
    expect(out).toContain('clerks   0 added, 0 changed, 1 retired')
    expect((await modulos()).some(modulo => modulo.clerk_id !== null)).toBe(false)
  })

  it('load: a file that does not name all is refused until it is said what becomes of the others', async () => {
    await run('load', write('offices.json', sampleFile()))
    const { organizations, offices } = sampleFile()
    const part: Bendable = { organizations, offices: [structuredClone(offices[0])] }
    part.offices[0].name = 'Con otro nombre'
    const path = write('part.json', part)
    const asked = await run('load', path)
    expect([asked.exit, asked.out]).toEqual([1, ''])
    expect(asked.err).toContain('  1 office: salud-en-linea\n  1 clerk: ana.rojas\n')
    expect(asked.err).toContain(`numerito offices load ${path} --keep-others`)
    const active = () =>
      withDatabase(async ({ db }) => ({
        offices: await db
          .selectFrom('offices')
          .select(['name', 'active', 'closures'])
          .orderBy('id')
          .execute(),
        clerks: await db.selectFrom('clerks').select('active').execute(),
      }))
    const before = await active()
    expect(before.offices).toMatchObject([{ name: offices[0]?.name, active: true }, { active: true }])

    const kept = await run('load', path, '--keep-others')
    expect([kept.exit, kept.err]).toEqual([0, ''])
    expect(kept.out).toContain('offices  0 added, 1 changed, 0 retired')
    expect(kept.out).toContain('clerks   0 added, 0 changed, 0 retired')
    // The holidays are the whole file's, and close this office too.
    const [first, ...others] = before.offices
    expect(await active()).toEqual({
      offices: [{ ...first, name: 'Con otro nombre' }, ...others],
      clerks: before.clerks,
    })

    const retired = await run('load', path, '--retire-others')
    expect(retired.out).toContain('offices  0 added, 1 changed, 1 retired')
    expect(await active()).toMatchObject({
      offices: [{ active: true }, { active: false }],
      clerks: [{ active: false }],
    })
    // Nobody is left whom it does not name.
    expect(await run('load', path)).toMatchObject({ exit: 0, err: '' })
    await run('load', write('offices.json', sampleFile()))
  })

  it('load: of many that are not named twenty are named', async () => {
    const file: Bendable = sampleFile()
    const many = Array.from({ length: 25 }, (_, index) => ({
      ...file.clerks[0],
      user: `clerk${String(index).padStart(2, '0')}`,
    }))
    await run('load', write('many.json', { ...file, clerks: [...file.clerks, ...many] }))
    const { exit, err } = await run('load', write('offices.json', sampleFile()))
    expect(exit).toBe(1)
    expect(err).toContain(', clerk19 and 5 more\n')
    expect(err).not.toContain('offices:')
    await run('load', write('offices.json', sampleFile()), '--retire-others')
  })

  it('load: beside a running server says who has the embedded database, and what to do', async () => {
    const file = write('offices.json', sampleFile())
    await withDatabase(async () => {
      const { exit, err } = await run('load', file)
      expect(exit).toBe(1)
      expect(err).toMatch(/in use.*Stop the server first/)
    })
    expect((await run('load', file)).exit).toBe(0)
  })

  it('[ADMIN-02] load: has the running server load the file, which lets its pages hear of it', async () => {
    await run('load', write('offices.json', sampleFile()))
    const changed: Bendable = sampleFile()
    changed.offices[0].name = 'Con otro nombre'
    await withDatabase(async database => {
      const told: Fact[] = []
      const world = {
        database,
        clock: systemClock,
        tell: (facts: readonly Fact[]) => void told.push(...facts),
        gate: createOfficeGate(),
      }
      const faults: unknown[] = []
      // A server that was killed leaves its door behind, at which nobody hears.
      writeFileSync(join(data(), 'operator.sock'), '')
      const hearNoMore = await hearOperator({
        dataDirectory: data(),
        load: (sources, ...words) => loadFile(world, sources, ...words),
        copy: async () => {},
        onFault: error => void faults.push(error),
      })
      expect(statSync(join(data(), 'operator.sock')).mode & 0o777).toBe(0o600)
      const { exit, out, err } = await run('load', write('changed.json', changed))
      expect([exit, err]).toEqual([0, ''])
      expect(out).toContain('offices  0 added, 1 changed, 0 retired')
      expect(told).toMatchObject([{ name: 'office:changed', line_id: null }])
      // Once more it changes nothing, and nobody is told.
      expect((await run('load', write('changed.json', changed))).exit).toBe(0)
      expect(told).toHaveLength(1)
      expect(faults).toEqual([])
      hearNoMore()
      expect((await run('load', write('changed.json', changed))).err).toContain('Stop the server first')
    })
  })

  it('[ADMIN-02] load: what would close now on those who wait is refused without a word of it', async () => {
    await run('load', write('offices.json', sampleFile()), '--retire-others')
    const { slug, entry } = await withDatabase(async database => {
      const office = await queueOffice(database)
      await office.fill(await office.line(), 2)
      return {
        slug: office.slug,
        entry: (await readEntries(database.db)).find(one => one.slug === office.slug),
      }
    })
    const { day: today } = wallTime(systemClock.now(), 'America/Santiago')
    const closed = { ...entry, closures: [today, addDays(today, 1)] }
    const path = write('closed.json', { offices: [closed] })
    const refused = await run('load', path, '--keep-others')
    expect([refused.exit, refused.out]).toEqual([1, ''])
    expect(refused.err).toContain(`  1 office: ${slug} (2)\n`)
    expect(refused.err).toContain(`numerito offices load ${path} --keep-others --close-now`)
    await withDatabase(async database => {
      expect((await readEntries(database.db)).find(one => one.slug === slug)).toEqual(entry)
      // The running server is asked in the same words.
      const hearNoMore = await hearOperator({
        dataDirectory: data(),
        load: async (_sources, ...words) => {
          expect(words).toEqual(['keep', true])
          return { loaded: false, faults: [], unnamed: null, ended: [{ office: slug, waiting: 2 }] }
        },
        copy: async () => {},
        onFault: expect.fail,
      })
      expect((await run('load', '--close-now', path, '--keep-others')).err).toContain(`${slug} (2)`)
      hearNoMore()
    })
    const loaded = await run('load', '--close-now', path, '--keep-others')
    expect(loaded).toMatchObject({ exit: 0, err: '' })
    expect(loaded.out).toContain('offices  0 added, 1 changed, 0 retired')
    // It is closed by now: nothing more ends by it.
    expect(await run('load', path, '--keep-others')).toMatchObject({ exit: 0 })
  })

  it('[ADMIN-02] load: a server that ends before it answers is said so', async () => {
    await withDatabase(async () => {
      const hearNoMore = await hearOperator({
        dataDirectory: data(),
        load: () => Promise.reject(new Error('the database is gone')),
        copy: async () => {},
        onFault: () => {},
      })
      const { exit, err } = await run('load', write('offices.json', sampleFile()))
      expect(exit).toBe(1)
      expect(err).toContain('ended before it answered')
      hearNoMore()
    })
  })

  it('wrong settings are named, not guessed', async () => {
    let err = ''
    const exit = await officesCommand(['load', write('offices.json', sampleFile())], {
      environment: { DATABASE_URL: 'mysql://db' },
      out: () => {},
      err: text => void (err += text),
    })
    expect(exit).toBe(1)
    expect(err).toContain('DATABASE_URL')
  })

  it('[WALL-01] makes a link of an office, lists it without its secret, and revokes it', async () => {
    await run('load', write('links.json', sampleFile()))
    const slug = sampleFile().offices[0]?.slug ?? ''
    const made = await run('link', 'wall', slug, 'es,en')
    expect(made.exit).toBe(0)
    // Whole, as the server prints its own: with no NUMERITO_ORIGIN this is where it listens.
    expect(made.out.trim()).toMatch(new RegExp(`^http://localhost:4000/wall/${slug}#[A-Za-z0-9_-]{43}$`))
    const listed = await run('links', slug)
    expect(listed.out).toMatch(/^ +1 {2}wall {5}wall {2}0 here lately, last seen never\n$/)
    expect(await run('link', 'wall', slug, 'xx')).toMatchObject({ exit: 1 })
    expect(await run('link', 'wall', 'no-such')).toMatchObject({ exit: 1 })
    expect(await run('revoke-link', slug, '7')).toMatchObject({ exit: 1 })
    expect(await run('revoke-link', slug, '1')).toMatchObject({ exit: 0 })
    expect((await run('links', slug)).out).toBe('')
  })

  it('[ADMIN-03] load: the desk of a clerk who is no longer named is free where somebody stands, too, who goes on standing there', async () => {
    const { tuid, ...desk } = await withDatabase(async database => {
      const office = await queueOffice(database)
      const at = await office.clerk()
      const [called = ''] = await office.fill(await office.line(), 1)
      await office.call(at)
      return { ...at, tuid: called }
    })
    await run('load', write('offices.json', sampleFile()), '--retire-others')
    await withDatabase(async ({ db }) => {
      const { clerk_id, opened_at } = await db
        .selectFrom('modulos')
        .selectAll()
        .where('id', '=', desk.modulo_id)
        .executeTakeFirstOrThrow()
      expect({ clerk_id, opened_at }).toEqual({ clerk_id: null, opened_at: null })
      const stands = await db
        .selectFrom('tickets')
        .selectAll()
        .where('id', '=', tuid)
        .executeTakeFirstOrThrow()
      expect(stands).toMatchObject({ state: 'called', modulo_id: desk.modulo_id })
      const acts = await db
        .selectFrom('desk_acts')
        .select(['act', 'modulo_id'])
        .where('office_id', '=', desk.office_id)
        .orderBy('id', 'desc')
        .limit(1)
        .execute()
      expect(acts).toEqual([{ act: 'modulo-closed', modulo_id: desk.modulo_id }])
    })
  })
})
