import type { TicketMeta } from '#contract/rest/tickets.ts'
import type { ApiError } from '#src/api/api-error.ts'
import type { ReservationWish } from '#src/domain/check-reservation-wish.ts'
import type { Failure } from '../outcome.ts'

export interface BookingRequest extends ReservationWish {
  /** The form's answers; rut or dni. The customer params are added here. */
  meta?: TicketMeta
  /** Of the request that this one repeats: the server gives the first one's reservation. */
  requestId?: string | undefined
  /** "No fui yo": the document is theirs, whoever else holds a reservation under it. */
  declared?: boolean
}

/** `fields`: the answers that the server found at fault, by question id. */
export type BookingFailure = Failure & { fields: ApiError['fields'] }

/**
 * - `pending`: the slot is held until `confirm_by` (ISO 8601), by which somebody at the office has to say yes
 * - `unknown`: it may have been made, and nobody could be asked. It is repeated with the same request id
 */
export type BookingOutcome =
  | { status: 'confirmed'; id: string }
  | { status: 'pending'; id: string; confirm_by: string | null }
  | { status: 'unknown'; requestId: string }
  | BookingFailure
  /** One is being booked already: this one asked for nothing. */
  | { status: 'under-way' }

export const refused = (cause: Failure, fields: ApiError['fields'] = []): BookingFailure => ({
  ...cause,
  fields,
})
