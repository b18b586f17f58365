import { sql } from 'kysely'
import { RESERVATION_CALL_BEFORE_MS } from '#contract/limits.ts'
import type { AtDesk } from '#server/facts/clerk-office.ts'
import { notFound, Refusal } from '#server/web/refusal.ts'
import { callFact } from './call-fact.ts'
import { changeTurns } from './change-turns.ts'
import { requireDesk } from './desk.ts'
import { endAttention } from './end-attention.ts'
import type { QueueContext } from './queue-context.ts'
import { callingReservation, reservationNews } from './reservation-turn.ts'
import type { Turn } from './turn-fact.ts'

export interface CallReservation extends AtDesk {
  /** The reservation's id. */
  id: string
}

/**
 * Calls this very reservation to the clerk's modulo, by video or in person, from 15 minutes before its time on. Whoever
 * still stood there was attended.
 * @throws Refusal no-modulo; not-found; reserve-too-early; reserve-not-callable, where nobody confirmed it, or it was
 *   called or cancelled already. Then nothing changed: the one at the desk stays
 */
export async function callReservation(context: QueueContext, input: CallReservation): Promise<void> {
  const { office_id, clerk_id, id } = input
  await changeTurns(context, office_id, async (transaction, at) => {
    const desk = await requireDesk(transaction, input)
    const before =
      desk.turn?.state === 'called' ? await endAttention(transaction, desk.turn, 'attended', at) : []
    const reservation = await transaction
      .selectFrom('reservations')
      .select(['block_from'])
      .where('id', '=', id)
      .where('office_id', '=', office_id)
      .executeTakeFirst()
    if (!reservation) throw notFound('the reservation')
    if (reservation.block_from.getTime() - at.getTime() > RESERVATION_CALL_BEFORE_MS) {
      throw new Refusal('reserve-too-early', 409, 'its time has not come near enough')
    }
    const call = { tuid: context.random.uuid(), modulo_id: desk.modulo_id, clerk_id, at }
    const { rows } = await sql<Turn & { waiting: number }>`
      with ${callingReservation(sql`r.id = ${id}::uuid`, call)} select * from entered`.execute(transaction)
    const [turn] = rows
    if (!turn) {
      throw new Refusal(
        'reserve-not-callable',
        409,
        'it is not confirmed, or was called or cancelled already',
      )
    }
    return [
      ...before,
      await callFact(
        context,
        transaction,
        turn,
        { modulo: desk.modulo, waiting: turn.waiting, calls: 1 },
        at,
      ),
      ...reservationNews(turn, 'called', at),
    ]
  })
}
