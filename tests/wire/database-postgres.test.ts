import { type Kysely, sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#server/database/database.ts'
import { migrate } from '#server/database/migrate.ts'
import { migrations } from '#server/database/migrations/list.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { takingItsTime } from '#server/database/patience.ts'
import { DatabaseUnavailable } from '#server/database/unavailable.ts'
import { onPostgres } from '../support/databases.ts'
import { administer, OWN_DATABASE } from '../support/postgres-cluster.ts'
import { TcpProxy } from '../support/tcp-proxy.ts'
import { waitFor } from '../support/wait-for.ts'
import { HandTime } from '../unit/platform/fakes.ts'

onPostgres('a PostgreSQL server', freshUrl => {
  const open = async (poolSize = 3) =>
    openDatabase({ dataDirectory: ':memory:', databaseUrl: await freshUrl(), poolSize })

  const onServer = (databaseUrl: string, database: string) => {
    const url = new URL(databaseUrl)
    url.pathname = `/${database}`
    return url.href
  }

  it('that is not there is an error that says so', async () => {
    const opening = openDatabase({
      dataDirectory: ':memory:',
      databaseUrl: 'postgresql://someone:secret@127.0.0.1:1/numerito',
    })
    await expect(opening).rejects.toBeInstanceOf(DatabaseUnavailable)
    await expect(opening).rejects.toThrow('ECONNREFUSED')
    await expect(opening).rejects.not.toThrow('secret')
  })

  it('whose database cannot hold every name is refused', async () => {
    const server = onServer(await freshUrl(), OWN_DATABASE)
    await administer(server, `create database latin template template0 encoding 'LATIN1' locale 'C'`)
    const opening = openDatabase({ dataDirectory: ':memory:', databaseUrl: onServer(server, 'latin') })
    await expect(opening).rejects.toThrow('LATIN1')
  })

  it('speaks in UTC and ISO dates whatever it was set up to', async () => {
    const databaseUrl = await freshUrl()
    const name = new URL(databaseUrl).pathname.slice(1)
    await administer(databaseUrl, `alter database ${name} set timezone to 'America/Santiago'`)
    await administer(databaseUrl, `alter database ${name} set datestyle to 'SQL, DMY'`)
    const database = await openDatabase({ dataDirectory: ':memory:', databaseUrl })
    const { rows } = await sql`select '2026-02-01T02:00:00Z'::timestamptz::date as day, now() as now`.execute(
      database.db,
    )
    expect(rows).toEqual([{ day: '2026-02-01', now: expect.any(Date) }])
    await database.close()
  })

  it('that lets nothing be written is an error that says so, and the next connection may write again', async () => {
    const databaseUrl = await freshUrl()
    const server = onServer(databaseUrl, OWN_DATABASE)
    const name = new URL(databaseUrl).pathname.slice(1)
    const letWrite = (how: 'on' | 'off') =>
      administer(server, `alter database ${name} set default_transaction_read_only = ${how}`)
    await letWrite('on')
    const database = await openDatabase({ dataDirectory: ':memory:', databaseUrl, poolSize: 1 })
    const write = () => database.db.insertInto('flags').values({ name: 'a', enabled: true }).execute()
    await expect(write()).rejects.toMatchObject({
      name: 'DatabaseReadOnly',
      message: expect.stringContaining('nothing be written'),
    })
    expect(await database.db.selectFrom('flags').selectAll().execute()).toEqual([])
    await letWrite('off')
    // The one that it has was opened before, and is given up for the answer that it gets.
    await write().catch(() => undefined)
    await write()
    await database.close()
  })

  it('that ends our connections fails only what was under way; the next statement connects anew', async () => {
    const database = await open()
    const underWay = sql`select pg_sleep(20)`.execute(database.db)
    const failed = underWay.catch((error: unknown) => error)
    const end = sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and query like '%pg_sleep%'`
    await waitFor('the statement to be ended', async () => (await end.execute(database.db)).rows.length > 0)
    expect(await failed).toMatchObject({ name: 'DatabaseUnavailable', cause: { code: '57P01' } })
    await database.ping()
    await database.close()
  })

  it('ends a transaction that its process forgot about, so that nobody waits for its rows', async () => {
    const database = await open()
    const { rows } = await sql<{ limit: string }>`
      select current_setting('idle_in_transaction_session_timeout') as limit`.execute(database.db)
    expect(rows).toEqual([{ limit: '30s' }])
    const forgotten = database.transaction(async trx => {
      await sql`set local idle_in_transaction_session_timeout to '50ms'`.execute(trx)
      await trx.insertInto('flags').values({ name: 'a', enabled: true }).execute()
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx)
      await waitFor('PostgreSQL to end it', async () => {
        const there = sql`select from pg_stat_activity where pid = ${rows[0]?.pid}`
        return (await there.execute(database.db)).rows.length === 0
      })
    })
    await expect(forgotten).rejects.toThrow()
    expect(await database.db.selectFrom('flags').selectAll().execute()).toEqual([])
    await database.close()
  })

  describe('that falls silent', () => {
    let proxy: TcpProxy
    let time: HandTime
    let database: Database
    const ask = () => sql<{ one: number }>`select 1 as one`.execute(database.db)
    const left = () => waitFor('the statement to leave', () => time.isDueIn(30_000))
    const inVain = { name: 'DatabaseUnavailable', message: 'the database gave no answer within 30 s' }

    beforeEach(async () => {
      const url = new URL(await freshUrl())
      proxy = await TcpProxy.to(`${url.searchParams.get('host')}/.s.PGSQL.${url.port}`)
      time = new HandTime()
      database = await openDatabase({
        dataDirectory: ':memory:',
        databaseUrl: `postgresql://postgres@127.0.0.1:${proxy.port}${url.pathname}`,
        poolSize: 1,
        timers: time,
        answerTimeout: 30_000,
      })
      await ask()
    })
    afterEach(async () => {
      proxy.cut()
      await database.close()
      await proxy.close()
    })

    it('[KEEP-05] fails what was asked of it in time; its place is free, and the next one is answered', async () => {
      proxy.goDead()
      const asked = ask()
      await left()
      time.pass(29_999)
      time.pass(1)
      await expect(asked).rejects.toMatchObject(inVain)
      expect((await ask()).rows).toEqual([{ one: 1 }])
    })

    it('[KEEP-05] in the middle of a transaction fails the whole of it', async () => {
      const done = database.transaction(async transaction => {
        await sql`insert into flags (name, enabled) values ('a', true)`.execute(transaction)
        proxy.goDead()
      })
      await left()
      time.pass(30_000)
      await expect(done).rejects.toBeInstanceOf(DatabaseUnavailable)
      expect((await sql`select from flags`.execute(database.db)).rows).toEqual([])
    })

    it('waits for what takes its time, and no more for what has been answered', async () => {
      expect(time.pending).toBe(0)
      const slow = takingItsTime(() => sql`select pg_sleep(0.2)`.execute(database.db))
      time.pass(60_000)
      await slow
      await ask()
      expect(time.pending).toBe(0)
    })

    it('[KEEP-04] waits for a migration, however long', async () => {
      const slow = {
        ...migrations,
        '9999-slow': {
          up: async (db: Kysely<unknown>) => void (await sql`select pg_sleep(0.3)`.execute(db)),
        },
      }
      let ran: string[] | null = null
      const migrated = migrate(database, slow).then(names => {
        ran = names
      })
      await waitFor('it to be over', () => {
        time.pass(60_000)
        return ran !== null
      })
      await migrated
      expect(ran).toEqual(['9999-slow'])
    })
  })

  it('gets no more connections than it was told to expect', async () => {
    const database = await open(2)
    await Promise.all(Array.from({ length: 20 }, () => sql`select pg_sleep(0.02)`.execute(database.db)))
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from pg_stat_activity where datname = current_database() and backend_type = 'client backend'`.execute(
      database.db,
    )
    expect(rows).toEqual([{ count: 2 }])
    await database.close()
  })
})
