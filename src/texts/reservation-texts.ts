import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { CardStatus, ReservationLabel } from '#src/domain/reservation-status.ts'

/** How far a reservation's confirmation has come. @see rule RES-11 */
export const reservationLabelTexts: Record<ReservationLabel, MessageDescriptor> = {
  'to-confirm': msg`Por confirmar`,
  confirmed: msg`Confirmada`,
  attended: msg`Atendida`,
  'user-confirmed': msg`Confirmada por ti`,
  'user-cancelled': msg`Cancelada por ti`,
  called: msg`Te están llamando`,
  missed: msg`No llegaste`,
  expired: msg`Sin confirmar a tiempo`,
  removed: msg`La oficina la quitó`,
}

/** What the card says of the attention. @see rule RES-11 */
export const cardStatusTexts: Record<CardStatus, MessageDescriptor> = {
  'awaiting-attention': msg`En espera de atención`,
  'ticket-attended': msg`Ticket atendido`,
}
