import { isHeld } from '#contract/rules/reservation-state.ts'
import { type Changed, changeReservations, UNCHANGED } from '#server/reservations/change-reservations.ts'
import { takeAwayReservations } from '#server/reservations/remove-reservation.ts'
import { standingReservation } from '#server/reservations/standing-reservation.ts'
import { forget } from './erase-person.ts'
import type { OwnDataContext } from './own-data-context.ts'

interface Erased extends Changed {
  isErased: boolean
}

const NOT_ERASED: Erased = { ...UNCHANGED, isErased: false }

/**
 * Erases for whom a desk booked a time (KEEP-03): the name, the document's hash, what was answered, and what
 * was noted of the turn. A time that is still held is free again, in the same transaction: nobody is behind
 * it who could give it back later. One that was called is the desk's to end.
 * @returns false where there is none that is nobody's: a phone took it over in the meantime, and holds it
 */
export async function eraseBooked(context: OwnDataContext, id: string): Promise<boolean> {
  const found = await context.database.db
    .selectFrom('reservations')
    .select('office_id')
    .where('id', '=', id)
    .executeTakeFirst()
  if (!found) return false
  const { office_id } = found
  const erase = async (transaction: Parameters<typeof forget>[0], at: Date): Promise<Erased> => {
    const standing = await standingReservation(transaction, { id, office_id })
    if (!standing || standing.user_id !== null) return NOT_ERASED
    const changed = isHeld(standing)
      ? await takeAwayReservations(transaction, [standing], { office_id, at })
      : UNCHANGED
    await forget(transaction, { reservation_id: id })
    return { ...changed, isErased: true }
  }
  const { isErased } = await changeReservations(context, office_id, erase)
  return isErased
}
