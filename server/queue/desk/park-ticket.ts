import { sql } from 'kysely'
import { noteAct } from '#server/facts/note-act.ts'
import type { QueueContext } from '../queue-context.ts'
import { changeTurns } from '../turn/change-turns.ts'
import { freeHand } from '../turn/free-hand.ts'
import { demandHand, holdAgain } from '../turn/hold-again.ts'
import { aboutTurn, type Turn, turnColumns } from '../turn/turn-fact.ts'
import { type OfWhoIsThere, requireMeant } from './became-of.ts'
import { actAtDesk, nobodyCalled, requireDesk } from './desk.ts'

/**
 * The one at this clerk's desk fetches something, and keeps their place: nobody calls them by turn until a
 * clerk does, or lets them wait again.
 * @throws Refusal no-modulo, nobody-called, desk-moved; already-has-ticket and too-many-numbers, where the
 * person took others meanwhile
 * @see rule DESK-07
 */
export async function parkTicket(context: QueueContext, input: OfWhoIsThere): Promise<void> {
  const { office_id, clerk_id, tuid } = input
  await holdAgain(() =>
    changeTurns(
      context,
      input,
      async (transaction, at) => {
        const desk = await requireDesk(transaction, input)
        const { turn } = desk
        if (turn?.state !== 'called') throw nobodyCalled()
        requireMeant(turn, tuid)
        const { rows } = await sql<Turn & { hand: number | null }>`
          update tickets t set state = 'parked', parked_at = ${at}::timestamptz, on_my_way = false,
            before_call = null,
            hand = case when t.user_id is not null then ${freeHand(sql`t.user_id`)} end
          where t.id = ${turn.ticket_id}::uuid and t.state = 'called'
          returning ${turnColumns}, t.hand`.execute(transaction)
        const [parked] = rows
        if (!parked) throw nobodyCalled()
        demandHand(parked)
        await noteAct(transaction, { office_id, clerk_id, at, act: 'parked', ...actAtDesk(desk) })
        return [{ ...aboutTurn(parked, at), name: 'ticket:parked', detail: { ticket: parked.ticket } }]
      },
      // What the constraints refuse must refuse nobody else's change.
      'alone',
    ),
  )
}
