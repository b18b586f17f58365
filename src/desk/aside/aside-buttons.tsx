import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import type { DeskState, DeskTicket } from '#contract/rest/desk.ts'
import { Button } from '#src/ui/press/button.tsx'
import type { DeskActing } from '../use-desk-action.ts'
import { TransferDialog } from './transfer-dialog.tsx'

export interface AsideButtonsProps {
  clerkId: number
  timeZone: string
  state: DeskState
  current: DeskTicket | null
  acting: DeskActing
}

/** Two ways on for whoever stands here: attended elsewhere, or back in a while. */
export function AsideButtons({ clerkId, timeZone, state, current, acting }: AsideButtonsProps) {
  const here = current?.state === 'called' ? current : null
  const [isAsked, setAsked] = useState(false)
  const { act, pending } = acting
  return (
    <>
      <Button look="quiet" icon="swap" disabled={!here} onClick={() => setAsked(true)}>
        <Trans>Derivar</Trans>
      </Button>
      <Button
        look="quiet"
        icon="pause"
        disabled={!here}
        busy={pending === 'park'}
        onClick={() => {
          if (here) act({ do: 'park', tuid: here.tuid })
        }}
      >
        <Trans>Espera</Trans>
      </Button>
      {here && (
        <TransferDialog
          key={here.tuid}
          clerkId={clerkId}
          timeZone={timeZone}
          state={state}
          ticket={here}
          open={isAsked}
          onClose={() => setAsked(false)}
        />
      )}
    </>
  )
}
