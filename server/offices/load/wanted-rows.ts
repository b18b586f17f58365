import * as v from 'valibot'
import { CATEGORIES } from '#contract/categories.ts'
import type { Question } from '#contract/rest/forms.ts'
import type { HoursOfDay } from '#contract/rest/offices.ts'
import type { HoursEntry } from '../file/hours-entry.ts'
import type { LineEntry, OfficeEntry } from '../file/offices-file.ts'
import type { QuestionEntry } from '../file/question-entry.ts'
import { preferenceOf } from '../file/preference-entry.ts'
import { lineReservationsEntry } from '../file/reservations-entry.ts'

const organizations = new Map<string, number>(
  CATEGORIES.map(({ slug, organization_id }) => [slug, organization_id]),
)

/** The organization of a category that the check has found to be one. */
export function organizationOf(category: string): number {
  const organization = organizations.get(category)
  if (organization === undefined) throw new Error(`there is no category ${category}`)
  return organization
}

function hoursOf(entries: readonly HoursEntry[]): HoursOfDay[] {
  return entries
    .flatMap(({ days, from, to }) => [...new Set(days)].map(weekday => ({ weekday, from, to })))
    .sort((a, b) => a.weekday - b.weekday || a.from.localeCompare(b.from))
}

function questionOf(entry: QuestionEntry): Omit<Question, 'officeId'> {
  const { options, ...question } = entry
  return options === undefined ? question : { ...question, options }
}

/** An office's row, but for its id and the time of the change. */
export function wantedOffice(office: OfficeEntry, holidays: readonly string[]) {
  const closures = office.open_on_holidays ? office.closures : [...office.closures, ...holidays]
  return {
    slug: office.slug,
    name: office.name,
    demo: office.demo,
    category_slug: office.category,
    organization_id: organizationOf(office.category),
    address: office.address,
    district: office.district,
    region: office.region,
    latitude: office.latitude,
    longitude: office.longitude,
    time_zone: office.time_zone,
    hours: hoursOf(office.hours),
    closures: [...new Set(closures)].sort(),
    open_on_holidays: office.open_on_holidays,
    web_only: office.options.web_only,
    rut_ticket_limit: office.limits.rut_tickets,
    call_repeats: office.calls.repeats,
    missed_grace_minutes: office.calls.grace_minutes,
    proven_document: office.document === 'proven',
    networks: office.networks,
    reserve_one_per: office.reservations.one_per,
    policy_version: office.policy?.version ?? null,
    preference: office.preference && preferenceOf(office.preference),
    closing: office.closing,
    until_closing: office.until_closing,
    messages: office.messages,
    warnings: office.warnings,
    services: office.services,
    active: true as const,
  }
}
export type WantedOffice = ReturnType<typeof wantedOffice>

function modalitiesOf({ virtual, reservations }: LineEntry) {
  const modalities = reservations?.modalities ?? [virtual ? ('video' as const) : ('in-person' as const)]
  return modalities.includes('in-person')
    ? modalities.includes('video')
      ? ('both' as const)
      : ('in-person' as const)
    : ('video' as const)
}

/** What a line's row says about the times that may be booked; a line that takes none has it too. */
function wantedReservations(line: LineEntry) {
  const { minutes, slots, days_ahead, hours, unavailable_days, confirm_minutes, form } =
    line.reservations ?? v.parse(lineReservationsEntry, {})
  return {
    reserve_minutes: minutes,
    reserve_slots: slots,
    reserve_days_ahead: days_ahead,
    reserve_hours: hours && hoursOf(hours),
    unavailable_days: [...new Set(unavailable_days)].sort(),
    reserve_modalities: modalitiesOf(line),
    reserve_confirm_minutes: confirm_minutes,
    reserve_form: form && form.map(questionOf),
  }
}

/**
 * A line's row, but for its id and whether it is frozen: that is the desk's to say, once the line is there.
 */
export function wantedLine(officeId: number, lineCategoryId: number | null, line: LineEntry) {
  return {
    office_id: officeId,
    slug: line.slug,
    name: line.name,
    prefix: line.prefix ?? '',
    priority: line.priority,
    type: line.type,
    virtual: line.virtual,
    executive: line.executive,
    folder: line.folder,
    line_category_id: lineCategoryId,
    takes_tickets: line.takes_tickets,
    takes_reservations: line.takes_reservations,
    fallback_minutes: line.fallback_minutes,
    rut_ticket_limit: line.limits.rut_tickets,
    proven_document: line.document === 'proven',
    ticket_form: line.ticket_form.length === 0 ? null : line.ticket_form.map(questionOf),
    ...wantedReservations(line),
    active: true as const,
  }
}
export type WantedLine = ReturnType<typeof wantedLine>
