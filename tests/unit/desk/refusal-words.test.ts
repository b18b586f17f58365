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
