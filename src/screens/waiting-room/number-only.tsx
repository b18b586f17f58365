import { Trans, useLingui } from '@lingui/react/macro'
import type { TicketReceipt } from '#src/db/temporary-tickets.ts'
import { useModal } from '#src/ui/layer/use-modal.ts'
import { Button } from '#src/ui/press/button.tsx'
import { WaitingCard } from './waiting-card.tsx'
import styles from './number-only.module.css'

/** For a second screen: the number and the position over the whole window, and nothing else. */
export function NumberOnly({ ticket, onLeave }: { ticket: TicketReceipt; onLeave: () => void }) {
  const { t } = useLingui()
  const modal = useModal({ open: true, onClose: onLeave })
  return (
    <dialog {...modal} className={styles.window} aria-label={t`Tu número`}>
      <div className={styles.stage}>
        <div className={styles.card}>
          <WaitingCard
            ticket={ticket}
            ahead={ticket.ahead}
            wait={ticket.wait}
            call={ticket.line_now?.call ?? null}
          />
        </div>
        <Button look="plain" icon="close" onClick={onLeave}>
          <Trans>Volver</Trans>
        </Button>
      </div>
    </dialog>
  )
}
