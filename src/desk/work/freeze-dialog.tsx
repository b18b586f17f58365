import { Trans, useLingui } from '@lingui/react/macro'
import { Dialog } from '#src/ui/layer/dialog.tsx'
import { Button } from '#src/ui/press/button.tsx'
import { Note } from '#src/ui/state/note.tsx'
import { actionErrorText } from '../desk-error-texts.ts'
import { useDeskAction } from '../use-desk-action.ts'

export interface FreezeDialogProps {
  clerkId: number
  officeId: number
  lineId: number
  name: string
  /** Or thaws. */
  freezes: boolean
  open: boolean
  onClose: () => void
}

/** A frozen line turns away everybody who comes, in every phone at once: so it asks first, both ways. */
export function FreezeDialog(props: FreezeDialogProps) {
  const { clerkId, officeId, lineId, name, freezes, open, onClose } = props
  const { i18n } = useLingui()
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
      title={freezes ? <Trans>¿Congelar {name}?</Trans> : <Trans>¿Descongelar {name}?</Trans>}
      actions={
        <>
          {error && (
            <Note tone="loss" role="alert">
              {i18n._(actionErrorText(error))}
            </Note>
          )}
          <Button
            wide
            icon="snow"
            busy={pending !== null}
            onClick={() => act({ do: 'freeze', lineId, frozen: freezes })}
          >
            {freezes ? <Trans>Congelar la fila</Trans> : <Trans>Descongelar la fila</Trans>}
          </Button>
          <Button look="plain" wide onClick={leave}>
            <Trans>Volver</Trans>
          </Button>
        </>
      }
    >
      {freezes ? (
        <Trans>
          Nadie podrá sacar un número en ella hasta que la descongeles. Los que ya esperan conservan su lugar.
        </Trans>
      ) : (
        <Trans>Se podrán sacar números en ella otra vez.</Trans>
      )}
    </Dialog>
  )
}
