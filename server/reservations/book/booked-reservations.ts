import type { Reservation } from '#contract/rest/reservations.ts'
import { ownedReservation, type OwnedRow } from '../owned-reservations.ts'
import type { BookingContext } from '../reservations-context.ts'
import type { Booked } from './write-bookings.ts'

/** Remembered at once: their owners are told within a moment. */
const KEPT_MAX = 1_000

/**
 * Times that this process booked a moment ago, as they were booked: their owners are told without asking the
 * database.
 */
export interface BookedReservations {
  note(booked: readonly Booked[]): void
  of(id: string): OwnedRow | undefined
}

export function rememberBooked(): BookedReservations {
  const kept = new Map<string, OwnedRow>()
  return {
    note(booked) {
      for (const one of booked) kept.set(one.request.id, rowOf(one))
      for (const [oldest] of kept) {
        if (kept.size <= KEPT_MAX) return
        kept.delete(oldest)
      }
    },
    of: id => kept.get(id),
  }
}

function rowOf({ request: { plan, meet, meta }, reservation, fact }: Booked): OwnedRow {
  const { line_slug, line_name, office_slug, office_name, address, web_only, time_zone, category_slug } = plan
  const names = {
    line_slug,
    line_name,
    office_slug,
    office_name,
    address,
    web_only,
    time_zone,
    category_slug,
  }
  const news = { meta, modulo: null, inserted_at: fact.at, deleted_at: null, seq: fact.seq }
  return { ...reservation, ...names, ...news, meet }
}

/**
 * A reservation as its owner held it when it was booked; null where this process has not booked it a moment
 * ago.
 */
export function reservationAsBooked(
  { booked, protect, clock }: Pick<BookingContext, 'booked' | 'protect' | 'clock'>,
  id: string,
): Reservation | null {
  const row = booked.of(id)
  return row ? ownedReservation(row, { protect }, clock.now()) : null
}
