import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { RadioGroup } from '#src/ui/form/radio-group.tsx'
import { Button } from '#src/ui/press/button.tsx'
import { ActDialog } from '../act-dialog.tsx'
import { useDeskAction } from '../use-desk-action.ts'

export interface BreakDialogProps {
  clerkId: number
  officeId: number
  open: boolean
  onClose: () => void
}

const LENGTHS = ['5', '10', '15', '30', '60'] as const

/** «Pausa»: how long it lasts is said before it begins, for the others plan by it. */
export function BreakDialog({ clerkId, officeId, open, onClose }: BreakDialogProps) {
  const { t } = useLingui()
  const [minutes, setMinutes] = useState<(typeof LENGTHS)[number]>('15')
  const acting = useDeskAction(clerkId, officeId, onClose)
  return (
    <ActDialog
      open={open}
      onClose={onClose}
      acting={acting}
      title={<Trans>¿Cuánto dura tu pausa?</Trans>}
      actions={
        <Button
          wide
          icon="pause"
          busy={acting.pending !== null}
          onClick={() => acting.act({ do: 'break', minutes: Number(minutes) })}
        >
          <Trans>Empezar la pausa</Trans>
        </Button>
      }
    >
      <RadioGroup
        look="grid"
        legend={<Trans>Minutos</Trans>}
        options={LENGTHS.map(value => ({ value, label: t`${value} min` }))}
        value={minutes}
        onChange={setMinutes}
      />
    </ActDialog>
  )
}
