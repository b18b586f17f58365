import type { HoursOfDay } from '#contract/rest/offices.ts'

const WEEKDAYS = ['lunes', 'martes', 'miércoles', 'jueves', 'viernes', 'sábado', 'domingo']

const dayText = (weekday: number) => WEEKDAYS[weekday - 1] ?? ''
const clockText = (clock: string) => clock.replace(/^0/, '')

/** What a day's hours are, in one word that two days of the same hours share. */
const textOfDay = (hours: readonly HoursOfDay[], weekday: number) =>
  hours
    .filter(slot => slot.weekday === weekday)
    .map(slot => ({ from: slot.from, to: slot.to }))
    .sort((a, b) => a.from.localeCompare(b.from))
    .map(({ from, to }) =>
      from === '00:00' && to === '24:00' ? 'todo el día' : `de ${clockText(from)} a ${clockText(to)}`,
    )
    .join(' y ')

/**
 * The week's opening hours for a preview, which knows no reader's language: "lunes a viernes de 9:00 a 14:00,
 * sábado de 10:00 a 13:00". Empty where it never opens.
 */
export function hoursText(hours: readonly HoursOfDay[]): string {
  const runs: { first: number; last: number; text: string }[] = []
  for (let weekday = 1; weekday <= 7; weekday++) {
    const text = textOfDay(hours, weekday)
    const run = runs.at(-1)
    if (text === '') continue
    if (run?.text === text && run.last === weekday - 1) run.last = weekday
    else runs.push({ first: weekday, last: weekday, text })
  }
  return runs
    .map(({ first, last, text }) => {
      const days =
        first === last
          ? dayText(first)
          : `${dayText(first)} ${last === first + 1 ? 'y' : 'a'} ${dayText(last)}`
      return `${days} ${text}`
    })
    .join(', ')
}
