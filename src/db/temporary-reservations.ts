import type { Table } from 'dexie'
import type { StorageGuard } from './storage-guard.ts'

/** A reservation as this browser keeps it. What the card shows is added where reservations are. */
export interface ReservationReceipt {
  id: string
  officeSlug: string
  /** When it was stored or last heard of, milliseconds since the epoch. */
  timeStamp: number
}

export interface TemporaryReservations {
  all(): Promise<ReservationReceipt[]>
  ofOffice(officeSlug: string): Promise<ReservationReceipt[]>
  keep(reservation: ReservationReceipt): Promise<void>
}

export function temporaryReservations(
  table: Table<ReservationReceipt, string>,
  guard: StorageGuard,
): TemporaryReservations {
  return {
    all: () => guard(() => table.toArray()),
    ofOffice: officeSlug => guard(() => table.where({ officeSlug }).toArray()),
    keep: reservation =>
      guard(async () => {
        await table.put(reservation)
      }),
  }
}
