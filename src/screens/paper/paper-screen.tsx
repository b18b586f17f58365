import { Trans } from '@lingui/react/macro'
import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { withQueries } from '#src/queries/with-queries.tsx'
import { useErrand } from '#src/screens/shared/use-errand.ts'
import { PaperInHand } from './paper-in-hand.tsx'

/**
 * Where the QR of a paper number leads: the number becomes this phone's, and is shown. Nobody has to press
 * anything; whoever stands at a counter has a paper in one hand.
 */
function PaperScreen({ secret }: { secret: string }) {
  const [, navigate] = useLocation()
  const { run, busy, outcome, failure } = useErrand('followPaper', secret)
  useEffect(() => void run(secret), [run, secret])
  const tuid = outcome?.status === 'following' ? outcome.tuid : null
  useEffect(() => {
    if (tuid !== null) navigate(`/tickets/${tuid}`, { replace: true })
  }, [tuid, navigate])
  return (
    <PaperInHand
      title={<Trans>Tu número de papel</Trans>}
      failure={failure}
      busy={busy}
      onAgain={() => void run(secret)}
    >
      <Trans>Tu papel sigue valiendo: mira la pantalla de la oficina o pregunta en el mesón.</Trans>
    </PaperInHand>
  )
}

export default withQueries(PaperScreen)
