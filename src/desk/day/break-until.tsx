import { Trans } from '@lingui/react/macro'
import { timeText } from '#src/texts/clock-text.ts'
import { useLanguage } from '#src/texts/use-language.ts'

export interface BreakUntilProps {
  /** ISO 8601. */
  until: string
  timeZone: string
}

/** What a clerk said of their break, on the office's clock. */
export function BreakUntil({ until, timeZone }: BreakUntilProps) {
  const time = timeText(new Date(until), useLanguage(), timeZone)
  return <Trans>En pausa hasta las {time}</Trans>
}
