import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Failure } from '#src/flows/outcome.ts'
import { useHeadingFocus } from '#src/screens/shared/use-heading-focus.ts'
import { errorText } from '#src/texts/error-texts.ts'
import { Button } from '#src/ui/press/button.tsx'
import { ScreenBody } from '#src/ui/shell/screen-body.tsx'
import { ScreenHeader } from '#src/ui/shell/screen-header.tsx'
import { Skeleton } from '#src/ui/state/skeleton.tsx'
import { FailedState } from '#src/ui/state/standstill.tsx'

/** What only another try may mend. */
const PASSES = new Set(['offline', 'timeout', 'unavailable', 'too-many-requests', 'internal'])

export interface PaperInHandProps {
  title: ReactNode
  failure: Pick<Failure, 'code'> | null | undefined
  busy: boolean
  onAgain: () => void
  /** That nothing is lost for whoever holds the paper. */
  children: ReactNode
}

/** While what a paper is of becomes this phone's, and where it could not. */
export function PaperInHand({ title, failure, busy, onAgain, children }: PaperInHandProps) {
  const { i18n } = useLingui()
  const heading = useHeadingFocus()
  return (
    <>
      <ScreenHeader size="small" title={title} headingRef={heading} />
      <ScreenBody width="column">
        {failure ? (
          <FailedState
            title={i18n._(errorText(failure.code))}
            action={
              PASSES.has(failure.code) ? (
                <Button icon="refresh" busy={busy} onClick={onAgain}>
                  <Trans>Intentar de nuevo</Trans>
                </Button>
              ) : (
                <Button icon="search" href="/search">
                  <Trans>Busca una oficina</Trans>
                </Button>
              )
            }
          >
            {children}
          </FailedState>
        ) : (
          <Skeleton height="24rem" />
        )}
      </ScreenBody>
    </>
  )
}
