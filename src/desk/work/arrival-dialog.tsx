import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { SaidArrival } from '#contract/rest/desk.ts'
import { Dialog } from '#src/ui/layer/dialog.tsx'
import { Button } from '#src/ui/press/button.tsx'
import type { Standing } from '../word-of-arrival.ts'

export interface ArrivalDialogProps {
  /** Kept while it closes. */
  standing: Standing
  open: boolean
  busy: boolean
  /** What comes next, whatever the answer is. */
  children?: ReactNode
  onSay: (here: SaidArrival) => void
  onBack: () => void
}

/** The question before somebody is called from a list: both answers go on to it. */
export function ArrivalDialog({ standing, open, busy, children, onSay, onBack }: ArrivalDialogProps) {
  const { tuid, ticket } = standing
  return (
    <Dialog
      open={open}
      onClose={onBack}
      blocking={busy}
      title={<Trans>¿Llegó el {ticket}?</Trans>}
      actions={<WordButtons standing={{ tuid, ticket }} busy={busy} onSay={onSay} onBack={onBack} />}
    >
      {children}
    </Dialog>
  )
}

/** Yes, no, or back. */
export function WordButtons({
  standing: { tuid },
  busy,
  onSay,
  onBack,
}: Pick<ArrivalDialogProps, 'busy' | 'onSay' | 'onBack'> & { standing: Pick<Standing, 'tuid' | 'ticket'> }) {
  return (
    <>
      <Button wide icon="check" busy={busy} onClick={() => onSay({ tuid, arrived: true })}>
        <Trans>Sí llegó</Trans>
      </Button>
      <Button wide look="quiet" icon="walk" busy={busy} onClick={() => onSay({ tuid, arrived: false })}>
        <Trans>No llegó</Trans>
      </Button>
      <Button wide look="plain" onClick={onBack}>
        <Trans>Volver</Trans>
      </Button>
    </>
  )
}
