import type { CachedRow } from '#src/db/cached-data.ts'
import type { FavoriteRow } from '#src/db/favorites.ts'
import type { Database } from '#src/db/open-database.ts'
import { sharedLive } from './shared-live.ts'

export interface KeptFavorites {
  rows: readonly FavoriteRow[]
  /** Of whom the server was last heard, and when. */
  heard: CachedRow | null
}

const all = async ({ favorites, cachedData }: Database): Promise<KeptFavorites> => ({
  rows: (await favorites.all()).filter(({ gone }) => !gone).toSorted((a, b) => a.added_at - b.added_at),
  heard: await cachedData.read('favorites'),
})

/** Every favourite that this browser keeps, whoever's it is, in the order in which they were added. */
export const useKeptFavorites = sharedLive(all)
