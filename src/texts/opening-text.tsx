import { Trans } from '@lingui/react/macro'
import type { Opening } from '#contract/rules/office-time.ts'
import { wallClockText, weekdayText } from './clock-text.ts'
import { useLanguage } from './use-language.ts'

/**
 * "Abierto hasta las 14:00", "Cerrado · abre mañana a las 9:00".
 * @param short for lists, where a line is narrow: "Abierto · cierra 14:00", "Cerrado · abre lun 9:00"
 */
export function OpeningText({ opening, short = false }: { opening: Opening; short?: boolean }) {
  const language = useLanguage()
  if (opening.open) {
    if (opening.closesAt === null) return <Trans>Abierto todo el día</Trans>
    const until = wallClockText(opening.closesAt, language)
    return short ? <Trans>Abierto · cierra {until}</Trans> : <Trans>Abierto hasta las {until}</Trans>
  }
  if (opening.opens === null) return <Trans>Cerrado</Trans>
  const { inDays } = opening.opens
  const at = wallClockText(opening.opens.at, language)
  if (inDays === 0)
    return short ? <Trans>Cerrado · abre {at}</Trans> : <Trans>Cerrado · abre a las {at}</Trans>
  if (short) {
    const day = weekdayText(opening.opens.weekday, language, 'short')
    return (
      <Trans>
        Cerrado · abre {day} {at}
      </Trans>
    )
  }
  if (inDays === 1) return <Trans>Cerrado · abre mañana a las {at}</Trans>
  const weekday = weekdayText(opening.opens.weekday, language)
  return (
    <Trans>
      Cerrado · abre el {weekday} a las {at}
    </Trans>
  )
}
