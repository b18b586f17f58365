import { TicketBody, TicketCard, TicketFoot, TicketPerforation } from '#src/ui/card/ticket-card.tsx'
import { TicketFact } from '#src/ui/card/ticket-number.tsx'
import { List } from '#src/ui/list/list.tsx'
import { ListRow } from '#src/ui/list/list-row.tsx'
import { Skeleton } from '#src/ui/state/skeleton.tsx'
import styles from './work-screen.module.css'

const ROWS = [1, 2, 3]

/** The places of the number and the lines, while the office is asked. */
export function WorkSkeleton() {
  return (
    <div className={styles.work}>
      <div className={styles.desk}>
        <div className={styles.ticket}>
          <TicketCard office={<Skeleton width="14ch" />} line={<Skeleton width="20ch" />}>
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
      </div>
      <div className={styles.lines}>
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
      </div>
    </div>
  )
}
