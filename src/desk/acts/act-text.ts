import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { DeskAct, DeskRole } from '#contract/rest/desk-acts.ts'
import type { DeskActs } from '#contract/rest/staff.ts'
import { roleTexts } from '../role-text.ts'

type Act = DeskActs['acts'][number]
type Words = Record<'ticket' | 'line' | 'modulo' | 'place' | 'whom', string> & { role: string }

/** What a clerk did, in words; the clerk stands beside it. */
const sentences: Record<DeskAct, (words: Words) => MessageDescriptor> = {
  'signed-in': () => msg`Entró al mesón`,
  'modulo-opened': ({ modulo }) => msg`Abrió ${modulo}`,
  'modulo-taken-over': ({ modulo }) => msg`Tomó ${modulo}, que otro tenía abierto`,
  'modulo-closed': ({ modulo }) => msg`Cerró ${modulo}`,
  'lines-chosen': ({ modulo }) => msg`Cambió las filas que atiende en ${modulo}`,
  called: ({ ticket, modulo }) => msg`Llamó a ${ticket} a ${modulo}`,
  'called-again': ({ ticket, modulo }) => msg`Llamó otra vez a ${ticket} a ${modulo}`,
  'called-out-of-turn': ({ ticket, modulo }) => msg`Llamó a ${ticket} a ${modulo} fuera de orden`,
  'call-taken-back': ({ ticket }) => msg`Deshizo el llamado de ${ticket}`,
  arrived: ({ ticket }) => msg`Anotó que ${ticket} llegó`,
  attended: ({ ticket }) => msg`Terminó de atender a ${ticket}`,
  absent: ({ ticket }) => msg`Anotó que ${ticket} no llegó`,
  'brought-back': ({ ticket }) => msg`Trajo de vuelta a ${ticket}`,
  parked: ({ ticket }) => msg`Dejó en espera a ${ticket}`,
  'put-back': ({ ticket }) => msg`Devolvió a ${ticket} a la fila`,
  transferred: ({ ticket, line, place }) => msg`Derivó a ${ticket} de ${line} a ${place}`,
  'ticket-removed': ({ ticket }) => msg`Quitó a ${ticket}`,
  'ticket-noted': ({ ticket }) => msg`Anotó algo de ${ticket}`,
  'delivered-noted': ({ ticket }) => msg`Anotó lo que se hizo por ${ticket}`,
  'paper-given': ({ ticket, line }) => msg`Dio en papel ${ticket}, de ${line}`,
  'line-frozen': ({ line }) => msg`Congeló ${line}`,
  'line-thawed': ({ line }) => msg`Descongeló ${line}`,
  'line-closed': ({ line }) => msg`Cerró por hoy: ${line}`,
  'line-reopened': ({ line }) => msg`Abrió otra vez: ${line}`,
  'break-begun': ({ modulo }) => msg`Empezó una pausa en ${modulo}`,
  'break-ended': ({ modulo }) => msg`Terminó su pausa en ${modulo}`,
  'message-sent': ({ line }) => msg`Avisó a quienes esperan: ${line}`,
  'help-asked': ({ modulo }) => msg`Pidió ayuda en ${modulo}`,
  'help-answered': ({ modulo }) => msg`Fue a ayudar a ${modulo}`,
  'preference-given': ({ line }) => msg`Dio preferencia en ${line}`,
  'preference-taken': ({ line }) => msg`Quitó una preferencia en ${line}`,
  'reservation-arrived': ({ ticket }) => msg`Anotó que llegó la reserva ${ticket}`,
  'reservation-confirmed': ({ ticket }) => msg`Confirmó la reserva ${ticket}`,
  'reservation-booked': ({ ticket, line }) => msg`Reservó ${ticket} para alguien, en ${line}`,
  'reservation-moved': ({ ticket }) => msg`Cambió de hora la reserva ${ticket}`,
  'reservation-removed': ({ ticket }) => msg`Quitó la reserva ${ticket}`,
  invited: ({ role }) => msg`Invitó a alguien: ${role}`,
  'invitation-revoked': () => msg`Retiró un enlace de invitación`,
  joined: ({ role }) => msg`Llegó por invitación: ${role}`,
  'clerk-retired': ({ whom }) => msg`Retiró a ${whom}`,
  'role-changed': ({ whom, role }) => msg`Cambió lo que hace ${whom}: ${role}`,
  'password-link-made': ({ whom }) => msg`Hizo un enlace de contraseña para ${whom}`,
  'password-changed': () => msg`Cambió su contraseña`,
  'link-made': ({ place }) => msg`Dio acceso a ${place}`,
  'link-revoked': ({ place }) => msg`Quitó el acceso a ${place}`,
  'webhook-made': ({ place }) => msg`Hizo que se avise a ${place}`,
  'webhook-removed': ({ place }) => msg`Dejó de avisar a ${place}`,
  'webhook-secret-renewed': ({ place }) => msg`Hizo otro secreto para los avisos a ${place}`,
  'webhook-resumed': ({ place }) => msg`Reanudó los avisos a ${place}`,
  'webhook-tested': ({ place }) => msg`Probó los avisos a ${place}`,
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
      line: act.line ?? i18n._(msg`todas las filas`),
      modulo: act.modulo ?? '–',
      place: act.place ?? '–',
      whom: act.whom ?? '–',
      role: role ? i18n._(role) : '–',
    }),
  )
}
