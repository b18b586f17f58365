import { type ReactNode, useId } from 'react'
import { classNames } from '../class-names.ts'
import { IconButton } from '../press/icon-button.tsx'
import layer from './layer.module.css'
import styles from './sheet.module.css'
import { useModal } from './use-modal.ts'

export interface SheetProps {
  open: boolean
  onClose: () => void
  title: ReactNode
  closeLabel: string
  children: ReactNode
  /** Stays in sight under what scrolls: the one button. */
  foot?: ReactNode
  /** Nothing in it can be pressed: it is a stop of its own, so that the arrow keys scroll it. */
  isText?: boolean
  /** On wide screens: in the middle, or along the right edge at full height. */
  side?: 'centre' | 'end'
}

/** Comes from the bottom, where the thumb is, with more about what the screen shows. */
export function Sheet(props: SheetProps) {
  const { open, onClose, title, closeLabel, children, foot, isText = false, side = 'centre' } = props
  const id = useId()
  const modal = useModal({ open, onClose })
  return (
    <dialog
      {...modal}
      className={classNames(layer.layer, styles.sheet, side === 'end' && styles.end)}
      aria-labelledby={id}
    >
      <div className={styles.box}>
        <div className={styles.head}>
          <h2 id={id} className={styles.title}>
            {title}
          </h2>
          <IconButton icon="close" label={closeLabel} onClick={onClose} />
        </div>
        <div className={styles.body} {...(isText && { role: 'region', 'aria-labelledby': id, tabIndex: 0 })}>
          {children}
        </div>
        {foot && <div className={styles.foot}>{foot}</div>}
      </div>
    </dialog>
  )
}
