import { List } from '#src/ui/list/list.tsx'
import { ListRow } from '#src/ui/list/list-row.tsx'
import { Skeleton } from '#src/ui/state/skeleton.tsx'

/** The place of the offices before they arrive: rows of the true size. */
export function OfficeListSkeleton({ rows }: { rows: number }) {
  return (
    <div aria-busy="true">
      <List>
        {Array.from({ length: rows }, (_, at) => (
          <ListRow
            key={at}
            beside={null}
            title={<Skeleton width="16ch" />}
            detail={
              <>
                <Skeleton width="20ch" />
                <br />
                <Skeleton width="14ch" />
              </>
            }
          />
        ))}
      </List>
    </div>
  )
}
