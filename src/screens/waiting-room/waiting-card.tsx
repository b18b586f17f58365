import { Trans, useLingui } from '@lingui/react/macro'
import { categoryColour } from '#contract/categories.ts'
import type { WaitRange } from '#contract/rest/offices.ts'
import type { TicketReceipt } from '#src/db/temporary-tickets.ts'
import type { Slower } from '#src/domain/calm-wait.ts'
import { isAlmostThere } from '#src/domain/almost-there.ts'
import { AheadText } from '#src/screens/held/ticket-words.tsx'
import { PeopleRow } from '#src/ui/card/people-row.tsx'
import { TicketBody, TicketCard, TicketFoot, TicketPerforation } from '#src/ui/card/ticket-card.tsx'
import { TicketFact, TicketNumber } from '#src/ui/card/ticket-number.tsx'
import { SlowerText, WaitFirst, WaitSure } from './wait-words.tsx'
import styles from './waiting-card.module.css'

export interface WaitingCardProps {
  ticket: Pick<TicketReceipt, 'ticket' | 'office_name' | 'line_name' | 'category_id' | 'time_zone' | 'meet'>
  /** People called before this one; null when unknown. */
  ahead: number | null
  wait: WaitRange | null
  /** Why it takes longer than was said; null where it does not. */
  slower?: Slower | null
  /** The number called last. */
  call: string | null
  /** It has just been taken. */
  arriving?: boolean
}

/**
 * Where am I in the line, how long: the number as large as the card allows, and the row of people that
 * shortens. Where few are left, it is amber and says what to do.
 */
export function WaitingCard({
  ticket,
  ahead,
  wait,
  slower = null,
  call,
  arriving = false,
}: WaitingCardProps) {
  const { t } = useLingui()
  const isNear = isAlmostThere(ahead)
  return (
    <TicketCard
      office={ticket.office_name}
      line={ticket.line_name}
      brand={categoryColour(ticket.category_id)}
      arriving={arriving}
      state={isNear ? 'near' : 'waiting'}
      announces
      word={
        isNear && (ticket.meet ? <Trans>Prepárate: falta poco</Trans> : <Trans>Acércate: falta poco</Trans>)
      }
    >
      <TicketBody look="centred">
        <TicketNumber number={ticket.ticket} size="big" label={t`Tu número:`} />
        {ahead !== null && <PeopleRow ahead={ahead} />}
        <p className={styles.ahead} role="status">
          <AheadText ahead={ahead} />
        </p>
        {slower && (
          <p className={styles.slower} role="status">
            <SlowerText slower={slower} />
          </p>
        )}
      </TicketBody>
      <TicketPerforation />
      <TicketFoot>
        <TicketFact
          label={<Trans>Te llaman en</Trans>}
          value={<WaitFirst wait={wait} />}
          detail={wait && <WaitSure wait={wait} timeZone={ticket.time_zone} />}
        />
        <TicketFact end label={<Trans>Va en</Trans>} value={call ?? '—'} />
      </TicketFoot>
    </TicketCard>
  )
}
