import { Trans, useLingui } from '@lingui/react/macro'
import { CANCEL_REASON_MAX } from '#contract/desk-limits.ts'
import { Button } from '#src/ui/press/button.tsx'
import { ActDialog } from '../act-dialog.tsx'
import { ReasonChoice, useReason } from '../reason-choice.tsx'
import { useDeskAction } from '../use-desk-action.ts'
import styles from './book-sheet.module.css'

export interface CancelDialogProps {
  clerkId: number
  officeId: number
  reservationId: string
  code: string
  /** Nobody's phone can be told. */
  byDesk: boolean
  open: boolean
  onClose: () => void
  onCancelled: () => void
}

/** The hour is lost by it: so it asks first, and why. */
export function CancelDialog(props: CancelDialogProps) {
  const { clerkId, officeId, reservationId, code, byDesk, open, onClose, onCancelled } = props
  const { t } = useLingui()
  const reasoning = useReason([
    t`La persona lo pidió`,
    t`La oficina no puede atender a esa hora`,
    t`Estaba repetida`,
  ])
  const acting = useDeskAction(clerkId, officeId, () => {
    onClose()
    onCancelled()
  })
  const cancel = () => {
    const reason = reasoning.say()
    if (reason !== null) acting.act({ do: 'remove-reservation', reservationId, reason })
  }
  return (
    <ActDialog
      open={open}
      onClose={onClose}
      acting={acting}
      title={<Trans>¿Anular {code}?</Trans>}
      actions={
        <Button wide look="loss" icon="close" busy={acting.pending !== null} onClick={cancel}>
          <Trans>Anular {code}</Trans>
        </Button>
      }
    >
      <div className={styles.step}>
        <p>
          {byDesk ? (
            <Trans>Su hora queda libre para otra persona. Nadie recibe un aviso: díselo tú.</Trans>
          ) : (
            <Trans>Su hora queda libre para otra persona. Quien reservó recibe un aviso.</Trans>
          )}
        </p>
        <ReasonChoice legend={<Trans>¿Por qué?</Trans>} maxLength={CANCEL_REASON_MAX} reasoning={reasoning} />
      </div>
    </ActDialog>
  )
}
