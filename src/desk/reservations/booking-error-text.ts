import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ReservationErrorCode } from '#contract/error-codes.ts'
import { ApiError } from '#src/api/api-error.ts'
import { deskErrorText } from '../desk-error-texts.ts'

const holdsThen = msg`A esa hora la persona tiene otra reserva.`
const held = msg`Con ese documento ya hay una reserva, y la oficina permite una sola.`

/** A desk keeps what it books, and sees whose the document is. */
type ToClerk = Exclude<ReservationErrorCode, '1006' | 'document-not-proven'>

/** What is worded for the person elsewhere, and for who books for them here. */
const texts: Record<ToClerk, MessageDescriptor> = {
  '1002': held,
  '1005': held,
  '4010': held,
  '1007': msg`Alguien acaba de tomar esa hora.`,
  '4016': msg`Alguien acaba de tomar el último cupo de esa hora.`,
  'user-have': holdsThen,
  'reserve-already-exists': holdsThen,
  'reserve-in-the-past': msg`Esa hora ya empezó.`,
  'reserve-invalid': msg`Esa hora ya no se ofrece.`,
  'reserve-not-open': msg`Esta fila no toma reservas por ahora`,
  'reserve-form-invalid': msg`Falta algo, o está mal escrito.`,
}

const noAnswer = msg`No llegó respuesta. Pulsa otra vez: si ya quedó hecho, no se repite.`

/** It is said of a reservation that was to be moved, and stands no more; of a time else. */
const isOfReservation = ({ code, status }: ApiError) => code === 'reserve-invalid' && status === 409

/** Why nothing was booked or moved, or that nobody knows yet. */
export function bookingErrorText(error: unknown): MessageDescriptor {
  if (!(error instanceof ApiError)) return deskErrorText('internal')
  if (error.isUncertain && error.code !== 'unreadable') return noAnswer
  if (isOfReservation(error)) return deskErrorText(error.code)
  return (texts as Record<string, MessageDescriptor | undefined>)[error.code] ?? deskErrorText(error.code)
}

/** Another time may do. */
const OF_THE_TIME: ReadonlySet<string> = new Set([
  '1007',
  '4016',
  'user-have',
  'reserve-already-exists',
  'reserve-in-the-past',
  'reserve-invalid',
])
export const isOfTheTime = (error: unknown): boolean =>
  error instanceof ApiError && OF_THE_TIME.has(error.code) && !isOfReservation(error)

/** Another reservation under the same document stands against it. */
export const isHeldAlready = (error: unknown): boolean =>
  error instanceof ApiError && ['1002', '1005', '4010'].includes(error.code)
