import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { withQueries } from '#src/queries/with-queries.tsx'
import { useErrand } from '#src/screens/shared/use-errand.ts'
import { useHeadingFocus } from '#src/screens/shared/use-heading-focus.ts'
import { errorText } from '#src/texts/error-texts.ts'
import { Button } from '#src/ui/press/button.tsx'
import { ScreenBody } from '#src/ui/shell/screen-body.tsx'
import { ScreenHeader } from '#src/ui/shell/screen-header.tsx'
import { Skeleton } from '#src/ui/state/skeleton.tsx'
import { FailedState } from '#src/ui/state/standstill.tsx'

/** What only another try may mend. */
const PASSES = new Set(['offline', 'timeout', 'unavailable', 'too-many-requests', 'internal'])

/**
 * Where the QR of a paper number leads: the number becomes this phone's, and is shown. Nobody has to press
 * anything; whoever stands at a counter has a paper in one hand.
 */
function PaperScreen({ secret }: { secret: string }) {
  const { i18n } = useLingui()
  const [, navigate] = useLocation()
  const heading = useHeadingFocus()
  const { run, busy, outcome, failure } = useErrand('followPaper', secret)
  useEffect(() => void run(secret), [run, secret])
  const tuid = outcome?.status === 'following' ? outcome.tuid : null
  useEffect(() => {
    if (tuid !== null) navigate(`/tickets/${tuid}`, { replace: true })
  }, [tuid, navigate])
  return (
    <>
      <ScreenHeader size="small" title={<Trans>Tu número de papel</Trans>} headingRef={heading} />
      <ScreenBody width="column">
        {failure ? (
          <FailedState
            title={i18n._(errorText(failure.code))}
            action={
              PASSES.has(failure.code) ? (
                <Button icon="refresh" busy={busy} onClick={() => void run(secret)}>
                  <Trans>Intentar de nuevo</Trans>
                </Button>
              ) : (
                <Button icon="search" href="/search">
                  <Trans>Busca una oficina</Trans>
                </Button>
              )
            }
          >
            <Trans>Tu papel sigue valiendo: mira la pantalla de la oficina o pregunta en el mesón.</Trans>
          </FailedState>
        ) : (
          <Skeleton height="24rem" />
        )}
      </ScreenBody>
    </>
  )
}

export default withQueries(PaperScreen)
