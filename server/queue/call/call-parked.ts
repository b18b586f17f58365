import { sql } from 'kysely'
import type { AtDesk } from '#server/facts/clerk-office.ts'
import { noteAct } from '#server/facts/note-act.ts'
import { notFound, Refusal } from '#server/web/refusal.ts'
import { onBreak, requireDesk } from '../desk/desk.ts'
import { notParked } from '../desk/put-back.ts'
import type { QueueContext } from '../queue-context.ts'
import { beforeCall, calledAgain } from '../turn/before-call.ts'
import { changeTurns } from '../turn/change-turns.ts'
import { type Turn, turnColumns } from '../turn/turn-fact.ts'
import { callOnceMore } from './call-once-more.ts'

/**
 * Whoever stood aside is back, and is called to this clerk's modulo; not while somebody else stands there.
 * @throws Refusal no-modulo, on-break, modulo-occupied; not-found, for a number of another office as for
 * none; ticket-not-parked
 * @see rule DESK-07
 */
export async function callParked(context: QueueContext, input: AtDesk & { tuid: string }): Promise<void> {
  const { office_id, clerk_id, tuid } = input
  await changeTurns(context, input, async (transaction, at) => {
    const { modulo_id, modulo, on_break, turn: here } = await requireDesk(transaction, input)
    if (on_break) throw onBreak()
    if (here?.state === 'called') {
      // Pressed twice: it is so already.
      if (here.ticket_id === tuid) return []
      throw new Refusal('modulo-occupied', 409, 'somebody stands at this modulo')
    }
    const { rows } = await sql<Turn>`
      update tickets t
      set state = 'called', ${calledAgain}, called_at = ${at}::timestamptz, modulo_id = ${modulo_id}::integer, clerk_id = ${clerk_id}::integer,
          arrived_at = null, before_call = ${beforeCall}
      where t.id = ${tuid}::uuid and t.office_id = ${office_id}::integer and t.state = 'parked'
      returning ${turnColumns}`.execute(transaction)
    const [turn] = rows
    if (!turn) {
      const found = await transaction
        .selectFrom('tickets')
        .select('id')
        .where('id', '=', tuid)
        .where('office_id', '=', office_id)
        .executeTakeFirst()
      throw found ? notParked() : notFound('the ticket')
    }
    const { line_id, reservation_id } = turn
    const about = { ticket_id: tuid, reservation_id, line_id, modulo_id }
    await noteAct(transaction, { office_id, clerk_id, at, act: 'called', ...about })
    const called = await callOnceMore(context, transaction, { turn, modulo }, at)
    return called ? [called] : []
  })
}
