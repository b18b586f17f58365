import { Trans, useLingui } from '@lingui/react/macro'
import type { TicketReceipt } from '#src/db/temporary-tickets.ts'
import { Button } from '#src/ui/press/button.tsx'
import { WaitingCard } from './waiting-card.tsx'
import styles from './number-only.module.css'

/** For a second screen: the number and the position, and nothing else. */
export function NumberOnly({ ticket, onLeave }: { ticket: TicketReceipt; onLeave: () => void }) {
  const { t } = useLingui()
  return (
    <div className={styles.stage}>
      <h1 className="visually-hidden">{t`Tu número`}</h1>
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
  )
}
