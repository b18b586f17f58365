import { Trans } from '@lingui/react/macro'
import { withQueries } from '#src/queries/with-queries.tsx'
import { OfficeView } from '#src/screens/office/office-view.tsx'
import { SearchPanel } from '#src/screens/search/search-panel.tsx'
import { useHeadingFocus } from '#src/screens/shared/use-heading-focus.ts'
import { useIsDesktop } from '#src/screens/shared/use-is-desktop.ts'
import { Panes } from '#src/ui/shell/frames.tsx'
import { ScreenBody } from '#src/ui/shell/screen-body.tsx'
import { ScreenHeader } from '#src/ui/shell/screen-header.tsx'
import { EmptyState } from '#src/ui/state/standstill.tsx'

export interface BrowseScreenProps {
  /** The office that is looked at, or null while one is looked for. */
  officeSlug: string | null
  /** The line that the link named, if any. */
  lineSlug: string | null
}

/**
 * The search under its heading.
 * @param current slug of the office shown beside it, whose name is then the screen's
 */
function SearchView({ current }: { current: string | null }) {
  const heading = useHeadingFocus(current === null)
  return (
    <>
      <ScreenHeader level={current === null ? 1 : 2} title={<Trans>Buscar</Trans>} headingRef={heading} />
      <ScreenBody>
        <SearchPanel current={current} />
      </ScreenBody>
    </>
  )
}

/**
 * Finding an office and looking at it: one after the other on a phone, side by side on a wide screen. One
 * component for both addresses, so that the list at the left keeps its place while offices come and go at the
 * right.
 */
function BrowseScreen({ officeSlug, lineSlug }: BrowseScreenProps) {
  const isDesktop = useIsDesktop()
  const office = officeSlug !== null && (
    <OfficeView key={officeSlug} officeSlug={officeSlug} lineSlug={lineSlug} />
  )
  if (!isDesktop) return office || <SearchView current={null} />
  return (
    <Panes
      hasDetail={officeSlug !== null}
      shown={officeSlug}
      list={<SearchView current={officeSlug} />}
      detail={
        office || (
          <EmptyState icon="pin" title={<Trans>Elige una oficina</Trans>}>
            <Trans>Aquí ves sus filas, quiénes esperan y cuánto falta.</Trans>
          </EmptyState>
        )
      }
    />
  )
}

export default withQueries(BrowseScreen)
