import { sql } from 'kysely'
import type { CustomerWaiting } from '#contract/rest/tickets.ts'
import { notFound } from '#server/web/refusal.ts'
import { lastCallToday } from './last-call.ts'
import type { OwnTurn } from './own-turn.ts'
import type { QueueContext } from './queue-context.ts'
import { shownNumber } from './shown-number.ts'
import { ticketOfOwner } from './ticket-of-owner.ts'

interface Line {
  waiting: number
  time_zone: string
  call: string | null
  called_at: Date | null
}

/**
 * What the waiting room asks every few seconds.
 * @throws Refusal not-found
 * @see rule WAIT-01
 */
export async function customerWaiting(
  context: Pick<QueueContext, 'database' | 'clock'>,
  input: OwnTurn,
): Promise<CustomerWaiting> {
  const ticket = await ticketOfOwner(context, input)
  if (!ticket) throw notFound('the ticket')
  const { rows } = await sql<Line>`
    select o.time_zone, last.call, last.called_at,
      (select count(*) from tickets t where t.line_id = l.id and t.state = 'waiting') as waiting
    from lines l join offices o on o.id = l.office_id
    left join lateral (
      select ${shownNumber(sql`t.prefix`, sql`t.number`)} as call, t.called_at from tickets t
      where t.line_id = l.id and t.called_at is not null order by t.called_at desc limit 1
    ) last on true
    where l.id = ${ticket.line_id}::integer`.execute(context.database.db)
  const [line] = rows
  if (!line) throw notFound('the line')
  const at = context.clock.now()
  const { tuid, state, ahead, wait } = ticket
  const call = lastCallToday(line, line.time_zone, at)
  return { tuid, state, ahead, waiting: line.waiting, wait, call, at: at.toISOString() }
}
