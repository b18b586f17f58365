import { type I18n, type Messages, setupI18n } from '@lingui/core'
import { plural, t } from '@lingui/core/macro'
import type { Language } from '#contract/primitives.ts'
import type { ShownLine, WallState } from '#contract/rest/devices.ts'
import type { WaitRange } from '#contract/rest/offices.ts'
import { messages as en } from '#locales/en/wall.po'
import { messages as es } from '#locales/es/wall.po'
import { messages as pt } from '#locales/pt/wall.po'
import { wallClockText, weekdayText } from '#src/texts/clock-text.ts'

/** All three come with the page: together they are smaller than one journey is long. */
const catalogues: Record<Language, Messages> = { es, en, pt }
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

export const wordsIn = (language: Language): I18n =>
  setupI18n({ locale: language, messages: { [language]: catalogues[language] } })

/** One figure carries further than two, where one is borne out: the range is for the phone in the hand. */
function waitWords(words: I18n, { from, to, about }: WaitRange): string {
  if (to === 0) return t(words)`menos de 1 min`
  const minutes = about || (from === to ? to : 0)
  return minutes > 0 ? t(words)`unos ${minutes} min` : t(words)`${from}–${to} min`
}

/** "6 esperan · unos 25 min" */
export function lineWords(words: I18n, { waiting, wait, frozen }: ShownLine): string {
  if (frozen) return t(words)`No da números por ahora`
  if (waiting === 0) return t(words)`Nadie espera`
  const people = t(words)`${plural(waiting, { one: '# espera', other: '# esperan' })}`
  return wait ? `${people} · ${waitWords(words, wait)}` : people
}

/** @param ms since the call */
export function agoWords(words: I18n, ms: number): string {
  if (ms < MINUTE_MS) return t(words)`ahora`
  if (ms >= HOUR_MS) return t(words)`hace más de 1 h`
  return t(words)`hace ${Math.floor(ms / MINUTE_MS)} min`
}

/** Why nobody is called, in two lines. */
export function quietWords(words: I18n, { open, opens }: WallState, language: Language): [string, string] {
  if (open) return [t(words)`Ya atendemos`, t(words)`Aquí aparece cada número que llamamos`]
  if (!opens) return [t(words)`Cerrado`, '']
  const at = wallClockText(opens.at, language)
  if (opens.inDays === 0) return [t(words)`Cerrado`, t(words)`Abrimos a las ${at}`]
  if (opens.inDays === 1) return [t(words)`Cerrado`, t(words)`Abrimos mañana a las ${at}`]
  const weekday = weekdayText(opens.weekday, language)
  return [t(words)`Cerrado`, t(words)`Abrimos el ${weekday} a las ${at}`]
}
