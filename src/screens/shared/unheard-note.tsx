import { Trans } from '@lingui/react/macro'
import { useNow } from '#src/queries/use-now.ts'
import { dayText, timeText } from '#src/texts/clock-text.ts'
import { useLanguage } from '#src/texts/use-language.ts'
import { Note } from '#src/ui/state/note.tsx'

/**
 * There is a network, and no answer: the server is out of reach, or a number may be of somebody who was here
 * before. What is seen is old, and from when it is.
 * @param since ms since the epoch
 */
export function UnheardNote({ since }: { since: number }) {
  const language = useLanguage()
  const at = new Date(since)
  const day = dayText(at, new Date(useNow()), language)
  const time = timeText(at, language)
  return (
    <Note icon="offline" role="status">
      <Trans>
        No pudimos actualizar. Lo último que supimos: {day}, {time}.
      </Trans>
    </Note>
  )
}
