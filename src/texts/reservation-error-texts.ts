import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ReservationErrorCode } from '#contract/error-codes.ts'
import type { LocalReservationCode, WordedCode } from '#src/domain/failure-codes.ts'
import { unexpected } from './door-error-texts.ts'
import { generalText } from './general-error-texts.ts'

const userHave = msg`Ya tiene una reserva creada`

/**
 * Why a time could not be booked, moved or cancelled.
 * @see specification §8, docs/decisions "Reservations", RES-14
 */
export const reservationErrorTexts: Record<ReservationErrorCode | LocalReservationCode, MessageDescriptor> = {
  '1002': msg`Solo puedes generar una reserva por oficina`,
  '1005': msg`Solo se puede obtener una reserva por fila`,
  '1006': msg`Parece que estás en una ventana de incógnito. Abre el sitio en una ventana normal para reservar`,
  '1007': msg`Esta hora ya ha sido tomada, por favor seleccione otra`,
  '4010': msg`Tienes una reserva en una de nuestras sucursales`,
  '4016': msg`Todos los cupos de esta hora ya fueron tomados, por favor seleccione otra`,
  'user-have': userHave,
  'reserve-in-the-past': msg`No se puede reservar una hora en el pasado`,
  'reserve-already-exists': msg`Ya existe una reserva en este bloque horario. Por favor, selecciona otra fecha`,
  'reserve-invalid': msg`Reserva no válida`,
  'reserve-form-invalid': msg`Por favor escriba la información solicitada`,
  'document-not-proven': msg`Aquí atienden solo con un documento comprobado.`,
  'reserve-not-open': msg`Esta fila no toma reservas por ahora`,
  'reserve-delete-failed': msg`Hubo un error al eliminar la reserva`,
  'reserves-failed': msg`Error al obtener las reservas`,
  'blocks-failed': msg`Ha ocurrido un error al obtener los bloques horarios`,
  'forms-failed': msg`Hubo un error al traer los forms`,
  'reservation-expired': msg`La oficina no alcanzó a confirmar tu reserva. La hora quedó libre.`,
  'reservation-removed': msg`La oficina quitó tu reserva. Si es un error, muestra tu cédula en el mesón.`,
  'meeting-removed': msg`La oficina quitó tu reserva. Si es un error, reserva otra hora.`,
}

const otherwise = msg`Hubo un error inesperado al crear la reserva, por favor intente nuevamente`
const noAnswer = msg`Se ha superado el tiempo máximo de espera. Por favor, inténtelo nuevamente más tarde`

/** What §8 knows by the server's words alone. */
const BY_WORDS: readonly [words: string, text: MessageDescriptor][] = [
  ['user have', userHave],
  ['Reserve already exists', reservationErrorTexts['reserve-already-exists']],
  ['Reserve in the past', reservationErrorTexts['reserve-in-the-past']],
]

/** A time-out reads otherwise where a time was asked for. */
const BY_CODE: Readonly<Record<string, MessageDescriptor | undefined>> = {
  ...reservationErrorTexts,
  timeout: noAnswer,
}

/**
 * §8's text for a time that could not be booked or moved: by the code where the catalogue has it, else by
 * what the server said.
 * @see rules RES-04, RES-14
 */
export function reservationRefusalText({
  code,
  message = null,
}: {
  code: WordedCode
  message?: string | null
}): MessageDescriptor {
  const said = BY_WORDS.find(([words]) => message?.includes(words))?.[1]
  const general = generalText(code)
  return BY_CODE[code] ?? said ?? (general === unexpected ? otherwise : (general ?? otherwise))
}
