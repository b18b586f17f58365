import { Trans } from '@lingui/react/macro'
import type { DeliveredService } from '#contract/rest/desk.ts'
import { Button } from '#src/ui/press/button.tsx'
import styles from './turn-delivered.module.css'

export interface TurnDeliveredProps {
  delivered: readonly DeliveredService[]
  /** To where it is noted, which stands by itself. */
  onNote: () => void
}

/** What was done for somebody, and the way to note it. */
export function TurnDelivered({ delivered, onNote }: TurnDeliveredProps) {
  return (
    <>
      <Button look="plain" size="tight" icon="check" onClick={onNote}>
        {delivered.length === 0 ? <Trans>Anotar servicios</Trans> : <Trans>Cambiar servicios</Trans>}
      </Button>
      {delivered.length > 0 && (
        <p className={styles.delivered}>
          <DeliveredWords delivered={delivered} />
        </p>
      )}
    </>
  )
}

/** «Se hizo: 2 × Copia, 1 × Firma» */
export function DeliveredWords({ delivered }: { delivered: readonly DeliveredService[] }) {
  // A number never stands at the end of a line without what it counts.
  const words = delivered.map(({ service, quantity }) => `${quantity}\u00A0×\u00A0${service}`).join(', ')
  return <Trans>Se hizo: {words}</Trans>
}
