import * as v from 'valibot'
import { captchaChallenge } from '#contract/rest/captcha.ts'
import { uuid } from '#contract/primitives.ts'
import { paperHeld } from '#contract/rest/paper.ts'
import {
  handoverCode,
  handoverRedeem,
  session,
  sessionLeft,
  temporaryLogin as temporaryLoginBody,
  temporaryUpdate,
} from '#contract/rest/login.ts'
import { proofDoublings } from '#server/knocks/proof-doublings.ts'
import type { Routes } from '#server/web/app.ts'
import { requireUser } from '#server/web/caller.ts'
import { Refusal } from '#server/web/refusal.ts'
import { bearerToken } from './bearer-token.ts'
import { demandSameOrigin } from './demand-same-origin.ts'
import { deviceOf } from './device-name.ts'
import { endLeftSession } from './end-left-session.ts'
import { endSession } from './end-session.ts'
import { forgetHere } from './forget-here.ts'
import { enterByPaper } from './enter-by-paper.ts'
import { giveSession } from './give-session.ts'
import { createHandoverCode, redeemHandoverCode } from './handover.ts'
import type { IdentityContext } from './identity-context.ts'
import { readSession } from './read-session.ts'
import { keepNothing } from './keep-nothing.ts'
import { clearSessionCookie, readSessionCookie } from './session-cookie.ts'
import { temporaryLogin } from './temporary-login.ts'
import { updateTemporary } from './update-temporary.ts'
import { whoLeaves } from './who-leaves.ts'

/** The login service: captcha, temporary users, the session, the code that carries it elsewhere. */
export const loginRoutes =
  (context: IdentityContext): Routes =>
  app => {
    const onRequest = demandSameOrigin(context)
    keepNothing(app)

    app.get('/captcha', { schema: { response: { 200: captchaChallenge } } }, async request => {
      const { database, clock, protection: protect } = context
      const asked = { address: request.ip, at: clock.now(), protect }
      return await context.captcha.challenge(await proofDoublings(database.db, asked))
    })

    app.post(
      '/temporaryV2',
      { onRequest, schema: { body: temporaryLoginBody, response: { 200: session } } },
      async (request, reply) =>
        giveSession(context, request, reply, await temporaryLogin(context, request.body, deviceOf(request))),
    )

    app.post(
      '/paper',
      { onRequest, schema: { body: paperHeld, response: { 200: session } } },
      async (request, reply) =>
        giveSession(context, request, reply, await enterByPaper(context, request.body, deviceOf(request))),
    )

    app.put('/temporary', { schema: { body: temporaryUpdate, response: { 200: session } } }, async request =>
      updateTemporary(context, requireUser(request), bearerToken(request) ?? '', request.body),
    )

    app.get(
      '/session',
      { onRequest, schema: { response: { 200: session, 204: v.undefined() } } },
      async (request, reply) => {
        const cookieToken = readSessionCookie(context, request, 'customer')
        if (cookieToken === undefined) return reply.code(204).send()
        const current = await readSession(context, cookieToken)
        if (current) return current
        // Its cookie stays, and opens nothing: by the time of this answer there may be the next person's.
        throw new Refusal('session-expired', 401, 'the session is over')
      },
    )

    app.delete(
      '/session',
      {
        onRequest,
        schema: {
          querystring: v.object({ subscription_id: v.optional(uuid), user_id: v.optional(uuid) }),
          response: { 204: v.undefined() },
        },
      },
      async (request, reply) => {
        const cookieToken = readSessionCookie(context, request, 'customer')
        const { subscription_id, user_id } = request.query
        const token = bearerToken(request)
        const { leaving, isCookieTheirs } = await whoLeaves(context, token, cookieToken)
        // Nobody can say it any more of a session that is gone. It opens and ends nothing: a browser that
        // asks forgets whom it names.
        if (user_id !== undefined) leaving.push(user_id)
        // The cookie may be gone where the page still holds the token.
        if (request.caller.kind === 'user') {
          await endSession(context, { session_id: request.caller.session_id }, subscription_id)
        }
        if (isCookieTheirs) {
          if (cookieToken !== undefined) await endSession(context, { cookieToken }, subscription_id)
          clearSessionCookie(context, request, reply, 'customer')
        }
        forgetHere(context, request, reply, leaving)
        return reply.code(204).send()
      },
    )

    app.post(
      '/session/left',
      { onRequest, schema: { body: sessionLeft, response: { 204: v.undefined() } } },
      async (request, reply) => {
        await endLeftSession(context, request, reply, request.body)
        return reply.code(204).send()
      },
    )

    app.post('/handover', { schema: { response: { 201: handoverCode } } }, async (request, reply) => {
      return reply.code(201).send(await createHandoverCode(context, requireUser(request)))
    })

    app.post(
      '/handover/redeem',
      { onRequest, schema: { body: handoverRedeem, response: { 200: session } } },
      async (request, reply) => {
        const given = await redeemHandoverCode(context, request.body.code, deviceOf(request))
        return giveSession(context, request, reply, given)
      },
    )
  }
