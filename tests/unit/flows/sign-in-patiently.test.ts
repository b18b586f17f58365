import { expect, it, vi } from 'vitest'
import type { DeskSession } from '#contract/rest/desk.ts'
import { createCaptcha } from '#server/identity/captcha.ts'
import { ApiError } from '#src/api/api-error.ts'
import type { Credentials } from '#src/desk/door-api.ts'
import { signInPatiently } from '#src/flows/session/sign-in-patiently.ts'

const TYPED: Credentials = { user: 'ana', password: 'una clave larga y propia' }
const SESSION = { clerk_id: 1, name: 'Ana Rojas' } as DeskSession

const captcha = createCaptcha({ now: () => new Date() }, 'key', { cost: 1, from: 1, to: 5 })
const tooMany = (retryAfterMs: number) =>
  new ApiError('too-many-requests', 429, 'too many wrong passwords', { retryAfterMs })

/** A server at which somebody guesses without end: whoever proves nothing waits. */
function besideGuesser(refusal: ApiError) {
  const heard: Credentials[] = []
  const api = {
    captcha: vi.fn<() => ReturnType<typeof captcha.challenge>>(() => captcha.challenge()),
    async signIn(credentials: Credentials) {
      heard.push(credentials)
      if (credentials.captchaToken === undefined) throw refusal
      await captcha.verify(credentials.captchaToken)
      return SESSION
    },
  }
  const onProving = vi.fn<() => void>()
  return { api, heard, onProving, signIn: () => signInPatiently(api, TYPED, onProving) }
}

it('where wrong passwords brought a pause the browser proves some work, and is let in without waiting', async () => {
  const at = besideGuesser(tooMany(4_000))
  expect(await at.signIn()).toBe(SESSION)
  expect(at.heard).toEqual([TYPED, { ...TYPED, captchaToken: expect.any(String) }])
  expect(at.onProving).toHaveBeenCalledOnce()
})

it('nothing is proved where that would not help: a wrong password, or a pause of another kind', async () => {
  for (const refusal of [new ApiError('wrong-credentials', 401, 'no'), tooMany(60_000)]) {
    const at = besideGuesser(refusal)
    await expect(at.signIn()).rejects.toBe(refusal)
    expect(at.api.captcha).not.toHaveBeenCalled()
    expect(at.onProving).not.toHaveBeenCalled()
  }
})

it('a browser that can prove nothing is told of the pause, which it waits out', async () => {
  const pause = tooMany(4_000)
  const at = besideGuesser(pause)
  at.api.captcha.mockRejectedValue(new ApiError('no-network', 0, 'no network'))
  await expect(at.signIn()).rejects.toBe(pause)
})
