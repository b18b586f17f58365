import { Trans, useLingui } from '@lingui/react/macro'
import { ApiError } from '#src/api/api-error.ts'
import { timeText } from '#src/texts/clock-text.ts'
import { useLanguage } from '#src/texts/use-language.ts'
import { Note } from '#src/ui/state/note.tsx'
import { questionErrorText } from './desk-error-texts.ts'

/** Why the office could not be looked at. */
export interface OfficeTrouble {
  error: Error
  /** When what is on the screen was answered, by the server's clock, milliseconds since the epoch. */
  seenAt: number
}

/**
 * Why what is seen grows old, and since when.
 * @param isTold the reason is on the screen already, for something that was pressed
 */
export function OfficeNews({ error, seenAt, isTold = false }: OfficeTrouble & { isTold?: boolean }) {
  const { i18n } = useLingui()
  const language = useLanguage()
  const { code, status } = error instanceof ApiError ? error : { code: 'internal', status: 0 }
  // The end of the session is told over the page.
  if (status === 401) return null
  const time = timeText(new Date(seenAt), language)
  if (code === 'offline' || code === 'timeout') {
    return (
      <Note icon="offline">
        <Trans>Sin conexión. Lo que ves es de las {time}.</Trans>
      </Note>
    )
  }
  // These pass by themselves; whatever else it is, somebody should hear of it.
  const isPassing = code === 'too-many-requests' || code === 'unavailable'
  return (
    <Note
      tone={isPassing ? 'plain' : 'loss'}
      icon={isPassing ? 'clock' : undefined}
      title={isTold ? undefined : i18n._(questionErrorText(error))}
    >
      <Trans>Lo que ves es de las {time}.</Trans>
    </Note>
  )
}
