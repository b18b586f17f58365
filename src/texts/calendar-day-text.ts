import type { Language } from '#contract/primitives.ts'
import { longDayText } from './clock-text.ts'

/** A day of the calendar, wherever that is: "martes, 24 de noviembre". @param day YYYY-MM-DD */
export const calendarDayText = (day: string, language: Language): string =>
  longDayText(new Date(`${day}T12:00:00Z`), language, 'UTC')
