import { useCallback } from 'react'
import type { Database } from '#src/db/open-database.ts'
import type { ReservationReceipt } from '#src/db/temporary-reservations.ts'
import { isReservationListed } from '#src/domain/is-reservation-listed.ts'
import { type Live, useLive } from './use-live.ts'
import { useNow } from './use-now.ts'

const allReservations = ({ reservations }: Database) => reservations.all()
const soonestFirst = (a: ReservationReceipt, b: ReservationReceipt) => Date.parse(a.from) - Date.parse(b.from)

/** Every reservation that this browser keeps, soonest first, also those that are over. */
export function useReservations(): Live<ReservationReceipt[]> {
  const live = useLive(allReservations)
  return live.status === 'loaded' ? { ...live, value: live.value.toSorted(soonestFirst) } : live
}

/** One reservation, or null where it is not kept here. */
export function useReservation(id: string): Live<ReservationReceipt | null> {
  return useLive(useCallback(({ reservations }: Database) => reservations.get(id), [id]))
}

/** "My reservations", soonest first. None until they are loaded. @see rule RES-10 */
export function useListedReservations(): readonly ReservationReceipt[] {
  const { value = [] } = useReservations()
  const now = useNow()
  return value.filter(reservation => isReservationListed(reservation, now))
}
