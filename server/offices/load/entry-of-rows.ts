import { isDeepStrictEqual } from 'node:util'
import * as v from 'valibot'
import type { HoursOfDay } from '#contract/rest/offices.ts'
import type { HoursEntry } from '../file/hours-entry.ts'
import type { lineEntry, officeEntry, PolicyEntry } from '../file/offices-file.ts'
import { lineReservationsEntry } from '../file/reservations-entry.ts'
import type { WantedLine, WantedOffice } from './wanted-rows.ts'

/** An entry of the offices file that says what the tables hold. */
export type WrittenOffice = v.InferInput<typeof officeEntry>
type WrittenLine = v.InferInput<typeof lineEntry>
type Reservations = v.InferInput<typeof lineReservationsEntry>

type LineRow = Omit<WantedLine, 'active'>
type WrittenFromLine = LineRow & { line_category: string | null }

/** What an entry is written from, beside the office's own row. */
export interface AroundOffice {
  /** Its active lines, with the slug of their kind of service. */
  lines: readonly WrittenFromLine[]
  /** Its active modulos, with the slugs of the lines that are prescribed. */
  modulos: readonly { name: string; lines: readonly string[] | null }[]
  policy: PolicyEntry | undefined
  holidays: ReadonlySet<string>
}

/** Days that share their hours stand together, as a person would write them. */
function hoursEntries(hours: readonly HoursOfDay[]): HoursEntry[] {
  const together = Map.groupBy(hours, ({ from, to }) => `${from} ${to}`)
  return [...together.values()].map(slots => ({
    days: slots.map(({ weekday }) => weekday),
    from: slots[0]?.from ?? '',
    to: slots[0]?.to ?? '',
  }))
}

const documentOf = ({ proven_document }: { proven_document: boolean }) =>
  proven_document ? ('proven' as const) : ('declared' as const)

function reservationsEntry(line: LineRow): Reservations {
  const byDefault = line.virtual ? 'video' : 'in-person'
  const { reserve_modalities: modalities } = line
  return {
    minutes: line.reserve_minutes,
    slots: line.reserve_slots,
    days_ahead: line.reserve_days_ahead,
    hours: line.reserve_hours && hoursEntries(line.reserve_hours),
    unavailable_days: line.unavailable_days,
    ...(modalities === byDefault
      ? {}
      : { modalities: modalities === 'both' ? ['in-person', 'video'] : [modalities] }),
    confirm_minutes: line.reserve_confirm_minutes,
    form: line.reserve_form,
  }
}

const nothingSaid = v.parse(lineReservationsEntry, {})
/** Nothing was ever said of them. What is said is held against the office's hours, defaults as well. */
const isUnsaid = (line: LineRow, reservations: Reservations) =>
  !line.takes_reservations && isDeepStrictEqual(v.parse(lineReservationsEntry, reservations), nothingSaid)

function lineEntryOf(line: WrittenFromLine): WrittenLine {
  const reservations = reservationsEntry(line)
  return {
    slug: line.slug,
    name: line.name,
    ...(line.prefix === '' ? {} : { prefix: line.prefix }),
    priority: line.priority,
    type: line.type,
    virtual: line.virtual,
    executive: line.executive,
    folder: line.folder,
    line_category: line.line_category,
    takes_tickets: line.takes_tickets,
    takes_reservations: line.takes_reservations,
    fallback_minutes: line.fallback_minutes,
    limits: { rut_tickets: line.rut_ticket_limit },
    document: documentOf(line),
    ticket_form: line.ticket_form ?? [],
    ...(isUnsaid(line, reservations) ? {} : { reservations }),
  }
}

/** Nothing where nothing is prescribed. */
function moduloLines(modulos: AroundOffice['modulos']): Pick<WrittenOffice, 'modulo_lines'> {
  const prescribed = modulos.flatMap(({ name, lines }) =>
    lines === null ? [] : [{ modulo: name, lines: [...lines].sort() }],
  )
  return prescribed.length === 0 ? {} : { modulo_lines: prescribed }
}

/**
 * An office as the offices file would say it: loading it changes nothing. Whether a line is frozen is left
 * out, for it is the desk's to say once the line is there.
 * @see rule ADMIN-02
 */
export function entryOfRows(
  office: Omit<WantedOffice, 'active'>,
  { lines, modulos, policy, holidays }: AroundOffice,
): WrittenOffice {
  const { open_on_holidays } = office
  return {
    slug: office.slug,
    name: office.name,
    category: office.category_slug,
    demo: office.demo,
    address: office.address,
    district: office.district,
    region: office.region,
    latitude: office.latitude,
    longitude: office.longitude,
    time_zone: office.time_zone,
    hours: hoursEntries(office.hours),
    closures: office.closures.filter(day => open_on_holidays || !holidays.has(day)),
    open_on_holidays,
    options: { web_only: office.web_only },
    limits: { rut_tickets: office.rut_ticket_limit },
    calls: { repeats: office.call_repeats, grace_minutes: office.missed_grace_minutes },
    document: documentOf(office),
    networks: office.networks,
    ...(policy && { policy }),
    preference: office.preference,
    reservations: { one_per: office.reserve_one_per },
    closing: office.closing,
    until_closing: office.until_closing,
    messages: office.messages,
    warnings: office.warnings,
    services: office.services,
    lines: lines.map(lineEntryOf),
    modulos: modulos.map(({ name }) => name),
    ...moduloLines(modulos),
  }
}
