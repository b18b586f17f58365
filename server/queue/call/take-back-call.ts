import { sql, type Transaction } from 'kysely'
import { CALL_TAKE_BACK_MS } from '#contract/limits.ts'
import type { ReservationState } from '#contract/rules/reservation-state.ts'
import type { Tables } from '#server/database/tables.ts'
import { isUniqueViolation } from '#server/database/violations.ts'
import type { AtDesk } from '#server/facts/clerk-office.ts'
import type { NewFact } from '#server/facts/fact.ts'
import { noteAct } from '#server/facts/note-act.ts'
import { Refusal } from '#server/web/refusal.ts'
import { deskMoved } from '../desk/became-of.ts'
import { actAtDesk, requireDesk, standingAt } from '../desk/desk.ts'
import type { QueueContext } from '../queue-context.ts'
import { changeTurns } from '../turn/change-turns.ts'
import { freeHand } from '../turn/free-hand.ts'
import { freePlace } from '../turn/free-place.ts'
import { reservationNews } from '../turn/reservation-turn.ts'
import { aboutTurn, aheadInLine, type Turn, turnColumns, waitingBefore } from '../turn/turn-fact.ts'

interface Row extends Turn {
  waiting: number
  /** How many stand before it; null where it does not wait. */
  ahead: number | null
  /** What became of its reservation. */
  reservation: ReservationState | null
}

const callStands = () => new Refusal('call-stands', 409, 'the call can no longer be taken back')

/**
 * Takes back the call at this clerk's desk. The number stands in the line where it stood, with all that was
 * told of it; a reservation is due again, and the ticket by which it was called is nobody's; one that
 * was missed or stood aside is so as before. Until somebody said that the person came, and for a minute.
 * @throws Refusal no-modulo; desk-moved; call-stands, also where its owner holds another number of the line
 * by now
 * @see rule DESK-03
 */
export async function takeBackCall(context: QueueContext, input: AtDesk & { tuid: string }): Promise<void> {
  const takeBack = async (transaction: Transaction<Tables>, at: Date): Promise<NewFact[]> => {
    const desk = await requireDesk(transaction, input)
    const standing = standingAt(desk)
    if (standing?.ticket_id !== input.tuid) throw deskMoved()
    const since = new Date(at.getTime() - CALL_TAKE_BACK_MS)
    // Whoever has taken as many numbers as one may hold meanwhile keeps this one too, uncounted.
    const { rows } = await sql<Row>`
      with t as (
        update tickets t set
          state = case
            when t.before_call is not null then t.before_call ->> 'state'
            -- one that never stood in the line: made for that call
            when t.reservation_id is not null then 'taken-back'
            else 'waiting'
          end,
          reservation_id = case when t.before_call is not null then t.reservation_id end,
          called_at = (t.before_call ->> 'called_at')::timestamptz,
          first_called_at = (t.before_call ->> 'first_called_at')::timestamptz,
          ended_at = (t.before_call ->> 'ended_at')::timestamptz,
          modulo_id = (t.before_call ->> 'modulo_id')::integer,
          clerk_id = (t.before_call ->> 'clerk_id')::integer,
          before_call = null,
          place = ${freePlace(sql`t.place`)},
          calls_taken_back = t.calls_taken_back
            + t.calls - coalesce((t.before_call ->> 'calls')::integer, 0),
          hand = case when t.hand is not null then ${freeHand(sql`t.user_id`)} end
        where t.id = ${input.tuid}::uuid and t.state = 'called' and t.arrived_at is null
          and t.called_at > ${since}::timestamptz
        returning t.*
      ), again as (
        update reservations r set
          state = case t.state when 'taken-back' then r.before_call when 'skipped' then 'missed' else 'called' end,
          -- of its first call, and no later one of its number changes that
          called_at = case when t.state <> 'taken-back' then r.called_at end, ended_at = t.ended_at,
          before_call = case when t.state = 'taken-back' then null else r.before_call end
        from t where r.id = ${standing.reservation_id}::uuid
        returning r.state
      )
      select ${turnColumns}, (select state from again) as reservation,
        ${waitingBefore} + case when t.state = 'waiting' then 1 else 0 end as waiting,
        case when t.state = 'waiting' then ${aheadInLine} end as ahead
      from t`.execute(transaction)
    const [row] = rows
    if (!row) throw callStands()
    const turn = { ...row, reservation_id: standing.reservation_id }
    const { office_id, clerk_id } = input
    await noteAct(transaction, { office_id, clerk_id, at, act: 'call-taken-back', ...actAtDesk(desk) })
    const { ticket, waiting, ahead, reservation } = turn
    return [
      { ...aboutTurn(turn, at), name: 'call:taken_back', detail: { ticket, waiting, ahead } },
      ...(reservation === null ? [] : reservationNews(turn, reservation, at)),
    ]
  }
  try {
    await changeTurns(context, input, takeBack)
  } catch (error) {
    if (isUniqueViolation(error)) throw callStands()
    throw error
  }
}
