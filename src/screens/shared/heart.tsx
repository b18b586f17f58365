import { useLingui } from '@lingui/react/macro'
import { aboutOf, type Favorite } from '#src/domain/favorite.ts'
import { isHidden, useUi } from '#src/stores/ui-store.ts'
import { IconButton } from '#src/ui/press/icon-button.tsx'
import { useErrand } from './use-errand.ts'
import { useIsFavorite } from './use-favorites.ts'

/** Keeps an office or a line as a favourite, or does so no more: one press, and it is so. */
export function Heart({ favorite }: { favorite: Favorite }) {
  const { t } = useLingui()
  const about = aboutOf(favorite)
  const isKept = useIsFavorite(about)
  const { run } = useErrand('markFavorite', about)
  // Where the address hides the favourites, there is nothing to be kept for.
  if (useUi(isHidden('favorites'))) return null
  const name = favorite.line?.name ?? favorite.office.name
  return (
    <IconButton
      icon="heart"
      label={t`Favorito: ${name}`}
      pressed={isKept}
      onClick={() => void run(favorite, !isKept)}
    />
  )
}
