import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { openSessions } from '#server/identity/open-sessions.ts'
import { systemRandom } from '#server/platform/random.ts'
import { eachDatabase } from '#tests/support/databases.ts'
import { NOON, queueOffice } from '#tests/support/queue-office.ts'
import { PATIENCE_MS } from '#tests/support/wait-for.ts'

eachDatabase('sessions that are open still', open => {
  it('[SEC-04] are asked for in one statement’s words, however many ask: its plan is kept once', async () => {
    // Asked for with an option, so it is a new one: an engine that stood before keeps others’ plans.
    const database = await open({ acquireTimeout: PATIENCE_MS })
    const { rows } = await database.transaction(async transaction => {
      for (const crowd of [1, 2, 7, 60]) {
        const ids = Array.from({ length: crowd }, () => systemRandom.uuid())
        const asked = openSessions(
          { database: { ...database, db: transaction }, clock: { now: () => NOON } },
          ids,
        )
        expect(await asked).toEqual(new Map())
      }
      // Of this connection, which the transaction keeps.
      return await sql<{ plans: number }>`
        select count(*)::integer as plans from pg_prepared_statements where statement like ${'%"revoked_at" is null%'}
      `.execute(transaction)
    })
    expect(rows).toEqual([{ plans: 1 }])
  })

  it('[SEC-04] are those of the people who were asked for, and of nobody else', async () => {
    const database = await open()
    const office = await queueOffice(database)
    const users = [await office.user(), await office.user(), await office.user()]
    const session = async (user_id: string, values: { revoked_at?: Date; expires_at?: Date }) => {
      const id = systemRandom.uuid()
      const token_hash = systemRandom.bytes(32)
      await database.db
        .insertInto('sessions')
        .values({
          id,
          user_id,
          cookie_hash: systemRandom.bytes(32),
          token_hash,
          created_at: NOON,
          expires_at: new Date(NOON.getTime() + 1),
          ...values,
        })
        .execute()
      return id
    }
    const openOne = await session(users[0]!, {})
    const over = await session(users[1]!, { expires_at: NOON })
    const ended = await session(users[2]!, { revoked_at: NOON })
    await session(users[0]!, {})
    const found = await openSessions({ database, clock: { now: () => NOON } }, [openOne, over, ended])
    expect(found).toEqual(new Map([[openOne, true]]))
  })
})
