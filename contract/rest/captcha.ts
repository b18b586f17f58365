import * as v from 'valibot'

const hex = v.pipe(v.string(), v.regex(/^[0-9a-f]+$/), v.maxLength(256))
const whole = v.pipe(v.number(), v.integer(), v.minValue(0))

/** GET login/captcha: a challenge as ALTCHA's clients solve it. */
export const captchaChallenge = v.object({
  parameters: v.object({
    algorithm: v.literal('PBKDF2/SHA-256'),
    nonce: hex,
    salt: hex,
    cost: whole,
    keyLength: whole,
    keyPrefix: hex,
    keySignature: hex,
    // The clock that counts is the server's, and is passed in: ALTCHA's own expiry would read the machine's.
    // How often its way is twice as long, where it is.
    data: v.object({ expires: whole, doublings: v.optional(whole) }),
  }),
  signature: hex,
})
export type CaptchaChallenge = v.InferOutput<typeof captchaChallenge>

/** What `captchaToken` is, as base64 of its JSON: the challenge as it was given, and its solution. */
export const captchaPayload = v.object({
  challenge: captchaChallenge,
  solution: v.object({ counter: whole, derivedKey: hex }),
})
export type CaptchaPayload = v.InferOutput<typeof captchaPayload>
