import { sql } from 'kysely'
import type { Database } from '#server/database/database.ts'
import { json } from '#server/database/json-column.ts'
import { hashOfToken } from '#server/identity/tokens.ts'
import { systemRandom } from '#server/platform/random.ts'

export interface Person {
  user_id: string
  token: string
}

const SESSION_MS = 86_400_000

/** So many people who have been here before, each with a session that is open. */
export async function peopleWithSessions({ db }: Database, count: number): Promise<Person[]> {
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
  `.execute(db)
  await sql`
    insert into sessions (id, user_id, cookie_hash, token_hash, created_at, expires_at)
    select p.session_id, p.user_id, sha256(p.hash::bytea), decode(p.hash, 'hex'), ${now}::timestamptz,
           ${new Date(now.getTime() + SESSION_MS)}::timestamptz
    from jsonb_to_recordset(${json(rows)}::jsonb) as p (user_id uuid, session_id uuid, hash text)`.execute(db)
  return people
}
