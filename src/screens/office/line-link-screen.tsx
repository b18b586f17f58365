import { useQuery } from '@tanstack/react-query'
import { Trans } from '@lingui/react/macro'
import { Redirect } from 'wouter'
import { failure } from '#src/flows/outcome.ts'
import { lineInfoQuery } from '#src/queries/browse-queries.ts'
import { withQueries } from '#src/queries/with-queries.tsx'
import { FailedLoad } from '#src/screens/shared/failed-load.tsx'
import { useBack } from '#src/screens/shared/back-link.ts'
import { OfficeListSkeleton } from '#src/screens/shared/office-list-skeleton.tsx'
import { ScreenBody } from '#src/ui/shell/screen-body.tsx'
import { ScreenHeader } from '#src/ui/shell/screen-header.tsx'

/** As the server reads one: neither 012 nor 0x10, which a browser would take for another line's. */
const LINE_ID = /^[1-9]\d{0,14}$/

/** A link by line id (a poster's QR code) finds its office (OFF-11); a garbled one finds none (OFF-10). */
function LineLinkScreen({ id }: { id: string }) {
  const back = useBack('/search')
  const isId = LINE_ID.test(id)
  const { data, error, refetch } = useQuery({ ...lineInfoQuery(Number(id)), enabled: isId })
  if (data) return <Redirect replace to={`/offices/${data.office_slug}/lines/${data.line_slug}`} />
  return (
    <>
      <ScreenHeader size="small" title={<Trans>Oficina</Trans>} back={back} />
      <ScreenBody>
        {error || !isId ? (
          <FailedLoad error={error ?? failure('not-found')} onRetry={() => void refetch()} />
        ) : (
          <OfficeListSkeleton rows={3} />
        )}
      </ScreenBody>
    </>
  )
}

export default withQueries(LineLinkScreen)
