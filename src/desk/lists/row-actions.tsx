import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { DeskRow } from '#contract/rest/desk.ts'
import { Button } from '#src/ui/press/button.tsx'
import { IconButton } from '#src/ui/press/icon-button.tsx'
import { MissedRowActions, ParkedRowActions } from '../aside/aside-row-actions.tsx'
import type { DeskActing } from '../use-desk-action.ts'
import { DeliverDialog } from '../work/deliver-dialog.tsx'
import { isDeliverable } from '../work/delivered-list.ts'
import type { Standing } from '../word-of-arrival.ts'
import { CallTicketDialog } from './call-ticket-dialog.tsx'
import { RowSheet } from './row-sheet.tsx'
import styles from './ticket-row.module.css'

export interface RowActionsProps {
  row: DeskRow
  clerkId: number
  officeId: number
  /** The office has a rule for preferential people. */
  hasPreference: boolean
  /** What the office does for people. */
  services: readonly string[]
  timeZone: string
  /** Of whom something must be said before the next is called. */
  standing: Standing | null
  acting: DeskActing
}

/** What can be done with a number of a list, by its state: the place of all that is added to it. */
export function RowActions({
  row,
  clerkId,
  officeId,
  hasPreference,
  services,
  timeZone,
  standing,
  acting,
}: RowActionsProps) {
  const { t } = useLingui()
  const { tuid, ticket, state } = row
  const [asked, setAsked] = useState<{ what: 'call' | 'deliver' | 'more'; isOpen: boolean } | null>(null)
  const close = () => setAsked(asked && { ...asked, isOpen: false })
  const isCallable = state === 'waiting' || state === 'skipped'
  const isCounted = isDeliverable(row, services)
  if (!isCallable && !isCounted && state !== 'parked') return null
  return (
    <div className={styles.actions}>
      {isCounted && (
        <Button look="quiet" size="tight" onClick={() => setAsked({ what: 'deliver', isOpen: true })}>
          <Trans>Servicios</Trans>
          <span className="visually-hidden"> {ticket}</span>
        </Button>
      )}
      {state === 'parked' && <ParkedRowActions ticket={row} acting={acting} />}
      {isCallable && (
        <Button look="quiet" size="tight" onClick={() => setAsked({ what: 'call', isOpen: true })}>
          <Trans>Llamar</Trans>
          <span className="visually-hidden"> {ticket}</span>
        </Button>
      )}
      {state === 'skipped' && <MissedRowActions ticket={row} acting={acting} />}
      {state === 'waiting' && (
        <IconButton
          icon="more"
          label={t`Más sobre ${ticket}`}
          onClick={() => setAsked({ what: 'more', isOpen: true })}
        />
      )}
      {asked?.what === 'call' && (
        <CallTicketDialog
          tuid={tuid}
          ticket={ticket}
          standing={standing}
          acting={acting}
          open={asked.isOpen}
          onClose={close}
        />
      )}
      {asked?.what === 'deliver' && asked.isOpen && (
        <DeliverDialog
          clerkId={clerkId}
          officeId={officeId}
          turn={row}
          services={services}
          open
          onClose={close}
        />
      )}
      {asked?.what === 'more' && (
        <RowSheet
          row={row}
          clerkId={clerkId}
          officeId={officeId}
          hasPreference={hasPreference}
          timeZone={timeZone}
          open={asked.isOpen}
          onClose={close}
        />
      )}
    </div>
  )
}
