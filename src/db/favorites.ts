import { aboutOf, type Favorite } from '#src/domain/favorite.ts'
import type { TableOf } from './rows.ts'

/**
 * Whose they are: the user_id of somebody with an account, whose favourites the server keeps; null for those
 * that this browser alone keeps, of a guest or a temporary user.
 */
export type FavoritesOwner = string | null

export interface FavoriteRow extends Favorite {
  /** Whose, and what: "…/office:12". */
  key: string
  user_id: FavoritesOwner
  /** Milliseconds since the epoch; for what the server lists, its place there. */
  added_at: number
  /** Removed here; it stays until the server says so as well, lest an older answer bring it back. */
  gone: boolean
  /** When it was last changed here, or the server was told; milliseconds since the epoch. */
  changed_at: number
}

/** What the server listed. */
export interface ListedFavorites {
  favorites: readonly Favorite[]
  /** When it was asked: what was changed here since is newer than the answer. */
  asked_at: number
  /** Rows of which the server is still to be told. */
  untold: ReadonlySet<string>
}

export interface FavoritesTable {
  /** Everybody's; also what is gone. */
  all(): Promise<FavoriteRow[]>
  /** What somebody keeps, in the order in which they added it. */
  ofOwner(owner: FavoritesOwner): Promise<FavoriteRow[]>
  /** Adds it or removes it. @param now milliseconds since the epoch */
  mark(owner: FavoritesOwner, favorite: Favorite, wanted: boolean, now: number): Promise<void>
  /** The server was told of it, or refused it: then it is as it was before. */
  settle(key: string, was: 'told' | 'refused', now: number): Promise<void>
  /**
   * Makes what this browser kept for nobody in particular theirs.
   * @returns the keys of what is new among theirs
   */
  adopt(owner: string, now: number): Promise<string[]>
  /** Takes in what the server lists for them; what others had here goes. */
  list(owner: string, listed: ListedFavorites, now: number): Promise<void>
}

export const favoriteKey = (owner: FavoritesOwner, about: string): string => `${owner ?? ''}/${about}`
/** Of what kind, and which, as `aboutOf` says it. */
export const aboutOfKey = (key: string): string => key.slice(key.indexOf('/') + 1)

export function favoritesTable(table: TableOf<FavoriteRow>): FavoritesTable {
  const { atomically, reading } = table
  const of = async (owner: FavoritesOwner) => (await table.all()).filter(({ user_id }) => user_id === owner)

  return {
    all: () => reading(() => table.all()),
    ofOwner: owner =>
      reading(async () =>
        (await of(owner)).filter(({ gone }) => !gone).toSorted((a, b) => a.added_at - b.added_at),
      ),
    mark: (owner, { office, line, active }, wanted, now) =>
      atomically(async () => {
        const key = favoriteKey(owner, aboutOf({ office, line }))
        // Nobody else knows of it.
        if (!wanted && owner === null) return await table.delete(key)
        const known = await table.get(key)
        await table.put({
          key,
          user_id: owner,
          office,
          line,
          active,
          added_at: known?.added_at ?? now,
          gone: !wanted,
          changed_at: now,
        })
      }),
    settle: (key, was, now) =>
      atomically(async () => {
        const row = await table.get(key)
        if (!row) return
        if (was === 'told') await table.put({ ...row, changed_at: now })
        else if (row.gone) await table.put({ ...row, gone: false, changed_at: now })
        else await table.delete(key)
      }),
    adopt: (owner, now) =>
      atomically(async () => {
        const adopted: string[] = []
        for (const row of await of(null)) {
          const key = favoriteKey(owner, aboutOf(row))
          const known = await table.get(key)
          await table.delete(row.key)
          if (known && !known.gone) continue
          await table.put({ ...row, key, user_id: owner, changed_at: now })
          adopted.push(key)
        }
        return adopted
      }),
    list: (owner, { favorites, asked_at, untold }, now) =>
      atomically(async () => {
        // A clock that was put back would make a change newer than anything that is ever heard.
        const isNewer = ({ key, changed_at }: FavoriteRow) =>
          untold.has(key) || (changed_at >= asked_at && changed_at <= now)
        const mine = await of(owner)
        const newer = new Set(mine.filter(isNewer).map(({ key }) => key))
        for (const { key, user_id } of await table.all()) {
          if (user_id !== null && !newer.has(key)) await table.delete(key)
        }
        for (const [at, favorite] of favorites.entries()) {
          const key = favoriteKey(owner, aboutOf(favorite))
          const mine = newer.has(key) ? await table.get(key) : undefined
          if (mine) await table.put({ ...mine, added_at: at })
          else await table.put({ ...favorite, key, user_id: owner, added_at: at, gone: false, changed_at: 0 })
        }
      }),
  }
}
