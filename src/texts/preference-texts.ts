import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { PreferenceQuestion } from '#contract/rest/preference.ts'

export const PREFERENCE_LABEL = msg`Tengo derecho a atención preferente`

/** Whom the law means, and that a clerk may ask for a paper. */
export const PREFERENCE_TEXTS: Record<NonNullable<PreferenceQuestion>, MessageDescriptor> = {
  'cl-21768': msg`La ley da preferencia a personas con discapacidad y a quienes las cuidan. En el módulo pueden pedirte la credencial.`,
  'br-14626': msg`La ley da preferencia a personas de 60 años o más, con discapacidad, autistas, con movilidad reducida u obesas, a embarazadas, lactantes y personas con niños en brazos. En el módulo pueden pedirte un documento.`,
  own: msg`Para quien necesita que lo atiendan antes. En el módulo pueden pedirte un documento.`,
}

export const PREFERENCE_FORGOTTEN = msg`No preguntamos el motivo, y lo olvidamos al terminar el día.`
