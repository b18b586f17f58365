import { sql } from 'kysely'
import { notFound } from '#server/web/refusal.ts'
import type { PollsContext } from './polls-context.ts'

/**
 * "No, thanks": the attention is offered no more. What was answered stays answered.
 * @throws Refusal not-found, where it is no attended turn of theirs
 */
export async function declinePoll(
  { database, clock }: Pick<PollsContext, 'database' | 'clock'>,
  { ticket_id, user_id }: { ticket_id: string; user_id: string },
): Promise<void> {
  const { rows } = await sql`
    with own as (
      select t.id from tickets t
      where t.id = ${ticket_id}::uuid and t.user_id = ${user_id}::uuid and t.state = 'attended'
    ), declined as (
      insert into polls (ticket_id, declined_at)
      select own.id, ${clock.now()}::timestamptz from own
      on conflict (ticket_id) do nothing
    )
    select id from own`.execute(database.db)
  if (rows.length === 0) throw notFound('the attention')
}
