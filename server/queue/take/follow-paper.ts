import { sql, type Transaction } from 'kysely'
import type { Ticket } from '#contract/rest/tickets.ts'
import type { Tables } from '#server/database/tables.ts'
import type { NewFact } from '#server/facts/fact.ts'
import { notFound, Refusal } from '#server/web/refusal.ts'
import { ticketOfOwner } from '../hold/ticket-of-owner.ts'
import type { QueueContext } from '../queue-context.ts'
import { changeTurns } from '../turn/change-turns.ts'
import { freeHand } from '../turn/free-hand.ts'
import { demandHand, holdAgain } from '../turn/hold-again.ts'
import { aboutTurn, type Turn, turnColumns } from '../turn/turn-fact.ts'

const paperInvalid = () =>
  new Refusal('paper-invalid', 404, 'this paper is of no number that waits or is called here')
const paperFollowed = () => new Refusal('paper-followed', 409, 'another phone follows this number')

/**
 * The phone that reads a paper's QR first follows its number from then on, and is called like any other.
 * Asked again by the same person, it is so already.
 * @throws Refusal paper-invalid, paper-followed; already-has-ticket and too-many-numbers, as when one is
 * taken
 * @see rule KIOSK-02
 */
export async function followPaper(
  context: QueueContext,
  { secret, user_id }: { secret: string; user_id: string },
): Promise<Ticket> {
  const { database, protect } = context
  const tuid = protect.tuidOfPaper(secret)
  if (tuid === null) throw paperInvalid()
  const paper = await database.db
    .selectFrom('tickets')
    .select('office_id')
    .where('id', '=', tuid)
    .executeTakeFirst()
  if (!paper) throw paperInvalid()

  const follow = async (transaction: Transaction<Tables>, at: Date): Promise<NewFact[]> => {
    const { rows } = await sql<Turn & { hand: number | null }>`
      update tickets t set user_id = ${user_id}::uuid, hand = ${freeHand(sql`${user_id}::uuid`)}
      where t.id = ${tuid}::uuid and t.user_id is null and t.state in ('waiting', 'called', 'parked')
      returning ${turnColumns}, t.hand`.execute(transaction)
    const [turn] = rows
    if (!turn) {
      await demandOwn(transaction, tuid, user_id)
      return []
    }
    demandHand(turn)
    return [{ ...aboutTurn(turn, at), name: 'ticket:followed', detail: { ticket: turn.ticket } }]
  }
  // What it refuses must refuse nobody else's change.
  await holdAgain(() => changeTurns(context, paper.office_id, follow, 'alone'))
  const ticket = await ticketOfOwner(context, { tuid, user_id })
  if (!ticket) throw notFound('the ticket')
  return ticket
}

/** @throws Refusal unless the number is theirs already */
async function demandOwn(transaction: Transaction<Tables>, tuid: string, userId: string): Promise<void> {
  const found = await transaction
    .selectFrom('tickets')
    .select('user_id')
    .where('id', '=', tuid)
    .executeTakeFirst()
  if (!found || found.user_id === null) throw paperInvalid()
  if (found.user_id !== userId) throw paperFollowed()
}
