import type { GivenAnswer } from '#contract/rest/forms.ts'
import type { Protection } from './protection.ts'

/** Where a reservation tells the name of whom it is for. */
export interface NamedBooking {
  reservation_id: string
  /** Sealed: a desk typed it. */
  booked_for: Uint8Array | null
  user_id: string | null
  /** Sealed: who its owner says that they are. */
  person: Uint8Array | null
}

/**
 * Whom a desk expects: as a clerk typed it, as the form was answered, or else as its owner is named. Null
 * once it is forgotten.
 * @see rule DESK-11
 */
export function bookedName(
  { reservation_id, booked_for, user_id, person }: NamedBooking,
  answers: readonly GivenAnswer[],
  protect: Pick<Protection, 'openBookedFor' | 'openPerson'>,
): string | null {
  if (booked_for !== null) return protect.openBookedFor(booked_for, reservation_id)
  const answered = answers.find(({ fieldType }) => fieldType === 'name')?.answer
  if (answered !== undefined) return answered
  return user_id !== null && person !== null ? protect.openPerson(person, user_id).name : null
}
