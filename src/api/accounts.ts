import type * as v from 'valibot'
import type { Language } from '#contract/primitives.ts'
import { PROVIDER_ANSWER_MS, REQUEST_TIMEOUT_MS } from '#contract/limits.ts'
import {
  account,
  accountRecovered,
  type accountRecovery,
  type emailConfirmation,
  type PasswordChange,
  type passwordForgotten,
  type PasswordLogin,
  type passwordReset,
  type ProviderId,
  type SignUp,
  type UserUpdate,
  waysIn,
} from '#contract/rest/accounts.ts'
import { captchaChallenge } from '#contract/rest/captcha.ts'
import { session } from '#contract/rest/login.ts'
import { type AttemptBegin, attemptBegun, attemptState, type SocialLogin } from '#contract/rest/social.ts'
import { type Client, path } from './client.ts'

/** Accounts: who comes back on another device. An answer that lets somebody in brings the cookie with it. */
export const accountsApi = (client: Client) => ({
  ways: (signal?: AbortSignal) => client.call('login', '/ways', waysIn, { signal }),
  signUp: (newcomer: SignUp) =>
    client.call('login', '/signup', session, { method: 'POST', json: newcomer, waitsOut: true }),
  signIn: (credentials: PasswordLogin) =>
    client.call('login', '/password', session, { method: 'POST', json: credentials, waitsOut: true }),
  /** What is solved to wait for no pause that others' wrong passwords brought. */
  signInCaptcha: () => client.call('login', '/password/captcha', captchaChallenge),
  changePassword: (change: PasswordChange) =>
    client.tell('login', '/password', { method: 'PUT', json: change, waitsOut: true }),
  forgotPassword: (forgotten: v.InferOutput<typeof passwordForgotten>) =>
    client.tell('login', '/password/forgot', { method: 'POST', json: forgotten }),
  resetPassword: (reset: v.InferOutput<typeof passwordReset>) =>
    client.call('login', '/password/reset', session, { method: 'POST', json: reset }),
  confirmEmail: (confirmation: v.InferOutput<typeof emailConfirmation>) =>
    client.tell('login', '/email/confirm', { method: 'POST', json: confirmation }),
  recoverAccount: (recovery: v.InferOutput<typeof accountRecovery>) =>
    client.call('login', '/email/recover', accountRecovered, { method: 'POST', json: recovery }),
  /** The link once more that confirms one's e-mail. */
  sendConfirmation: (language: Language) =>
    client.tell('login', '/email/confirmation', { method: 'POST', json: { language } }),
  /** What the settings of the account show. */
  account: (signal?: AbortSignal) => client.call('login', '/account', account, { signal }),
  /** Closes the account on one device. */
  endSession: (id: string) => client.tell('login', path`/sessions/${id}`, { method: 'DELETE' }),
  /** @throws ApiError provider-unavailable, after as long as the server waits for the provider */
  beginAttempt: (provider: ProviderId, begin: AttemptBegin) =>
    client.call('login', path`/${provider}/begin`, attemptBegun, {
      method: 'POST',
      json: begin,
      timeoutMs: PROVIDER_ANSWER_MS + REQUEST_TIMEOUT_MS,
    }),
  /** How far a provider's window is. */
  attempt: (id: string) => client.call('login', path`/attempts/${id}`, attemptState),
  /** The document's issuer has no address of its own in §7. */
  claimAttempt: (provider: ProviderId | null, claim: SocialLogin) =>
    client.call('login', `/${provider === null || provider === 'document' ? 'user' : provider}`, session, {
      method: 'POST',
      json: claim,
      waitsOut: true,
    }),
  unlinkProvider: (provider: ProviderId) =>
    client.tell('login', path`/providers/${provider}`, { method: 'DELETE' }),
  updateUser: (update: UserUpdate) =>
    client.call('login', '/user', session, { method: 'PATCH', json: update, waitsOut: true }),
})
