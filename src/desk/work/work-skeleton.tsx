import { Trans } from '@lingui/react/macro'
import { TicketBody, TicketCard, TicketFoot, TicketPerforation } from '#src/ui/card/ticket-card.tsx'
import { TicketFact } from '#src/ui/card/ticket-number.tsx'
import { List } from '#src/ui/list/list.tsx'
import { ListRow } from '#src/ui/list/list-row.tsx'
import { Section } from '#src/ui/shell/screen-body.tsx'
import { Skeleton } from '#src/ui/state/skeleton.tsx'
import dock from './call-actions.module.css'
import styles from './work-screen.module.css'

const ROWS = [1, 2, 3]

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
          <List>
            {ROWS.map(row => (
              <ListRow
                key={row}
                title={<Skeleton width="18ch" />}
                detail={<Skeleton width="24ch" />}
                end={<Skeleton width="3ch" />}
              />
            ))}
          </List>
        </Section>
      </div>
    </div>
  )
}
