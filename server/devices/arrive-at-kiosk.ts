import { noteArrival } from '#server/reservations/note-arrival.ts'
import { notFound } from '#server/web/refusal.ts'
import type { DevicesContext } from './devices-context.ts'
import { kioskReservations } from './kiosk-reservations.ts'

/** How long the ending of a reservation's code is. */
const ENDING = 3

/**
 * Somebody who has booked says at the kiosk that they are here, as the desk notes it. Said again, it is so
 * already.
 * @throws Refusal not-found: of another office or day, by video, too late, or none
 * @see rules KIOSK-01, DESK-11
 */
export async function arriveAtKiosk(
  context: DevicesContext,
  { office_id, id }: { office_id: number; id: string },
): Promise<void> {
  const expected = await kioskReservations(context, { office_id, code: id.slice(-ENDING) })
  if (!expected.some(each => each.id === id)) throw notFound('the reservation')
  await noteArrival(context, { office_id, id })
}
