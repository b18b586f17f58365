import { Trans } from '@lingui/react/macro'
import { withQueries } from '#src/queries/with-queries.tsx'
import { useHeadingFocus } from '#src/screens/shared/use-heading-focus.ts'
import { Button } from '#src/ui/press/button.tsx'
import { ScreenBody } from '#src/ui/shell/screen-body.tsx'
import { ScreenHeader } from '#src/ui/shell/screen-header.tsx'
import { EmptyState } from '#src/ui/state/standstill.tsx'

/** Favourites belong to an account; guests and temporary users are told so, and what they can do instead. */
function FavoritesScreen() {
  const heading = useHeadingFocus()
  return (
    <>
      <ScreenHeader title={<Trans>Favoritos</Trans>} headingRef={heading} />
      <ScreenBody>
        <EmptyState
          icon="heart"
          title={<Trans>Los favoritos necesitan una cuenta</Trans>}
          action={
            <Button look="soft" icon="search" href="/search">
              <Trans>Busca una oficina</Trans>
            </Button>
          }
        >
          <Trans>Las cuentas llegan pronto. Mientras, encuentra tu oficina con la búsqueda.</Trans>
        </EmptyState>
      </ScreenBody>
    </>
  )
}

export default withQueries(FavoritesScreen)
