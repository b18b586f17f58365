import { List } from '#src/ui/list/list.tsx'
import { ListRow } from '#src/ui/list/list-row.tsx'
import { Skeleton } from '#src/ui/state/skeleton.tsx'

const ROWS = [1, 2, 3, 4, 5]

/** The places of the numbers, while they are asked for. */
export const ListSkeleton = () => (
  <List>
    {ROWS.map(row => (
      <ListRow
        key={row}
        title={<Skeleton width="6ch" />}
        detail={<Skeleton width="16ch" />}
        end={<Skeleton width="5ch" />}
      />
    ))}
  </List>
)
