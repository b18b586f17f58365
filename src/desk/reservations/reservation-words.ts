import type { Language } from '#contract/primitives.ts'
import { longDayText, timeText } from '#src/texts/clock-text.ts'

/** "lunes, 23 de noviembre, 10:30", on the office's wall. */
export const momentText = (from: string, language: Language, timeZone: string): string =>
  `${longDayText(new Date(from), language, timeZone)}, ${timeText(new Date(from), language, timeZone)}`
