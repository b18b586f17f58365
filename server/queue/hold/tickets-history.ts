import { sql } from 'kysely'
import { HISTORY_PAGE_SIZE } from '#contract/limits.ts'
import type { TicketHistory } from '#contract/rest/tickets.ts'
import { ownedTickets, type Reading } from './owned-tickets.ts'
import { staleBefore } from '../turn/stale-tickets.ts'

/**
 * A page of what a person no longer waits for, newest first. Pages count from 1; one beyond the last is
 * empty.
 * @see rules TKT-05, TKT-06
 */
export async function ticketsHistory(
  context: Reading,
  { user_id, page }: { user_id: string; page: number },
): Promise<TicketHistory> {
  const historic = sql<boolean>`
    t.state <> 'taken-back'
    and t.state <> 'parked'
    and (t.state <> 'waiting' or t.inserted_at <= ${staleBefore(context.clock.now())}::timestamptz)`
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from tickets t where t.user_id = ${user_id}::uuid and ${historic}`.execute(
    context.database.db,
  )
  const total = rows[0]?.total ?? 0
  const tickets = await ownedTickets(context, {
    user_id,
    which: historic,
    order: sql`
      order by t.inserted_at desc, t.id
      limit ${HISTORY_PAGE_SIZE}::integer offset ${(page - 1) * HISTORY_PAGE_SIZE}::integer`,
  })
  return { tickets, page, pages: Math.ceil(total / HISTORY_PAGE_SIZE), total }
}
