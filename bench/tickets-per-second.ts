import { sql } from 'kysely'
import type { Database } from '#server/database/database.ts'
import type { Fact } from '#server/facts/fact.ts'
import { createFactHub } from '#server/facts/fact-hub.ts'
import { systemRandom } from '#server/platform/random.ts'
import { takeTicket } from '#server/queue/take/take-ticket.ts'
import { officeEventOf } from '#server/realtime/office-event.ts'
import { createOfficeDirectory } from '#server/realtime/office-directory.ts'
import { ownedBy } from '#server/realtime/owned.ts'
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
  // One gate and one hub for one process, as the server has it.
  const facts = createFactHub(error => {
    throw error
  })
  const context = { ...offices[0]!.context, tell: facts.tell }
  facts.subscribe(context.lines.hear)
  const people = await invitePeople(db, context.clock.now())
  const directory = createOfficeDirectory(database, context.clock)
  /** What the owner's channel is told, by ticket. */
  const copies = new Map<string, Promise<string>>()
  const word = async (fact: Fact): Promise<string> => {
    const [office, owned] = [await directory.byId(fact.office_id), await ownedBy(context, fact)]
    return JSON.stringify(office && officeEventOf(fact, office, owned).owner)
  }
  facts.subscribe(told => {
    for (const fact of told) if (fact.ticket_id !== null) copies.set(fact.ticket_id, word(fact))
  })

  async function take(index: number, line: { office_id: number; line_id: number }): Promise<void> {
    const { tuid } = await takeTicket(context, {
      office: { office_id: line.office_id },
      line_id: line.line_id,
      user_id: people[index]!,
      request_id: systemRandom.uuid(),
    })
    const copy = await copies.get(tuid)
    if (!copy?.includes(tuid)) throw new Error(`nobody was told of ${tuid}`)
    copies.delete(tuid)
  }
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

/**
 * Takings through the server's own verb, in turns with single-row INSERTs through the same pool, as many at
 * once.
 */
export const measureTicketsPerSecond = (): Promise<Figure[]> =>
  compareDatabases(
    {
      hot: {
        name: 'Tickets taken and told to their owners, one hot line',
        least: { embedded: 0.8, postgres: 0.4 },
      },
      many: {
        name: `Tickets taken and told to their owners, ${OFFICES * LINES_EACH} lines of ${OFFICES} offices`,
        least: { embedded: 0.6, postgres: 0.35 },
      },
    },
    raceOn,
  )
