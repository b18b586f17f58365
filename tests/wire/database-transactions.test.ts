import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { type Database, silentLog } from '#server/database/database.ts'
import { OutsideTransaction } from '#server/database/own-transaction.ts'
import { DatabaseUnavailable } from '#server/database/unavailable.ts'
import { isCheckViolation, isForeignKeyViolation, isUniqueViolation } from '#server/database/violations.ts'
import { eachDatabase } from '../support/databases.ts'

const flag = (name: string, enabled = true) => ({ name, enabled })
const names = async ({ db }: Database) =>
  (await db.selectFrom('flags').select('name').orderBy('name').execute()).map(({ name }) => name)

const failure = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => {
      throw new Error('it worked')
    },
    (error: unknown) => error,
  )

eachDatabase('a transaction', open => {
  it('commits all that it did, and gives what its work gave', async () => {
    const database = await open()
    const given = await database.transaction(async trx => {
      await trx.insertInto('flags').values(flag('a')).execute()
      await trx.insertInto('flags').values(flag('b')).execute()
      return 42
    })
    expect(given).toBe(42)
    expect(await names(database)).toEqual(['a', 'b'])
  })

  it('undoes all that it did when its work rejects, and rejects with the same error', async () => {
    const database = await open()
    const reason = new Error('changed my mind')
    const work = database.transaction(async trx => {
      await trx.insertInto('flags').values(flag('a')).execute()
      throw reason
    })
    expect(await failure(work)).toBe(reason)
    expect(await names(database)).toEqual([])
  })

  it('rejects when a statement failed inside it, even if its work passed over that', async () => {
    const database = await open()
    const work = database.transaction(async trx => {
      await trx.insertInto('flags').values(flag('a')).execute()
      await trx
        .insertInto('flags')
        .values(flag('a'))
        .execute()
        .catch(() => undefined)
    })
    await expect(work).rejects.toThrow()
    expect(await names(database)).toEqual([])
  })

  it('keeps what a savepoint leaves standing', async () => {
    const database = await open()
    await database.transaction(async trx => {
      await trx.insertInto('flags').values(flag('a')).execute()
      await sql`savepoint half`.execute(trx)
      await failure(trx.insertInto('flags').values(flag('a')).execute())
      await sql`rollback to savepoint half`.execute(trx)
      await trx.insertInto('flags').values(flag('b')).execute()
    })
    expect(await names(database)).toEqual(['a', 'b'])
  })

  it('does not lose another one’s update when many run at once', async () => {
    const database = await open()
    await sql`create table counters (id integer primary key, value integer not null)`.execute(database.db)
    await sql`insert into counters values (1, 0)`.execute(database.db)
    const given = await Promise.all(
      Array.from({ length: 40 }, () =>
        database.transaction(async trx => {
          const { rows } = await sql<{ value: number }>`
            update counters set value = value + 1 where id = 1 returning value`.execute(trx)
          await sql`select 1`.execute(trx)
          return rows[0]?.value
        }),
      ),
    )
    expect(given.toSorted((a = 0, b = 0) => a - b)).toEqual(Array.from({ length: 40 }, (_, i) => i + 1))
  })

  it('hides what it has not committed from everybody else', async () => {
    const database = await open()
    let seen: string[] | undefined
    let asked: Promise<void> | undefined
    let ask = () => {}
    const asking = new Promise<void>(resolve => {
      ask = resolve
    })
    // Begun outside, so that it is nobody's transaction; on the embedded database it waits its turn.
    asked = asking.then(async () => {
      seen = await names(database)
    })
    await database
      .transaction(async trx => {
        await trx.insertInto('flags').values(flag('a')).execute()
        ask()
        await sleep(50)
        throw new Error('undone')
      })
      .catch(() => undefined)
    await asked
    expect(seen).toEqual([])
  })
})

eachDatabase('a statement that would wait for its own transaction', open => {
  const outside: [string, (database: Database) => Promise<unknown>][] = [
    ['a statement', ({ db }) => db.selectFrom('flags').selectAll().execute()],
    ['another transaction', database => database.transaction(async () => undefined)],
    ['a notification', database => database.notify('channel', 'payload')],
    ['listening', database => database.listen('channel', () => undefined)],
    ['a ping', database => database.ping()],
  ]

  it.each(outside)('is refused: %s', async (_what, ask) => {
    const database = await open()
    const work = database.transaction(async () => ask(database))
    await expect(work).rejects.toBeInstanceOf(OutsideTransaction)
    await database.ping()
  })

  it('may be asked by what the transaction left behind, once it has ended', async () => {
    const database = await open()
    let later: Promise<void> | undefined
    await database.transaction(async trx => {
      await trx.insertInto('flags').values(flag('a')).execute()
      later = sleep(30).then(() => database.ping())
    })
    await later
  })
})

