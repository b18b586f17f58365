import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import pg from 'pg'
import { expect, it } from 'vitest'
import type { Database } from '#server/database/database.ts'
import { DatabaseNewer, migrate } from '#server/database/migrate.ts'
import { migrations } from '#server/database/migrations/list.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { RELEASE } from '#server/platform/release.ts'
import { eachDatabase, onPostgres } from '../support/databases.ts'
import { administer } from '../support/postgres-cluster.ts'
import { waitFor } from '../support/wait-for.ts'
import { WAITS_FOR_US } from '../support/waits-for-us.ts'

const statement = (text: string): Migration => ({
  up: async (db: Kysely<unknown>) => {
    await sql.raw(text).execute(db)
  },
})

/** As a program of a later day would have it. */
const later = {
  ...migrations,
  '9998-shelves': statement('create table shelves (id integer primary key)'),
  '9999-books': statement(
    'create table books (id integer primary key, shelf_id integer references shelves (id))',
  ),
}

async function hasTable({ db }: Database, name: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`select to_regclass(${name}) is not null as found`.execute(db)
  return rows[0]?.found ?? false
}

eachDatabase('migrating', open => {
  it('runs what is new, once', async () => {
    const database = await open()
    expect(await migrate(database)).toEqual([])
    expect(await migrate(database, later)).toEqual(['9998-shelves', '9999-books'])
    expect(await migrate(database, later)).toEqual([])
    expect(await hasTable(database, 'books')).toBe(true)
  })

  it('leaves everything as it was when one of several fails, and names it', async () => {
    const database = await open()
    const faulty = { ...later, '9999-books': statement('create table books (id nosuchtype)') }
    await expect(migrate(database, faulty)).rejects.toThrow('9999-books')
    expect(await hasTable(database, 'shelves')).toBe(false)
    expect(await migrate(database, later)).toEqual(['9998-shelves', '9999-books'])
  })

  it('[KEEP-04] refuses a database that a newer release has changed, by a sentence, and leaves it alone', async () => {
    const database = await open()
    await migrate(database, later)
    await sql`comment on table kysely_migration is '9.8.0'`.execute(database.db)
    const refused = await migrate(database).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(DatabaseNewer)
    expect(String(refused)).toContain('by release 9.8.0 (9998-shelves, 9999-books), and this is ')
    expect(String(refused)).toContain('restore a backup')
    expect(await migrate(database, later)).toEqual([])
  })

  it('[KEEP-04] says which release changed the tables last, where one did', async () => {
    const database = await open()
    const changedBy = async () => {
      const { rows } = await sql<{ by: string }>`
        select obj_description('kysely_migration'::regclass) as by`.execute(database.db)
      return rows[0]?.by
    }
    expect(await changedBy()).toBe(RELEASE)
    await sql`comment on table kysely_migration is '0.0.1'`.execute(database.db)
    await migrate(database)
    expect(await changedBy()).toBe('0.0.1')
    await migrate(database, later)
    expect(await changedBy()).toBe(RELEASE)
  })

  it('does not trip over statements that ran before it changed their table', async () => {
    const database = await open()
    const flags = () => database.db.selectFrom('flags').selectAll().execute()
    await database.db.insertInto('flags').values({ name: 'a', enabled: true }).execute()
    await flags()
    await migrate(database, {
      ...migrations,
      '9999-flags': statement('alter table flags add column note text'),
    })
    expect(await flags()).toEqual([{ name: 'a', enabled: true, variant: null, note: null }])
  })
})

onPostgres('migrating from several processes at once', freshUrl => {
  it('lets one do the work and the others find it done', async () => {
    const databaseUrl = await freshUrl()
    const first = await openDatabase({ dataDirectory: ':memory:', databaseUrl })
    // Back to an empty database, so that even the tables that keep the account of migrations are made in the
    // race.
    await sql`drop schema public cascade`.execute(first.db)
    await sql`create schema public`.execute(first.db)
    const databases = await Promise.all(
      Array.from({ length: 5 }, () => openDatabase({ dataDirectory: ':memory:', databaseUrl, poolSize: 2 })),
    )
    const slow = { ...later, '9997-slow': statement('select pg_sleep(0.3)') }
    const ran = await Promise.all(databases.map(database => migrate(database, slow)))
    expect(ran.flat()).toEqual(Object.keys(slow).toSorted())
    expect(ran.filter(names => names.length > 0)).toHaveLength(1)
    expect(await hasTable(first, 'books')).toBe(true)
    await Promise.all([first, ...databases].map(database => database.close()))
  })
})

onPostgres('migrating beside servers of the release before', freshUrl => {
  const change = {
    ...migrations,
    // Longer than one waits for the tables, which are in the hand by then.
    '9997-slow': statement('select pg_sleep(0.7)'),
    '9998-sessions': statement('alter table sessions add column a text'),
    '9999-tickets': statement('alter table tickets add column b text'),
  }

  /** A migration beside a transaction that has some of the tables, and wants others while that waits. */
  async function migratedInACircle(databaseUrl: string, settings = ''): Promise<string[]> {
    const database = await openDatabase({ dataDirectory: ':memory:', databaseUrl })
    const served = new pg.Client(databaseUrl)
    await served.connect()
    await served.query(`${settings}; begin; lock table tickets in row exclusive mode`)
    const migrated = migrate(database, change)
    await waitFor('the migration to wait', async () => {
      const { rowCount } = await served.query(WAITS_FOR_US)
      return rowCount === 1
    })
    // Were it not stepped back from, each would wait for the other, and one would be ended.
    await served.query('select from sessions')
    await served.query('commit')
    const done = await migrated
    await served.end()
    await database.close()
    return done
  }
  const ALL = ['9997-slow', '9998-sessions', '9999-tickets']

  it('[KEEP-04] lets a transaction through that has some of the tables and wants others', async () => {
    expect(await migratedInACircle(await freshUrl())).toEqual(ALL)
  })

  it('[KEEP-04] steps back, too, where PostgreSQL ends it for a circle of those who wait', async () => {
    const databaseUrl = await freshUrl()
    // Sooner than after a second, by which time most tries are over: what else only a long one would meet.
    const name = new URL(databaseUrl).pathname.slice(1)
    await administer(databaseUrl, `alter database ${name} set deadlock_timeout = '400ms'`)
    expect(await migratedInACircle(databaseUrl, `set deadlock_timeout = '1min'`)).toEqual(ALL)
  })

  it('[KEEP-04] lets others through while somebody holds a table for long', async () => {
    const databaseUrl = await freshUrl()
    const database = await openDatabase({ dataDirectory: ':memory:', databaseUrl })
    const [backup, served] = [new pg.Client(databaseUrl), new pg.Client(databaseUrl)]
    await Promise.all([backup.connect(), served.connect()])
    await backup.query('begin')
    await backup.query('select from tickets')
    const migrated = migrate(database, change)
    for (let nth = 0; nth < 5; nth += 1) {
      await waitFor('the migration to wait', async () => {
        const { rowCount } = await backup.query(WAITS_FOR_US)
        return rowCount === 1
      })
      // In the queue behind the migration, until that steps back.
      await served.query('select from tickets')
    }
    await backup.query('commit')
    expect(await migrated).toEqual(['9997-slow', '9998-sessions', '9999-tickets'])
    await Promise.all([backup.end(), served.end(), database.close()])
  })
})
