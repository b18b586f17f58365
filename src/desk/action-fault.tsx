import { useLingui } from '@lingui/react/macro'
import { ApiError } from '#src/api/api-error.ts'
import { Note } from '#src/ui/state/note.tsx'
import { actionErrorText } from './desk-error-texts.ts'
import { useWordOf } from './use-word-of.ts'

/** What is no loss: where it is asked still, and what happened all the same. */
const CALM: Readonly<Record<string, { tone: 'plain' | 'ok'; icon: 'clock' | 'check' }>> = {
  'press-looking': { tone: 'plain', icon: 'clock' },
  'press-done': { tone: 'ok', icon: 'check' },
}

export interface ActionFaultProps {
  error: Error | null
  /** It is under way; it may be asked meanwhile what became of it. */
  isPending?: boolean
}

/** How something that was pressed went wrong, where it was pressed; nothing where it did not. */
export function ActionFault({ error, isPending = false }: ActionFaultProps) {
  const { i18n } = useLingui()
  const word = useWordOf({ error, isPending })
  if (!word) return null
  const { tone, icon } = CALM[word instanceof ApiError ? word.code : ''] ?? { tone: 'loss' as const }
  return (
    <Note tone={tone} icon={icon} role="alert">
      {i18n._(actionErrorText(word))}
    </Note>
  )
}
