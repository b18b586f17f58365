import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { useBack } from '#src/screens/shared/back-link.ts'
import { useHeadingFocus } from '#src/screens/shared/use-heading-focus.ts'
import { ScreenBody } from '#src/ui/shell/screen-body.tsx'
import { ScreenHeader } from '#src/ui/shell/screen-header.tsx'

/** Where there is no question yet, or none can be asked. */
export function PlainFrame({ back, children }: { back: string; children: ReactNode }) {
  const way = useBack(back)
  const heading = useHeadingFocus()
  return (
    <>
      <ScreenHeader size="small" title={<Trans>Reserva hora</Trans>} back={way} headingRef={heading} />
      <ScreenBody width="column">{children}</ScreenBody>
    </>
  )
}
