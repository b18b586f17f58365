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
  /** Of whom it is asked where they go on: whoever comes after them is another question. */
  const [askedOf, setAskedOf] = useState<string | null>(null)
  const { act, pending } = acting
  return (
    <>
      <Button look="quiet" icon="swap" disabled={!here} onClick={() => setAskedOf(here?.tuid ?? null)}>
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
          open={askedOf === here.tuid}
          onClose={() => setAskedOf(null)}
        />
      )}
    </>
  )
}
