import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { TicketErrorCode, TurnErrorCode } from '#contract/error-codes.ts'
import type { WordedCode } from '#src/domain/failure-codes.ts'

const gone = msg`La fila en la que intentaste sacar un ticket ya no existe`

/** `ticket:error` and the refusals around a ticket. @see specification §8, rule TKT-08 */
export const ticketErrorTexts: Record<
  TicketErrorCode | TurnErrorCode | 'ticket-removed' | 'video-ticket-removed' | 'sent-home',
  MessageDescriptor
> = {
  'invalid-rut': msg`El RUT no es válido`,
  'office-ticket-limit-reached': msg`Se ha alcanzado el límite de tickets disponibles para su RUT en esta oficina`,
  'rut-line-limit-reached': msg`Se ha alcanzado el límite de tickets disponibles para su RUT en esta fila`,
  'line-frozen': msg`La fila en la que estás intentando sacar un ticket ha sido congelada`,
  timeout: msg`Se ha superado el tiempo de espera para sacar un ticket`,
  'line-no-slug': gone,
  'line-no-prefix': gone,
  'line-no-exist': gone,
  other: msg`Ha ocurrido un error inesperado. Intente nuevamente más tarde.`,
  'already-has-ticket': msg`ya sacaste un ticket para esta fila`,
  'too-many-numbers': msg`Ya tienes cinco números en espera. Renuncia a alguno para sacar otro.`,
  'address-ticket-limit-reached': msg`Desde esta red ya hay muchos números en espera. Prueba con los datos del teléfono o saca tu número en la oficina.`,
  'office-closed': msg`La oficina está cerrada. Puedes sacar tu número cuando abra.`,
  'kiosk-only': msg`Esta fila entrega números solo en la oficina`,
  'line-closed': msg`Esta fila ya cerró por hoy. Vuelve el próximo día de atención.`,
  'too-late-today': msg`Ya no alcanzarían a atenderte antes del cierre. Vuelve el próximo día de atención, o reserva una hora.`,
  'document-not-proven': msg`Aquí atienden solo con un documento comprobado.`,
  'form-invalid': msg`Por favor escriba la información solicitada`,
  'ticket-not-waiting': msg`Este número ya no está en espera`,
  'pass-limit-reached': msg`Ya dejaste pasar dos veces con este número`,
  'ticket-removed': msg`La oficina quitó tu número. Si es un error, muestra tu cédula en el mesón.`,
  'video-ticket-removed': msg`La oficina quitó tu número. Si es un error, saca otro.`,
  'sent-home': msg`La fila cerró por hoy y tu número terminó sin que te llamaran. Vuelve el próximo día de atención.`,
  'ticket-not-missed': msg`Este número no quedó sin atender: mira cómo está ahora`,
  'return-limit-reached': msg`Ya volviste dos veces con este número. Dilo en un módulo.`,
  'return-too-late': msg`Este número ya no puede volver a la fila. Saca otro.`,
  'nobody-behind': msg`No hay nadie detrás de ti`,
  'paper-followed': msg`Otro teléfono ya sigue este número`,
  'paper-invalid': msg`Este papel no es de un número que espere o esté llamado ahora`,
  'slip-followed': msg`Otro teléfono ya tiene esta reserva`,
  'slip-invalid': msg`Este comprobante no es de una reserva que siga en pie`,
}

/** `return-limit-reached` of a number that is attended by video: there is no module to say it at. */
export const returnLimitByVideo = msg`Ya volviste dos veces con este número. Saca otro.`

/** Of whoever is here after their call, and finds closed: a clerk who sees them may let them in. */
export const returnWhileClosed: Readonly<Partial<Record<WordedCode, MessageDescriptor>>> = {
  'line-closed': msg`Esta fila ya cerró por hoy. Dilo en un módulo.`,
  'office-closed': msg`La oficina está cerrada. Si estás ahí, dilo en un módulo.`,
}

/** `already has ticket`: the sentence names the document by which the server knew the person. */
const alreadyHasTicket: Record<'rut' | 'dni', MessageDescriptor> = {
  rut: msg`Ya existe un ticket con este RUT, intente en otra fila, otra sucursal, o espere a ser llamado.`,
  dni: msg`Ya existe un ticket con este DNI, intente en otra fila, otra sucursal, o espere a ser llamado.`,
}
const creationFailed = msg`Ocurrio un error al generar el ticket, intente nuevamente.`

/**
 * The creation alert: by what the server said.
 * @see specification §8 "Ticket creation alert", rule TKT-09
 */
export function ticketCreationAlert(
  serverMessage: string | null,
  document: 'rut' | 'dni',
): MessageDescriptor {
  if (serverMessage === null || serverMessage === '') return ticketErrorTexts['already-has-ticket']
  return serverMessage.includes('already has ticket') ? alreadyHasTicket[document] : creationFailed
}
