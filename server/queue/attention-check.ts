import type { AttentionCheck } from '#contract/rest/tickets.ts'
import { notFound } from '#server/web/refusal.ts'
import type { QueueContext } from './queue-context.ts'

export interface AttentionQuestion {
  id: string
  type: AttentionCheck['type']
  user_id: string
}

/**
 * Whether somebody attends the person now, or has done so.
 * @throws Refusal not-found
 * @see rule WAIT-02
 */
export async function attentionCheck(
  { database: { db } }: Pick<QueueContext, 'database'>,
  { id, type, user_id }: AttentionQuestion,
): Promise<AttentionCheck> {
  // Reservations are not the queue's: none is known here.
  if (type !== 'ticket') throw notFound('the reservation')
  const ticket = await db
    .selectFrom('tickets')
    .leftJoin('modulos', 'modulos.id', 'tickets.modulo_id')
    .select(['tickets.state', 'modulos.name as modulo'])
    .where('tickets.id', '=', id)
    .where('tickets.user_id', '=', user_id)
    .executeTakeFirst()
  if (!ticket) throw notFound('the ticket')
  const { state, modulo } = ticket
  return { id, type, attending: state === 'called', attended: state === 'attended', modulo }
}
