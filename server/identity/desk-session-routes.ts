import * as v from 'valibot'
import { SIGN_IN_PROOF_DOUBLINGS } from '#contract/limits.ts'
import { captchaChallenge } from '#contract/rest/captcha.ts'
import { deskLogin, deskSession } from '#contract/rest/desk.ts'
import type { Routes } from '#server/web/app.ts'
import { Refusal } from '#server/web/refusal.ts'
import { bearerToken } from './bearer-token.ts'
import { readClerkSession, signInClerk } from './clerk-session.ts'
import { demandSameOrigin } from './demand-same-origin.ts'
import { endSession } from './end-session.ts'
import type { IdentityContext } from './identity-context.ts'
import { rememberHere } from './give-session.ts'
import { keepNothing } from './keep-nothing.ts'
import { clearSessionCookie, readSessionCookie, setSessionCookie } from './session-cookie.ts'
import { whoLeaves } from './who-leaves.ts'

/** The clerk's session, with a cookie of its own. */
export const deskSessionRoutes =
  (context: IdentityContext): Routes =>
  app => {
    const onRequest = demandSameOrigin(context)
    keepNothing(app)

    app.post(
      '/session',
      { onRequest, schema: { body: deskLogin, response: { 200: deskSession } } },
      async (request, reply) => {
        const browserCookie = readSessionCookie(context, request, 'known-browser')
        const place = { address: request.ip, browserCookie }
        const { session, cookieToken } = await signInClerk(context, request.body, place)
        const { expires_at: expiresAt } = session
        setSessionCookie(context, request, reply, 'clerk', { cookieToken, expiresAt })
        rememberHere(context, request, reply, { kind: 'clerk', name: request.body.user })
        return session
      },
    )

    // Apart from the customers' captcha, whose limit a guesser would use up for everybody at the address.
    app.get('/captcha', { schema: { response: { 200: captchaChallenge } } }, () =>
      context.captcha.longChallenge(SIGN_IN_PROOF_DOUBLINGS),
    )

    app.get(
      '/session',
      { onRequest, schema: { response: { 200: deskSession, 204: v.undefined() } } },
      async (request, reply) => {
        const cookieToken = readSessionCookie(context, request, 'clerk')
        if (cookieToken === undefined) return reply.code(204).send()
        const current = await readClerkSession(context, cookieToken)
        if (current) return current
        // Its cookie stays, and opens nothing: by the time of this answer there may be the next person's.
        throw new Refusal('session-expired', 401, 'the session is over')
      },
    )

    app.delete(
      '/session',
      { onRequest, schema: { response: { 204: v.undefined() } } },
      async (request, reply) => {
        const cookieToken = readSessionCookie(context, request, 'clerk')
        const { isCookieTheirs } = await whoLeaves(context, bearerToken(request), cookieToken)
        if (request.caller.kind === 'clerk') {
          await endSession(context, { session_id: request.caller.session_id })
        }
        if (isCookieTheirs) {
          if (cookieToken !== undefined) await endSession(context, { cookieToken })
          clearSessionCookie(context, request, reply, 'clerk')
        }
        return reply.code(204).send()
      },
    )
  }
