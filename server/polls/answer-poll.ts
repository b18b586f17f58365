import { sql } from 'kysely'
import type { PollAnswer, PollRequest } from '#contract/rest/polls.ts'
import { notFound, Refusal } from '#server/web/refusal.ts'
import { askedId } from '#server/database/asked-id.ts'
import type { PollsContext } from './polls-context.ts'

type Answer = PollRequest['poll'] & { user_id: string }

/** SQL: the caller's own turn that was attended, at this office. */
const ownAttended = ({
  ticket_id,
  office_id,
  user_id,
}: Pick<Answer, 'ticket_id' | 'office_id' | 'user_id'>) => sql`
  select t.id, coalesce(t.given_in, t.line_id) as line_id, t.day from tickets t
  where t.id = ${ticket_id}::uuid and t.office_id = ${askedId(office_id)}
    and t.user_id = ${user_id}::uuid and t.state = 'attended'`

/**
 * Keeps how an attention was. The first answer counts: the same once more is the same answer, whichever
 * device repeats it, and another one is refused. Who would rather not have answered still may.
 * @throws Refusal not-found, where it is no attended turn of theirs; poll-answered
 * @see rule POLL-01
 */
export async function answerPoll(
  { database: { db }, clock, protection }: PollsContext,
  answer: Answer,
): Promise<PollAnswer> {
  const { rating, description, ticket_id, office_id } = answer
  const sealed = description === '' ? null : protection.sealDescription(description, ticket_id)
  const { rows } = await sql<{ kept: boolean }>`
    with own as (${ownAttended(answer)}), kept as (
      insert into polls (ticket_id, line_id, day, rating, description, answered_at)
      select own.id, own.line_id, own.day, ${rating}::smallint, ${sealed}::bytea, ${clock.now()}::timestamptz from own
      on conflict (ticket_id) do update
      set line_id = excluded.line_id, day = excluded.day, rating = excluded.rating, description = excluded.description,
        answered_at = excluded.answered_at, declined_at = null
      where polls.answered_at is null
      returning ticket_id
    )
    select exists (select from kept) as kept from own`.execute(db)
  const [own] = rows
  if (!own) throw notFound('the attention')
  const said = await db
    .selectFrom('polls')
    .select(['rating', 'description', 'answered_at'])
    .where('ticket_id', '=', ticket_id)
    .executeTakeFirst()
  if (!said?.answered_at) throw new Error('an answer that was kept is not there')
  const before = said.description === null ? '' : protection.openDescription(said.description, ticket_id)
  if (said.rating !== rating || before !== description) {
    throw new Refusal('poll-answered', 409, 'this attention was rated already, otherwise')
  }
  return { rating, description, ticket_id, office_id, answered_at: said.answered_at.toISOString() }
}
