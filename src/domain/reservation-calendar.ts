import type { ReservationState } from '#contract/rules/reservation-state.ts'
import { comesTwice, stampOf, wallStamp, zoneLines } from './zone-calendar.ts'

export interface CalendarEvent {
  /** Of the reservation: a later file of the same one takes the earlier one's place. */
  id: string
  state: ReservationState
  summary: string
  description: string
  /** Null where there is no place to go to. */
  location: string | null
  url: string
  from: Date
  to: Date
  /** The office's, in which the event is written. */
  timeZone: string
  /** When the file is made. */
  stamp: Date
  /** Grows with each change of the reservation. */
  sequence: number
}

const STATUSES: Partial<Record<ReservationState, string>> = {
  pending: 'TENTATIVE',
  cancelled: 'CANCELLED',
  expired: 'CANCELLED',
}

/** When the calendar program reminds of it. */
const ALARM = '-PT30M'

/** A line may have so many bytes. */
const LINE_BYTES = 75

/** Longer ones go on in the next line, behind a space; no letter is cut in two. */
function fold(line: string): string {
  const encoder = new TextEncoder()
  let folded = ''
  let length = 0
  for (const letter of line) {
    const size = encoder.encode(letter).length
    if (length + size > LINE_BYTES) {
      folded += '\r\n '
      length = 1
    }
    folded += letter
    length += size
  }
  return folded
}

const escape = (text: string): string =>
  text
    .replace(/[\\;,]/g, String.raw`\$&`)
    .replace(/\r\n?|\n/g, String.raw`\n`)
    .replace(/\p{Cc}/gu, ' ')

/**
 * A moment on the office's wall; in UTC where the wall shows the same twice, for calendar programs disagree
 * about which of the two is meant.
 */
const moment = (name: string, at: Date, timeZone: string): string => {
  const time = at.getTime()
  return comesTwice(time, timeZone)
    ? `${name}:${stampOf(time)}Z`
    : `${name};TZID=${timeZone}:${wallStamp(time, timeZone)}`
}

/**
 * A reservation as a calendar file, in the office's own time zone, which it brings along.
 * @see https://www.rfc-editor.org/rfc/rfc5545
 * @see rule RES-13, docs/decisions "Reservations"
 */
export function reservationCalendar(event: CalendarEvent): string {
  const { timeZone, location } = event
  const from = event.from.getTime()
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Numerito//Numerito//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    ...zoneLines(from, timeZone),
    'BEGIN:VEVENT',
    `UID:${event.id}`,
    `DTSTAMP:${stampOf(event.stamp.getTime())}Z`,
    `SEQUENCE:${event.sequence}`,
    `STATUS:${STATUSES[event.state] ?? 'CONFIRMED'}`,
    moment('DTSTART', event.from, timeZone),
    moment('DTEND', event.to, timeZone),
    `SUMMARY:${escape(event.summary)}`,
    `DESCRIPTION:${escape(event.description)}`,
    ...(location === null ? [] : [`LOCATION:${escape(location)}`]),
    `URL:${event.url}`,
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    `TRIGGER:${ALARM}`,
    `DESCRIPTION:${escape(event.summary)}`,
    'END:VALARM',
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return `${lines.map(fold).join('\r\n')}\r\n`
}
