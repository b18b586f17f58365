import * as v from 'valibot'
import { uuid } from '#contract/primitives.ts'
import { pressSettled } from '#contract/rest/desk-press.ts'
import { settlePress } from '#server/facts/settle-press.ts'
import type { Routes } from '#server/web/app.ts'
import { requireClerk } from '#server/web/caller.ts'
import { keptNowhere } from '#server/web/kept-for.ts'
import type { QueueContext } from '../queue-context.ts'

/** What became of a clerk's own press, whatever was done by it. The desk's base. */
export const pressRoutes =
  (context: QueueContext): Routes =>
  app => {
    app.post(
      '/presses/:press',
      { ...keptNowhere, schema: { params: v.object({ press: uuid }), response: { 200: pressSettled } } },
      request =>
        settlePress(context, {
          clerk_id: requireClerk(request).clerk_id,
          press: request.params.press,
        }),
    )
  }
