import { List } from '#src/ui/list/list.tsx'
import { ListRow } from '#src/ui/list/list-row.tsx'
import { Skeleton } from '#src/ui/state/skeleton.tsx'

export interface ListSkeletonProps {
  rows: number
  /** Of the words in each row, in `ch`. */
  title: number
  detail: number
  end: number
}

/** The places of a list, while it is asked for. */
export const ListSkeleton = ({ rows, title, detail, end }: ListSkeletonProps) => (
  <List>
    {Array.from({ length: rows }, (_, row) => (
      <ListRow
        key={row}
        title={<Skeleton width={`${title}ch`} />}
        detail={<Skeleton width={`${detail}ch`} />}
        end={<Skeleton width={`${end}ch`} />}
      />
    ))}
  </List>
)
