import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { RadioGroup } from '#src/ui/form/radio-group.tsx'
import { Dialog } from '#src/ui/layer/dialog.tsx'
import { Button } from '#src/ui/press/button.tsx'
import { ActionFault } from '../action-fault.tsx'
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
  const { act, pending, error, clear } = useDeskAction(clerkId, officeId, onClose)
  const leave = () => {
    clear()
    onClose()
  }
  return (
    <Dialog
      open={open}
      onClose={leave}
      blocking={pending !== null}
      title={<Trans>¿Cuánto dura tu pausa?</Trans>}
      actions={
        <>
          <ActionFault error={error} />
          <Button
            wide
            icon="pause"
            busy={pending !== null}
            onClick={() => act({ do: 'break', minutes: Number(minutes) })}
          >
            <Trans>Empezar la pausa</Trans>
          </Button>
          <Button look="plain" wide onClick={leave}>
            <Trans>Volver</Trans>
          </Button>
        </>
      }
    >
      <RadioGroup
        look="grid"
        legend={<Trans>Minutos</Trans>}
        options={LENGTHS.map(value => ({ value, label: t`${value} min` }))}
        value={minutes}
        onChange={setMinutes}
      />
    </Dialog>
  )
}
