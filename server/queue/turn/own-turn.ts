import { type Kysely, sql } from 'kysely'
import type { TicketState } from '#contract/rest/tickets.ts'
import type { Tables } from '#server/database/tables.ts'
import { notFound, Refusal } from '#server/web/refusal.ts'
import { callingModulo } from './calling-modulo.ts'

/** A ticket, and who says that it is theirs. */
export interface OwnTurn {
  tuid: string
  user_id: string
}

/**
 * Where the ticket belongs and stands.
 * @throws Refusal not-found, for another's ticket as for none: whose it is tells nobody anything
 */
export async function ownTurn(
  db: Kysely<Tables>,
  { tuid, user_id }: OwnTurn,
): Promise<{
  office_id: number
  line_id: number
  state: TicketState
  passes: number
  calling_modulo: number | null
}> {
  const turn = await db
    .selectFrom('tickets as t')
    .select(['office_id', 'line_id', 'passes'])
    .select([sql<TicketState>`state`.as('state'), callingModulo.as('calling_modulo')])
    .where('id', '=', tuid)
    .where('user_id', '=', user_id)
    .where('state', '<>', 'taken-back')
    .executeTakeFirst()
  if (!turn) throw notFound('the ticket')
  return turn
}

export const notWaiting = () => new Refusal('ticket-not-waiting', 409, 'the ticket no longer waits')
