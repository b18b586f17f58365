import type { Language } from '#contract/primitives.ts'
import { zoneFormat } from '#contract/rules/zone-format.ts'

const formats = new Map<string, Intl.DateTimeFormat>()

/**
 * Made once: that costs some fifty times as much as to use it, and a list uses the same in every row. One of
 * the device's own zone is made anew, for its owner travels.
 */
function dateFormat(locale: Language | 'en-CA', options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = locale + JSON.stringify(options)
  const kept = formats.get(key)
  if (kept) return kept
  const made = zoneFormat(locale, options)
  if (options.timeZone !== undefined) formats.set(key, made)
  return made
}

/** HH:MM on an office's wall, as it is read in the language. @param clock HH:MM, 24 hours */
export function wallClockText(clock: string, language: Language): string {
  const at = new Date(`2026-01-01T${clock === '24:00' ? '00:00' : clock}:00Z`)
  return dateFormat(language, { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' }).format(at)
}

/**
 * The time of day of a moment.
 * @param timeZone the office's own (I18N-02); absent, the phone's: for what happened here
 */
export function timeText(at: Date, language: Language, timeZone?: string): string {
  return dateFormat(language, { hour: 'numeric', minute: '2-digit', timeZone }).format(at)
}

/** How many days of the calendar lie between now and a moment: 0 today, -1 yesterday. */
export function daysFromNow(at: Date, now: Date, timeZone?: string): number {
  const dayOf = (date: Date) => dateFormat('en-CA', { timeZone }).format(date)
  return Math.round((Date.parse(dayOf(at)) - Date.parse(dayOf(now))) / 86_400_000)
}

/** From then on a date alone would be taken for one of another year: turns are kept for longer than one. */
const DATE_SAYS_IT_DAYS = 182

/** "hoy", "ayer", or the day: "19 nov"; with its year where it is far away: "19 nov 2025". */
export function dayText(at: Date, now: Date, language: Language, timeZone?: string): string {
  const days = daysFromNow(at, now, timeZone)
  if (days === 0 || days === -1)
    return new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(days, 'day')
  const year = Math.abs(days) > DATE_SAYS_IT_DAYS ? 'numeric' : undefined
  return dateFormat(language, { day: 'numeric', month: 'short', year, timeZone }).format(at)
}

/** The name of a weekday. @param weekday 1 Monday … 7 Sunday */
export function weekdayText(weekday: number, language: Language, length: 'long' | 'short' = 'long'): string {
  // 5 January 2026 was a Monday.
  return dateFormat(language, { weekday: length, timeZone: 'UTC' }).format(
    new Date(Date.UTC(2026, 0, 4 + weekday)),
  )
}

/** The whole day: "martes, 24 de noviembre". */
export function longDayText(at: Date, language: Language, timeZone?: string): string {
  return dateFormat(language, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    timeZone,
  }).format(at)
}

/** A day of some year, as it happened on this device's calendar: "24 de noviembre de 2026". */
export function dateText(at: Date, language: Language): string {
  return dateFormat(language, { dateStyle: 'long' }).format(at)
}

/** From then on the day of the week alone would be taken for a nearer one. */
const WEEKDAY_SAYS_IT_MS = 24 * 86_400_000

/** A coming moment in few letters: "mar 24, 9:30"; with its month where it is far away: "24 dic, 9:30". */
export function shortMomentText(at: Date, now: Date, language: Language, timeZone: string): string {
  const isNear = Math.abs(at.getTime() - now.getTime()) < WEEKDAY_SAYS_IT_MS
  const day = dateFormat(language, {
    ...(isNear ? { weekday: 'short' } : { month: 'short' }),
    day: 'numeric',
    timeZone,
  }).format(at)
  return `${day.replace(/[.,]/g, '')}, ${timeText(at, language, timeZone)}`
}

/** The name of a zone's city: "Punta Arenas" of America/Punta_Arenas. */
export const zoneCity = (timeZone: string): string =>
  timeZone.slice(timeZone.lastIndexOf('/') + 1).replaceAll('_', ' ')
