import { Trans, useLingui } from '@lingui/react/macro'
import type { DeskRow } from '#contract/rest/desk.ts'
import { Button } from '#src/ui/press/button.tsx'
import { IconButton } from '#src/ui/press/icon-button.tsx'
import { MissedRowActions, ParkedRowActions } from '../aside/aside-row-actions.tsx'
import type { DeskActing } from '../use-desk-action.ts'
import { isDeliverable } from '../work/delivered-list.ts'
import type { Asked } from './asked-row.tsx'
import styles from './ticket-row.module.css'

export interface RowActionsProps {
  row: DeskRow
  /** What the office does for people. */
  services: readonly string[]
  acting: DeskActing
  /** Opens what is asked of it first. */
  onAsk: (asked: Asked) => void
}

/** What can be done with a number of a list, by its state: the place of all that is added to it. */
export function RowActions({ row, services, acting, onAsk }: RowActionsProps) {
  const { t } = useLingui()
  const { ticket, state } = row
  const ask = (what: Asked['what']) => onAsk({ what, row, isOpen: true })
  const isCallable = state === 'waiting' || state === 'skipped'
  const isCounted = isDeliverable(row, services)
  if (!isCallable && !isCounted && state !== 'parked') return null
  return (
    <div className={styles.actions}>
      {isCounted && (
        <Button look="quiet" size="tight" onClick={() => ask('deliver')}>
          <Trans>Servicios</Trans>
          <span className="visually-hidden"> {ticket}</span>
        </Button>
      )}
      {state === 'parked' && <ParkedRowActions ticket={row} acting={acting} />}
      {isCallable && (
        <Button look="quiet" size="tight" onClick={() => ask('call')}>
          <Trans>Llamar</Trans>
          <span className="visually-hidden"> {ticket}</span>
        </Button>
      )}
      {state === 'skipped' && <MissedRowActions ticket={row} acting={acting} />}
      {state === 'waiting' && (
        <IconButton icon="more" label={t`Más sobre ${ticket}`} onClick={() => ask('more')} />
      )}
    </div>
  )
}
