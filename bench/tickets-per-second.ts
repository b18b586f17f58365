import { sql } from 'kysely'
import type { Database } from '#server/database/database.ts'
import { systemRandom } from '#server/platform/random.ts'
import { takeTicket } from '#server/queue/take-ticket.ts'
import { queueOffice } from '#tests/support/queue-office.ts'
import { compareDatabases, invitePeople, race } from './contest.ts'
import type { Figure } from './figure.ts'

const OFFICES = 10
const LINES_EACH = 5

async function raceOn(database: Database) {
  const { db } = database
  const offices = await Promise.all(Array.from({ length: OFFICES }, () => queueOffice(database)))
  const lines: { office_id: number; line_id: number }[] = []
  for (let index = 0; index < OFFICES * LINES_EACH; index++) {
    const office = offices[index % OFFICES]!
    lines.push({ office_id: office.office_id, line_id: await office.line() })
  }
  // One gate for one process, as the server has it.
  const { context } = offices[0]!
  const people = await invitePeople(db, context.clock.now())

  const take = (index: number, line: { office_id: number; line_id: number }) =>
    takeTicket(context, {
      office: { office_id: line.office_id },
      line_id: line.line_id,
      user_id: people[index]!,
      request_id: systemRandom.uuid(),
    })
  return await race(
    database,
    {
      hot: index => take(index, lines[0]!),
      many: index => take(index, lines[index % lines.length]!),
    },
    async () => {
      // The lines are emptied: nobody stands in a line of thousands.
      await sql`update tickets set state = 'attended' where state = 'waiting'`.execute(db)
      // As the server's own upkeep does, in its time: dead rows of one burst are not the next one's affair.
      await sql`vacuum (analyze) tickets`.execute(db)
    },
  )
}

/** Takings through the server's own verb, in turns with single-row INSERTs through the same pool, as many at once. */
export const measureTicketsPerSecond = (): Promise<Figure[]> =>
  compareDatabases(
    {
      hot: 'Tickets taken, one hot line',
      many: `Tickets taken, ${OFFICES * LINES_EACH} lines of ${OFFICES} offices`,
    },
    raceOn,
  )
