import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { FREEZE_NOTE_MAX } from '#contract/desk-limits.ts'
import { FREEZE_REASONS, type FreezeReason } from '#contract/rest/offices.ts'
import { freezeReasonTexts } from '#src/texts/line-stop-text.tsx'
import { RadioGroup } from '#src/ui/form/radio-group.tsx'
import { SelectField } from '#src/ui/form/select-field.tsx'
import { TextField } from '#src/ui/form/text-field.tsx'
import { Button } from '#src/ui/press/button.tsx'
import styles from '../day/questions.module.css'
import { ActDialog } from '../act-dialog.tsx'
import { useDeskAction } from '../use-desk-action.ts'

export interface FreezeDialogProps {
  clerkId: number
  officeId: number
  /** Null for all lines. */
  line: { line_id: number; name: string } | null
  /** Or thaws. */
  freezes: boolean
  open: boolean
  onClose: () => void
}

const LENGTHS = ['15', '30', '60', ''] as const

/**
 * A frozen line turns away everybody who comes, in every phone at once: so it asks first, both ways, and says
 * there why and until when.
 */
export function FreezeDialog({ clerkId, officeId, line, freezes, open, onClose }: FreezeDialogProps) {
  const { t, i18n } = useLingui()
  const [reason, setReason] = useState<FreezeReason | ''>('')
  const [note, setNote] = useState('')
  const [minutes, setMinutes] = useState<(typeof LENGTHS)[number]>('')
  const acting = useDeskAction(clerkId, officeId, onClose)
  const said = {
    reason: reason || null,
    note: note.trim() || null,
    minutes: minutes === '' ? null : Number(minutes),
  }
  return (
    <ActDialog
      open={open}
      onClose={onClose}
      acting={acting}
      isTyped={note !== ''}
      title={<FreezeTitle name={line?.name ?? null} freezes={freezes} />}
      actions={
        <Button
          wide
          icon="snow"
          busy={acting.pending !== null}
          onClick={() =>
            acting.act({
              do: 'freeze',
              lineId: line?.line_id ?? null,
              freeze: { frozen: freezes, ...(freezes && said) },
            })
          }
        >
          <FreezeWords isOne={line !== null} freezes={freezes} />
        </Button>
      }
    >
      {freezes ? (
        <div className={styles.questions}>
          <p>
            <Trans>Nadie podrá sacar un número mientras tanto. Los que ya esperan conservan su lugar.</Trans>
          </p>
          <SelectField
            label={t`Por qué`}
            optional
            placeholder={t`Sin decirlo`}
            options={FREEZE_REASONS.map(value => ({ value, label: i18n._(freezeReasonTexts[value]) }))}
            value={reason}
            onChange={event => setReason(event.target.value as FreezeReason | '')}
          />
          <TextField
            label={t`Con tus palabras`}
            hint={t`Lo lee tal cual quien llega a la fila.`}
            optional
            maxLength={FREEZE_NOTE_MAX}
            value={note}
            onChange={event => setNote(event.target.value)}
          />
          <RadioGroup
            look="segments"
            legend={<Trans>Por cuánto tiempo</Trans>}
            options={LENGTHS.map(value => ({
              value,
              label: value === '' ? t`Hasta que yo diga` : t`${value} min`,
            }))}
            value={minutes}
            onChange={setMinutes}
          />
        </div>
      ) : (
        <Trans>Se podrán sacar números otra vez.</Trans>
      )}
    </ActDialog>
  )
}

function FreezeTitle({ name, freezes }: { name: string | null; freezes: boolean }) {
  if (name === null)
    return freezes ? <Trans>¿Congelar todas las filas?</Trans> : <Trans>¿Descongelar todas las filas?</Trans>
  return freezes ? <Trans>¿Congelar {name}?</Trans> : <Trans>¿Descongelar {name}?</Trans>
}

function FreezeWords({ isOne, freezes }: { isOne: boolean; freezes: boolean }) {
  if (isOne) return freezes ? <Trans>Congelar la fila</Trans> : <Trans>Descongelar la fila</Trans>
  return freezes ? <Trans>Congelar todas</Trans> : <Trans>Descongelar todas</Trans>
}
