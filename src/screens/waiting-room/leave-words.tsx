import { Trans } from '@lingui/react/macro'
import { leaveAt } from '#src/domain/leave-at.ts'
import { useNow } from '#src/queries/use-now.ts'
import { useOfficeTime } from '#src/texts/use-office-time.ts'
import { Note } from '#src/ui/state/note.tsx'

export interface LeaveWordsProps {
  wait: Parameters<typeof leaveAt>[1]['wait']
  /** When that was said, milliseconds since the epoch. */
  toldAt: number
  /** From here to the office, as the crow flies; Infinity where that is not known. */
  metres: number
  /** The office's, by whose clock every other time on the screen is. */
  timeZone: string
}

/** When whoever waits elsewhere should set out, by the office's clock; nothing where nobody walks there. */
export function LeaveWords({ wait, toldAt, metres, timeZone }: LeaveWordsProps) {
  const officeTime = useOfficeTime(timeZone)
  const now = useNow()
  const leaving = wait.now ? null : leaveAt(metres, { wait, at: toldAt })
  if (!leaving) return null
  const { at, walkMinutes } = leaving
  const time = officeTime(new Date(at))
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
