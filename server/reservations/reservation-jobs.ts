import { isPromised } from '#contract/rules/reservation-state.ts'
import { RESERVATION_REMINDERS_MS } from '#contract/limits.ts'
import type { NewJob } from '#server/jobs/job.ts'
import type { StandingReservation } from './standing-reservation.ts'

/** The jobs that reservations ask for, and `notify/` does: kind and payload. */
export interface ReservationJobPayloads {
  /**
   * The reservation may have been moved, cancelled or called since: whoever reminds looks whether it still
   * stands, confirmed, at `from` (ISO 8601).
   */
  'remind-reservation': {
    office_id: number
    reservation_id: string
    user_id: string
    from: string
    when: 'day' | 'soon'
  }
  /**
   * What the office said to a reservation that it was asked about, that it said nothing in time, took it
   * away, or moved it; and when.
   */
  'tell-reservation': {
    office_id: number
    reservation_id: string
    user_id: string
    said: 'confirmed' | 'expired' | 'removed' | 'moved'
    at: string
  }
}

export type ReservationJob = {
  [Kind in keyof ReservationJobPayloads]: NewJob<Kind, ReservationJobPayloads[Kind]>
}[keyof ReservationJobPayloads]

const WHENS = ['day', 'soon'] as const

/**
 * The reminders of a reservation that was just confirmed for this time: none whose moment is past already,
 * and each of them once, however often it is confirmed.
 */
export function reservationJobsOf(reservation: StandingReservation, at: Date): ReservationJob[] {
  const { id, office_id, user_id, block_from } = reservation
  // What a desk booked for somebody is nobody's phone's.
  if (!isPromised(reservation) || user_id === null) return []
  const from = block_from.toISOString()
  return WHENS.flatMap((when): ReservationJob[] => {
    const run_at = new Date(block_from.getTime() - RESERVATION_REMINDERS_MS[when])
    if (run_at <= at) return []
    return [
      {
        kind: 'remind-reservation',
        key: `${id}:${from}:${when}`,
        payload: { office_id, reservation_id: id, user_id, from, when },
        run_at,
      },
    ]
  })
}

/**
 * The news of what the office did, for an owner who may have put the phone away long ago.
 * @param run_at at once, by the time on which all servers agree
 */
export function answerJobsOf(reservation: StandingReservation, at: Date, run_at: Date): ReservationJob[] {
  const { state } = reservation
  if (state !== 'confirmed' && state !== 'expired' && state !== 'removed') return []
  return tellJobsOf(reservation, state, at, run_at)
}

/** The same of a reservation that the office moved. */
export const moveJobsOf = (moved: StandingReservation, at: Date, run_at: Date) =>
  tellJobsOf(moved, 'moved', at, run_at)

function tellJobsOf(
  { id, office_id, user_id }: StandingReservation,
  said: ReservationJobPayloads['tell-reservation']['said'],
  at: Date,
  run_at: Date,
): ReservationJob[] {
  if (user_id === null) return []
  const payload = { office_id, reservation_id: id, user_id, said, at: at.toISOString() }
  return [{ kind: 'tell-reservation', key: `${id}:${payload.at}`, payload, run_at }]
}
