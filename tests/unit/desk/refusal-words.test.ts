import { expect, it } from 'vitest'
import { ApiError } from '#src/api/api-error.ts'
import { deskErrorText } from '#src/desk/desk-error-texts.ts'
import { bookingErrorText, isOfTheTime } from '#src/desk/reservations/booking-error-text.ts'
import { heardCode } from '#src/domain/failure-codes.ts'
import { givingErrorText } from '#src/kiosk/kiosk-words.ts'
import { errorText } from '#src/texts/error-texts.ts'

const PAPER = [
  'line-frozen',
  'line-closed',
  'office-closed',
  'too-late-today',
  'line-no-exist',
  'line-no-prefix',
] as const
const refused = (code: string) => new ApiError(code, 409, code)

it.each(PAPER)(
  '[DESK-01] why no number is given for somebody, is said to the clerk and not to them: %s',
  code => {
    expect(deskErrorText(code)).not.toBe(errorText(heardCode(code)))
  },
)

it.each(PAPER)('[KIOSK-01] why no number is given is said to whoever stands before the kiosk: %s', code => {
  expect(givingErrorText(refused(code))).not.toEqual(givingErrorText(refused('internal')))
})

it('[DESK-11] another reservation of the same person at that time is said to the clerk, who may choose another', () => {
  const error = refused('reserve-already-exists')
  expect(bookingErrorText(error)).toEqual(bookingErrorText(refused('user-have')))
  expect(isOfTheTime(error)).toBe(true)
})

it('[DESK-11] that a reservation stands no more is not said of the time it was to be moved to', () => {
  const ofTime = new ApiError('reserve-invalid', 422, 'the line has no such block')
  const ofReservation = new ApiError('reserve-invalid', 409, 'the reservation no longer stands')
  expect(bookingErrorText(ofReservation)).toEqual(deskErrorText('reserve-invalid'))
  expect(bookingErrorText(ofReservation)).not.toEqual(bookingErrorText(ofTime))
  expect([ofTime, ofReservation].map(isOfTheTime)).toEqual([true, false])
})

it('[DESK-11] what is refused of a reservation is told in words that are true of every press', () => {
  // Confirmed too late, noted as here, moved or cancelled: the server refuses all of them by one code.
  const words = deskErrorText('reserve-invalid').message ?? ''
  expect(words).not.toContain('confirm')
  for (const reason of ['se canceló', 'venció', 'ya la llamó']) expect(words).toContain(reason)
})
