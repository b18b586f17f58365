import { useQuery } from '@tanstack/react-query'
import { Trans } from '@lingui/react/macro'
import { Redirect } from 'wouter'
import { lineInfoQuery } from '#src/queries/browse-queries.ts'
import { withQueries } from '#src/queries/with-queries.tsx'
import { FailedLoad } from '#src/screens/shared/failed-load.tsx'
import { OfficeListSkeleton } from '#src/screens/shared/office-list-skeleton.tsx'
import { ScreenBody } from '#src/ui/shell/screen-body.tsx'
import { ScreenHeader } from '#src/ui/shell/screen-header.tsx'

/** A link by line id (a poster's QR code) finds its office (OFF-11). */
function LineLinkScreen({ lineId }: { lineId: number }) {
  const { data, error, refetch } = useQuery(lineInfoQuery(lineId))
  if (data) return <Redirect replace to={`/offices/${data.office_slug}/lines/${data.line_slug}`} />
  return (
    <>
      <ScreenHeader size="small" title={<Trans>Oficina</Trans>} />
      <ScreenBody>
        {error ? (
          <FailedLoad error={error} onRetry={() => void refetch()} />
        ) : (
          <OfficeListSkeleton rows={3} />
        )}
      </ScreenBody>
    </>
  )
}

export default withQueries(LineLinkScreen)
