import { withQueries } from '#src/queries/with-queries.tsx'
import { CategoryTiles } from './category-tiles.tsx'
import { HomeFavorites } from './home-favorites.tsx'
import { NearOffices } from './near-offices.tsx'
import styles from './home-screen.module.css'

/** Offices and categories: they come right after the first paint, which says what can be done here. */
function HomeLists({ rows }: { rows: number }) {
  return (
    <div className={styles.columns}>
      <div className={styles.column}>
        <HomeFavorites rows={rows} />
        <NearOffices rows={rows} />
      </div>
      <CategoryTiles />
    </div>
  )
}

export default withQueries(HomeLists)
