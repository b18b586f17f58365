import { Trans, useLingui } from '@lingui/react/macro'
import { ApiError } from '#src/api/api-error.ts'
import { timeText } from '#src/texts/clock-text.ts'
import { useLanguage } from '#src/texts/use-language.ts'
import type { IconName } from '#src/ui/icon.tsx'
import { Note, type NoteProps } from '#src/ui/state/note.tsx'
import { questionErrorText } from '../desk-error-texts.ts'

/** It passes by itself, and the next look may already be answered. */
const PASSING: Record<string, IconName> = {
  offline: 'offline',
  timeout: 'offline',
  unavailable: 'offline',
  'too-many-requests': 'clock',
}

export interface OfficeNewsProps {
  error: Error | null
  /** When what is on the screen was answered, milliseconds since the epoch. */
  seenAt: number
}

/** Why what is seen grows old, and since when; nothing while it is fresh. */
export function OfficeNews({ error, seenAt }: OfficeNewsProps) {
  const { i18n } = useLingui()
  const language = useLanguage()
  if (!error) return null
  const { code, status } = error instanceof ApiError ? error : { code: 'internal', status: 0 }
  // The end of the session is told over the page.
  if (status === 401) return null
  const icon = PASSING[code]
  const look: Pick<NoteProps, 'tone' | 'icon'> = icon ? { icon } : { tone: 'loss' }
  const time = timeText(new Date(seenAt), language)
  return (
    <Note {...look} title={i18n._(questionErrorText(error))}>
      <Trans>Lo que ves es de las {time}.</Trans>
    </Note>
  )
}
