import { Trans } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { RadioGroup } from '#src/ui/form/radio-group.tsx'
import styles from './beside-pane.module.css'

export interface BesidePaneProps {
  lines: ReactNode
  reservations: ReactNode
  /** How many of the reservations want something of a desk now. */
  asking: number
}

/** What stands beside the number: who waits, or who has booked a time. */
export function BesidePane({ lines, reservations, asking }: BesidePaneProps) {
  const [shown, setShown] = useState<'lines' | 'reservations'>('lines')
  return (
    <>
      <div className={styles.switch}>
        <RadioGroup
          look="segments"
          legend={<Trans>Qué mostrar</Trans>}
          legendHidden
          options={[
            { value: 'lines', label: <Trans>Filas</Trans> },
            {
              value: 'reservations',
              label: asking > 0 ? <Trans>Reservas ({asking})</Trans> : <Trans>Reservas</Trans>,
            },
          ]}
          value={shown}
          onChange={setShown}
        />
      </div>
      {shown === 'lines' ? lines : reservations}
    </>
  )
}
