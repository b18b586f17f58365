import { Trans } from '@lingui/react/macro'
import { useHeadingFocus } from '#src/screens/shared/use-heading-focus.ts'
import { ScreenBody } from '#src/ui/shell/screen-body.tsx'
import { ScreenHeader } from '#src/ui/shell/screen-header.tsx'
import { SearchPanel } from './search-panel.tsx'

/**
 * The search under its heading.
 * @param current slug of the office shown beside it, whose name is then the screen's
 */
export function SearchView({ current }: { current: string | null }) {
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
