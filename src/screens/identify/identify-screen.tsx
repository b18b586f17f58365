import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { withQueries } from '#src/queries/with-queries.tsx'
import { IdentifyForm } from '#src/screens/introduction/identify-form.tsx'
import { OtherWays } from '#src/screens/introduction/other-ways.tsx'
import { useIdentify } from '#src/screens/introduction/use-identify.ts'
import { useBack } from '#src/screens/shared/back-link.ts'
import { useHeadingFocus } from '#src/screens/shared/use-heading-focus.ts'
import { useNext } from '#src/screens/shared/use-next.ts'
import { ScreenBody } from '#src/ui/shell/screen-body.tsx'
import { ScreenHeader } from '#src/ui/shell/screen-header.tsx'

/** Without an account: who one is, for the office that calls. */
function IdentifyScreen() {
  const { t } = useLingui()
  const [, navigate] = useLocation()
  const next = useNext()
  const back = useBack(next)
  const heading = useHeadingFocus()
  const { identify, isIn, person, setPerson, progress, failure, policy } = useIdentify(null)
  // Whoever has left meanwhile is not called back.
  useEffect(() => {
    if (isIn) navigate(next, { replace: true })
  }, [isIn, navigate, next])
  return (
    <>
      <ScreenHeader title={<Trans>¿Quién eres?</Trans>} back={back} headingRef={heading} />
      <ScreenBody width="column">
        <p>
          <Trans>Sin cuenta y sin contraseña. La oficina te reconoce por tu documento.</Trans>
        </p>
        <IdentifyForm
          person={person}
          onChange={setPerson}
          progress={progress}
          failure={failure}
          policy={policy}
          submitLabel={t`Sigue`}
          onSubmit={() => void identify()}
        />
        <OtherWays here="temporary" next={next} />
      </ScreenBody>
    </>
  )
}

export default withQueries(IdentifyScreen)
