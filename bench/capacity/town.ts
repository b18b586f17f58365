import { sql } from 'kysely'
import { PRESSURE } from '#server/app.ts'
import type { Database } from '#server/database/database.ts'
import { migrate } from '#server/database/migrate.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { startSession } from '#server/identity/start-session.ts'
import { systemRandom } from '#server/platform/random.ts'
import { SECRET_BYTES } from '#server/secrets/protection.ts'
import { queueOffice } from '#tests/support/queue-office.ts'
import { answerParent } from '../child-process.ts'
import { type Person, peopleWithSessions } from '../people-with-sessions.ts'
import { startServer } from '../running-server.ts'
import type { Desk } from './desks.ts'

/** The whole server of a town of offices at work, in a process of its own; and a second one beside it. */

export interface Where {
  dataDirectory: string
  databaseUrl: string | undefined
}

export interface OpenTown extends Where {
  offices: number
  lines: number
  desks: number
  people: number
}

export interface TownIsOpen {
  origin: string
  offices: { slug: string; line_ids: number[] }[]
  /** Office by office. */
  desks: Desk[]
  people: Person[]
}

const WAITING = 5

let tidy = async (): Promise<void> => {}

async function openOffice(database: Database, lineCount: number, deskCount: number) {
  const office = await queueOffice(database)
  office.clock.at = new Date()
  const line_ids: number[] = []
  for (let line = 0; line < lineCount; line++) {
    const id = await office.line()
    await office.fill(id, WAITING)
    line_ids.push(id)
  }
  const desks: Desk[] = []
  for (let desk = 0; desk < deskCount; desk++) {
    const { clerk_id } = await office.clerk()
    const { token } = await startSession({ clock: office.clock, random: systemRandom }, database.db, {
      clerk_id,
    })
    desks.push({ office_id: office.office_id, token })
  }
  return { slug: office.slug, line_ids, desks }
}

/** Servers of one database share it. */
const secret = new Uint8Array(SECRET_BYTES).fill(7)
const serve = async (database: Database): Promise<string> =>
  (await startServer(database, null, { pressure: PRESSURE, secret })).origin

async function open({
  offices: officeCount,
  lines,
  desks,
  people: count,
  ...where
}: OpenTown): Promise<TownIsOpen> {
  const database = await openDatabase(where)
  await migrate(database)
  const opened = []
  for (let index = 0; index < officeCount; index++) opened.push(await openOffice(database, lines, desks))
  const people = await peopleWithSessions(database, count)
  await sql`vacuum (analyze)`.execute(database.db)
  // Who took a number and was not called goes home: the next ones find the lines as they were.
  const ids = people.map(person => person.user_id)
  tidy = async () => {
    await sql`
      update tickets set state = 'given-up'
      where state = 'waiting' and user_id = any(${ids}::uuid[])`.execute(database.db)
  }
  return {
    origin: await serve(database),
    offices: opened.map(({ slug, line_ids }) => ({ slug, line_ids })),
    desks: opened.flatMap(office => office.desks),
    people,
  }
}

answerParent({
  open,
  join: async (where: Where) => serve(await openDatabase(where)),
  tidy: () => tidy(),
  memory: () => process.memoryUsage().rss,
})
