import type { Language } from '#contract/primitives.ts'

const HOUR = 60

/** "22 min", "1 h 5 min": short, and the same in the three languages. */
export function minutesText(minutes: number, language: Language): string {
  const unit = (value: number, name: 'hour' | 'minute') =>
    value.toLocaleString(language, { style: 'unit', unit: name, unitDisplay: 'short' })
  if (minutes < HOUR) return unit(minutes, 'minute')
  const rest = minutes % HOUR
  return unit(Math.floor(minutes / HOUR), 'hour') + (rest === 0 ? '' : ` ${unit(rest, 'minute')}`)
}

/** So many of all of them, as a whole number. */
export const percent = (part: number, of: number, language: Language): string =>
  (of === 0 ? 0 : part / of).toLocaleString(language, { style: 'percent', maximumFractionDigits: 0 })

/** What cannot be told, for there was nothing to count. */
export const NOTHING = '–'
