import { Trans } from '@lingui/react/macro'
import { useHeadingFocus } from '#src/screens/shared/use-heading-focus.ts'
import { ScreenBody } from '#src/ui/shell/screen-body.tsx'
import { ScreenHeader } from '#src/ui/shell/screen-header.tsx'
import { SearchPanel } from './search-panel.tsx'

export default function SearchScreen() {
  const heading = useHeadingFocus()
  return (
    <>
      <ScreenHeader title={<Trans>Buscar</Trans>} headingRef={heading} />
      <ScreenBody>
        <SearchPanel />
      </ScreenBody>
    </>
  )
}
