import { type KyselyPlugin, sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#server/database/database.ts'
import { STEP } from '#server/database/step-by-step.ts'
import { countedStatements } from '#tests/support/counted-statements.ts'
import { eachDatabase } from '#tests/support/databases.ts'
import { NOON } from '#tests/support/queue-office.ts'
import { fillUpkeep, UPKEEP } from '#tests/support/upkeep-rows.ts'

/** More than a few steps take. */
const MANY = 4 * STEP + 50
/** Of today: they stay. */
const FEW = 3

/** The same database, that answers so many statements and then no more, as to a server that was killed. */
function dyingDatabase(database: Database, after: number): Database {
  let asked = 0
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      asked += 1
      if (asked > after) throw new Error('killed')
      return node
    },
    transformResult: async ({ result }) => result,
  }
  return { ...database, db: database.db.withPlugin(plugin) }
}

eachDatabase('what is over goes in bounded steps', (open, kind) => {
  describe.each(UPKEEP)('$name', ({ fill, kept, run }) => {
    let database: Database
    const clock = { now: () => NOON }

    beforeEach(async () => {
      database = await open()
      await fillUpkeep(database, { fill }, { over: MANY, today: FEW })
      expect(await left()).toEqual(kept.map(() => MANY + FEW))
    })

    /** Of each part of it: how many rows there are still. */
    const left = async () => {
      const counts: number[] = []
      for (const [table, such = 'true'] of kept) {
        const { rows } = await sql<{ of: number }>`
          select count(*)::integer as of from ${sql.table(table)} where ${sql.raw(such)}`.execute(database.db)
        counts.push(rows[0]?.of ?? 0)
      }
      return counts
    }
    const gone = kept.map(() => FEW)

    it('[KEEP-03] all of it, whatever there is, and nothing of today: no statement has more rows than a step', async () => {
      const { database: counted, during, mostRows } = countedStatements(database)
      const statements = await during(() => run({ database: counted, clock }))
      expect(await left()).toEqual(gone)
      // Who walks through a table meets those of today as well.
      expect(mostRows()).toBeGreaterThanOrEqual(STEP - FEW)
      expect(mostRows()).toBeLessThanOrEqual(STEP)
      expect(statements).toBeGreaterThanOrEqual(Math.ceil(MANY / STEP))
    })

    it('[KEEP-03] a server that is killed in the middle leaves the rest to the next time', async () => {
      await expect(run({ database: dyingDatabase(database, 3), clock })).rejects.toThrow('killed')
      const before = await left()
      expect(before).not.toEqual(kept.map(() => MANY + FEW))
      expect(before).not.toEqual(gone)
      await run({ database, clock })
      expect(await left()).toEqual(gone)
    })

    it('[KEEP-03] by two servers at once', async () => {
      await Promise.all([run({ database, clock }), run({ database, clock })])
      // A row that one was at, the other has left to it.
      await run({ database, clock })
      expect(await left()).toEqual(gone)
    })

    it('[KEEP-03] a row in trouble keeps no other of its step waiting, nor those behind it, and is told', async () => {
      const tables = [...new Set(kept.map(([table]) => table))]
      await sql`create table in_trouble (row jsonb)`.execute(database.db)
      await sql
        .raw(`
        create function in_trouble() returns trigger language plpgsql as $$
        begin
          if exists (select from in_trouble where row = to_jsonb(old)) then
            raise exception 'in trouble';
          end if;
          return case when tg_op = 'DELETE' then old else new end;
        end $$`)
        .execute(database.db)
      for (const [table, such = 'true'] of kept)
        await sql`insert into in_trouble
          select to_jsonb(t) from ${sql.table(table)} t where ${sql.raw(such)} order by ctid limit 1`.execute(
          database.db,
        )
      for (const table of tables)
        await sql`
          create trigger in_trouble before update or delete on ${sql.table(table)}
          for each row execute function in_trouble()`.execute(database.db)
      await expect(run({ database, clock })).rejects.toThrow('in trouble')
      expect(await left()).toEqual(kept.map(() => FEW + 1))
      for (const table of tables)
        await sql`drop trigger in_trouble on ${sql.table(table)}`.execute(database.db)
      await run({ database, clock })
      expect(await left()).toEqual(gone)
    })

    // The embedded database has one connection: nobody else is at anything there.
    if (kind === 'postgres') {
      it('[KEEP-03] a row that somebody is at keeps nobody waiting', async () => {
        const [[table, such = 'true'] = expect.fail('nothing goes')] = kept
        const [holding, letGo] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
        const holder = database.transaction(async transaction => {
          await sql`select from ${sql.table(table)} where ${sql.raw(such)} limit 1 for update`.execute(
            transaction,
          )
          holding.resolve()
          await letGo.promise
        })
        await holding.promise
        await run({ database, clock })
        letGo.resolve()
        await holder
        expect((await left())[0]).toBeLessThanOrEqual(FEW + 1)
        await run({ database, clock })
        expect(await left()).toEqual(gone)
      })
    }
  })
})
