import { sql } from 'kysely'
import { json } from '#server/database/json-column.ts'
import { migrate } from '#server/database/migrate.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { hashOfToken } from '#server/identity/tokens.ts'
import { systemRandom } from '#server/platform/random.ts'
import { queueOffice } from '#tests/support/queue-office.ts'
import { answerParent } from '../child-process.ts'
import { heldMemory } from '../held-memory.ts'
import { startServer } from '../running-server.ts'

/** The whole server with ten busy offices, in a process of its own. */

export interface OpenOffices {
  dataDirectory: string
  databaseUrl: string | undefined
  people: number
}

export interface Person {
  user_id: string
  token: string
}

export interface OfficesAreOpen {
  url: string
  offices: { slug: string; line_ids: number[] }[]
  people: Person[]
}

const OFFICES = 10
const LINES = 5
const WAITING = 10
const SESSION_MS = 86_400_000

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
  const people = Array.from({ length: count }, () => ({
    user_id: systemRandom.uuid(),
    token: Buffer.from(systemRandom.bytes(32)).toString('base64url'),
  }))
  const now = new Date()
  const rows = people.map(({ user_id, token }) => ({
    user_id,
    session_id: systemRandom.uuid(),
    hash: Buffer.from(hashOfToken(token)).toString('hex'),
  }))
  await sql`
    insert into users (id, temporal, created_at)
    select p.user_id, true, ${now}::timestamptz from jsonb_to_recordset(${json(rows)}::jsonb) as p (user_id uuid)
  `.execute(database.db)
  await sql`
    insert into sessions (id, user_id, cookie_hash, token_hash, created_at, expires_at)
    select p.session_id, p.user_id, sha256(p.hash::bytea), decode(p.hash, 'hex'), ${now}::timestamptz,
           ${new Date(now.getTime() + SESSION_MS)}::timestamptz
    from jsonb_to_recordset(${json(rows)}::jsonb) as p (user_id uuid, session_id uuid, hash text)`.execute(
    database.db,
  )
  await sql`vacuum (analyze)`.execute(database.db)
  // Those who took a number go home: the next ones find the lines as they were.
  tidy = async () => {
    await sql`
      update tickets set state = 'given-up'
      where state = 'waiting' and user_id = any(${people.map(person => person.user_id)}::uuid[])`.execute(
      database.db,
    )
  }
  const { origin } = await startServer(database, null)
  return { url: `${origin.replace(/^http/, 'ws')}/socket`, offices, people }
}

answerParent({ open, tidy: () => tidy(), memory: heldMemory })
