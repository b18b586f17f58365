import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { openDatabase } from '#server/database/open-database.ts'
import { StatementNames } from '#server/database/statement-names.ts'
import { onPostgres } from '../support/databases.ts'
import { administer } from '../support/postgres-cluster.ts'

describe('the names of prepared statements', () => {
  it('stay the same for the same text, and are new after a table changed', () => {
    const names = new StatementNames(10)
    const first = names.nameOf('select 1', false)
    expect(first).toBeDefined()
    expect(names.nameOf('select 2', false)).not.toBe(first)
    expect(names.nameOf('select 1', true)).toBe(first)
    expect(names.nameOf('  ALTER table flags add column note text', false)).toBeUndefined()
    expect(names.nameOf('select 1', false)).not.toBe(first)
  })

  it('run out before the memory does', () => {
    const names = new StatementNames(500)
    const given = Array.from({ length: 5000 }, (_, i) => names.nameOf(`select ${i}`, false))
    expect(given.filter(name => name !== undefined)).toHaveLength(500)
    expect(names.nameOf('select 0', false)).toBe(given[0])
  })

  it('are for what reads and writes rows, and in a transaction only for columns that are said', () => {
    const names = new StatementNames(10)
    for (const text of ['begin', 'commit', 'set time zone 1; select 1', 'notify one']) {
      expect(names.nameOf(text, false)).toBeUndefined()
    }
    for (const text of ['select * from a', 'select "a".* from a', 'insert into a values (1) returning *']) {
      expect(names.nameOf(text, true)).toBeUndefined()
      expect(names.nameOf(text, false)).toBeDefined()
    }
    expect(names.nameOf('select count(*), 2 * 3 from a', true)).toBeDefined()
  })
})

onPostgres('plans that a process keeps while another one migrates', freshUrl => {
  async function opened(poolSize = 1) {
    const databaseUrl = await freshUrl()
    const database = await openDatabase({ dataDirectory: ':memory:', databaseUrl, poolSize })
    const { db } = database
    const kept = async () => {
      const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(
        db,
      )
      return rows.map(row => row.statement)
    }
    return { database, db, kept, changeElsewhere: (text: string) => administer(databaseUrl, text) }
  }

  const allFlags = sql`select * from flags where name <> ${'x'}`

  it('are made anew, on every connection', async () => {
    const { database, db, kept, changeElsewhere } = await opened(3)
    const onAll = () =>
      Promise.all(
        Array.from({ length: 9 }, async () => {
          await sql`select pg_sleep(0.01)`.execute(db)
          return (await allFlags.execute(db)).rows
        }),
      )
    await db.insertInto('flags').values({ name: 'a', enabled: true }).execute()
    await onAll()
    expect((await kept()).filter(text => text.startsWith('select * from flags'))).toHaveLength(1)
    await changeElsewhere(`alter table flags add column note text default 'new'`)
    for (const rows of await onAll()) {
      expect(rows).toEqual([{ name: 'a', enabled: true, variant: null, note: 'new' }])
    }
    await database.close()
  })

  it('are made anew for what writes, and it is written once', async () => {
    const { database, db, changeElsewhere } = await opened()
    const insert = (name: string) =>
      db.insertInto('flags').values({ name, enabled: true }).returningAll().executeTakeFirstOrThrow()
    await insert('a')
    await changeElsewhere('alter table flags add column note text')
    expect(await insert('b')).toEqual({ name: 'b', enabled: true, variant: null, note: null })
    expect((await allFlags.execute(db)).rows).toHaveLength(2)
    await database.close()
  })

  it('do not end a transaction that reads every column', async () => {
    const { database, db, changeElsewhere } = await opened()
    await allFlags.execute(db)
    await changeElsewhere('alter table flags add column note text')
    const rows = await database.transaction(async trx => {
      await trx.insertInto('flags').values({ name: 'a', enabled: true }).execute()
      return (await allFlags.execute(trx)).rows
    })
    expect(rows).toEqual([{ name: 'a', enabled: true, variant: null, note: null }])
    await database.close()
  })

  it('end at most one transaction where a column has got another type', async () => {
    const { database, db, changeElsewhere } = await opened()
    const names = () =>
      database.transaction(async trx => (await sql`select enabled from flags`.execute(trx)).rows)
    await db.insertInto('flags').values({ name: 'a', enabled: true }).execute()
    await names()
    await changeElsewhere('alter table flags alter column enabled type text')
    await expect(names()).rejects.toMatchObject({ code: '0A000' })
    expect(await names()).toEqual([{ enabled: 'true' }])
    await database.close()
  })
})
