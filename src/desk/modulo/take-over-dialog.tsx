import { Trans } from '@lingui/react/macro'
import type { DeskState } from '#contract/rest/desk.ts'
import { shortModulo } from '#contract/rules/modulo-name.ts'
import { Dialog } from '#src/ui/layer/dialog.tsx'
import { Button } from '#src/ui/press/button.tsx'
import { ActionFault } from '../action-fault.tsx'
import { useDeskAction } from '../use-desk-action.ts'

export interface TakeOverDialogProps {
  clerkId: number
  officeId: number
  modulo: DeskState['modulos'][number]
  open: boolean
  onClose: () => void
}

/** Somebody may have gone home and left it open; somebody may just be fetching a paper. So it asks first. */
export function TakeOverDialog({ clerkId, officeId, modulo, open, onClose }: TakeOverDialogProps) {
  const { act, pending, error, clear } = useDeskAction(clerkId, officeId, onClose)
  const name = shortModulo(modulo.name)
  const { clerk } = modulo
  const leave = () => {
    clear()
    onClose()
  }
  return (
    <Dialog
      open={open}
      onClose={leave}
      blocking={pending !== null}
      title={<Trans>¿Tomar el módulo {name}?</Trans>}
      actions={
        <>
          <ActionFault error={error} />
          <Button
            wide
            busy={pending !== null}
            onClick={() => act({ do: 'open-modulo', moduloId: modulo.id, from: modulo.clerk_id })}
          >
            <Trans>Tomar el módulo {name}</Trans>
          </Button>
          <Button look="plain" wide onClick={leave}>
            <Trans>Volver</Trans>
          </Button>
        </>
      }
    >
      <Trans>
        Lo tiene abierto {clerk}. Si sigue ahí, su pantalla vuelve a la elección de módulo. Si hay alguien
        llamado, queda en tu módulo: nadie se da por atendido.
      </Trans>
    </Dialog>
  )
}
