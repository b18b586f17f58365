import { asDate } from './calendar-days.ts'

const format = (language: string, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' })

/** "noviembre de 2026" */
export const monthName = (month: string, language: string): string =>
  format(language, { month: 'long', year: 'numeric' }).format(asDate(`${month}-01`))

/** What names a day: "martes, 24 de noviembre". To make the format takes far longer than to use it. */
export function dayNames(language: string): (day: string) => string {
  const { format: named } = format(language, { weekday: 'long', day: 'numeric', month: 'long' })
  return day => named(asDate(day))
}

/** Monday first. 5 January 2026 was one. */
export function weekdayNames(language: string): { short: string; long: string }[] {
  const short = format(language, { weekday: 'short' })
  const long = format(language, { weekday: 'long' })
  return Array.from({ length: 7 }, (_, at) => {
    const day = asDate(`2026-01-${String(5 + at).padStart(2, '0')}`)
    return { short: short.format(day).replace('.', '').slice(0, 3), long: long.format(day) }
  })
}
