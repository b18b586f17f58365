import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

export const unexpected = msg`Ha ocurrido un error inesperado. Intente nuevamente más tarde.`

/** Why somebody was not let in: said also where nothing else has come yet. */
export const doorTexts = {
  offline: msg`No hay conexión. Inténtalo de nuevo cuando vuelva.`,
  timeout: msg`Se ha superado el tiempo de espera`,
  'too-many-requests': msg`En este momento estamos recibiendo demasiadas solicitudes. Por favor, inténtelo de nuevo más tarde`,
  'switched-off': msg`Esto no está disponible por ahora`,
  unavailable: msg`El servicio no está disponible ahora. Inténtalo en un momento.`,
  'storage-full': msg`Ahora no podemos guardar nada nuevo. Lo que ya tienes sigue en pie; inténtalo en un momento.`,
  internal: unexpected,
  'captcha-invalid': msg`No pudimos comprobar que eres una persona. Inténtalo otra vez.`,
  'captcha-used': msg`Esta comprobación ya se usó. Inténtalo otra vez.`,
  'captcha-expired': msg`La comprobación venció. Inténtalo otra vez.`,
  'user-and-password-required': msg`Escribe tu usuario y tu contraseña`,
  'wrong-credentials': msg`El usuario o la contraseña no coinciden`,
} satisfies Record<string, MessageDescriptor>

/** The sentence for a code of the server's at the door; any other is an unexpected error. */
export const doorErrorText = (code: string): MessageDescriptor =>
  (doorTexts as Readonly<Record<string, MessageDescriptor | undefined>>)[code] ?? unexpected
