import type { ReservationErrorCode } from '#contract/error-codes.ts'
import { isExclusionViolation, isUniqueViolation } from '#server/database/violations.ts'
import { DocumentClash, type FieldFault, Refusal } from '#server/web/refusal.ts'

// The application looks for the words "Reserve already exists", "Reserve in the past" and "user have" (§5,
// §8).
const reasons: Record<ReservationErrorCode, { status: number; message: string }> = {
  '1002': { status: 409, message: 'one reservation per office' },
  '1005': { status: 409, message: 'one reservation per line' },
  '1006': { status: 409, message: 'this browser keeps nothing: the receipt would be lost' },
  '1007': { status: 409, message: 'the block is full' },
  '4010': { status: 409, message: 'one reservation in all offices of this organization' },
  '4016': { status: 409, message: 'every block of this hour is full' },
  'user-have': { status: 409, message: 'user have a reservation at this time' },
  'reserve-already-exists': { status: 409, message: 'Reserve already exists' },
  'reserve-in-the-past': { status: 422, message: 'Reserve in the past' },
  'reserve-invalid': { status: 422, message: 'the line has no such block to book' },
  'reserve-form-invalid': { status: 400, message: 'the form’s answers do not do' },
  'document-not-proven': { status: 403, message: 'times are booked for proven documents alone here' },
  'reserve-not-open': { status: 409, message: 'the line takes no reservations' },
}

/** Why nothing was booked or moved, as every way of asking for it is told. */
export function reservationRefusal(code: ReservationErrorCode, fields?: readonly FieldFault[]): Refusal {
  const { status, message } = reasons[code]
  return new Refusal(code, status, message, fields)
}

/** It was cancelled, ended, or has to be confirmed first. */
export const notStanding = () =>
  new Refusal('reserve-invalid', 409, 'the reservation no longer stands, or not yet')

const ONE_PER_CODES = { line: '1005', office: '1002', organization: '4010' } as const
export type OnePer = keyof typeof ONE_PER_CODES

export const onePerRefusal = (onePer: OnePer) => reservationRefusal(ONE_PER_CODES[onePer])

/** What the database's own promises refused, in words; anything else is handed back as it is. */
export function refusalOfViolation(error: unknown, onePer: OnePer | null): unknown {
  if (
    isUniqueViolation(error, 'reservations_slot_once') ||
    isExclusionViolation(error, 'reservations_slot_apart')
  ) {
    return reservationRefusal('1007')
  }
  if (onePer !== null && isUniqueViolation(error, 'reservations_once_per_user')) return onePerRefusal(onePer)
  // The document's other reservation was made at another office in this very moment.
  if (onePer !== null && isUniqueViolation(error, 'reservations_once_per_identity')) {
    return new DocumentClash(onePerRefusal(onePer), true)
  }
  return error
}
