import type { FastifyRequest } from 'fastify'
import * as v from 'valibot'
import { SIGN_IN_PROOF_DOUBLINGS } from '#contract/limits.ts'
import { type Language, uuid } from '#contract/primitives.ts'
import {
  account,
  accountRecovered,
  accountRecovery,
  confirmationWish,
  emailConfirmation,
  passwordChange,
  passwordForgotten,
  passwordLogin,
  passwordReset,
  signUp as signUpBody,
  userUpdate,
  waysIn,
} from '#contract/rest/accounts.ts'
import { captchaChallenge } from '#contract/rest/captcha.ts'
import { session } from '#contract/rest/login.ts'
import { bearerToken } from '#server/identity/bearer-token.ts'
import { demandSameOrigin } from '#server/identity/demand-same-origin.ts'
import { deviceOf } from '#server/identity/device-name.ts'
import { giveSession, rememberHere } from '#server/identity/give-session.ts'
import { keepNothing } from '#server/identity/keep-nothing.ts'
import { readSessionCookie } from '#server/identity/session-cookie.ts'
import type { Routes } from '#server/web/app.ts'
import { requireUser } from '#server/web/caller.ts'
import type { AccountsContext } from './accounts-context.ts'
import { changePassword } from './change-password.ts'
import { askToConfirm, confirmEmail } from './confirm-email.ts'
import { endOwnSession } from './end-sessions.ts'
import { readAccount, requireRegistered } from './read-account.ts'
import { recoverAccount } from './recover-account.ts'
import { forgetPassword, resetPassword } from './reset-password.ts'
import { type Arrival, signInByPassword } from './sign-in.ts'
import { signUp } from './sign-up.ts'
import { updateUser } from './update-user.ts'
import { languageOf } from './worded.ts'

const nothing = { 204: v.undefined() }

/** The login service: accounts. */
export const accountRoutes =
  (context: AccountsContext): Routes =>
  app => {
    const onRequest = demandSameOrigin(context)
    keepNothing(app)

    const arrivalOf = (
      request: FastifyRequest,
      said: { language?: Language | undefined; let_go?: boolean | undefined },
    ): Arrival => ({
      caller: request.caller,
      device: deviceOf(request),
      address: request.ip,
      browserCookie: readSessionCookie(context, request, 'known-browser'),
      language: languageOf(request, said.language),
      letGo: said.let_go,
    })

    app.get('/ways', { schema: { response: { 200: waysIn } } }, () => ({
      providers: context.providers,
      email: context.mailer !== null,
    }))

    app.post(
      '/signup',
      { onRequest, schema: { body: signUpBody, response: { 200: session } } },
      async (request, reply) => {
        const given = await signUp(context, request.body, arrivalOf(request, request.body))
        rememberHere(context, request, reply, { kind: 'account', name: given.session.user_id })
        return giveSession(context, request, reply, given)
      },
    )

    app.post(
      '/password',
      { onRequest, schema: { body: passwordLogin, response: { 200: session } } },
      async (request, reply) => {
        const given = await signInByPassword(context, request.body, arrivalOf(request, request.body))
        rememberHere(context, request, reply, { kind: 'account', name: given.session.user_id })
        return giveSession(context, request, reply, given)
      },
    )

    // Apart from the other captcha, whose limit a guesser would use up for everybody at the address.
    app.get('/password/captcha', { schema: { response: { 200: captchaChallenge } } }, () =>
      context.captcha.longChallenge(SIGN_IN_PROOF_DOUBLINGS),
    )

    app.put('/password', { schema: { body: passwordChange, response: nothing } }, async (request, reply) => {
      const caller = requireUser(request)
      requireRegistered(caller)
      await changePassword(context, caller, request.body, arrivalOf(request, request.body))
      return reply.code(204).send()
    })

    app.post(
      '/password/forgot',
      { schema: { body: passwordForgotten, response: nothing } },
      async (request, reply) => {
        await forgetPassword(context, request.body, languageOf(request, request.body.language))
        return reply.code(204).send()
      },
    )

    app.post(
      '/password/reset',
      { onRequest, schema: { body: passwordReset, response: { 200: session } } },
      async (request, reply) =>
        giveSession(
          context,
          request,
          reply,
          await resetPassword(context, request.body, arrivalOf(request, request.body)),
        ),
    )

    app.post(
      '/email/confirm',
      { schema: { body: emailConfirmation, response: nothing } },
      async (request, reply) => {
        await confirmEmail(context, request.body.token, languageOf(request, request.body.language))
        return reply.code(204).send()
      },
    )

    app.post(
      '/email/recover',
      { schema: { body: accountRecovery, response: { 200: accountRecovered } } },
      async request =>
        await recoverAccount(context, request.body.token, languageOf(request, request.body.language)),
    )

    app.post(
      '/email/confirmation',
      { schema: { body: confirmationWish, response: nothing } },
      async (request, reply) => {
        const caller = requireUser(request)
        requireRegistered(caller)
        await askToConfirm(context, caller.user_id, languageOf(request, request.body?.language))
        return reply.code(204).send()
      },
    )

    app.get('/account', { schema: { response: { 200: account } } }, async request => {
      const caller = requireUser(request)
      requireRegistered(caller)
      return await readAccount(context, caller)
    })

    app.delete(
      '/sessions/:id',
      { schema: { params: v.object({ id: uuid }), response: nothing } },
      async (request, reply) => {
        const { user_id } = requireUser(request)
        await endOwnSession(context, { user_id, session_id: request.params.id })
        return reply.code(204).send()
      },
    )
  }

/** PATCH user, at both of its addresses (§7). */
export const userRoutes =
  (context: AccountsContext): Routes =>
  app => {
    keepNothing(app)
    app.patch('/user', { schema: { body: userUpdate, response: { 200: session } } }, async request => {
      const from = {
        token: bearerToken(request) ?? '',
        address: request.ip,
        language: languageOf(request, request.body.language),
      }
      return await updateUser(context, request.caller, from, request.body)
    })
  }
