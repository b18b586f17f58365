import * as v from 'valibot'
import { preferences, preferencesUpdate } from '#contract/rest/login.ts'
import { acceptedPolicies, policyAcceptance } from '#contract/rest/policies.ts'
import { acceptPolicy, policiesOf } from '#server/policies/accept-policy.ts'
import type { Routes } from '#server/web/app.ts'
import { requireUser } from '#server/web/caller.ts'
import type { IdentityContext } from './identity-context.ts'
import { readPreferences, savePreferences } from './preferences.ts'

/** The users' service: preferences (PROF-02), and which policies they accepted (KEEP-03). */
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

    app.get('/policies', { schema: { response: { 200: acceptedPolicies } } }, async request =>
      policiesOf(context.database.db, requireUser(request).user_id),
    )

    app.post(
      '/policies',
      { schema: { body: policyAcceptance, response: { 200: acceptedPolicies } } },
      async request => {
        const { user_id } = requireUser(request)
        const { database, clock } = context
        await acceptPolicy(database.db, { user_id, version: request.body.version, at: clock.now() })
        return await policiesOf(database.db, user_id)
      },
    )
  }
