import type { Reservation } from '#contract/rest/reservations.ts'
import type { Ticket } from '#contract/rest/tickets.ts'
import type { Fact } from '#server/facts/fact.ts'
import type { QueueContext } from '#server/queue/queue-context.ts'
import { ticketAsGiven } from '#server/queue/take/given-tickets.ts'
import { ticketOfOwner } from '#server/queue/hold/ticket-of-owner.ts'
import { reservationAsBooked } from '#server/reservations/book/booked-reservations.ts'
import { reservationOfOwner } from '#server/reservations/reservation-of-owner.ts'
import type { BookingContext } from '#server/reservations/reservations-context.ts'

/** What becomes of a number after its call is told with the number as it stands then. */
const CARRY_THE_TICKET: ReadonlySet<Fact['name']> = new Set([
  'ticket:followed',
  'ticket:returned',
  'ticket:parked',
  'ticket:skipped',
  'ticket:transferred',
])

/** What a fact is about, in its owner's shape; nothing where the fact carries none. */
export interface Owned {
  ticket?: Ticket | null
  reservation?: Reservation | null
}

/**
 * What belongs to the owner's copy of a fact: the ticket as it was given, the reservation as it was booked or
 * stands now.
 */
export async function ownedBy(context: QueueContext & BookingContext, fact: Fact): Promise<Owned> {
  const { name, ticket_id, reservation_id, user_id } = fact
  if (user_id === null) return {}
  if (name === 'ticket:created' && ticket_id !== null) {
    const given = await ticketAsGiven(context, ticket_id)
    return { ticket: given ?? (await ticketOfOwner(context, { tuid: ticket_id, user_id })) }
  }
  if (CARRY_THE_TICKET.has(name) && ticket_id !== null) {
    return { ticket: await ticketOfOwner(context, { tuid: ticket_id, user_id }) }
  }
  if (name === 'reserve:updated' && reservation_id) {
    const booked = reservationAsBooked(context, reservation_id)
    const isAsBooked = booked?.seq === fact.seq
    return {
      reservation: isAsBooked ? booked : await reservationOfOwner(context, { id: reservation_id, user_id }),
    }
  }
  return {}
}
