import { Trans } from '@lingui/react/macro'
import { useHeadingFocus } from '#src/screens/shared/use-heading-focus.ts'
import { Button } from '#src/ui/press/button.tsx'
import { ScreenBody } from '#src/ui/shell/screen-body.tsx'
import { ScreenHeader } from '#src/ui/shell/screen-header.tsx'
import { EmptyState } from '#src/ui/state/standstill.tsx'

export default function NotFoundScreen() {
  const heading = useHeadingFocus()
  return (
    <>
      <ScreenHeader title={<Trans>Aquí no hay nada</Trans>} headingRef={heading} />
      <ScreenBody>
        <EmptyState
          icon="search"
          title={<Trans>Esta dirección no lleva a ninguna parte</Trans>}
          action={
            <Button href="/">
              <Trans>Ir al inicio</Trans>
            </Button>
          }
        />
      </ScreenBody>
    </>
  )
}
