import { captchaChallenge } from '#contract/rest/captcha.ts'
import {
  handoverCode,
  session,
  type SessionLeft,
  type TemporaryLogin,
  type TemporaryUpdate,
} from '#contract/rest/login.ts'
import type { Client } from './client.ts'

export const loginApi = (client: Client) => ({
  /**
   * Trades the cookie for the token that lives in memory. Null where there is no cookie.
   * @throws ApiError session-expired
   */
  session: () => client.callOrNull('login', '/session', session),
  /**
   * Ends the session at the server, and its cookie.
   * @param subscriptionId the push subscription of this browser, which ends with it (PUSH-07)
   * @param accountId whom this browser is to know no more: by then the session may be gone
   * @param token of the session, where somebody else may be signed in by now
   */
  end: (subscriptionId?: string, accountId?: string, token?: string) =>
    client.tell('login', '/session', {
      method: 'DELETE',
      token,
      query: { subscription_id: subscriptionId, user_id: accountId },
    }),
  /** Ends the session of somebody who left before whoever is here came in, and nothing else. */
  endLeft: (left: SessionLeft) => client.tell('login', '/session/left', { method: 'POST', json: left }),
  captcha: () => client.call('login', '/captcha', captchaChallenge),
  temporary: (person: TemporaryLogin) =>
    client.call('login', '/temporaryV2', session, { method: 'POST', json: person }),
  /** Lets in whoever holds the paper of a number that no phone follows. */
  paper: (secret: string) => client.call('login', '/paper', session, { method: 'POST', json: { secret } }),
  updateTemporary: (person: TemporaryUpdate) =>
    client.call('login', '/temporary', session, { method: 'PUT', json: person }),
  /** A one-time code that carries this session to another browser. */
  makeHandover: () => client.call('login', '/handover', handoverCode, { method: 'POST' }),
  redeemHandover: (code: string) =>
    client.call('login', '/handover/redeem', session, { method: 'POST', json: { code } }),
})
