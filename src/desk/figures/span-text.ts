import type { Language } from '#contract/primitives.ts'
import type { Figures } from '#contract/rest/figures.ts'
import { addDays } from '#contract/rules/office-time.ts'
import { calendarDayText } from '#src/texts/calendar-day-text.ts'

/** Noon of a day of the calendar, wherever that is: only its date is shown. */
const noonOf = (day: string): Date => new Date(`${day}T12:00:00Z`)

const formats = new Map<Language, Intl.DateTimeFormat>()

function rangeFormat(language: Language): Intl.DateTimeFormat {
  const format =
    formats.get(language) ??
    new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })
  formats.set(language, format)
  return format
}

/** The days that are shown: "Hoy, domingo, 22 de noviembre", or from which to which. */
export function spanText(
  { from, to, today }: Pick<Figures, 'from' | 'to' | 'today'>,
  language: Language,
  words: { today: string; yesterday: string },
): string {
  if (from !== to) return rangeFormat(language).formatRange(noonOf(from), noonOf(to))
  const day = calendarDayText(from, language)
  if (from === today) return `${words.today}, ${day}`
  if (from === addDays(today, -1)) return `${words.yesterday}, ${day}`
  return from.slice(0, 4) === today.slice(0, 4)
    ? day.charAt(0).toLocaleUpperCase(language) + day.slice(1)
    : rangeFormat(language).format(noonOf(from))
}
