import type { DeskRow } from '#contract/rest/desk.ts'
import type { DeskActing } from '../use-desk-action.ts'
import type { Standing } from '../word-of-arrival.ts'
import { DeliverDialog } from '../work/deliver-dialog.tsx'
import { CallTicketDialog } from './call-ticket-dialog.tsx'
import { RowSheet } from './row-sheet.tsx'

/** What was opened of a row, and the row as it was seen last. */
export interface Asked {
  what: 'call' | 'deliver' | 'more'
  row: DeskRow
  isOpen: boolean
}

export interface AskedRowProps {
  asked: Asked
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
  onClose: () => void
}

/**
 * What is opened of a row. It stands beside the list: a row may leave it while a clerk types, for somebody
 * else calls that number, and what is typed, or was just said, must not go with it.
 */
export function AskedRow({ asked, hasPreference, services, timeZone, standing, ...desk }: AskedRowProps) {
  const { what, row, isOpen } = asked
  const { acting, ...of } = desk
  switch (what) {
    case 'call':
      return (
        <CallTicketDialog
          tuid={row.tuid}
          ticket={row.ticket}
          standing={standing}
          acting={acting}
          open={isOpen}
          onClose={desk.onClose}
        />
      )
    case 'deliver':
      return isOpen && <DeliverDialog {...of} turn={row} services={services} open />
    case 'more':
      return <RowSheet {...of} row={row} hasPreference={hasPreference} timeZone={timeZone} open={isOpen} />
  }
}
