import { Trans } from '@lingui/react/macro'
import { Dialog } from '#src/ui/layer/dialog.tsx'
import { Button } from '#src/ui/press/button.tsx'
import type { DeskAction } from '../desk-api.ts'
import { ActionFault } from '../action-fault.tsx'
import { useDeskAction } from '../use-desk-action.ts'

/** What may be taken away from somebody: a number that waits or was called, or a booked time. */
export type Removal = Extract<DeskAction, { do: 'remove' | 'remove-reservation' }>

export interface RemoveDialogProps {
  clerkId: number
  officeId: number
  removal: Removal
  /** The number or the code, as it is shown. */
  name: string
  open: boolean
  onClose: () => void
}

/** Somebody's place is lost by it, and cannot be given back: so it asks first. */
export function RemoveDialog({ clerkId, officeId, removal, name, open, onClose }: RemoveDialogProps) {
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
      title={<Trans>¿Quitar {name}?</Trans>}
      actions={
        <>
          <ActionFault error={error} />
          <Button wide look="loss" icon="close" busy={pending !== null} onClick={() => act(removal)}>
            <Trans>Quitar {name}</Trans>
          </Button>
          <Button look="plain" wide onClick={leave}>
            <Trans>Volver</Trans>
          </Button>
        </>
      }
    >
      <Trans>
        Hazlo si nadie responde por él, o si la cédula muestra que es de otra persona. Quien lo tomó recibe un
        aviso.
      </Trans>
    </Dialog>
  )
}
