import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { chownSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Worker } from 'node:worker_threads'
import { type RawBuilder, sql } from 'kysely'
import pg from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import { DirectoryInUse, lockDirectory } from '#server/database/embedded/directory-lock.ts'
import { EngineThread } from '#server/database/embedded/engine-thread.ts'
import { WireBatches } from '#server/database/embedded/wire-batches.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { DatabaseUnavailable } from '#server/database/unavailable.ts'
import type { Timers } from '#server/platform/timers.ts'
import { makeTemporaryDirectory } from '../support/temporary-directory.ts'

/** A message of PostgreSQL's protocol: type, length of what follows, content. */
function message(type: string, content: string): Buffer {
  const body = Buffer.from(`${content}\0`)
  const length = Buffer.alloc(4)
  length.writeUInt32BE(body.length + 4)
  return Buffer.concat([Buffer.from(type), length, body])
}

const startup = message('', 'user')
const text = (batches: Uint8Array[]) => batches.map(batch => Buffer.from(batch).toString('latin1'))

describe('what is handed to the engine', () => {
  const parse = message('P', 'select 1')
  const sync = message('S', '')
  const query = message('Q', 'select 2')
  const terminate = message('X', '')

  it('is the startup message first, then whole rounds up to the message that asks for an answer', () => {
    const batches = new WireBatches()
    expect(text(batches.push(startup))).toEqual(text([startup]))
    expect(batches.push(parse)).toEqual([])
    expect(text(batches.push(Buffer.concat([sync, query])))).toEqual(
      text([Buffer.concat([parse, sync]), query]),
    )
  })

  it('is the same however the bytes arrive', () => {
    const all = Buffer.concat([startup, parse, sync, query, parse])
    const batches = new WireBatches()
    const one = [...all].flatMap(byte => batches.push(Uint8Array.of(byte)))
    expect(text(one)).toEqual(text([startup, Buffer.concat([parse, sync]), query]))
  })

  it('leaves out the farewell: the session stays', () => {
    const batches = new WireBatches()
    batches.push(startup)
    expect(batches.push(terminate)).toEqual([])
    expect(text(batches.push(query))).toEqual(text([query]))
  })
})

describe('[KEEP-01] a data directory of another user', () => {
  const SERVER = 10_001
  /** Whoever runs this: root gives the directory away, and anybody else is taken for root. */
  function foreignDirectory() {
    const directory = makeTemporaryDirectory('foreign')
    onTestFinished(() => directory.remove())
    const own = process.getuid?.() ?? 0
    const owner = own === 0 ? SERVER : own
    const hand = () => {
      for (const path of ['', ...readdirSync(directory.path)])
        chownSync(join(directory.path, path), owner, owner === own ? (process.getgid?.() ?? 0) : owner)
    }
    hand()
    return { path: directory.path, owner, hand }
  }

  it('is not opened by root, who would leave files there that the server may not read', () => {
    const { path, owner, hand } = foreignDirectory()
    const asRoot = () => lockDirectory(path, 0)
    expect(asRoot).toThrow(`belongs to user ${owner}, and this runs as root`)
    expect(readdirSync(path)).toEqual([])
    // Nor after its server ended.
    lockDirectory(path, owner)()
    hand()
    const before = readdirSync(path).map(file => [file, statSync(join(path, file)).uid])
    expect(asRoot).toThrow(DatabaseUnavailable)
    expect(readdirSync(path).map(file => [file, statSync(join(path, file)).uid])).toEqual(before)
    lockDirectory(path, owner)()
  })

  it('is given nothing by root where it has no database yet: its server could not open that one', () => {
    const { path, owner, hand } = foreignDirectory()
    const database = join(path, 'database')
    const asRoot = () => lockDirectory(database, 0)
    expect(asRoot).toThrow(`${path} belongs to user ${owner}, and this runs as root`)
    expect(asRoot).toThrow(DatabaseUnavailable)
    // In what may be somebody's home root left nothing yet.
    expect(asRoot).not.toThrow('chown')
    expect(readdirSync(path)).toEqual([])
    lockDirectory(database, owner)()
    hand()
    expect(() => lockDirectory(database, 0)).toThrow(`${database} belongs to user ${owner}`)
  })

  it('is said how to be given back, where root left files there before', () => {
    const { path, owner } = foreignDirectory()
    const { gid } = statSync(path)
    expect(() => lockDirectory(path, 0)).toThrow(`chown -R ${owner}:${gid} ${path}`)
  })

  it('is said to be in use while its server runs: that one can be asked', () => {
    const { path, owner } = foreignDirectory()
    const unlock = lockDirectory(path, owner)
    expect(() => lockDirectory(path, 0)).toThrow(DirectoryInUse)
    unlock()
  })
})

