import { openingWish, openingWishList, openingWishQuery } from '#contract/rest/push.ts'
import type { Routes } from '#server/web/app.ts'
import { requireUser } from '#server/web/caller.ts'
import type { NotifyContext } from './notify-context.ts'
import { dropOpeningWish, openingWishesOf, wishOpening } from './opening-wishes.ts'

/** "Avísame cuando abra": what the session wishes to be told of. Each answers with all that it wishes now. */
export const openingRoutes =
  (context: NotifyContext): Routes =>
  app => {
    const response = { 200: openingWishList }

    app.get('/openings', { schema: { response } }, request => openingWishesOf(context, requireUser(request)))

    app.put('/openings', { schema: { body: openingWish, response } }, async request => {
      const caller = requireUser(request)
      await wishOpening(context, caller, request.body)
      return await openingWishesOf(context, caller)
    })

    app.delete('/openings', { schema: { querystring: openingWishQuery, response } }, async request => {
      const caller = requireUser(request)
      const { office_id, line_id = null } = request.query
      await dropOpeningWish(context, caller, { office_id, line_id })
      return await openingWishesOf(context, caller)
    })
  }
