import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Dialog, type DialogProps } from '#src/ui/layer/dialog.tsx'
import { Button } from '#src/ui/press/button.tsx'
import { ActionFault } from './action-fault.tsx'
import { type TypedLayerProps, useTypedLayer } from './typed-layer.tsx'
import type { DeskActing } from './use-desk-action.ts'

export interface ActDialogProps
  extends Pick<DialogProps, 'open' | 'title' | 'children' | 'initialFocus'>,
    Pick<TypedLayerProps, 'isTyped'> {
  acting: Pick<DeskActing, 'pending' | 'error' | 'clear'>
  /** Buttons that do it; the way back stands under them. */
  actions: ReactNode
  onClose: () => void
}

/**
 * Asks before an act of the desk. While it is done nothing else closes the question, how it went wrong stands
 * over the buttons, and whoever leaves has forgotten it when they come back.
 */
export function ActDialog({ acting, actions, isTyped, onClose, children, ...dialog }: ActDialogProps) {
  const { pending, error, clear } = acting
  const leave = () => {
    clear()
    onClose()
  }
  const { close, mark, withQuestion } = useTypedLayer({ open: dialog.open, isTyped, onClose: leave })
  return withQuestion(
    <Dialog
      {...dialog}
      onClose={close}
      blocking={pending !== null}
      actions={
        <>
          <ActionFault error={error} />
          {actions}
          <Button look="plain" wide onClick={close}>
            <Trans>Volver</Trans>
          </Button>
        </>
      }
    >
      {mark}
      {children}
    </Dialog>,
  )
}
