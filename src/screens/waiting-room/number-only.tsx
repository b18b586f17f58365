import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { useModal } from '#src/ui/layer/use-modal.ts'
import { Button } from '#src/ui/press/button.tsx'
import { WaitingCard, type WaitingCardProps } from './waiting-card.tsx'
import styles from './number-only.module.css'

interface NumberOnlyProps extends WaitingCardProps {
  /** From when this is, where it is not of now. */
  age: ReactNode
  onLeave: () => void
}

/**
 * For a second screen: the number and the position over the whole window, as the room says them, and nothing
 * else but from when they are: the room's own note is under it.
 */
export function NumberOnly({ age, onLeave, ...card }: NumberOnlyProps) {
  const { t } = useLingui()
  const modal = useModal({ open: true, onClose: onLeave })
  return (
    <dialog {...modal} className={styles.window} aria-label={t`Tu número`}>
      <div className={styles.stage}>
        <div className={styles.card}>
          {age}
          <WaitingCard {...card} />
        </div>
        <Button look="plain" icon="close" onClick={onLeave}>
          <Trans>Volver</Trans>
        </Button>
      </div>
    </dialog>
  )
}
