import type { AttentionCheck } from '#contract/rest/tickets.ts'
import { notFound } from '#server/web/refusal.ts'
import type { QueueContext } from '../queue-context.ts'

export interface AttentionQuestion {
  id: string
  type: AttentionCheck['type']
  user_id: string
}

type Reading = Pick<QueueContext, 'database'>

const ticketAt = ({ database: { db } }: Reading, { id, user_id }: AttentionQuestion) =>
  db
    .selectFrom('tickets')
    .leftJoin('modulos', 'modulos.id', 'tickets.modulo_id')
    .select(['tickets.state', 'modulos.name as modulo'])
    .where('tickets.id', '=', id)
    .where('tickets.user_id', '=', user_id)
    .executeTakeFirst()

/** A reservation's desk is the one of the ticket by which it was called. */
const reservationAt = ({ database: { db } }: Reading, { id, user_id }: AttentionQuestion) =>
  db
    .selectFrom('reservations')
    .leftJoin('tickets', 'tickets.reservation_id', 'reservations.id')
    .leftJoin('modulos', 'modulos.id', 'tickets.modulo_id')
    .select(['reservations.state', 'modulos.name as modulo'])
    .where('reservations.id', '=', id)
    .where('reservations.user_id', '=', user_id)
    .executeTakeFirst()

/**
 * Whether somebody attends the person now, or has done so.
 * @throws Refusal not-found
 * @see rule WAIT-02
 */
export async function attentionCheck(context: Reading, question: AttentionQuestion): Promise<AttentionCheck> {
  const { id, type } = question
  const found = type === 'ticket' ? await ticketAt(context, question) : await reservationAt(context, question)
  if (!found) throw notFound(type === 'ticket' ? 'the ticket' : 'the reservation')
  const { state, modulo } = found
  return { id, type, attending: state === 'called', attended: state === 'attended', modulo }
}
