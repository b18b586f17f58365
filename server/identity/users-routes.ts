import * as v from 'valibot'
import { preferences, preferencesUpdate } from '#contract/rest/login.ts'
import type { Routes } from '#server/web/app.ts'
import { requireUser } from '#server/web/caller.ts'
import type { IdentityContext } from './identity-context.ts'
import { readPreferences, savePreferences } from './preferences.ts'

/** The users' service: preferences (PROF-02). */
export const usersRoutes =
  (context: IdentityContext): Routes =>
  app => {
    app.get(
      '/preferences',
      {
        schema: {
          querystring: v.object({ site: v.optional(v.literal('web')) }),
          response: { 200: preferences },
        },
      },
      async request => readPreferences(context, requireUser(request).user_id),
    )

    app.post(
      '/preferences',
      { schema: { body: preferencesUpdate, response: { 200: preferences } } },
      async request => savePreferences(context, requireUser(request).user_id, request.body),
    )
  }
