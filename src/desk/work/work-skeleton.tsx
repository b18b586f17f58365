import { Trans } from '@lingui/react/macro'
import { TicketBody, TicketCard, TicketFoot, TicketPerforation } from '#src/ui/card/ticket-card.tsx'
import { TicketFact } from '#src/ui/card/ticket-number.tsx'
import { Section } from '#src/ui/shell/screen-body.tsx'
import { Skeleton } from '#src/ui/state/skeleton.tsx'
import { ListSkeleton } from '../list-skeleton.tsx'
import dock from './call-actions.module.css'
import styles from './work-screen.module.css'

/** The places of the number, the buttons and the lines, while the office is asked. */
export function WorkSkeleton({ brand }: { brand: string }) {
  return (
    <div className={styles.work} data-view="work">
      <div className={styles.desk}>
        <div className={styles.ticket}>
          <TicketCard brand={brand} office={<Skeleton width="20ch" />}>
            <TicketBody look="centred">
              <Skeleton width="60%" height="8rem" />
              <Skeleton width="16ch" />
            </TicketBody>
            <TicketPerforation />
            <TicketFoot>
              <TicketFact label={<Skeleton width="6ch" />} value={<Skeleton width="5ch" />} />
              <TicketFact label={<Skeleton width="6ch" />} value={<Skeleton width="5ch" />} end />
            </TicketFoot>
          </TicketCard>
        </div>
        <div className={dock.dock}>
          <div className={dock.main}>
            <Skeleton height="var(--s16)" />
            <p className={dock.hint}>
              <Skeleton width="18ch" />
            </p>
          </div>
          <Skeleton height="var(--control)" />
        </div>
      </div>
      <div className={styles.lines}>
        <Section title={<Trans>Tus filas</Trans>}>
          <ListSkeleton rows={3} title={18} detail={24} end={3} />
        </Section>
      </div>
    </div>
  )
}
