import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Button } from '#src/ui/press/button.tsx'
import { FailedState } from '#src/ui/state/standstill.tsx'
import { questionErrorText } from './desk-error-texts.ts'

interface FailedQuestionProps {
  title: ReactNode
  error: Error | null
  onAgain: () => void
}

/** What the desk asked, and why there is no answer; it can be asked again. */
export function FailedQuestion({ title, error, onAgain }: FailedQuestionProps) {
  const { i18n } = useLingui()
  return (
    <FailedState
      title={title}
      action={
        <Button icon="refresh" onClick={onAgain}>
          <Trans>Intentar de nuevo</Trans>
        </Button>
      }
    >
      {i18n._(questionErrorText(error))}
    </FailedState>
  )
}
