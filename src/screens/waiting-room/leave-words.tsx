import { Trans } from '@lingui/react/macro'
import { leaveAt } from '#src/domain/leave-at.ts'
import { useNow } from '#src/queries/use-now.ts'
import { timeText } from '#src/texts/clock-text.ts'
import { useLanguage } from '#src/texts/use-language.ts'
import { Note } from '#src/ui/state/note.tsx'

export interface LeaveWordsProps {
  wait: Parameters<typeof leaveAt>[1]['wait']
  /** When that was said, milliseconds since the epoch. */
  toldAt: number
  /** From here to the office, as the crow flies; Infinity where that is not known. */
  metres: number
}

/** When whoever waits elsewhere should set out, by this phone's clock; nothing where nobody walks there. */
export function LeaveWords({ wait, toldAt, metres }: LeaveWordsProps) {
  const language = useLanguage()
  const now = useNow()
  const leaving = wait.now ? null : leaveAt(metres, { wait, at: toldAt })
  if (!leaving) return null
  const { at, walkMinutes } = leaving
  const time = timeText(new Date(at), language)
  return (
    <Note icon="walk">
      {at > now ? (
        <Trans>
          Sal a las {time}: a pie son unos {walkMinutes} min.
        </Trans>
      ) : (
        <Trans>Sal ahora: a pie son unos {walkMinutes} min.</Trans>
      )}
    </Note>
  )
}
