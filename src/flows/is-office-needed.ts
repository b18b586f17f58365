import { classifyTickets } from '#src/domain/classify-tickets.ts'
import type { FlowContext } from './flow-context.ts'

/**
 * Whether an office's channel must not be left: a ticket of it waits or was just called, a reservation exists, or one is
 * being taken this moment.
 * @see rule CHAN-04
 */
export async function isOfficeNeeded(
  { db, clock, newTicket }: Pick<FlowContext, 'db' | 'clock' | 'newTicket'>,
  officeSlug: string,
): Promise<boolean> {
  if (newTicket.ongoing()?.officeSlug === officeSlug) return true
  const { active, called } = classifyTickets(await db.tickets.ofOffice(officeSlug), clock.now())
  if (active.length > 0 || called.length > 0) return true
  return (await db.reservations.ofOffice(officeSlug)).length > 0
}