eachDatabase('a violated constraint', open => {
  it('is known by its kind and name', async () => {
    const { db } = await open()
    await sql`create table parents (id integer constraint parents_key primary key)`.execute(db)
    await sql`create table children (
      parent_id integer constraint children_parent references parents (id),
      places integer constraint children_places check (places >= 0)
    )`.execute(db)
    await sql`create unique index children_once on children (parent_id) where places > 0`.execute(db)
    await sql`insert into parents values (1)`.execute(db)
    await sql`insert into children values (1, 1)`.execute(db)

    const unique = await failure(sql`insert into parents values (1)`.execute(db))
    expect(isUniqueViolation(unique, 'parents_key')).toBe(true)
    expect(isUniqueViolation(unique)).toBe(true)
    expect(isUniqueViolation(unique, 'children_once')).toBe(false)
    expect(isCheckViolation(unique)).toBe(false)

    const partial = await failure(sql`insert into children values (1, 5)`.execute(db))
    expect(isUniqueViolation(partial, 'children_once')).toBe(true)
    const foreign = await failure(sql`insert into children values (2, 0)`.execute(db))
    expect(isForeignKeyViolation(foreign, 'children_parent')).toBe(true)
    const check = await failure(sql`insert into children values (1, -1)`.execute(db))
    expect(isCheckViolation(check, 'children_places')).toBe(true)
    expect(isUniqueViolation(new Error('23505'))).toBe(false)
    expect(isUniqueViolation(undefined)).toBe(false)
  })

  it('carries PostgreSQL’s code, and nothing of what the person typed', async () => {
    const { db } = await open()
    await db.insertInto('flags').values(flag('12.345.678-5')).execute()
    const error = await failure(db.insertInto('flags').values(flag('12.345.678-5')).execute())
    expect(error).toMatchObject({
      code: '23505',
      constraint: 'flags_pkey',
      table: 'flags',
      severity: 'ERROR',
    })
    expect(JSON.stringify({ ...(error as object), text: String(error) })).not.toContain('12.345.678-5')
  })

  it('leaves the connection fit for the next statement, bad statement after bad statement', async () => {
    const { db } = await open()
    const bad = [
      sql`selec`,
      sql`select * from nowhere`,
      sql`select ${'x'}::integer`,
      sql`select 1 / ${0}::integer`,
    ]
    const codes: unknown[] = []
    for (const statement of [...bad, ...bad]) {
      const error = await failure(statement.execute(db))
      codes.push((error as { code?: string }).code)
      expect((await sql`select ${'still here'} as text`.execute(db)).rows).toEqual([{ text: 'still here' }])
    }
    expect(codes).toEqual(['42601', '42P01', '22P02', '22012', '42601', '42P01', '22P02', '22012'])
  })
})

eachDatabase('a database under load', (open, kind) => {
  it('says that no connection came free, instead of letting people wait for ever', async () => {
    // Long enough to be opened on any machine: the first connection has no more time than the others.
    const database = await open({ poolSize: 1, acquireTimeout: 2_000 })
    let release = () => {}
    const held = new Promise<void>(resolve => {
      release = resolve
    })
    let hasBegun = false
    const transaction = database.transaction(async () => {
      hasBegun = true
      await held
    })
    await expect.poll(() => hasBegun).toBe(true)
    await expect(database.ping()).rejects.toBeInstanceOf(DatabaseUnavailable)
    release()
    await transaction
    await database.ping()
  })

  it('answers every one of a thousand statements asked at once', async () => {
    const { db } = await open()
    const rows = await Promise.all(
      Array.from(
        { length: 1000 },
        async (_, i) => (await sql<{ n: number }>`select ${i}::integer as n`.execute(db)).rows[0]?.n,
      ),
    )
    expect(rows).toEqual(Array.from({ length: 1000 }, (_, i) => i))
  })

  it('carries large statements and large answers whole', async () => {
    const { db } = await open()
    const text = 'ñ'.repeat(3_000_000)
    const { rows } = await sql<{ text: string }>`select ${text}::text as text`.execute(db)
    expect(rows[0]?.text === text).toBe(true)
  })

  describe('on closing', () => {
    it('lets what is under way or queued finish, and takes nothing new', async () => {
      // With a log of its own it is nobody's before and after: its `close` is the real one.
      const database = await open({ poolSize: 1, log: silentLog })
      const transaction = database.transaction(async trx => {
        await sleep(50)
        await trx.insertInto('flags').values(flag('a')).execute()
        return 'done'
      })
      const queued = database.db.selectFrom('flags').selectAll().execute()
      await sleep(10)
      const closing = database.close()
      await expect(database.ping()).rejects.toThrow()
      expect(await transaction).toBe('done')
      expect(await queued).toHaveLength(1)
      await closing
      await database.close()
      await expect(database.ping()).rejects.toThrow()
      expect(database.kind).toBe(kind)
    })
  })
})
