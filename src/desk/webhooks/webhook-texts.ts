import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { WebhookTopic } from '#contract/rest/webhooks.ts'

export const topicTexts: Record<WebhookTopic, MessageDescriptor> = {
  taken: msg`Alguien sacó un número`,
  called: msg`Llamaron a un número, o se deshizo el llamado`,
  attended: msg`Terminaron de atender a un número`,
  missed: msg`Un número no llegó, o volvió`,
  left: msg`Un número dejó la fila`,
  moved: msg`Un número quedó en espera, se derivó o dejó pasar`,
  lines: msg`Una fila dejó de dar números, o volvió a darlos`,
}

/** What the other system said last, or why it said nothing. */
export function answerText(answer: string, i18n: I18n): string {
  if (/^\d+$/.test(answer)) return i18n._(msg`respondió ${answer}`)
  if (answer === 'timeout') return i18n._(msg`no respondió a tiempo`)
  if (answer === 'address-refused') return i18n._(msg`su dirección no está permitida`)
  return i18n._(msg`no se pudo llegar (${answer})`)
}

export const isTaken = (answer: string | null): boolean => answer !== null && /^2\d\d$/.test(answer)
