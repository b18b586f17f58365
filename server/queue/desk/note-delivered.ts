import type { DeliveredService } from '#contract/rest/desk.ts'
import type { DoneAt } from '#server/facts/clerk-office.ts'
import { noteAct } from '#server/facts/note-act.ts'
import { notFound, Refusal } from '#server/web/refusal.ts'
import { changeTurns } from '../turn/change-turns.ts'
import type { QueueContext } from '../queue-context.ts'

export interface NoteDelivered extends DoneAt {
  tuid: string
  delivered: readonly DeliveredService[]
  /** What its clerk had read there. */
  was: readonly DeliveredService[]
}

/** The order in which services are named says nothing. */
function isAlike(some: readonly DeliveredService[], others: readonly DeliveredService[]): boolean {
  const quantities = new Map(others.map(({ service, quantity }) => [service, quantity]))
  return (
    some.length === others.length &&
    some.every(({ service, quantity }) => quantities.get(service) === quantity)
  )
}

/**
 * A clerk notes what was done for somebody who was called, of the services that the office lists. It is
 * counted, and told to nobody: no fact. Asked again after an answer that was lost, it is simply so already.
 * @throws Refusal not-found; not-attended, of whoever was not called or did not come, unless something was
 * noted before; service-gone; delivered-changed, where another clerk noted something else meanwhile
 */
export async function noteDelivered(context: QueueContext, wish: NoteDelivered): Promise<void> {
  const { office_id, clerk_id, tuid, delivered, was } = wish
  await changeTurns(context, wish, async (transaction, at) => {
    const turn = await transaction
      .selectFrom('tickets')
      .innerJoin('offices', 'offices.id', 'tickets.office_id')
      .select(['line_id', 'state', 'services'])
      .where('tickets.id', '=', tuid)
      .where('tickets.office_id', '=', office_id)
      .where('state', '<>', 'taken-back')
      .executeTakeFirst()
    if (!turn) throw notFound('the ticket')
    const is = await transaction
      .selectFrom('ticket_services')
      .select(['service', 'quantity'])
      .where('ticket_id', '=', tuid)
      .execute()
    if (isAlike(is, delivered)) return []
    if (!isAlike(is, was))
      throw new Refusal('delivered-changed', 409, 'another clerk noted something else meanwhile')
    const isAttended = turn.state === 'called' || turn.state === 'attended'
    // What was noted can be put right wherever they went since.
    if (!isAttended && is.length === 0)
      throw new Refusal('not-attended', 409, 'nobody called them yet, or nobody came')
    const known = new Set([...turn.services, ...is.map(({ service }) => service)])
    const gone = delivered.find(({ service }) => !known.has(service))
    if (gone) throw new Refusal('service-gone', 409, 'the office does not list it any more')
    await transaction.deleteFrom('ticket_services').where('ticket_id', '=', tuid).execute()
    if (delivered.length > 0)
      await transaction
        .insertInto('ticket_services')
        .values(
          delivered.map(({ service, quantity }) => ({ ticket_id: tuid, service, quantity, noted_at: at })),
        )
        .execute()
    await noteAct(transaction, {
      office_id,
      clerk_id,
      at,
      act: 'delivered-noted',
      ticket_id: tuid,
      line_id: turn.line_id,
    })
    return []
  })
}
