import { type Kysely, sql } from 'kysely'

/**
 * What is asked of a number's own story while its office is held, and nobody there is called meanwhile:
 * what its owner was told, when it was called. By the office alone that was the log of all its days. Only
 * the kinds that are asked for stand in the index, so that whoever takes a number pays nothing for it; a
 * statement is answered by it where it names its kinds as they stand here, and not by a parameter.
 *
 * Whoever signs in takes along what is to be told to them, and was told, while each office at which they
 * hold something is held: by who they are, not by all that is to be told to anybody.
 *
 * Calls, and what else rings at once, are looked for every second and after each call, where thousands of
 * reminders may be due before them.
 */
const statements = [
  `create index facts_of_ticket on facts (ticket_id, seq) where kind in (
    'ticket:almost_there', 'call:created', 'call:taken_back', 'ticket:skipped', 'ticket:parked',
    'ticket:transferred', 'ticket:attended'
  )`,
  `create index jobs_due_at_once on jobs (run_at) where kind in (
    'push-call', 'push-almost-there', 'push-taken-back', 'push-skipped', 'push-returned', 'push-parked',
    'push-transferred', 'push-message', 'repeat-call', 'whatsapp-call'
  )`,
  `create index jobs_of_user on jobs ((payload ->> 'user_id'))`,
  `create index push_deliveries_of_user on push_deliveries (user_id)`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
