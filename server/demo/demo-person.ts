import type { Kysely } from 'kysely'
import type { Tables } from '#server/database/tables.ts'

/** Whoever booked what the demonstration finds booked: nobody, who signs in nowhere and is told nothing. */
export const DEMO_PERSON = '00000000-0000-4000-8000-0000000000de'

export async function inventDemoPerson(db: Kysely<Tables>, at: Date): Promise<void> {
  await db
    .insertInto('users')
    .values({
      id: DEMO_PERSON,
      temporal: true,
      person: null,
      identity_type: null,
      identity_hash: null,
      login_attempt: null,
      created_at: at,
      last_turn_at: null,
    })
    .onConflict(conflict => conflict.doNothing())
    .execute()
}
