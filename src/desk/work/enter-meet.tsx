import { Trans } from '@lingui/react/macro'
import { useSearchParams } from 'wouter'
import type { Meeting } from '#contract/rest/video.ts'
import { Button } from '#src/ui/press/button.tsx'
import { withMeeting } from '../video/meeting-address.ts'

/**
 * To the video attention of whoever is called: the address names it, so that a reload comes back to the call.
 */
export function EnterMeet({ meeting }: { meeting: Meeting }) {
  const [, setAddress] = useSearchParams()
  const enter = () => setAddress(address => withMeeting(address, meeting))
  return (
    <Button look="soft" onClick={enter}>
      <Trans>Entrar a la videollamada</Trans>
    </Button>
  )
}
