import { List } from '#src/ui/list/list.tsx'
import { ListRow } from '#src/ui/list/list-row.tsx'
import { Skeleton } from '#src/ui/state/skeleton.tsx'

const ROWS = [1, 2, 3]

/** The places of the day's bookings, while they are asked for. */
export const ReservationSkeleton = () => (
  <List>
    {ROWS.map(row => (
      <ListRow
        key={row}
        title={<Skeleton width="12ch" />}
        detail={<Skeleton width="20ch" />}
        end={<Skeleton width="5ch" />}
      />
    ))}
  </List>
)
