// @vitest-environment happy-dom
import { i18n, type MessageDescriptor } from '@lingui/core'
import { beforeAll, describe, expect, it } from 'vitest'
import { RESERVATION_ERROR_CODES } from '#contract/error-codes.ts'
import { heardCode } from '#src/domain/failure-codes.ts'
import type { NewNotice } from '#src/domain/notice.ts'
import { errorText } from '#src/texts/error-texts.ts'
import { loadCatalog, screenWords } from '#src/texts/load-catalog.ts'
import { wordNotice } from '#src/texts/notice-texts.ts'
import { reservationErrorTexts, reservationRefusalText } from '#src/texts/reservation-error-texts.ts'
import { cardStatusTexts, reservationLabelTexts } from '#src/texts/reservation-texts.ts'
import { timeoutTexts } from '#src/texts/timeout-texts.ts'

const read = (text: MessageDescriptor) => i18n._(text)
const refused = (code: string, message: string | null = null) =>
  read(reservationRefusalText({ code: heardCode(code), message }))
const say = (notice: NewNotice) => wordNotice({ ...notice, id: 1, at: 0 }, i18n)

beforeAll(async () => {
  await loadCatalog('es')
  await screenWords()
})

const EXISTS = 'Ya existe una reserva en este bloque horario. Por favor, selecciona otra fecha'
const PAST = 'No se puede reservar una hora en el pasado'

describe('a time that could not be booked', () => {
  it.each([
    ['1002', 'Solo puedes generar una reserva por oficina'],
    ['1005', 'Solo se puede obtener una reserva por fila'],
    [
      '1006',
      'Parece que estás en una ventana de incógnito. Abre el sitio en una ventana normal para reservar',
    ],
    ['1007', 'Esta hora ya ha sido tomada, por favor seleccione otra'],
    ['4010', 'Tienes una reserva en una de nuestras sucursales'],
    ['4016', 'Todos los cupos de esta hora ya fueron tomados, por favor seleccione otra'],
    ['user-have', 'Ya tiene una reserva creada'],
    ['reserve-in-the-past', PAST],
    ['reserve-already-exists', EXISTS],
    ['reserve-invalid', 'Reserva no válida'],
    ['timeout', 'Se ha superado el tiempo máximo de espera. Por favor, inténtelo nuevamente más tarde'],
    ['internal', 'Hubo un error inesperado al crear la reserva, por favor intente nuevamente'],
    ['a-code-of-tomorrow', 'Hubo un error inesperado al crear la reserva, por favor intente nuevamente'],
  ])('[RES-14] [RES-04] for %s reads «%s»', (code, text) => {
    expect(refused(code)).toBe(text)
    if (!['timeout', 'internal', 'a-code-of-tomorrow'].includes(code))
      expect(read(errorText(heardCode(code)))).toBe(text)
    const notice = say({
      kind: 'generic-error',
      subject: code,
      code: heardCode(code),
      message: null,
      about: 'reservation',
    })
    expect(notice.title).toBe(text)
  })

  it('[RES-14] has a text for every code of the contract', () => {
    const worded = Object.keys(reservationErrorTexts)
    expect(RESERVATION_ERROR_CODES.filter(code => !worded.includes(code))).toEqual([])
  })

  it('[RES-14] [RES-04] of which only the server’s words are known reads as those say', () => {
    expect(refused('conflict-of-tomorrow', 'this user have one already')).toBe('Ya tiene una reserva creada')
    expect(refused('x', 'Reserve already exists')).toBe(EXISTS)
    expect(refused('x', 'Reserve in the past')).toBe(PAST)
  })

  it('[RES-14] for want of a network, or of a session, says what it says everywhere', () => {
    for (const code of ['offline', 'session-expired'] as const)
      expect(refused(code)).toBe(read(errorText(code)))
  })

  it('[NOTE-01] because somebody was quicker: the hour, or all of its places', () => {
    const taken = (code: '1007' | '4016') =>
      say({ kind: 'block-already-taken-error', subject: 'b', code }).title
    expect(taken('1007')).toBe('Esta hora ya ha sido tomada, por favor seleccione otra')
    expect(taken('4016')).toMatch(/^Todos los cupos de esta hora/)
  })
})

describe('what else is said of reservations', () => {
  it('[NOTE-03] has the sentences of §8', () => {
    expect(read(errorText('reserve-delete-failed'))).toBe('Hubo un error al eliminar la reserva')
    expect(read(errorText('reserves-failed'))).toBe('Error al obtener las reservas')
    expect(read(errorText('blocks-failed'))).toBe('Ha ocurrido un error al obtener los bloques horarios')
    expect(read(errorText('forms-failed'))).toBe('Hubo un error al traer los forms')
    expect(read(timeoutTexts.reservation)).toBe('Se ha superado el tiempo de espera para crear una reserva')
  })

  it('[RES-08] a cancelled one', () => {
    expect(say({ kind: 'success', subject: 'r', code: 'reservation-deleted' }).title).toBe(
      'Reserva eliminada correctamente',
    )
  })

  it('speaks of a reservation, not of a number, where that is what is kept or wanted', () => {
    const about = 'reservation'
    expect(say({ kind: 'isTemporary', subject: 'u', about }).title).toMatch(/^Tu reserva/)
    expect(say({ kind: 'needRegistry', subject: 'u', about }).title).toMatch(/reservar/)
  })

  it('[RES-11] labels and card statuses', () => {
    const words = (texts: Record<string, MessageDescriptor>) =>
      Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, read(text)]))
    expect(words(reservationLabelTexts)).toEqual({
      'to-confirm': 'Por confirmar',
      confirmed: 'Confirmada',
      attended: 'Atendida',
      'user-confirmed': 'Confirmada por ti',
      'user-cancelled': 'Cancelada por ti',
      called: 'Te están llamando',
      missed: 'No llegaste',
      expired: 'Sin confirmar a tiempo',
      removed: 'La oficina la quitó',
    })
    expect(words(cardStatusTexts)).toEqual({
      'awaiting-attention': 'En espera de atención',
      'ticket-attended': 'Ticket atendido',
    })
  })
})
