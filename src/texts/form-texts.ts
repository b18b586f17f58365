import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { GivenAnswer, Question } from '#contract/rest/forms.ts'
import { type AnswerFault, defaultQuestions } from '#contract/rules/form-answers.ts'

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

/** The form of an office that defines none is ours, and worded in the person's language (HAND-04). */
const OURS: Readonly<Record<string, { label: MessageDescriptor; invalid: MessageDescriptor }>> = {
  name: { label: msg`Nombre`, invalid: formTexts.name },
  tel: { label: msg`Teléfono`, invalid: formTexts.tel },
  email: { label: msg`Correo`, invalid: formTexts.email },
}
const DEFAULTS = defaultQuestions(0)

/** What a question asks: ours in the person's language, an office's as it wrote it. */
export function questionText({
  id,
  question,
}: Pick<Question, 'id' | 'question'>): MessageDescriptor | string {
  const isOurs = DEFAULTS.some(own => own.id === id && own.question === question)
  return (isOurs ? OURS[id]?.label : undefined) ?? question
}

/** An answer as it is read back: a box is ticked or not, all else is what was typed. */
export function answerText({
  fieldType,
  answer,
}: Pick<GivenAnswer, 'fieldType' | 'answer'>): MessageDescriptor | string {
  if (fieldType !== 'checkbox') return answer
  return answer === 'true' ? msg`Sí` : msg`No`
}

/** Ours in the language of the moment; what an office or a person wrote as it is. */
export const worded = (text: MessageDescriptor | string, i18n: Pick<I18n, '_'>): string =>
  typeof text === 'string' ? text : i18n._(text)

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
  const ours = DEFAULTS.find(({ validMessage }) => validMessage === fault.message)
  if (ours) return OURS[ours.id]?.invalid ?? formTexts.missing
  return fault.message ?? BY_TYPE[fieldType] ?? formTexts.missing
}
