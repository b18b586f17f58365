import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect } from 'react'
import { withQueries } from '#src/queries/with-queries.tsx'
import { FailedLoad } from '#src/screens/shared/failed-load.tsx'
import { FavoriteRows } from '#src/screens/shared/favorite-rows.tsx'
import { OfficeListSkeleton } from '#src/screens/shared/office-list-skeleton.tsx'
import { OfflineNote } from '#src/screens/shared/offline-note.tsx'
import { useErrand } from '#src/screens/shared/use-errand.ts'
import { useFavorites } from '#src/screens/shared/use-favorites.ts'
import { useHeadingFocus } from '#src/screens/shared/use-heading-focus.ts'
import { useOffices } from '#src/screens/shared/use-offices.ts'
import { useStanding } from '#src/screens/shared/use-standing.ts'
import { lastStood } from '#src/stores/last-stood.ts'
import { useSession } from '#src/stores/session-store.ts'
import { List } from '#src/ui/list/list.tsx'
import { Button } from '#src/ui/press/button.tsx'
import { ScreenBody, Section } from '#src/ui/shell/screen-body.tsx'
import { ScreenHeader } from '#src/ui/shell/screen-header.tsx'
import { Note } from '#src/ui/state/note.tsx'
import { EmptyState } from '#src/ui/state/standstill.tsx'

/** The offices and lines that one keeps, and how long one would wait there now (FAV-01). */
function FavoritesScreen() {
  const heading = useHeadingFocus()
  const { status, favorites, since, error } = useFavorites()
  const { since: listed } = useOffices()
  const isKeptHere = useSession(({ user }) => user === null || user.temporal)
  const { run: load } = useErrand('loadFavorites')
  // What another device added is here as well.
  useEffect(() => void load(), [load])
  return (
    <>
      <ScreenHeader title={<Trans>Favoritos</Trans>} headingRef={heading} />
      <ScreenBody>
        {status === 'error' ? (
          <FailedLoad error={{ code: error }} onRetry={() => void load()} />
        ) : status === 'loading' ? (
          <OfficeListSkeleton rows={Math.max(1, Math.min(lastStood.favorites() || 3, 6))} />
        ) : (
          <>
            <OfflineNote since={since ?? listed} />
            <Kept favorites={favorites} />
            {isKeptHere && (
              <Note icon="phone">
                <Trans>Se guardan solo en este navegador. Si entras con tu cuenta, vienen contigo.</Trans>
              </Note>
            )}
          </>
        )}
      </ScreenBody>
    </>
  )
}

function Kept({ favorites }: Pick<ReturnType<typeof useFavorites>, 'favorites'>) {
  const { t } = useLingui()
  const standing = useStanding(favorites)
  const offices = standing.filter(({ line }) => line === null)
  const lines = standing.filter(({ line }) => line !== null)
  if (standing.length === 0) return <Nothing />
  return (
    <>
      {offices.length > 0 && (
        <Section title={t`Oficinas`}>
          <List label={t`Oficinas`}>
            <FavoriteRows favorites={offices} />
          </List>
        </Section>
      )}
      {lines.length > 0 && (
        <Section title={t`Filas`}>
          <List label={t`Filas`}>
            <FavoriteRows favorites={lines} />
          </List>
        </Section>
      )}
    </>
  )
}

const Nothing = () => (
  <EmptyState
    icon="heart"
    title={<Trans>Todavía no tienes favoritos</Trans>}
    action={
      <Button look="soft" icon="search" href="/search">
        <Trans>Busca una oficina</Trans>
      </Button>
    }
  >
    <Trans>Toca el corazón de una oficina o de una fila: la encuentras aquí, también sin conexión.</Trans>
  </EmptyState>
)

export default withQueries(FavoritesScreen)
