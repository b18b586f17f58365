import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { WhyBefore } from '#contract/rest/preference.ts'

/** Why one was called before another, in words that a clerk may say aloud. */
export const whyBeforeTexts: Record<WhyBefore, MessageDescriptor> = {
  'nobody-called': msg`Ninguno de los dos ha sido llamado todavía.`,
  'came-later': msg`El otro llegó cuando ya lo habían llamado.`,
  'had-left': msg`El otro ya no esperaba.`,
  'other-lines': msg`Lo llamó un módulo que no atiende la fila del otro.`,
  preference: msg`Por la regla de atención preferente de la oficina.`,
  reservation: msg`Tenía una hora reservada, y ya era su hora.`,
  arrived: msg`De las dos reservas, su persona ya había llegado.`,
  time: msg`Su hora reservada era antes.`,
  between: msg`Entre dos reservas le toca a un número.`,
  priority: msg`Su fila tiene más prioridad.`,
  arrival: msg`De las dos filas, en la suya esperaban desde antes.`,
  place: msg`Estaba antes en la misma fila.`,
  'let-pass': msg`El otro dejó pasar a otras personas.`,
  chosen: msg`Lo eligió quien lo llamó.`,
  forgotten: msg`El motivo ya no se guarda.`,
}
