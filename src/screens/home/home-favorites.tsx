import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { FavoriteRows } from '#src/screens/shared/favorite-rows.tsx'
import { useFavorites } from '#src/screens/shared/use-favorites.ts'
import { useStanding } from '#src/screens/shared/use-standing.ts'
import { isHidden, useUi } from '#src/stores/ui-store.ts'
import { Link } from '#src/ui/link.tsx'
import { List } from '#src/ui/list/list.tsx'
import { Section } from '#src/ui/shell/screen-body.tsx'
import { favoritesAtHome, HomeFavoritesPlace } from './home-favorites-place.tsx'
import styles from './home-screen.module.css'

/**
 * The first of what one keeps. As many have their place as there were when somebody last looked, so that none
 * of them pushes away what is about to be pressed: one that is added here stands here the next time.
 */
export default function HomeFavorites({ rows }: { rows: number }) {
  const { t } = useLingui()
  const [count] = useState(() => favoritesAtHome(rows))
  const { status, favorites } = useFavorites()
  const standing = useStanding(favorites).slice(0, count)
  const isHiddenHere = useUi(isHidden('favorites'))
  if (count === 0 || isHiddenHere) return null
  if (status === 'loading') return <HomeFavoritesPlace rows={rows} />
  if (standing.length === 0) return null
  return (
    <Section
      title={t`Favoritos`}
      aside={
        favorites.length > count && (
          <Link href="/favorites" className={styles.all}>
            <Trans>Ver todos</Trans>
          </Link>
        )
      }
    >
      <div className={styles.near}>
        <List label={t`Favoritos`}>
          <FavoriteRows favorites={standing} />
        </List>
      </div>
    </Section>
  )
}
