import { Trans } from '@lingui/react/macro'
import type { WaitRange } from '#contract/rest/offices.ts'
import { leaveAt } from '#src/domain/leave-at.ts'
import { useNow } from '#src/queries/use-now.ts'
import { timeText } from '#src/texts/clock-text.ts'
import { useLanguage } from '#src/texts/use-language.ts'
import { Note } from '#src/ui/state/note.tsx'

export interface WaitAdviceProps {
  wait: WaitRange
  /** When that was said, milliseconds since the epoch. */
  toldAt: number
  /** The office's own. */
  timeZone: string
  /** From here to the office; Infinity where that is not known. */
  metres: number
}

/** What follows from how long one waits: that nobody attends yet, that it may get too late, when to set out. */
export function WaitAdvice({ wait, toldAt, timeZone, metres }: WaitAdviceProps) {
  const language = useLanguage()
  const now = useNow()
  const opens = wait.opens_at === undefined ? null : new Date(wait.opens_at)
  const leaving = wait.now ? null : leaveAt(metres, { wait, at: toldAt })
  return (
    <>
      {opens && opens.getTime() > now && (
        <Note icon="clock">
          <Trans>Ningún módulo atiende ahora. Abren a las {timeText(opens, language, timeZone)}.</Trans>
        </Note>
      )}
      {wait.closes_first && (
        <Note tone="almost">
          <Trans>Puede que no alcances hoy: la oficina cierra antes.</Trans>
        </Note>
      )}
      {leaving && (
        <Note icon="walk">
          {leaving.at > now ? (
            <Trans>
              Sal a las {timeText(new Date(leaving.at), language)}: a pie son unos {leaving.walkMinutes} min.
            </Trans>
          ) : (
            <Trans>Sal ahora: a pie son unos {leaving.walkMinutes} min.</Trans>
          )}
        </Note>
      )}
    </>
  )
}
