import { sql } from 'kysely'
import type { Reservation } from '#contract/rest/reservations.ts'
import type { OwnReservation } from './cancel-reservation.ts'
import { ownedReservations } from './owned-reservations.ts'
import type { ReservationsContext } from './reservations-context.ts'

/** A reservation as its owner holds it, a cancelled one too; null where there is none, or it is another's. */
export async function reservationOfOwner(
  context: Pick<ReservationsContext, 'database' | 'clock' | 'protect'>,
  { id, user_id }: OwnReservation,
): Promise<Reservation | null> {
  const [reservation] = await ownedReservations(context, { user_id, which: sql`r.id = ${id}::uuid` })
  return reservation ?? null
}
