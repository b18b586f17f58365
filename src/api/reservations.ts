import {
  type ReservationRequest,
  reservation,
  reservationList,
  reservationSettings,
  timeBlockList,
  unavailableDays,
} from '#contract/rest/reservations.ts'
import { type Call, type Client, path } from './client.ts'

type Block = ReservationRequest['block']

/** The reservations service (specification §7 "Reservations service"). */
export const reservationsApi = (client: Client) => ({
  settings: (officeSlug: string, signal?: AbortSignal) =>
    client.call('reservations', path`/offices/${officeSlug}/settings/`, reservationSettings, { signal }),
  /** The days on which nothing can be booked in the line, YYYY-MM-DD, from today to its last day. */
  unavailable: (officeSlug: string, lineSlug: string, signal?: AbortSignal) =>
    client.call('reservations', path`/offices/${officeSlug}/calendar/unavailable`, unavailableDays, {
      query: { line: lineSlug },
      signal,
    }),
  /** @param day YYYY-MM-DD, on the office's calendar */
  timeBlocks: (officeSlug: string, lineSlug: string, day: string, signal?: AbortSignal) =>
    client.call('reservations', path`/offices/${officeSlug}/${lineSlug}/${day}/timeblocks`, timeBlockList, {
      signal,
    }),
  mine: () => client.call('reservations', '/user', reservationList),
  one: (id: string) => client.call('reservations', path`/${id}`, reservation),
  /** @param timeoutMs how long the answer may take; after it what was asked may have happened */
  book: (request: ReservationRequest, timeoutMs?: Call['timeoutMs']) =>
    client.call('reservations', '', reservation, { method: 'POST', json: request, timeoutMs }),
  /** To another block of its line; the first slot is kept until the new one is held. */
  move: (id: string, block: Block) =>
    client.call('reservations', path`/${id}`, reservation, { method: 'PATCH', json: { block } }),
  /** Makes a reservation that a desk booked the caller's, by its slip. */
  followSlip: (secret: string) =>
    client.call('reservations', '/slips', reservation, { method: 'POST', json: { secret } }),
  /** Its owner says that they will come. */
  confirm: (id: string) => client.call('reservations', path`/${id}/confirm`, reservation, { method: 'POST' }),
  /**
   * Gives the slot back.
   * @param token of whose reservation it is, where that is not (any more) who is signed in here
   */
  cancel: (id: string, token?: string) =>
    client.call('reservations', path`/${id}`, reservation, { method: 'DELETE', token }),
})
