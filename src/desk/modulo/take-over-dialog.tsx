import { Trans } from '@lingui/react/macro'
import type { DeskState } from '#contract/rest/desk.ts'
import { shortModulo } from '#contract/rules/modulo-name.ts'
import { Button } from '#src/ui/press/button.tsx'
import { ActDialog } from '../act-dialog.tsx'
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
  const acting = useDeskAction(clerkId, officeId, onClose)
  const name = shortModulo(modulo.name)
  const { clerk } = modulo
  return (
    <ActDialog
      open={open}
      onClose={onClose}
      acting={acting}
      title={<Trans>¿Tomar el módulo {name}?</Trans>}
      actions={
        <Button
          wide
          busy={acting.pending !== null}
          onClick={() => acting.act({ do: 'open-modulo', moduloId: modulo.id, from: modulo.clerk_id })}
        >
          <Trans>Tomar el módulo {name}</Trans>
        </Button>
      }
    >
      <Trans>
        Lo tiene abierto {clerk}. Si sigue ahí, su pantalla vuelve a la elección de módulo. Si hay alguien
        llamado, queda en tu módulo: nadie se da por atendido.
      </Trans>
    </ActDialog>
  )
}
