import { Trans } from '@lingui/react/macro'
import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { withQueries } from '#src/queries/with-queries.tsx'
import { useErrand } from '#src/screens/shared/use-errand.ts'
import { PaperInHand } from './paper-in-hand.tsx'

/**
 * Where the QR of a slip leads: what a desk booked becomes this phone's, and is shown. Nobody has to press
 * anything.
 */
function SlipScreen({ secret }: { secret: string }) {
  const [, navigate] = useLocation()
  const { run, busy, outcome, failure } = useErrand('followSlip', secret)
  useEffect(() => void run(secret), [run, secret])
  const id = outcome?.status === 'following' ? outcome.id : null
  useEffect(() => {
    if (id !== null) navigate(`/reservations/${id}`, { replace: true })
  }, [id, navigate])
  return (
    <PaperInHand
      title={<Trans>Tu reserva</Trans>}
      failure={failure}
      busy={busy}
      onAgain={() => void run(secret)}
    >
      <Trans>Tu comprobante sigue valiendo: ven a tu hora y avisa en el mesón.</Trans>
    </PaperInHand>
  )
}

export default withQueries(SlipScreen)
