import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { DeskAct, DeskRole } from '#contract/rest/desk-acts.ts'
import type { DeskActs } from '#contract/rest/staff.ts'
import { roleTexts } from '../role-text.ts'

type Act = DeskActs['acts'][number]
type Words = Record<'ticket' | 'line' | 'modulo' | 'whom', string> & { role: string }

/** What a clerk did, in words; the clerk stands beside it. */
const sentences: Record<DeskAct, (words: Words) => MessageDescriptor> = {
  'signed-in': () => msg`Entró al mesón`,
  'modulo-opened': ({ modulo }) => msg`Abrió ${modulo}`,
  'modulo-taken-over': ({ modulo }) => msg`Tomó ${modulo}, que otro tenía abierto`,
  'modulo-closed': ({ modulo }) => msg`Cerró ${modulo}`,
  called: ({ ticket, modulo }) => msg`Llamó a ${ticket} a ${modulo}`,
  'called-again': ({ ticket, modulo }) => msg`Llamó otra vez a ${ticket} a ${modulo}`,
  attended: ({ ticket }) => msg`Terminó de atender a ${ticket}`,
  absent: ({ ticket }) => msg`Anotó que ${ticket} no llegó`,
  'ticket-removed': ({ ticket }) => msg`Quitó a ${ticket}`,
  'paper-given': ({ ticket, line }) => msg`Dio en papel ${ticket}, de ${line}`,
  'line-frozen': ({ line }) => msg`Congeló ${line}`,
  'line-thawed': ({ line }) => msg`Descongeló ${line}`,
  'reservation-confirmed': ({ ticket }) => msg`Confirmó la reserva ${ticket}`,
  'reservation-removed': ({ ticket }) => msg`Quitó la reserva ${ticket}`,
  invited: ({ role }) => msg`Invitó a alguien: ${role}`,
  'invitation-revoked': () => msg`Retiró un enlace de invitación`,
  joined: ({ role }) => msg`Llegó por invitación: ${role}`,
  'clerk-retired': ({ whom }) => msg`Retiró a ${whom}`,
  'role-changed': ({ whom, role }) => msg`Cambió lo que hace ${whom}: ${role}`,
  'password-link-made': ({ whom }) => msg`Hizo un enlace de contraseña para ${whom}`,
  'password-changed': () => msg`Cambió su contraseña`,
  'office-changed': () => msg`Cambió los datos de la oficina`,
}

/** What another version of the program noted is told by its code. */
export function actText(act: Act, i18n: I18n): string {
  const known: Record<string, ((words: Words) => MessageDescriptor) | undefined> = sentences
  const said = known[act.act]
  if (!said) return act.act
  const roles: Record<string, MessageDescriptor | undefined> = roleTexts satisfies Record<
    DeskRole,
    MessageDescriptor
  >
  const role = roles[act.role ?? '']
  return i18n._(
    said({
      ticket: act.ticket ?? '–',
      line: act.line ?? '–',
      modulo: act.modulo ?? '–',
      whom: act.whom ?? '–',
      role: role ? i18n._(role) : '–',
    }),
  )
}
