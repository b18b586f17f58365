import type * as v from 'valibot'
import { type CaptchaChallenge, captchaChallenge } from '#contract/rest/captcha.ts'
import { type DeskSession, type deskLogin, deskSession } from '#contract/rest/desk.ts'
import type { Client } from '#src/api/client.ts'

export type Credentials = v.InferInput<typeof deskLogin>

/** The calls by which somebody comes in. Each throws an `ApiError`. */
export function doorApi(client: Client) {
  return {
    /**
     * Trades the desk's cookie for the token that lives in memory; null where there is no cookie to trade.
     */
    session: (): Promise<DeskSession | null> => client.callOrNull('desk', '/session', deskSession),
    signIn: (credentials: Credentials): Promise<DeskSession> =>
      client.call('desk', '/session', deskSession, { method: 'POST', json: credentials }),
    /** What is solved to wait for no pause that others' wrong passwords brought. */
    captcha: (): Promise<CaptchaChallenge> => client.call('desk', '/captcha', captchaChallenge),
  }
}

export type DoorApi = ReturnType<typeof doorApi>
