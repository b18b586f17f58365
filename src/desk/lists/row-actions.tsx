import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import type { DeskRow } from '#contract/rest/desk.ts'
import { Button } from '#src/ui/press/button.tsx'
import { MissedRowActions, ParkedRowActions } from '../aside/aside-row-actions.tsx'
import { PrintAgain } from '../paper/print-again.tsx'
import type { DeskActing } from '../use-desk-action.ts'
import type { Standing } from '../word-of-arrival.ts'
import { RemoveDialog } from '../work/remove-dialog.tsx'
import { CallTicketDialog } from './call-ticket-dialog.tsx'
import styles from './ticket-row.module.css'

export interface RowActionsProps {
  row: DeskRow
  clerkId: number
  officeId: number
  /** Of whom something must be said before the next is called. */
  standing: Standing | null
  acting: DeskActing
}

/** What can be done with a number of a list, by its state: the place of all that is added to it. */
export function RowActions({ row, clerkId, officeId, standing, acting }: RowActionsProps) {
  const { tuid, ticket, state, came } = row
  const [asked, setAsked] = useState<{ what: 'call' | 'remove'; isOpen: boolean } | null>(null)
  const close = () => setAsked(asked && { ...asked, isOpen: false })
  const isCallable = state === 'waiting' || state === 'skipped'
  if (state === 'parked')
    return (
      <div className={styles.actions}>
        <ParkedRowActions ticket={row} acting={acting} />
      </div>
    )
  if (!isCallable) return null
  return (
    <div className={styles.actions}>
      <Button look="quiet" size="tight" onClick={() => setAsked({ what: 'call', isOpen: true })}>
        <Trans>Llamar</Trans>
        <span className="visually-hidden"> {ticket}</span>
      </Button>
      {state === 'skipped' && <MissedRowActions ticket={row} acting={acting} />}
      {state === 'waiting' && came === 'paper' && (
        <PrintAgain officeId={officeId} tuid={tuid} ticket={ticket} />
      )}
      {state === 'waiting' && row.document_repeated && (
        <Button look="plain" size="tight" onClick={() => setAsked({ what: 'remove', isOpen: true })}>
          <Trans>Quitar</Trans>
          <span className="visually-hidden"> {ticket}</span>
        </Button>
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
      {asked?.what === 'remove' && (
        <RemoveDialog
          clerkId={clerkId}
          officeId={officeId}
          removal={{ do: 'remove', tuid }}
          name={ticket}
          open={asked.isOpen}
          onClose={close}
        />
      )}
    </div>
  )
}
