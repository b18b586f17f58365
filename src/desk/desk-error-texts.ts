import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { DeskErrorCode, PaperErrorCode } from '#contract/error-codes.ts'
import { ApiError } from '#src/api/api-error.ts'
import { heardCode } from '#src/domain/failure-codes.ts'
import { errorText } from '#src/texts/error-texts.ts'

/** What is worded for the person elsewhere, and for the clerk here. */
type OfOthers =
  | 'reserve-invalid'
  | 'unreadable'
  | 'ticket-not-missed'
  | 'return-too-late'
  | 'already-has-ticket'
  | 'too-many-numbers'
  | PaperErrorCode

const noLine = msg`Esa fila ya no da números.`

const noAnswer = msg`No llegó respuesta. Mira el número de tu módulo antes de repetir.`

/** What became of a press that nobody answered (presses.ts), and of one that came before an answer. */
type OfPresses = 'press-done' | 'press-not-done' | 'press-looking' | 'press-early'

const deskErrorTexts: Record<DeskErrorCode | OfOthers | OfPresses, MessageDescriptor> = {
  'modulo-taken': msg`Alguien abrió ese módulo antes que tú. Elige otro.`,
  'no-modulo': msg`Tu módulo se cerró. Ábrelo otra vez para seguir.`,
  'links-full': msg`Hay demasiados enlaces. Revoca uno que ya no uses.`,
  'webhooks-full': msg`Hay demasiados avisos a otros sistemas. Quita uno que ya no uses.`,
  'webhook-address-refused': msg`A esa dirección no se puede avisar. Usa una https pública, o pide a quien opera el servidor que permita tu red.`,
  'nobody-waiting': msg`Nadie espera en las filas que atiendes.`,
  'line-not-served': msg`Tu módulo no atiende esa fila: la oficina fijó cuáles atiende.`,
  'lines-prescribed': msg`La oficina fijó las filas de este módulo. Las cambia quien la supervisa.`,
  'nobody-called': msg`No hay nadie llamado en tu módulo.`,
  'arrival-unsaid': msg`Di primero si llegó quien está llamado en tu módulo.`,
  'desk-moved': msg`Tu módulo ya cambió: mira quién está llamado ahora.`,
  'press-known': noAnswer,
  'press-done': msg`La respuesta no llegó, pero lo último que pediste sí se hizo.`,
  'press-not-done': msg`Lo último que pediste no se hizo. Puedes pedirlo otra vez.`,
  'press-looking': msg`No llegó respuesta. Veremos si se hizo apenas haya conexión; no hace falta repetirlo.`,
  'press-early': msg`Esto no se hizo: lo que pulsaste antes no estaba hecho todavía. Mira quién está llamado en tu módulo, y púlsalo otra vez.`,
  'call-stands': msg`Ese llamado ya no se puede deshacer.`,
  'ticket-not-callable': msg`Ese número ya no se puede llamar: alguien lo llamó, o terminó.`,
  'reserve-too-early': msg`Todavía falta para esa reserva. Se puede llamar desde 15 minutos antes de su hora.`,
  'reserve-not-callable': msg`Esa reserva ya no se puede llamar: no está confirmada, se canceló o alguien ya la llamó.`,
  'waiting-for-others': msg`A quienes esperan los llama otro módulo: los derivaron ahí.`,
  'ticket-not-parked': msg`Ese número ya no está en espera: otro módulo lo llamó o lo devolvió a la fila.`,
  'modulo-occupied': msg`Primero termina con quien está en tu módulo.`,
  'modulo-closed': msg`Nadie atiende en ese módulo ahora. Elige otro.`,
  'transfer-nowhere': msg`Ahí no se puede derivar a esta persona.`,
  'ticket-not-missed': msg`Ese número ya no está entre los perdidos.`,
  'return-too-late': msg`Ese número es de otro día o muy antiguo. Da uno nuevo.`,
  'already-has-ticket': msg`La persona ya tiene un número que espera en esa fila.`,
  'too-many-numbers': msg`La persona ya tiene cinco números en espera: que renuncie a alguno.`,
  'line-frozen': msg`Esa fila está congelada.`,
  'line-closed': msg`Esa fila ya cerró por hoy. Ábrela otra vez para dar un número.`,
  'office-closed': msg`La oficina está cerrada: no se dan números hasta que abra.`,
  'too-late-today': msg`Ya no alcanzan a atender a esa persona antes del cierre. La oficina no da números tan tarde.`,
  'line-no-exist': noLine,
  'line-no-prefix': noLine,
  'no-preference': msg`Esta oficina no tiene atención preferente.`,
  'note-changed': msg`Mientras escribías, otra persona anotó algo de este número. Léelo antes de guardar.`,
  'delivered-changed': msg`Mientras anotabas, otra persona cambió lo que se hizo por este número. Míralo y guarda otra vez.`,
  'service-gone': msg`La oficina quitó un servicio mientras anotabas. Mira lo que queda y guarda otra vez.`,
  'not-attended': msg`Todavía nadie llamó a este número, o no llegó: no hay nada que anotar.`,
  'supervisors-only': msg`Esto lo hace quien supervisa la oficina.`,
  'administrators-only': msg`Esto lo hace quien administra la organización.`,
  'last-supervisor': msg`Nadie más responde por la oficina. Nombra antes a otra persona.`,
  'invitation-invalid': msg`Este enlace no existe. Pide otro a quien te invitó.`,
  'invitation-used': msg`Este enlace ya se usó. Si fuiste tú, entra con tu usuario y contraseña.`,
  'invitation-over': msg`Este enlace venció o lo retiraron. Pide otro a quien te invitó.`,
  'user-taken': msg`Ya hay alguien con ese usuario. Elige otro.`,
  'works-elsewhere': msg`También trabaja en una oficina que no es tuya. Pídeselo a quien administra la organización.`,
  'settings-moved': msg`Alguien cambió la oficina mientras tanto. Mira lo que hay ahora antes de guardar.`,
  'day-ends': msg`Hay gente que espera, y la oficina cerraría ahora. Di si es así.`,
  'reservations-affected': msg`Hay reservas que quedan fuera. Di qué pasa con ellas.`,
  'line-waited-for': msg`Todavía espera gente en una fila que quitas.`,
  'nothing-to-undo': msg`Ese cambio ya no se puede deshacer: después hubo otro.`,
  // Of whatever was to be done with it: each refusal means one of these.
  'reserve-invalid': msg`Con esa reserva ya no se puede hacer eso: se canceló, venció o alguien ya la llamó.`,
  'somebody-here': msg`Todavía hay alguien llamado en tu módulo. Termina con esa persona primero.`,
  'on-break': msg`Tu módulo está en pausa. Termina la pausa para llamar.`,
  'message-too-soon': msg`Acaban de recibir un mensaje. Espera un minuto para mandar otro.`,
  'nobody-to-tell': msg`Nadie con teléfono espera ahí: no se mandó nada.`,
  unreadable: msg`Esta página quedó antigua. Vuelve a cargarla.`,
}

/** The sentence for a code at the desk; what is not the desk's own is worded as everywhere. */
export function deskErrorText(code: string): MessageDescriptor {
  const texts: Record<string, MessageDescriptor | undefined> = deskErrorTexts
  return texts[code] ?? errorText(heardCode(code))
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
