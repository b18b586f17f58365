import { type BroughtFavorites, favorites } from '#contract/rest/favorites.ts'
import type { Client } from './client.ts'

/** The favourites of somebody with an account (FAV-01); each call answers with all that is kept then. */
export const favoritesApi = (client: Client) => ({
  read: () => client.call('users', '/favorites', favorites),
  add: (kind: keyof BroughtFavorites, id: number, token?: string) =>
    client.call('users', `/favorites/${kind}`, favorites, { method: 'POST', json: { id }, token }),
  remove: (kind: keyof BroughtFavorites, id: number, token?: string) =>
    client.call('users', `/favorites/${kind}`, favorites, { method: 'DELETE', json: { id }, token }),
  /** Brings many to what is kept. */
  bring: (brought: BroughtFavorites, token?: string) =>
    client.call('users', '/favorites', favorites, { method: 'PUT', json: brought, token }),
})
