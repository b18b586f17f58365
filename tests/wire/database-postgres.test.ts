import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { openDatabase } from '#server/database/open-database.ts'
import { DatabaseUnavailable } from '#server/database/unavailable.ts'
import { onPostgres } from '../support/databases.ts'
import { administer, OWN_DATABASE } from '../support/postgres-cluster.ts'
import { waitFor } from '../support/wait-for.ts'

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
