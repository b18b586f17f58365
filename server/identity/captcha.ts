import { createChallenge, randomInt, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import * as v from 'valibot'
import { CAPTCHA_MS } from '#contract/limits.ts'
import {
  type CaptchaChallenge,
  captchaChallenge,
  type CaptchaPayload,
  captchaPayload,
} from '#contract/rest/captcha.ts'
import type { Clock } from '#server/platform/clock.ts'
import { Refusal } from '#server/web/refusal.ts'

/**
 * How hard it is. The browser derives keys of `cost` iterations, one after the other, until it reaches a
 * counter that was drawn between `from` and `to`: the work is bounded, unlike that of a search for leading
 * zeros. To make a challenge costs the server one key, to verify it a signature.
 */
export interface CaptchaDifficulty {
  cost: number
  from: number
  to: number
}

/** Half a million iterations on average: some 0.2 s on a laptop, 0.3 to 1 s on a cheap phone. */
export const CAPTCHA_DIFFICULTY: CaptchaDifficulty = { cost: 1_000, from: 300, to: 700 }

/** A challenge that was solved in time. Whether it was used before is for the database to say. */
export interface SolvedCaptcha {
  signature: string
  expiresAt: Date
}

export interface Captcha {
  /**
   * @param doublings how often each key is twice as hard (SEC-03): it costs the server as much more to make
   */
  challenge(doublings?: number): Promise<CaptchaChallenge>
  /** @param doublings how often there are twice as many keys: it costs the server no more than an easy one */
  longChallenge(doublings: number): Promise<CaptchaChallenge>
  /**
   * @param token base64 of the JSON of challenge and solution, as altcha's clients send it
   * @param doublings of the long challenge that it must have been, at least
   * @throws Refusal captcha-invalid, captcha-expired
   */
  verify(token: string, doublings?: number): Promise<SolvedCaptcha>
}

const invalid = () => new Refusal('captcha-invalid', 400, 'the captcha is not solved')

function parse(token: string): CaptchaPayload {
  try {
    return v.parse(captchaPayload, JSON.parse(Buffer.from(token, 'base64').toString()))
  } catch {
    throw invalid()
  }
}

export function createCaptcha(clock: Clock, key: string, difficulty: CaptchaDifficulty): Captcha {
  const secrets = { hmacSignatureSecret: `challenge ${key}`, hmacKeySignatureSecret: `solution ${key}` }
  async function make({ cost, from, to }: CaptchaDifficulty, data: { doublings?: number }) {
    const challenge = await createChallenge({
      ...secrets,
      algorithm: 'PBKDF2/SHA-256',
      cost,
      counter: randomInt(to, from),
      data: { expires: clock.now().getTime() + CAPTCHA_MS, ...data },
      deriveKey,
    })
    return v.parse(captchaChallenge, challenge)
  }
  return {
    challenge: (doublings = 0) => make({ ...difficulty, cost: difficulty.cost * 2 ** doublings }, {}),

    longChallenge(doublings) {
      const { cost, from, to } = difficulty
      return make({ cost, from: from * 2 ** doublings, to: to * 2 ** doublings }, { doublings })
    },

    async verify(token, doublings = 0) {
      const { challenge, solution } = parse(token)
      if ((challenge.parameters.data.doublings ?? 0) < doublings) throw invalid()
      const { verified } = await verifySolution({
        ...secrets,
        challenge,
        solution: { ...solution, time: 0 },
        deriveKey,
      })
      if (!verified) throw invalid()
      const expiresAt = new Date(challenge.parameters.data.expires)
      if (expiresAt <= clock.now()) throw new Refusal('captcha-expired', 400, 'the captcha is too old')
      return { signature: challenge.signature, expiresAt }
    },
  }
}
