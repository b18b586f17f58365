import type { FastifyRequest } from 'fastify'
import * as v from 'valibot'
import { SERVICE_BASES } from '#contract/bases.ts'
import { RETURN_SCREEN } from '#contract/provider-return.ts'
import { uuid } from '#contract/primitives.ts'
import { type ProviderId, providerId } from '#contract/rest/accounts.ts'
import { session } from '#contract/rest/login.ts'
import { attemptBegin, attemptBegun, attemptState, socialLogin } from '#contract/rest/social.ts'
import { bearerToken } from '#server/identity/bearer-token.ts'
import { demandSameOrigin } from '#server/identity/demand-same-origin.ts'
import { deviceOf } from '#server/identity/device-name.ts'
import { giveSession } from '#server/identity/give-session.ts'
import { keepNothing } from '#server/identity/keep-nothing.ts'
import { readSessionCookie, setSessionCookie } from '#server/identity/session-cookie.ts'
import type { Routes } from '#server/web/app.ts'
import { type Caller, requireUser } from '#server/web/caller.ts'
import { Refusal } from '#server/web/refusal.ts'
import { requireRegistered } from '../read-account.ts'
import { languageOf } from '../worded.ts'
import { beginAttempt } from './begin-attempt.ts'
import { claimAttempt } from './claim-attempt.ts'
import { finishAttempt } from './finish-attempt.ts'
import type { ProvidersContext } from './providers-context.ts'
import { readAttempt } from './read-attempt.ts'
import { sendReturnedPage } from './returned-page.ts'
import { unlinkProvider } from './unlink-provider.ts'

const ofProvider = v.object({ provider: providerId })

/** A customer, registered or not, or nobody yet. */
function customerOf({ caller }: FastifyRequest): Exclude<Caller, { kind: 'clerk' }> {
  if (caller.kind === 'clerk' || caller.kind === 'device' || caller.kind === 'machine')
    throw new Refusal('forbidden', 403, 'this is for customers')
  return caller
}

/** Where this very server is reached, as the provider has to know it, too. */
const here = ({ protocol, host }: FastifyRequest) => `${protocol}://${host}`

/**
 * Signing in with a provider: begun by the page, carried out between this server and the provider, claimed by
 * the page.
 */
export const providerRoutes =
  (context: ProvidersContext): Routes =>
  app => {
    const { accounts } = context
    const onRequest = demandSameOrigin(accounts)
    keepNothing(app)

    app.post(
      '/:provider/begin',
      { onRequest, schema: { params: ofProvider, body: attemptBegin, response: { 200: attemptBegun } } },
      async (request, reply) => {
        const { provider } = request.params
        const caller = customerOf(request)
        const { begun, browserToken } = await beginAttempt(context, provider, request.body, {
          user_id: caller.kind === 'user' ? caller.user_id : null,
          browserToken: readSessionCookie(accounts, request, 'attempt'),
          origin: request.headers.origin ?? here(request),
          returnTo: `${here(request)}${SERVICE_BASES.login}/${provider}/return`,
        })
        setSessionCookie(accounts, request, reply, 'attempt', {
          cookieToken: browserToken,
          expiresAt: begun.expires_at,
        })
        return begun
      },
    )

    // Not for our own pages: it is the provider who sends the browser here.
    app.get('/:provider/return', { schema: { params: ofProvider } }, async (request, reply) => {
      const returned = await finishAttempt(context, request.params.provider, {
        // Whatever host the request names: it may be none.
        query: new URL(request.url, 'http://host').searchParams,
        browserToken: readSessionCookie(accounts, request, 'attempt'),
      })
      if (returned?.mode === 'redirect') {
        return reply.redirect(`${returned.origin}${RETURN_SCREEN}#${returned.id}`, 303)
      }
      return sendReturnedPage(reply, {
        language: returned?.language ?? languageOf(request),
        how: returned === null ? 'unknown' : returned.failure === null ? 'done' : 'failed',
        home: returned?.origin ?? '/',
      })
    })

    app.get(
      '/attempts/:id',
      { onRequest, schema: { params: v.object({ id: uuid }), response: { 200: attemptState } } },
      async request =>
        readAttempt(accounts, request.params.id, readSessionCookie(accounts, request, 'attempt')),
    )

    const claim = (path: string, provider: ProviderId | null) =>
      app.post(
        path,
        { onRequest, schema: { body: socialLogin, response: { 200: session } } },
        async (request, reply) => {
          const given = await claimAttempt(context, request.body, {
            provider,
            caller: customerOf(request),
            token: bearerToken(request) ?? '',
            browserToken: readSessionCookie(accounts, request, 'attempt'),
            device: deviceOf(request),
            address: request.ip,
            browserCookie: readSessionCookie(accounts, request, 'known-browser'),
            language: languageOf(request, request.body.language),
            letGo: request.body.let_go,
          })
          if (given.cookieToken === null) return given.session
          return giveSession(accounts, request, reply, { ...given, cookieToken: given.cookieToken })
        },
      )
    claim('/google', 'google')
    claim('/facebook', 'facebook')
    claim('/microsoft', 'microsoft')
    claim('/user', null)

    app.delete(
      '/providers/:provider',
      { onRequest, schema: { params: ofProvider, response: { 204: v.undefined() } } },
      async (request, reply) => {
        const caller = requireUser(request)
        requireRegistered(caller)
        await unlinkProvider(accounts, caller.user_id, request.params.provider)
        return reply.code(204).send()
      },
    )
  }
