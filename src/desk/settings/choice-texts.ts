import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

export interface ChoiceWords {
  label: MessageDescriptor
  hint?: MessageDescriptor
}

/** What may be chosen, by the key of the entry: in editors, and where two states are compared. */
export const choiceTexts = {
  document: {
    declared: {
      label: msg`El que escribe la persona`,
      hint: msg`Lo que escribe basta, y nadie lo comprueba.`,
    },
    proven: {
      label: msg`Uno comprobado`,
      hint: msg`Solo quien entra con un proveedor que responde por su documento.`,
    },
  },
  closing: {
    finish: { label: msg`Se atienden igual`, hint: msg`Mientras alguien siga llamando.` },
    'send-home': { label: msg`Se van a casa`, hint: msg`Sus números terminan, y se les avisa.` },
  },
  type: {
    normal: { label: msg`En el teléfono y en la oficina` },
    kiosk: { label: msg`Solo en la oficina`, hint: msg`En el tótem o en el mesón.` },
    hidden: { label: msg`Solo con su enlace`, hint: msg`Nadie la ve en la lista.` },
  },
  one_per: {
    line: { label: msg`Una en cada fila` },
    office: { label: msg`Una en la oficina` },
    organization: { label: msg`Una en toda la organización` },
  },
  law: {
    'cl-21768': { label: msg`Ley 21.768, de Chile` },
    'br-14626': { label: msg`Lei 14.626, de Brasil` },
  },
  rule: { next: { label: msg`Antes que todos los que esperan` } },
  modalities: { 'in-person': { label: msg`En persona` }, video: { label: msg`Por video` } },
  fieldType: {
    text: { label: msg`Texto corto` },
    name: { label: msg`Nombre de una persona` },
    tel: { label: msg`Teléfono` },
    email: { label: msg`Correo` },
    rut: { label: msg`Rut` },
    dni: { label: msg`Otro documento` },
    number: { label: msg`Número` },
    textarea: { label: msg`Texto largo` },
    select: { label: msg`Elegir de una lista` },
    checkbox: { label: msg`Marcar una casilla` },
  },
} as const satisfies Record<string, Record<string, ChoiceWords>>

/** A value by the words of its choice; null where it is no choice. */
export function choiceText(key: string, value: unknown, i18n: I18n): string | null {
  const choices: Record<string, Record<string, ChoiceWords> | undefined> = choiceTexts
  const label = choices[key]?.[String(value)]?.label
  return label ? i18n._(label) : null
}
