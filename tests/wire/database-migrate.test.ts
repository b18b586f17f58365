import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { expect, it } from 'vitest'
import type { Database } from '#server/database/database.ts'
import { migrate } from '#server/database/migrate.ts'
import { migrations } from '#server/database/migrations/list.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { eachDatabase, onPostgres } from '../support/databases.ts'

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

  it('refuses a database that a newer program has changed', async () => {
    const database = await open()
    await migrate(database, later)
    await expect(migrate(database)).rejects.toThrow('9998-shelves')
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
