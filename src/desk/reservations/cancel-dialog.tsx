import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { CANCEL_REASON_MAX } from '#contract/desk-limits.ts'
import { RadioGroup } from '#src/ui/form/radio-group.tsx'
import { TextField } from '#src/ui/form/text-field.tsx'
import { Button } from '#src/ui/press/button.tsx'
import { ActDialog } from '../act-dialog.tsx'
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

const OTHER = 'other'

/** The hour is lost by it: so it asks first, and why. */
export function CancelDialog(props: CancelDialogProps) {
  const { clerkId, officeId, reservationId, code, byDesk, open, onClose, onCancelled } = props
  const { t } = useLingui()
  const prepared = [t`La persona lo pidió`, t`La oficina no puede atender a esa hora`, t`Estaba repetida`]
  const [chosen, setChosen] = useState('0')
  const [written, setWritten] = useState('')
  const [isMissing, setMissing] = useState(false)
  const acting = useDeskAction(clerkId, officeId, () => {
    onClose()
    onCancelled()
  })
  const reason = (chosen === OTHER ? written : (prepared[Number(chosen)] ?? '')).trim()
  const cancel = () => {
    setMissing(reason === '')
    if (reason !== '') acting.act({ do: 'remove-reservation', reservationId, reason })
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
        <RadioGroup
          legend={<Trans>¿Por qué?</Trans>}
          options={[
            ...prepared.map((label, at) => ({ value: String(at), label })),
            { value: OTHER, label: <Trans>Otra razón</Trans> },
          ]}
          value={chosen}
          onChange={setChosen}
        />
        {chosen === OTHER && (
          <TextField
            label={<Trans>Cuál</Trans>}
            hint={<Trans>Sin nombres ni documentos: queda guardada.</Trans>}
            error={isMissing && <Trans>Escribe la razón</Trans>}
            maxLength={CANCEL_REASON_MAX}
            value={written}
            onChange={event => setWritten(event.target.value)}
          />
        )}
      </div>
    </ActDialog>
  )
}
