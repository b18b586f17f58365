import {
  broughtFavorites,
  favoriteLineBody,
  favoriteOfficeBody,
  favorites,
} from '#contract/rest/favorites.ts'
import type { Routes } from '#server/web/app.ts'
import { requireRegistered } from '#server/web/caller.ts'
import { notFound } from '#server/web/refusal.ts'
import type { FavoritesContext } from './favorites-context.ts'
import { dropFavorite, keepBroughtFavorites, keepFavorite } from './keep-favorites.ts'
import { readFavorites } from './read-favorites.ts'

/**
 * Of the users' service: favourites (FAV-01), for whoever has an account. Each answers with all that is kept
 * now.
 */
export const favoritesRoutes =
  (context: FavoritesContext): Routes =>
  app => {
    const response = { 200: favorites }
    const answer = (userId: string) => readFavorites(context, userId)

    /** An office closed for ever is known by its slug as well: it can be removed. */
    async function idOf(office: { id: number } | { slug: string }): Promise<number | null> {
      if ('id' in office) return office.id
      const row = await context.database.db
        .selectFrom('offices')
        .select('id')
        .where('slug', '=', office.slug)
        .executeTakeFirst()
      return row?.id ?? null
    }

    app.get('/favorites', { schema: { response } }, request => answer(requireRegistered(request).user_id))

    app.put('/favorites', { schema: { body: broughtFavorites, response } }, async request => {
      const { user_id } = requireRegistered(request)
      await keepBroughtFavorites(context, user_id, request.body)
      return await answer(user_id)
    })

    const offices = { schema: { body: favoriteOfficeBody, response } }
    app.post('/favorites/offices', offices, async request => {
      const { user_id } = requireRegistered(request)
      const id = await idOf(request.body)
      if (id === null) throw notFound('the office')
      await keepFavorite(context, user_id, 'offices', id)
      return await answer(user_id)
    })
    app.delete('/favorites/offices', offices, async request => {
      const { user_id } = requireRegistered(request)
      const id = await idOf(request.body)
      if (id !== null) await dropFavorite(context, user_id, 'offices', id)
      return await answer(user_id)
    })

    const lines = { schema: { body: favoriteLineBody, response } }
    app.post('/favorites/lines', lines, async request => {
      const { user_id } = requireRegistered(request)
      await keepFavorite(context, user_id, 'lines', request.body.id)
      return await answer(user_id)
    })
    app.delete('/favorites/lines', lines, async request => {
      const { user_id } = requireRegistered(request)
      await dropFavorite(context, user_id, 'lines', request.body.id)
      return await answer(user_id)
    })
  }
