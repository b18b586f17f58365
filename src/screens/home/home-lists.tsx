import { Suspense, useState } from 'react'
import { withQueries } from '#src/queries/with-queries.tsx'
import { late } from '#src/screens/shared/late.ts'
import { CategoryTiles } from './category-tiles.tsx'
import { favoritesAtHome, HomeFavoritesPlace } from './home-favorites-place.tsx'
import { NearOffices } from './near-offices.tsx'
import styles from './home-screen.module.css'

/** For whoever has none it is never fetched. */
const HomeFavorites = late(() => import('./home-favorites.tsx'))

/** Offices and categories: they come right after the first paint, which says what can be done here. */
function HomeLists({ rows }: { rows: number }) {
  const [hasFavorites] = useState(() => favoritesAtHome(rows) > 0)
  return (
    <div className={styles.columns}>
      <div className={styles.column}>
        {hasFavorites && (
          <Suspense fallback={<HomeFavoritesPlace rows={rows} />}>
            <HomeFavorites rows={rows} />
          </Suspense>
        )}
        <NearOffices rows={rows} />
      </div>
      <CategoryTiles />
    </div>
  )
}

export default withQueries(HomeLists)
