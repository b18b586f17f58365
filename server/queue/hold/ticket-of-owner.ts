import { sql } from 'kysely'
import type { Ticket } from '#contract/rest/tickets.ts'
import type { OwnTurn } from '../turn/own-turn.ts'
import { ownedTickets, type Reading } from './owned-tickets.ts'

/** A ticket as its owner holds it; null where there is none, or it is another's. */
export async function ticketOfOwner(context: Reading, { tuid, user_id }: OwnTurn): Promise<Ticket | null> {
  const [ticket] = await ownedTickets(context, { user_id, which: sql`t.id = ${tuid}::uuid` })
  return ticket ?? null
}
