import { sql } from 'kysely'
import type { Ticket } from '#contract/rest/tickets.ts'
import { ownedTickets, type Reading } from './owned-tickets.ts'
import { staleBefore } from '../turn/stale-tickets.ts'

/**
 * What a person still waits for, newest first: neither called nor older than 6 hours. Who stands aside holds
 * their place for as long as the office does.
 * @see rule TKT-05
 */
export async function ticketsActive(context: Reading, userId: string): Promise<Ticket[]> {
  return await ownedTickets(context, {
    user_id: userId,
    which: sql`(
      t.state = 'parked'
      or t.state = 'waiting' and t.inserted_at > ${staleBefore(context.clock.now())}::timestamptz
    )`,
    order: sql`order by t.inserted_at desc, t.id`,
  })
}
