import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Timeout } from '#src/domain/failure-codes.ts'

export const timeoutTexts: Record<Timeout, MessageDescriptor> = {
  'ticket-new': msg`Se ha superado el tiempo de espera del servidor`,
  'channel-join-failed': msg`No se ha podido conectar con la sucursal`,
  'channel-join': msg`Se ha superado el tiempo de espera de la sucursal`,
  reservation: msg`Se ha superado el tiempo de espera para crear una reserva`,
}
