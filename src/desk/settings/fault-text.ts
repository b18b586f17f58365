import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { lengthMax, numberBounds } from './bounds.ts'
import type { CheckerFault } from './place-faults.ts'

/** The file's checker speaks to operators; here each kind has its sentence for whoever runs the office. */
const sentences: Record<string, MessageDescriptor> = {
  'repeated-key': msg`Esto está escrito dos veces en el archivo.`,
  'duplicate-line': msg`Ya hay otra fila con ese nombre corto.`,
  'duplicate-prefix': msg`Otra fila ya usa esa letra. Elige otra.`,
  'duplicate-modulo': msg`Ya hay un módulo con ese nombre.`,
  'duplicate-service': msg`Ya está en la lista.`,
  'duplicate-message': msg`Ya hay un mensaje con ese nombre.`,
  'duplicate-question': msg`Ya hay una pregunta con ese nombre corto en este formulario.`,
  'duplicate-option': msg`Una opción está repetida.`,
  'warnings-backwards': msg`La amarilla tiene que encenderse antes que la roja.`,
  'unknown-category': msg`Elige un tipo de oficina de la lista.`,
  'unknown-line-category': msg`Tu organización no tiene ese servicio. Elige otro.`,
  'unknown-time-zone': msg`Elige una hora de la lista.`,
  'unknown-modulo': msg`Ese módulo ya no existe. Quítalo de aquí.`,
  'unknown-line': msg`Esa fila ya no existe. Quítala de aquí.`,
  'preference-against-law': msg`La Lei 14.626 de Brasil pide que pasen antes que todos.`,
  'policy-differs': msg`Con esa versión ya se publicó otro texto, que alguien aceptó. Ponle una versión nueva.`,
  'policy-twice': msg`La política está escrita dos veces en el archivo.`,
  'coordinates-of-web-only': msg`Una oficina que atiende solo por internet no tiene lugar en el mapa.`,
  'coordinates-missing': msg`Falta el lugar en el mapa: por ahí llega la gente.`,
  'hours-backwards': msg`Cierra después de abrir.`,
  'hours-overlap': msg`Se cruza con otro horario del mismo día.`,
  'prefix-missing': msg`Una fila que da números necesita una letra.`,
  'kiosk-without-place': msg`Una oficina que atiende solo por internet no tiene dónde poner un tótem.`,
  'line-without-place': msg`Una oficina que atiende solo por internet tiene solo filas por video.`,
  'options-missing': msg`Escribe al menos una opción.`,
  'options-unasked': msg`Solo las preguntas de elegir llevan opciones.`,
  'reservations-unsaid': msg`Di si en esta fila se reserva hora.`,
  'in-person-without-place': msg`Aquí no se atiende en persona: deja solo video.`,
  'hours-outside-office': msg`En persona solo se reserva mientras la oficina está abierta.`,
  'block-too-long': msg`El bloque no cabe en el horario. Acórtalo o abre más rato.`,
  'pattern-broken': msg`Esta forma está mal escrita.`,
  'pattern-dangerous': msg`Con algunas respuestas esta forma demoraría demasiado. Escríbela más simple.`,
  'other-office': msg`Es de otra oficina, o de otro tipo de oficina.`,
  'too-deep': msg`El archivo tiene demasiadas listas, una dentro de otra.`,
  'not-json': msg`El archivo no se puede leer: no es JSON.`,
}

/** What does not fit where it stands, by the field. */
const shapes: readonly (readonly [RegExp, MessageDescriptor])[] = [
  [/\.prefix$/, msg`De una a tres letras mayúsculas: A, o CAJ.`],
  [/^(latitude|longitude)$/, msg`Así: -33.438, -70.6505`],
  [/hours/, msg`Escribe la hora completa.`],
  [/networks.*address$/, msg`Una dirección, o un rango como 200.1.2.0/24.`],
  [/policy\.version$/, msg`Letras y números, unidos por puntos o guiones: 2026-11`],
  [/(closures|unavailable_days)/, msg`Elige un día del calendario.`],
  [/preference\.rule\.modulos$/, msg`Elige al menos un módulo.`],
  [/^modulo_lines.*lines$/, msg`Elige al menos una fila.`],
  [/\.options$/, msg`Escribe al menos una opción.`],
  [/^messages$/, msg`Son demasiados mensajes: quita alguno.`],
  [/^services$/, msg`Son demasiados servicios: quita alguno.`],
  [/_form$|\.form$/, msg`Son demasiadas preguntas: quita alguna.`],
]

export function faultText({ kind, path, message }: CheckerFault, i18n: I18n): string {
  const known = sentences[kind]
  if (known) return i18n._(known)
  if (kind !== 'shape') return i18n._(msg`Esto no se puede guardar así: ${message}`)
  if (message.includes('not seen')) return i18n._(msg`Tiene letras que no se ven. Escríbelo de nuevo.`)
  const bounds = numberBounds(path)
  if (bounds) {
    const { min, max } = bounds
    return i18n._(msg`Escribe un número de ${min} a ${max}.`)
  }
  const shape = shapes.find(([form]) => form.test(path))
  if (shape) return i18n._(shape[1])
  const longest = lengthMax(path)
  if (longest !== undefined) return i18n._(msg`Escribe algo aquí, con hasta ${longest} letras.`)
  return i18n._(msg`Esto no se puede guardar así: ${message}`)
}
