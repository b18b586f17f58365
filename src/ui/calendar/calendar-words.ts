import { asDate } from './calendar-days.ts'

const format = (language: string, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' })

/** "noviembre de 2026" */
export const monthName = (month: string, language: string): string =>
  format(language, { month: 'long', year: 'numeric' }).format(asDate(`${month}-01`))

/** "martes, 24 de noviembre" */
export const dayName = (day: string, language: string): string =>
  format(language, { weekday: 'long', day: 'numeric', month: 'long' }).format(asDate(day))

/** Monday first. 5 January 2026 was one. */
export const weekdayNames = (language: string): { short: string; long: string }[] =>
  Array.from({ length: 7 }, (_, at) => {
    const day = asDate(`2026-01-${String(5 + at).padStart(2, '0')}`)
    return {
      short: format(language, { weekday: 'short' }).format(day).replace('.', '').slice(0, 3),
      long: format(language, { weekday: 'long' }).format(day),
    }
  })
