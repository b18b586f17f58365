import { Trans } from '@lingui/react/macro'
import { Button } from '#src/ui/press/button.tsx'
import type { DeskAction } from '../desk-api.ts'
import { ActDialog } from '../act-dialog.tsx'
import { useDeskAction } from '../use-desk-action.ts'

/** What may be taken away from somebody: a number that waits or was called, or a booked time. */
export type Removal = Extract<DeskAction, { do: 'remove' | 'remove-reservation' }>

export interface RemoveDialogProps {
  clerkId: number
  officeId: number
  removal: Removal
  /** The number or the code, as it is shown. */
  name: string
  /** It tells whoever took it. */
  hasPhone: boolean
  open: boolean
  onClose: () => void
  /** It is taken away; unless told, this closes. */
  onDone?: () => void
}

/** Somebody's place is lost by it, and cannot be given back: so it asks first. */
export function RemoveDialog({
  clerkId,
  officeId,
  removal,
  name,
  hasPhone,
  open,
  onClose,
  onDone = onClose,
}: RemoveDialogProps) {
  const acting = useDeskAction(clerkId, officeId, onDone)
  return (
    <ActDialog
      open={open}
      onClose={onClose}
      acting={acting}
      title={<Trans>¿Quitar {name}?</Trans>}
      actions={
        <Button
          wide
          look="loss"
          icon="close"
          busy={acting.pending !== null}
          onClick={() => acting.act(removal)}
        >
          <Trans>Quitar {name}</Trans>
        </Button>
      }
    >
      <Trans>Hazlo si nadie responde por él, o si la cédula muestra que es de otra persona.</Trans>{' '}
      {hasPhone ? (
        <Trans>Quien lo tomó recibe un aviso.</Trans>
      ) : (
        <Trans>Nadie recibe un aviso: díselo tú.</Trans>
      )}
    </ActDialog>
  )
}
