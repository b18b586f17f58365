import { useLingui } from '@lingui/react'
import { Trans } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { safePlace } from '#src/domain/safe-place.ts'
import { withQueries } from '#src/queries/with-queries.tsx'
import { AttemptForm, isAnswerable } from '#src/screens/introduction/attempt-form.tsx'
import { useBack } from '#src/screens/shared/back-link.ts'
import { OfflineNote } from '#src/screens/shared/offline-note.tsx'
import { useErrand } from '#src/screens/shared/use-errand.ts'
import { useHeadingFocus } from '#src/screens/shared/use-heading-focus.ts'
import { placeOfWay } from '#src/screens/shared/way-in.ts'
import { useConnection } from '#src/stores/connection-store.ts'
import { accountRefusalText } from '#src/texts/account-texts.ts'
import { Button } from '#src/ui/press/button.tsx'
import { ScreenBody } from '#src/ui/shell/screen-body.tsx'
import { ScreenHeader } from '#src/ui/shell/screen-header.tsx'
import { Skeleton } from '#src/ui/state/skeleton.tsx'
import { FailedState } from '#src/ui/state/standstill.tsx'

const attemptIn = (hash: string): string | null => /^#([\da-f-]{36})$/i.exec(hash)?.[1] ?? null

/** Where a window comes back to that left for a provider: it goes on by itself to where one was. */
function ProviderReturnScreen() {
  const { i18n } = useLingui()
  const back = useBack('/profile')
  const heading = useHeadingFocus()
  const [, navigate] = useLocation()
  const online = useConnection(connection => connection.online)
  const [attempt] = useState(() => attemptIn(location.hash))
  const { run, outcome, failure } = useErrand('returnFromProvider', attempt ?? '')
  const next = safePlace(outcome && 'next' in outcome ? outcome.next : null)
  const isDone = outcome?.status === 'done'
  const isAsked = failure !== null && isAnswerable(failure)
  useEffect(() => {
    // Asked again, the form that stands here would go, with all that is typed in it.
    if (attempt !== null && online && !isAsked) void run(attempt)
  }, [attempt, online, isAsked, run])
  const goOn = () => navigate(next, { replace: true })
  useEffect(() => {
    if (isDone) navigate(next, { replace: true })
  }, [isDone, navigate, next])
  return (
    <>
      <ScreenHeader title={<Trans>Inicia sesión</Trans>} back={back} headingRef={heading} />
      <ScreenBody width="column">
        <OfflineNote since={null} />
        {isAsked ? (
          <AttemptForm refusal={failure} onDone={goOn} onCancel={goOn} />
        ) : failure || attempt === null ? (
          <FailedState
            title={accountRefusalText(failure ?? { code: 'attempt-invalid', message: null }, i18n)}
            action={
              <Button href={placeOfWay('sign-in', next)}>
                <Trans>Inicia sesión</Trans>
              </Button>
            }
          />
        ) : (
          <Skeleton height="12rem" />
        )}
      </ScreenBody>
    </>
  )
}

export default withQueries(ProviderReturnScreen)
