import { Trans } from '@lingui/react/macro'
import { useSearchParams } from 'wouter'
import { Button } from '#src/ui/press/button.tsx'

/** To the video attention of whoever is called: the address names it, so that a reload comes back to the call. */
export function EnterMeet({ reservationId }: { reservationId: string }) {
  const [, setAddress] = useSearchParams()
  const enter = () =>
    setAddress(address => {
      address.set('meet', reservationId)
      return address
    })
  return (
    <Button look="soft" onClick={enter}>
      <Trans>Entrar a la videollamada</Trans>
    </Button>
  )
}
