import { sql, type Transaction } from 'kysely'
import type { SaidHere } from '#contract/rest/desk.ts'
import { stateList } from '#server/database/state-list.ts'
import type { Tables } from '#server/database/tables.ts'
import type { AtDesk } from '#server/facts/clerk-office.ts'
import type { NewFact } from '#server/facts/fact.ts'
import { noteAct } from '#server/facts/note-act.ts'
import { notFound, Refusal } from '#server/web/refusal.ts'
import { requireWord } from '../desk/became-of.ts'
import { onBreak, requireDesk, standingAt } from '../desk/desk.ts'
import { leaveDesk } from '../desk/leave-desk.ts'
import { estimateWait } from '../lines/wait-estimate.ts'
import type { QueueContext } from '../queue-context.ts'
import { approaching } from '../turn/approaching.ts'
import { beforeCall, calledAgain } from '../turn/before-call.ts'
import { changeTurns } from '../turn/change-turns.ts'
import { reservationNews } from '../turn/reservation-turn.ts'
import { aboutTurn, type Turn, turnColumns, waitingBefore } from '../turn/turn-fact.ts'

export interface CallTicket extends AtDesk {
  tuid: string
  /** Why not whoever's turn it is. */
  reason: string
  /** What became of who stands at the desk. */
  here?: SaidHere | undefined
}

/** From these one can be called out of turn. */
const CALLABLE = ['waiting', 'skipped'] as const

interface Row extends Turn {
  calls: number
  waiting: number
}

/**
 * Calls this very number, whoever's turn it is: one that waits, or one that was missed. Why is noted, with
 * who and when.
 * @throws Refusal no-modulo; on-break; arrival-unsaid; desk-moved; not-found, for a number of another office
 * as for none; ticket-not-callable. Then nothing changed: the one at the desk stays
 * @see rule DESK-02
 */
export async function callTicket(context: QueueContext, input: CallTicket): Promise<void> {
  const { office_id, clerk_id, tuid, here, reason } = input
  await changeTurns(context, input, async (transaction, at, agreed) => {
    const desk = await requireDesk(transaction, input)
    if (desk.on_break) throw onBreak()
    const became = requireWord(standingAt(desk), here)
    const state = await stateOf(transaction, input)
    if (!CALLABLE.some(callable => callable === state)) throw notCallable()
    const left = became ? await leaveDesk(transaction, input, desk, became, at, agreed) : []
    // What stood before is kept until the call can no longer be taken back.
    const { rows } = await sql<Row>`
      with t as (
        update tickets t set
          state = 'called', ${calledAgain}, called_at = ${at}::timestamptz, calls = t.calls + 1, ended_at = null, arrived_at = null,
          modulo_id = ${desk.modulo_id}::integer, clerk_id = ${clerk_id}::integer,
          before_call = ${beforeCall}
        where t.id = ${tuid}::uuid and t.state in ${stateList(CALLABLE)}
        returning t.*
      ), again as (
        update reservations r set state = 'called', ended_at = null from t where r.id = t.reservation_id
      )
      select ${turnColumns}, t.calls,
        ${waitingBefore} - ${state === 'waiting' ? 1 : 0}::integer as waiting
      from t`.execute(transaction)
    const [turn] = rows
    if (!turn) throw notCallable()
    const { ticket, calls, waiting, line_id } = turn
    await noteAct(transaction, {
      office_id,
      clerk_id,
      at,
      act: 'called-out-of-turn',
      ticket_id: tuid,
      reservation_id: turn.reservation_id,
      line_id,
      modulo_id: desk.modulo_id,
      reason,
    })
    const pace = (await context.paces.of(transaction, [line_id], at)).get(line_id)
    const wait = pace ? estimateWait(pace, waiting) : null
    const called: NewFact = {
      ...aboutTurn(turn, at),
      name: 'call:created',
      detail: { ticket, modulo: desk.modulo, calls, waiting, wait },
    }
    const near = state === 'waiting' ? await approaching(transaction, [line_id], at) : []
    return [...left, called, ...reservationNews(turn, 'called', at), ...near]
  })
}

const notCallable = () => new Refusal('ticket-not-callable', 409, 'it is called, or over')

async function stateOf(
  transaction: Transaction<Tables>,
  { tuid, office_id }: Pick<CallTicket, 'tuid' | 'office_id'>,
): Promise<string> {
  const found = await transaction
    .selectFrom('tickets')
    .select('state')
    .where('id', '=', tuid)
    .where('office_id', '=', office_id)
    .executeTakeFirst()
  if (!found) throw notFound('the ticket')
  return found.state
}
