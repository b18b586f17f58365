import type { Database } from '#server/database/database.ts'
import { json } from '#server/database/json-column.ts'
import { startSession } from '#server/identity/start-session.ts'
import { SECRET_BYTES } from '#server/secrets/protection.ts'
import { queueOffice } from '#tests/support/queue-office.ts'
import { zoneAtNoon } from '#tests/support/zone-at-noon.ts'

/**
 * What a spawned server must be given to understand what was seeded; it shows no demonstration and logs its
 * faults.
 */
export const SEEDED_SETTINGS = {
  NUMERITO_DEMO: 'off',
  NUMERITO_SECRET: Buffer.alloc(SECRET_BYTES, 7).toString('base64'),
  NUMERITO_PUSH_CONTACT: 'mailto:avisos@numerito.example',
}

/** Somebody who is signed in. */
export interface Person {
  user_id: string
  token: string
}

/**
 * An office that a server can begin its day with: everything by id, for the database is the server's from
 * then on.
 */
export interface SeededOffice {
  office_id: number
  slug: string
  lines: number[]
  people: Person[]
  /** The token of a clerk who sits at module 3. */
  clerk: string
}

export async function seedOffice(
  database: Database,
  { lines, people }: { lines: number; people: number },
): Promise<SeededOffice> {
  const office = await queueOffice(database, { time_zone: zoneAtNoon() })
  office.clock.at = new Date()
  // Everybody in these tests comes from one address.
  await database.db
    .updateTable('offices')
    .set({ networks: json([{ address: '127.0.0.0/8', numbers: 100_000 }]) })
    .execute()
  const { context, office_id, slug } = office
  const sessionOf = (owner: { user_id: string } | { clerk_id: number }) =>
    startSession(context, database.db, owner)
  const { clerk_id } = await office.clerk('3')
  const ids: number[] = []
  for (let more = 0; more < lines; more += 1) ids.push(await office.line())
  const users = await office.users(people)
  return {
    office_id,
    slug,
    lines: ids,
    people: await Promise.all(
      users.map(async user_id => ({ user_id, token: (await sessionOf({ user_id })).token })),
    ),
    clerk: (await sessionOf({ clerk_id })).token,
  }
}
