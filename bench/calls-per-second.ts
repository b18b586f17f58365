import { sql } from 'kysely'
import type { Database } from '#server/database/database.ts'
import { callNext } from '#server/queue/call/call-next.ts'
import { queueOffice } from '#tests/support/queue-office.ts'
import { BURST, compareDatabases, race } from './contest.ts'
import type { Figure } from './figure.ts'

const DESKS = 4

async function raceOn(database: Database) {
  const { db } = database
  const office = await queueOffice(database)
  const line = await office.line()
  const desks: Awaited<ReturnType<typeof office.clerk>>[] = []
  for (let count = 0; count < DESKS; count++) desks.push(await office.clerk())
  const people = await office.users(BURST + DESKS)
  let free: { desk: (typeof desks)[number]; tuid: string | null }[] = []
  /** Of as many at once as there are desks, each finds one whose last call was answered. */
  async function call(): Promise<void> {
    const { desk, tuid } = free.shift()!
    const here = tuid === null ? undefined : { tuid, arrived: true }
    free.push({ desk, ...(await callNext(office.context, { ...desk, line_ids: [], here })) })
  }
  /** Everybody waits again, as if nobody had been called. */
  const tidyUp = async () => {
    // What was done stays with whom it was done to.
    await sql`truncate desk_acts, desk_presses, call_reasons, jobs`.execute(db)
    await sql`delete from tickets`.execute(db)
    await sql`delete from line_days`.execute(db)
    free = desks.map(desk => ({ desk, tuid: null }))
    for (let from = 0; from < people.length; from += 100) {
      await Promise.all(people.slice(from, from + 100).map(user => office.take(line, user)))
    }
    await sql`vacuum (analyze)`.execute(db)
  }
  await tidyUp()
  return await race(
    database,
    {
      // Each desk calls the next as soon as its call is answered; who stood there came, and was attended.
      one: call,
    },
    tidyUp,
    DESKS,
  )
}

/**
 * Calls by four desks through the server's own verb, in turns with single-row INSERTs through the same pool.
 */
export const measureCallsPerSecond = (): Promise<Figure[]> =>
  compareDatabases(
    { one: { name: 'Calls by four desks on one line', least: { embedded: 0.25, postgres: 0.25 } } },
    raceOn,
  )
