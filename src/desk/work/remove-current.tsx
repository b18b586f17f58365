import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import type { DeskTicket } from '#contract/rest/desk.ts'
import { Button } from '#src/ui/press/button.tsx'
import { isWithoutPhone } from '../without-phone.ts'
import { RemoveDialog } from './remove-dialog.tsx'

/** The rare act beside the usual ones: who was called is not whom the number is of. */
export function RemoveCurrent({
  clerkId,
  officeId,
  ticket,
}: {
  clerkId: number
  officeId: number
  ticket: Pick<DeskTicket, 'tuid' | 'ticket' | 'on_paper' | 'reserve'>
}) {
  const [isAsked, setAsked] = useState(false)
  return (
    <>
      <Button look="plain" size="tight" icon="close" onClick={() => setAsked(true)}>
        <Trans>Quitar {ticket.ticket}</Trans>
      </Button>
      <RemoveDialog
        clerkId={clerkId}
        officeId={officeId}
        removal={{ do: 'remove', tuid: ticket.tuid }}
        name={ticket.ticket}
        hasPhone={!isWithoutPhone(ticket)}
        open={isAsked}
        onClose={() => setAsked(false)}
      />
    </>
  )
}
