import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Question } from '#contract/rest/forms.ts'
import type { AnswerFault } from '#contract/rules/form-answers.ts'

/** §5's messages, where they belong. @see rules FORM-01, FORM-03, FORM-04 */
export const formTexts = {
  name: msg`Debe ingresar un nombre válido`,
  tel: msg`Debe ingresar un numero de teléfono válido`,
  phone: msg`Escriba un teléfono válido`,
  email: msg`Debe ingresar un correo válido`,
  identity: msg`Escriba un Rut o Dni válido`,
  missing: msg`Por favor escriba la información solicitada`,
  tooLong: msg`La respuesta es demasiado larga`,
  policy: msg`Acepto la política`,
  policyMissing: msg`Marca «Acepto la política» para seguir`,
  optional: msg`(Opcional)`,
} as const satisfies Record<string, MessageDescriptor>

/** Where the office wrote no message of its own. */
const BY_TYPE: Partial<Record<Question['fieldType'], MessageDescriptor>> = {
  name: formTexts.name,
  tel: formTexts.phone,
  email: formTexts.email,
  rut: formTexts.identity,
  dni: formTexts.identity,
}

/** What a fault says: the question's own message (as the office wrote it) where it has one. */
export function faultText(
  fault: AnswerFault,
  { fieldType }: Pick<Question, 'fieldType'>,
): MessageDescriptor | string {
  if (fault.fault === 'missing') return formTexts.missing
  if (fault.fault === 'too-long') return formTexts.tooLong
  return fault.message ?? BY_TYPE[fieldType] ?? formTexts.missing
}
