import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { EditedOffice } from './edited-office.ts'
import { keysOf, type Place, type PlaceKey, valueAt } from './place.ts'
import type { PartName, SectionName } from './parts.ts'

export const sectionTexts: Record<SectionName, MessageDescriptor> = {
  office: msg`La oficina`,
  hours: msg`Horario`,
  closures: msg`Días cerrados`,
  lines: msg`Filas`,
  modulos: msg`Módulos`,
  services: msg`Lo que se hace`,
  numbers: msg`Números y llamados`,
  preference: msg`Atención preferente`,
  messages: msg`Mensajes preparados`,
  policy: msg`Política de datos`,
}

/** What a key of the entry is called on the screen; the same word stands over its field. */
export const fieldTexts = {
  name: msg`Nombre`,
  category: msg`Tipo de oficina`,
  address: msg`Dirección`,
  district: msg`Comuna`,
  region: msg`Región`,
  latitude: msg`Latitud`,
  longitude: msg`Longitud`,
  time_zone: msg`Hora de`,
  web_only: msg`Atiende solo por internet`,
  open_on_holidays: msg`Abre también los feriados`,
  closures: msg`Días cerrados`,
  rut_tickets: msg`Números al día por persona`,
  repeats: msg`Veces que se repite un llamado`,
  grace_minutes: msg`Minutos para volver al principio`,
  document: msg`Con qué documento`,
  networks: msg`Redes propias`,
  one_per: msg`Reservas por persona`,
  closing: msg`Al cerrar, quienes esperan`,
  until_closing: msg`Dar números solo si alcanzan a atenderse`,
  warnings: msg`Luz de aviso`,
  waiting: msg`Personas que esperan`,
  amber: msg`Amarilla`,
  red: msg`Roja`,
  law: msg`Qué ley`,
  rule: msg`Cuándo pasan`,
  one_in: msg`Una de cada cuántas`,
  before_reservations: msg`También antes que las reservas`,
  version: msg`Versión`,
  es: msg`En español`,
  en: msg`En inglés`,
  pt: msg`En portugués`,
  prefix: msg`Letra de sus números`,
  priority: msg`Prioridad`,
  type: msg`Dónde se saca número`,
  virtual: msg`Se atiende por video`,
  executive: msg`Quién atiende`,
  folder: msg`Grupo`,
  line_category: msg`Servicio`,
  takes_tickets: msg`Da números`,
  takes_reservations: msg`Se reserva hora`,
  fallback_minutes: msg`Minutos por atención`,
  ticket_form: msg`Preguntas al sacar número`,
  slots: msg`Personas por bloque`,
  days_ahead: msg`Días hacia adelante`,
  unavailable_days: msg`Días sin reservas`,
  modalities: msg`Cómo se atiende`,
  confirm_minutes: msg`Minutos para confirmar`,
  form: msg`Preguntas al reservar`,
  question: msg`Pregunta`,
  fieldType: msg`Tipo de respuesta`,
  options: msg`Opciones`,
  limit: msg`Largo máximo`,
  required: msg`Obligatoria`,
  validCharacter: msg`Forma de la respuesta`,
  validMessage: msg`Qué decir si no calza`,
  active: msg`Se pregunta`,
  hours: msg`Horario`,
  modulos: msg`Módulos`,
  services: msg`Lo que se hace`,
  modulo_lines: msg`Filas fijas por módulo`,
  messages: msg`Mensajes preparados`,
  minutes: msg`Minutos por bloque`,
  numbers: msg`Números que pueden esperar`,
} as const satisfies Record<string, MessageDescriptor>
export type FieldName = keyof typeof fieldTexts

const isField = (key: PlaceKey): key is FieldName => key in fieldTexts

/** The words of the last key on the way that has any. */
export function fieldText(place: Place, i18n: I18n): string {
  const keys = keysOf(place)
  if (keys.includes('warnings') && keys.at(-1) === 'minutes') return i18n._(msg`Minutos del que más espera`)
  const key = keys.findLast(isField)
  return key === undefined ? place : i18n._(fieldTexts[key])
}

export const partText = (part: PartName, office: EditedOffice, i18n: I18n): string => {
  if (!part.startsWith('line:')) return i18n._(sectionTexts[part as SectionName])
  const slug = part.slice('line:'.length)
  const name = office.lines.find(line => line.slug === slug)?.name ?? slug
  return i18n._(msg`Fila ${name}`)
}

/** The way to a place, as a person reads it: "Fila Firmas › Preguntas al sacar número › Opciones". */
export function placeText(place: Place, office: EditedOffice, i18n: I18n): string {
  const [first, nth, ...rest] = keysOf(place)
  const words: string[] = []
  let below: PlaceKey[] = [first ?? '', ...(nth === undefined ? [] : [nth]), ...rest]
  if (first === 'lines' && typeof nth === 'number') {
    const line = valueAt(office, `lines[${nth}]`) as { name?: string; slug?: string } | undefined
    words.push(i18n._(msg`Fila ${line?.name || line?.slug || nth + 1}`))
    below = rest
  }
  let named: FieldName | null = null
  for (const key of below) {
    if (typeof key === 'number') {
      if (named !== 'hours') words.push(i18n._(msg`n.º ${key + 1}`))
      named = null
    } else if (isField(key)) {
      words.push(i18n._(fieldTexts[key]))
      named = key
    }
  }
  return words.length === 0 ? place : words.join(' › ')
}
