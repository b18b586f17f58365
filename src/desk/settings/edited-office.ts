import * as v from 'valibot'
import { CALL_REPEATS, MISSED_GRACE_MINUTES } from '#contract/desk-limits.ts'
import { PREFERENCE_LAWS } from '#contract/rest/preference.ts'
import { CLOSINGS } from '#contract/rest/desk-day.ts'
import { FIELD_TYPES } from '#contract/rest/forms.ts'
import { LINE_TYPES } from '#contract/rest/offices.ts'
import { MODALITIES } from '#contract/rest/reservations.ts'
import { hoursOf, type Week, weekOf } from './week.ts'

/**
 * An office's entry while somebody edits it: as the offices file has it, with every default said and the
 * hours by day. What is typed need not be right yet, so texts may be empty and numbers null; the file's own
 * checker has the word. Keys that are not known here stay as they are.
 */

const text = v.optional(v.string(), '')
const maybeText = v.pipe(
  v.optional(v.nullable(v.string()), null),
  v.transform(said => said ?? ''),
)
const number = (usual: number) => v.optional(v.nullable(v.number()), usual)
const yes = (usual: boolean) => v.optional(v.boolean(), usual)
const week = v.pipe(
  v.array(v.object({ days: v.array(v.number()), from: v.string(), to: v.string() })),
  v.transform((hours): Week => weekOf(hours)),
)
const document = v.optional(v.picklist(['declared', 'proven']), 'declared')
const limits = v.optional(v.looseObject({ rut_tickets: number(0) }), {})

export const editedQuestion = v.looseObject({
  id: v.string(),
  fieldType: v.picklist(FIELD_TYPES),
  question: text,
  options: v.optional(v.array(v.string()), []),
  limit: v.optional(v.nullable(v.number()), null),
  required: yes(true),
  validCharacter: maybeText,
  validMessage: maybeText,
  active: yes(true),
})
export type EditedQuestion = v.InferOutput<typeof editedQuestion>

const lineReservations = v.looseObject({
  minutes: number(15),
  slots: number(1),
  days_ahead: number(30),
  hours: v.optional(v.nullable(week), null),
  unavailable_days: v.optional(v.array(v.string()), []),
  modalities: v.optional(v.array(v.picklist(MODALITIES)), []),
  confirm_minutes: v.optional(v.nullable(v.number()), null),
  form: v.optional(v.nullable(v.array(editedQuestion)), null),
})
export type EditedReservations = v.InferOutput<typeof lineReservations>

export const editedLine = v.looseObject({
  slug: v.string(),
  name: text,
  prefix: text,
  priority: number(0),
  type: v.optional(v.picklist(LINE_TYPES), 'normal'),
  virtual: yes(false),
  executive: maybeText,
  folder: maybeText,
  line_category: maybeText,
  takes_tickets: yes(true),
  takes_reservations: yes(false),
  fallback_minutes: number(5),
  limits,
  document,
  ticket_form: v.optional(v.array(editedQuestion), []),
  reservations: v.optional(lineReservations, {}),
})
export type EditedLine = v.InferOutput<typeof editedLine>

const steps = v.looseObject({ amber: v.nullable(v.number()), red: v.nullable(v.number()) })
const texts = v.looseObject({ es: text, en: text, pt: text })

const editedPreference = v.looseObject({
  law: v.optional(v.nullable(v.picklist(PREFERENCE_LAWS)), null),
  rule: v.optional(
    v.union([
      v.literal('next'),
      v.looseObject({ one_in: v.nullable(v.number()) }),
      v.looseObject({ modulos: v.array(v.string()) }),
    ]),
    'next',
  ),
  before_reservations: yes(true),
})
export type EditedPreference = v.InferOutput<typeof editedPreference>

/** A módulo that calls from these lines alone, by their slugs. */
const moduloLines = v.looseObject({ modulo: v.string(), lines: v.array(v.string()) })
export type EditedModuloLines = v.InferOutput<typeof moduloLines>

export const editedOffice = v.looseObject({
  slug: v.string(),
  name: text,
  category: text,
  address: text,
  district: text,
  region: text,
  latitude: v.optional(v.nullable(v.number()), null),
  longitude: v.optional(v.nullable(v.number()), null),
  time_zone: text,
  hours: week,
  closures: v.optional(v.array(v.string()), []),
  open_on_holidays: yes(false),
  options: v.optional(v.looseObject({ web_only: yes(false) }), {}),
  limits,
  calls: v.optional(
    v.looseObject({
      repeats: number(CALL_REPEATS.default),
      grace_minutes: number(MISSED_GRACE_MINUTES.default),
    }),
    {},
  ),
  document,
  networks: v.optional(v.array(v.looseObject({ address: text, numbers: v.nullable(v.number()) })), []),
  policy: v.optional(v.nullable(v.looseObject({ version: text, ...texts.entries })), null),
  preference: v.optional(v.nullable(editedPreference), null),
  reservations: v.optional(
    v.looseObject({
      one_per: v.optional(v.nullable(v.picklist(['line', 'office', 'organization'])), null),
    }),
    {},
  ),
  closing: v.optional(v.picklist(CLOSINGS), 'finish'),
  until_closing: yes(false),
  messages: v.optional(v.array(v.looseObject({ slug: v.string(), texts })), []),
  warnings: v.optional(v.nullable(v.looseObject({ waiting: steps, minutes: steps })), null),
  services: v.optional(v.array(v.string()), []),
  lines: v.optional(v.array(editedLine), []),
  modulos: v.optional(v.array(v.string()), []),
  modulo_lines: v.optional(v.array(moduloLines), []),
})
export type EditedOffice = v.InferOutput<typeof editedOffice>

const orNull = (said: string) => (said.trim() === '' ? null : said)

const questionEntry = ({ options, validCharacter, validMessage, ...rest }: EditedQuestion) => ({
  ...rest,
  ...(rest.fieldType === 'select' && { options }),
  validCharacter: orNull(validCharacter),
  validMessage: orNull(validMessage),
})

function reservationsEntry({ hours, modalities, form, ...rest }: EditedReservations, isVideoOnly: boolean) {
  const offered = modalities.filter(one => !isVideoOnly || one !== 'in-person')
  return {
    ...rest,
    hours: hours && hoursOf(hours),
    ...(offered.length > 0 && { modalities: offered }),
    form: form && form.map(questionEntry),
  }
}

function lineEntry({ prefix, executive, folder, line_category, ...rest }: EditedLine, isWebOnly: boolean) {
  return {
    ...rest,
    ...(isWebOnly && rest.type === 'kiosk' && { type: 'normal' }),
    ...(prefix.trim() !== '' && { prefix: prefix.trim() }),
    executive: orNull(executive),
    folder: orNull(folder),
    line_category: orNull(line_category),
    ticket_form: rest.ticket_form.map(questionEntry),
    reservations: reservationsEntry(rest.reservations, isWebOnly || rest.virtual),
  }
}

/**
 * The office as the offices file has it. What a switch of the editor hides is kept for whoever turns it back,
 * and left out here: the checker would refuse it at a field that nobody sees.
 */
export function entryOf({ hours, lines, policy, ...rest }: EditedOffice): Record<string, unknown> {
  const isWebOnly = rest.options.web_only
  return {
    ...rest,
    ...(isWebOnly && { latitude: null, longitude: null }),
    hours: hoursOf(hours),
    ...(policy && { policy }),
    lines: lines.map(line => lineEntry(line, isWebOnly)),
  }
}
