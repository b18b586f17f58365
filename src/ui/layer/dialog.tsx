import { type ReactNode, type RefObject, useId } from 'react'
import { classNames } from '../class-names.ts'
import styles from './dialog.module.css'
import layer from './layer.module.css'
import { useModal } from './use-modal.ts'

export interface DialogProps {
  open: boolean
  onClose: () => void
  title: ReactNode
  children?: ReactNode
  /** Buttons, the first one uppermost. */
  actions?: ReactNode
  /** Nothing but its own buttons closes it. */
  blocking?: boolean
  /** It interrupts, and its words are read at once. */
  urgent?: boolean
  initialFocus?: RefObject<HTMLElement | null>
}

/** For what must be answered before going on. What can wait is a `Sheet` or a `Note`. */
export function Dialog({
  open,
  onClose,
  title,
  children,
  actions,
  blocking,
  urgent,
  initialFocus,
}: DialogProps) {
  const id = useId()
  const modal = useModal({ open, onClose, blocking, initialFocus })
  return (
    <dialog
      {...modal}
      className={classNames(layer.layer, styles.dialog)}
      role={urgent ? 'alertdialog' : undefined}
      aria-labelledby={`${id}-title`}
      aria-describedby={children ? `${id}-words` : undefined}
    >
      <div className={styles.box}>
        <h2 id={`${id}-title`} className={styles.title}>
          {title}
        </h2>
        {children && (
          <div id={`${id}-words`} className={styles.words}>
            {children}
          </div>
        )}
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
    </dialog>
  )
}
