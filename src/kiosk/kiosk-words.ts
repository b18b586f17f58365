import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { PaperErrorCode } from '#contract/error-codes.ts'
import { ApiError } from '#src/api/api-error.ts'

const gone = msg`Esta fila ya no da números aquí. Elige otra.`

const refused: Record<PaperErrorCode | 'too-many-requests', MessageDescriptor> = {
  'line-frozen': msg`Esta fila no da números por ahora.`,
  'line-closed': msg`Esta fila ya cerró por hoy. Vuelve otro día.`,
  'office-closed': msg`La oficina ya cerró por hoy.`,
  'too-late-today': msg`Ya no alcanzan a atenderte hoy. Vuelve otro día.`,
  'line-no-exist': gone,
  'line-no-prefix': gone,
  'too-many-requests': msg`Espera un momento y toca otra vez.`,
}

/** Why a code was not looked for, or an arrival not noted. */
export function arrivingErrorText(error: unknown): MessageDescriptor {
  if (error instanceof ApiError) {
    if (error.code === 'too-many-requests') return msg`Espera un momento y prueba otra vez.`
    if (error.isUncertain) return msg`No llegó respuesta. Prueba otra vez, o avisa en el mesón que llegaste.`
  }
  return msg`No pudimos anotarlo. Avisa en el mesón que llegaste.`
}

/** Why a press gave no number, and what to do now. Where no answer came, nobody says that it failed. */
export function givingErrorText(error: unknown): MessageDescriptor {
  if (!(error instanceof ApiError)) return msg`No pudimos darte un número. Pide ayuda en el mesón.`
  if (error.isUncertain)
    return msg`No llegó respuesta y no sabemos si tu número quedó tomado. Toca otra vez la misma fila: será el mismo. O pide ayuda en el mesón.`
  return (
    (refused as Record<string, MessageDescriptor | undefined>)[error.code] ??
    msg`No pudimos darte un número. Pide ayuda en el mesón.`
  )
}
