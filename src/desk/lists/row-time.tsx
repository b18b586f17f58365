import { Trans } from '@lingui/react/macro'
import type { DeskRow } from '#contract/rest/desk.ts'
import { useNow } from '#src/queries/use-now.ts'
import { timeText } from '#src/texts/clock-text.ts'
import { useLanguage } from '#src/texts/use-language.ts'

const MINUTE_MS = 60_000
const TICK_MS = 15_000

export interface RowTimeProps {
  row: DeskRow
  at: number
  seenAt: number
  timeZone: string
}

/** How long somebody has waited, by the server's clock; of all others, since when it is otherwise. */
export function RowTime({
  row: { state, inserted_at, called_at, ended_at, parked_at },
  at,
  seenAt,
  timeZone,
}: RowTimeProps) {
  const language = useLanguage()
  const now = useNow(TICK_MS)
  if (state === 'waiting') {
    const waited = at + Math.max(0, now - seenAt) - Date.parse(inserted_at)
    return <Trans>{Math.max(0, Math.floor(waited / MINUTE_MS))} min</Trans>
  }
  const moment = (state === 'called' ? called_at : (parked_at ?? ended_at)) ?? inserted_at
  return <time dateTime={moment}>{timeText(new Date(moment), language, timeZone)}</time>
}
