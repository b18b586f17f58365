import { classifyTickets } from '#src/domain/classify-tickets.ts'
import { mayComeBack } from '#src/domain/may-come-back.ts'
import { isReservationListed } from '#src/domain/is-reservation-listed.ts'
import type { FlowContext } from '../flow-context.ts'

/**
 * Whether an office's channel must not be left: a ticket of it waits, was just called or may come back, a
 * reservation is still to come, or one of either is being taken this moment.
 * @see rule CHAN-04
 */
export async function isOfficeNeeded(
  { booking, db, clock, newTicket }: Pick<FlowContext, 'booking' | 'db' | 'clock' | 'newTicket'>,
  officeSlug: string,
): Promise<boolean> {
  if (newTicket.ongoing().some(wish => wish.officeSlug === officeSlug)) return true
  if (booking.ongoing()?.officeSlug === officeSlug) return true
  const tickets = await db.tickets.ofOffice(officeSlug)
  const { active, called } = classifyTickets(tickets, clock.now())
  if (active.length > 0 || called.length > 0) return true
  if (tickets.some(ticket => mayComeBack(ticket, clock.now()))) return true
  const reservations = await db.reservations.ofOffice(officeSlug)
  return reservations.some(reservation => isReservationListed(reservation, clock.now()))
}
