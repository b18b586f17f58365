import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { DeskErrorCode } from '#contract/error-codes.ts'
import { ApiError } from '#src/api/api-error.ts'
import { errorText } from '#src/texts/error-texts.ts'

const deskErrorTexts: Record<DeskErrorCode | 'reserve-invalid' | 'unreadable', MessageDescriptor> = {
  'modulo-taken': msg`Alguien abrió ese módulo antes que tú. Elige otro.`,
  'no-modulo': msg`Tu módulo se cerró. Ábrelo otra vez para seguir.`,
  'nobody-waiting': msg`Nadie espera en las filas que atiendes.`,
  'nobody-called': msg`No hay nadie llamado en tu módulo.`,
  'reserve-too-early': msg`Todavía falta para esa reserva. Se puede llamar desde 15 minutos antes de su hora.`,
  'reserve-not-callable': msg`Esa reserva ya no se puede llamar: no está confirmada, se canceló o alguien ya la llamó.`,
  'supervisors-only': msg`Esto lo hace quien supervisa la oficina.`,
  'administrators-only': msg`Esto lo hace quien administra la organización.`,
  'last-supervisor': msg`Nadie más responde por la oficina. Nombra antes a otra persona.`,
  'invitation-invalid': msg`Este enlace no existe. Pide otro a quien te invitó.`,
  'invitation-used': msg`Este enlace ya se usó. Si fuiste tú, entra con tu usuario y contraseña.`,
  'invitation-over': msg`Este enlace venció o lo retiraron. Pide otro a quien te invitó.`,
  'user-taken': msg`Ya hay alguien con ese usuario. Elige otro.`,
  'works-elsewhere': msg`También trabaja en una oficina que no es tuya. Pídeselo a quien administra la organización.`,
  'reserve-invalid': msg`Esa reserva ya no espera que la confirmen: se canceló o pasó su plazo.`,
  unreadable: msg`Esta página quedó antigua. Vuelve a cargarla.`,
}

const noAnswer = msg`No llegó respuesta. Mira el número de tu módulo antes de repetir.`

/** The sentence for a code at the desk; what is not the desk's own is worded as everywhere. */
export function deskErrorText(code: string): MessageDescriptor {
  const texts: Record<string, MessageDescriptor | undefined> = deskErrorTexts
  return texts[code] ?? errorText(code)
}

/**
 * For something done: where no answer came, it may have happened, and pressing again could call a second
 * person.
 */
export function actionErrorText(error: unknown): MessageDescriptor {
  if (!(error instanceof ApiError)) return errorText('internal')
  return error.isUncertain && error.code !== 'unreadable' ? noAnswer : deskErrorText(error.code)
}

/** A question that failed may simply be asked again. */
export function questionErrorText(error: unknown): MessageDescriptor {
  return error instanceof ApiError ? deskErrorText(error.code) : errorText('internal')
}
