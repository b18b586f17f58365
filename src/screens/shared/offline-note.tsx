import { Trans } from '@lingui/react/macro'
import { useConnection } from '#src/stores/connection-store.ts'
import { timeText } from '#src/texts/clock-text.ts'
import { useLanguage } from '#src/texts/use-language.ts'
import { Note } from '#src/ui/state/note.tsx'

/**
 * Without a network: what is seen is old, and from when it is (OFFL-02).
 * @param since ms since the epoch, or null
 */
export function OfflineNote({ since }: { since: number | null }) {
  const online = useConnection(connection => connection.online)
  const language = useLanguage()
  if (online) return null
  return (
    <Note icon="offline" role="status">
      {since === null ? (
        <Trans>Sin conexión.</Trans>
      ) : (
        <Trans>Sin conexión. Lo que ves es de las {timeText(new Date(since), language)}.</Trans>
      )}
    </Note>
  )
}