describe('the embedded database', () => {
  it('is another one for each that is opened in memory', async () => {
    const [one, other] = await Promise.all([
      openDatabase({ dataDirectory: ':memory:' }),
      openDatabase({ dataDirectory: ':memory:' }),
    ])
    await sql`create table things (id integer)`.execute(one.db)
    await expect(sql`select * from things`.execute(other.db)).rejects.toMatchObject({ code: '42P01' })
    await Promise.all([one.close(), other.close()])
  })

  it('keeps a session whose client was replaced free of what the one before left open', async () => {
    const thread = await EngineThread.start({}, () => undefined)
    const connect = async () => {
      const client = new pg.Client({ stream: thread.openStream, ssl: false, user: 'postgres' })
      await client.connect()
      return client
    }
    const first = await connect()
    await first.query('select 1 as one')
    await expect(connect()).rejects.toBeInstanceOf(DatabaseUnavailable)
    // An answer that comes when its asker has gone must not reach the next one.
    void first.query('select pg_sleep(0.2)').catch(() => undefined)
    await first.end()
    const second = await connect()
    expect((await second.query('select 2 as two')).rows).toEqual([{ two: 2 }])
    await second.end()
    await thread.close()
  })

  it('fails what is asked of it, and says so once, when its thread dies', async () => {
    const failures: Error[] = []
    const thread = nextThread()
    const database = await openDatabase({
      dataDirectory: ':memory:',
      onFailure: error => failures.push(error),
    })
    const underWay = sql`select pg_sleep(30)`.execute(database.db)
    const queued = database.ping()
    await Promise.all([
      expect(underWay).rejects.toThrow('the embedded database is gone'),
      expect(queued).rejects.toBeInstanceOf(DatabaseUnavailable),
      thread.then(worker => worker.terminate()),
    ])
    await expect(database.ping()).rejects.toBeInstanceOf(DatabaseUnavailable)
    expect(failures).toHaveLength(1)
    await database.close()
  })

  it('says why it cannot start', async () => {
    const directory = makeTemporaryDirectory('database')
    mkdirSync(join(directory.path, 'database'))
    writeFileSync(join(directory.path, 'database', 'PG_VERSION'), '12\n')
    writeFileSync(join(directory.path, 'database', 'postgresql.conf'), '')
    const opening = openDatabase({ dataDirectory: directory.path })
    await expect(opening).rejects.toThrow(/does not start[\s\S]*version 12/)
    await expect(opening).rejects.toBeInstanceOf(DatabaseUnavailable)
    directory.remove()
  })
})

describe('the upkeep of the embedded database', () => {
  const MINUTES_A_DAY = 24 * 60

  /** A database whose minutes pass when the test says so. */
  async function kept() {
    const ticks: (() => void)[] = []
    const timers: Timers = {
      after: () => () => undefined,
      every(ms, call) {
        expect(ms).toBe(60_000)
        ticks.push(call)
        return () => void ticks.splice(ticks.indexOf(call), 1)
      },
    }
    const database = await openDatabase({ dataDirectory: ':memory:', timers })
    const one = async <T>(query: RawBuilder<T>): Promise<T> => {
      const { rows } = await query.execute(database.db)
      return rows[0] as T
    }
    const minutes = async (count: number) => {
      for (let minute = 0; minute < count; minute += 1) {
        for (const tick of ticks) tick()
        // In the one session, whatever the tick asks for is answered before this is.
        for (let turn = 0; turn < 6; turn += 1) await database.ping()
      }
    }
    return { database, one, minutes, ticks }
  }

  const checkpointAt = sql<{ at: string }>`select redo_lsn::text as at from pg_control_checkpoint()`
  const fill = (rows: number) =>
    sql`insert into things select i, repeat('x', 1000) from generate_series(1, ${rows}) i`

  it('writes a checkpoint within a minute of much work, after five of some, and none for none', async () => {
    const { database, one, minutes } = await kept()
    await sql`create table things (id integer, text text)`.execute(database.db)
    await sql`checkpoint`.execute(database.db)
    const begun = await one(checkpointAt)
    await minutes(6)
    expect(await one(checkpointAt)).toEqual(begun)

    await fill(20_000).execute(database.db)
    await minutes(1)
    const soon = await one(checkpointAt)
    expect(soon).not.toEqual(begun)

    await fill(200).execute(database.db)
    await minutes(2)
    expect(await one(checkpointAt)).toEqual(soon)
    await minutes(3)
    expect(await one(checkpointAt)).not.toEqual(soon)
    await database.close()
  })

  it('clears away what updates left behind, and everything once a day', async () => {
    const { database, one, minutes, ticks } = await kept()
    await sql`create table things (id integer, text text)`.execute(database.db)
    await sql`create table quiet (id integer)`.execute(database.db)
    await fill(1000).execute(database.db)
    await sql`update things set id = id + 1`.execute(database.db)
    const vacuums = (table: string) =>
      one(
        sql<{
          count: number
        }>`select vacuum_count as count from pg_stat_user_tables where relname = ${table}`,
      )
    await sql`select pg_stat_force_next_flush()`.execute(database.db)
    await minutes(10)
    expect(await vacuums('things')).toEqual({ count: 1 })
    expect(await vacuums('quiet')).toEqual({ count: 0 })
    await minutes(MINUTES_A_DAY - 10)
    expect(await vacuums('quiet')).toEqual({ count: 1 })
    await database.close()
    expect(ticks).toEqual([])
  })
})

/** The next worker thread that this process starts. */
const nextThread = () =>
  new Promise<Worker>(resolve => {
    const heard = (published: unknown) => {
      unsubscribe('worker_threads', heard)
      resolve((published as { worker: Worker }).worker)
    }
    subscribe('worker_threads', heard)
  })
