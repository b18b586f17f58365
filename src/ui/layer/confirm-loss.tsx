import { type ReactNode, useRef } from 'react'
import { Button } from '../press/button.tsx'
import { Dialog } from './dialog.tsx'

export interface ConfirmLossProps {
  open: boolean
  title: ReactNode
  /** What will be lost. */
  children?: ReactNode
  loseLabel: ReactNode
  keepLabel: ReactNode
  busy?: boolean
  onLose: () => void
  onKeep: () => void
}

/** Asks before something is lost. The focus begins on keeping it, and Escape keeps it as well. */
export function ConfirmLoss(props: ConfirmLossProps) {
  const keep = useRef<HTMLButtonElement>(null)
  return (
    <Dialog
      open={props.open}
      onClose={props.onKeep}
      blocking={props.busy}
      urgent
      title={props.title}
      initialFocus={keep}
      actions={
        <>
          <Button ref={keep} look="soft" wide onClick={props.onKeep}>
            {props.keepLabel}
          </Button>
          <Button look="loss" wide busy={props.busy} onClick={props.onLose}>
            {props.loseLabel}
          </Button>
        </>
      }
    >
      {props.children}
    </Dialog>
  )
}
