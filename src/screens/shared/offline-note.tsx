import { Trans } from '@lingui/react/macro'
import { useNow } from '#src/queries/use-now.ts'
import { useConnection } from '#src/stores/connection-store.ts'
import { dayText, daysFromNow, timeText } from '#src/texts/clock-text.ts'
import { useLanguage } from '#src/texts/use-language.ts'
import { Note } from '#src/ui/state/note.tsx'

/**
 * Without a network: what is seen is old, and from when it is (OFFL-02).
 * @param since ms since the epoch, or null
 */
export function OfflineNote({ since }: { since: number | null }) {
  const online = useConnection(connection => connection.online)
  if (online) return null
  return (
    <Note icon="offline" role="status">
      {since === null ? <Trans>Sin conexión.</Trans> : <OldText at={new Date(since)} />}
    </Note>
  )
}

function OldText({ at }: { at: Date }) {
  const language = useLanguage()
  const now = new Date(useNow())
  const time = timeText(at, language)
  if (daysFromNow(at, now) === 0) return <Trans>Sin conexión. Lo que ves es de las {time}.</Trans>
  const day = dayText(at, now, language)
  return (
    <Trans>
      Sin conexión. Lo último que supimos: {day}, {time}.
    </Trans>
  )
}
