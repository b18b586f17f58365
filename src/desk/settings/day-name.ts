import type { Language } from '#contract/primitives.ts'
import { calendarDayText } from '#src/texts/calendar-day-text.ts'

/** "Viernes, 25 de diciembre", with its year where it is another one. */
export function dayName(day: string, today: string, language: Language): string {
  const name = calendarDayText(day, language)
  const whole = name.charAt(0).toLocaleUpperCase(language) + name.slice(1)
  return day.slice(0, 4) === today.slice(0, 4) ? whole : `${whole}, ${day.slice(0, 4)}`
}
