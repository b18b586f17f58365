import { useIsDesktop } from '#src/screens/shared/use-is-desktop.ts'
import { Panes } from '#src/ui/shell/frames.tsx'
import { Trans } from '@lingui/react/macro'
import { ScreenBody, Section } from '#src/ui/shell/screen-body.tsx'
import { SearchPanel } from '#src/screens/search/search-panel.tsx'
import { OfficeView, type OfficeViewProps } from './office-view.tsx'

/** On a phone the office; on a wide screen the search at the left and the office at the right. */
export default function OfficeScreen(props: OfficeViewProps) {
  if (!useIsDesktop()) return <OfficeView {...props} />
  return (
    <Panes
      hasDetail
      list={
        <ScreenBody>
          <Section title={<Trans>Buscar</Trans>}>
            <SearchPanel current={props.officeSlug} />
          </Section>
        </ScreenBody>
      }
      detail={<OfficeView key={props.officeSlug} {...props} />}
    />
  )
}
