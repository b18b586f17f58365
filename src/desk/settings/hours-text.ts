import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Language } from '#contract/primitives.ts'
import { timeText, weekdayText } from '#src/texts/clock-text.ts'
import type { Span, Week } from './week.ts'

/** "9:00–14:00", "todo el día". */
export function spanText({ from, to }: Span, i18n: I18n): string {
  if (from === '00:00' && to === '00:00') return i18n._(msg`todo el día`)
  const time = (clock: string) =>
    clock === '' ? '…' : timeText(new Date(`2026-01-01T${clock}Z`), i18n.locale as Language, 'UTC')
  return `${time(from)}–${time(to)}`
}

/** A week in one sentence: days in a row that have the same hours are named once. */
export function weekText(week: Week, i18n: I18n): string {
  const language = i18n.locale as Language
  const words = week.map(spans => spans.map(span => spanText(span, i18n)).join(', '))
  const runs: { from: number; to: number; hours: string }[] = []
  words.forEach((hours, day) => {
    const last = runs.at(-1)
    if (last?.hours === hours) last.to = day
    else runs.push({ from: day, to: day, hours })
  })
  const open = runs.filter(({ hours }) => hours !== '')
  if (open.length === 0) return i18n._(msg`Sin horas: nunca abre`)
  const [only] = open
  if (open.length === 1 && only?.from === 0 && only.to === 6) return i18n._(msg`Todos los días ${only.hours}`)
  const dayName = (day: number) => weekdayText(day + 1, language, 'short').replace('.', '')
  const said = open.map(({ from, to, hours }) => {
    const [first, last] = [dayName(from), dayName(to)]
    if (from === to) return `${first} ${hours}`
    return to === from + 1
      ? i18n._(msg`${first} y ${last} ${hours}`)
      : i18n._(msg`${first} a ${last} ${hours}`)
  })
  const whole = said.join(' · ')
  return whole.charAt(0).toLocaleUpperCase(language) + whole.slice(1)
}
