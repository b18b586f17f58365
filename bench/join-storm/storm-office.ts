import { sql } from 'kysely'
import { migrate } from '#server/database/migrate.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { queueOffice } from '#tests/support/queue-office.ts'
import { answerParent } from '../child-process.ts'
import { heldMemory } from '../held-memory.ts'
import { type Person, peopleWithSessions } from '../people-with-sessions.ts'
import { startServer } from '../running-server.ts'

/** The whole server with ten busy offices, in a process of its own. */

export interface OpenOffices {
  dataDirectory: string
  databaseUrl: string | undefined
  people: number
}

export interface OfficesAreOpen {
  url: string
  offices: { slug: string; line_ids: number[] }[]
  people: Person[]
}

const OFFICES = 10
const LINES = 5
const WAITING = 10

let tidy = async (): Promise<void> => {}

async function open({ people: count, ...where }: OpenOffices): Promise<OfficesAreOpen> {
  const database = await openDatabase(where)
  await migrate(database)
  const offices: OfficesAreOpen['offices'] = []
  for (let index = 0; index < OFFICES; index++) {
    const office = await queueOffice(database)
    office.clock.at = new Date()
    const line_ids: number[] = []
    for (let line = 0; line < LINES; line++) {
      const id = await office.line()
      await office.fill(id, WAITING)
      line_ids.push(id)
    }
    offices.push({ slug: office.slug, line_ids })
  }
  const people = await peopleWithSessions(database, count)
  await sql`vacuum (analyze)`.execute(database.db)
  // Those who took a number go home: the next ones find the lines as they were.
  tidy = async () => {
    await sql`
      update tickets set state = 'given-up'
      where state = 'waiting' and user_id = any(${people.map(person => person.user_id)}::uuid[])`.execute(
      database.db,
    )
    // Nor does the upkeep of the embedded database fall into one by chance: it counts what was written.
    await sql`checkpoint`.execute(database.db)
  }
  const { origin } = await startServer(database, null)
  return { url: `${origin.replace(/^http/, 'ws')}/socket`, offices, people }
}

answerParent({ open, tidy: () => tidy(), memory: heldMemory })
