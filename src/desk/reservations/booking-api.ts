import type * as v from 'valibot'
import {
  type DeskBookable,
  type DeskFound,
  deskBookable,
  type deskBooking,
  deskFound,
} from '#contract/rest/desk-booking.ts'
import { type DeskReservation, deskReservation } from '#contract/rest/desk.ts'
import {
  type TimeBlock,
  timeBlockList,
  type UnavailableDays,
  unavailableDays,
} from '#contract/rest/reservations.ts'
import { type Client, path } from '#src/api/client.ts'

export type Booking = v.InferInput<typeof deskBooking>
export type Block = Booking['block']

/** What a desk asks and does for somebody else. Each throws an `ApiError`. */
export const bookingApi = (client: Client) => ({
  /** The lines in which something can be booked, and what is asked then. */
  bookable: (officeId: number, signal?: AbortSignal): Promise<DeskBookable> =>
    client.call('desk', path`/offices/${officeId}/bookable`, deskBookable, { signal }),
  /** On which days nothing is free. */
  unavailable: (officeId: number, lineId: number, signal?: AbortSignal): Promise<UnavailableDays> =>
    client.call('desk', path`/offices/${officeId}/lines/${lineId}/unavailable`, unavailableDays, { signal }),
  /** When something is free on a day; what is full is there with 0. */
  blocks: (officeId: number, lineId: number, day: string, signal?: AbortSignal): Promise<TimeBlock[]> =>
    client.call('desk', path`/offices/${officeId}/lines/${lineId}/timeblocks`, timeBlockList, {
      query: { day },
      signal,
    }),
  /** Books; repeated with the same id, it is the same reservation. */
  book: (officeId: number, booking: Booking): Promise<DeskReservation> =>
    client.call('desk', path`/offices/${officeId}/reservations`, deskReservation, {
      method: 'POST',
      json: booking,
      again: true,
    }),
  /** Moves one to another time of its line; said again, it is there already. */
  move: (officeId: number, reservationId: string, block: Block): Promise<DeskReservation> =>
    client.call('desk', path`/offices/${officeId}/reservations/${reservationId}/move`, deskReservation, {
      method: 'POST',
      json: { block },
      again: true,
    }),
  /** By name, code or document, from today on. */
  find: (officeId: number, text: string, signal?: AbortSignal): Promise<DeskFound> =>
    client.call('desk', path`/offices/${officeId}/reservations/find`, deskFound, {
      method: 'POST',
      json: { text },
      nameless: true,
      signal,
    }),
})
