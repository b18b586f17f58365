import type { FavoriteOffice } from '#contract/rest/favorites.ts'
import type { Database } from '#server/database/database.ts'
import type { Clock } from '#server/platform/clock.ts'

/** What favourites need of the world. Offices are another room's; the composition passes them in. */
export interface FavoritesContext {
  database: Database
  clock: Clock
  /** These offices in no order, those that closed for ever among them. */
  officesEver(ids: readonly number[]): Promise<FavoriteOffice[]>
}
