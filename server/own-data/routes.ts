import { erasure, myData, myDataFileName } from '#contract/rest/my-data.ts'
import * as v from 'valibot'
import { languageOf } from '#server/accounts/worded.ts'
import { forgetHere } from '#server/identity/forget-here.ts'
import type { IdentityContext } from '#server/identity/identity-context.ts'
import { readSessionCookie } from '#server/identity/session-cookie.ts'
import type { Routes } from '#server/web/app.ts'
import { requireUser } from '#server/web/caller.ts'
import { keptNowhere } from '#server/web/kept-for.ts'
import { confirmPassword } from './confirm-password.ts'
import { erasePerson } from './erase-person.ts'
import type { OwnDataContext } from './own-data-context.ts'
import { readOwnData } from './read-own-data.ts'

/** What is kept of the caller, to be read out and erased, under the base of the users' service (KEEP-03). */
export const ownDataRoutes =
  (context: OwnDataContext & Pick<IdentityContext, 'captcha' | 'origins'>): Routes =>
  app => {
    app.get('/my-data', { ...keptNowhere, schema: { response: { 200: myData } } }, async (request, reply) => {
      const answer = await readOwnData(context, requireUser(request).user_id)
      reply.header('content-disposition', `attachment; filename="${myDataFileName(answer.made_at)}"`)
      return answer
    })

    app.delete(
      '/me',
      { ...keptNowhere, schema: { body: erasure, response: { 204: v.undefined() } } },
      async (request, reply) => {
        const { user_id } = requireUser(request)
        const from = {
          address: request.ip,
          browserCookie: readSessionCookie(context, request, 'known-browser'),
          language: languageOf(request),
        }
        await confirmPassword(context, user_id, request.body.password, from)
        await erasePerson(context, user_id)
        forgetHere(context, request, reply, [user_id])
        return reply.code(204).send()
      },
    )
  }
