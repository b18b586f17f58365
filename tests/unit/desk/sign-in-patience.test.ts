import { expect, it } from 'vitest'
import { SIGN_IN_PAUSE_MS } from '#contract/limits.ts'
import { ApiError } from '#src/api/api-error.ts'
import { signInWithPatience } from '#src/desk/sign-in/sign-in-patience.ts'

const refused = (code: string, retryAfterMs: number | null) =>
  new ApiError(code, code === 'too-many-requests' ? 429 : 401, 'no', { retryAfterMs })

/** Signs in where each try but the last is refused, and says how it went and what was waited for. */
async function triesOf(...refusals: ApiError[]) {
  const waited: number[] = []
  const timers = {
    after(ms: number, call: () => void) {
      waited.push(ms)
      call()
      return () => {}
    },
  }
  const signIn = async () => {
    const refusal = refusals.shift()
    if (refusal) throw refusal
    return 'in'
  }
  return { end: await signInWithPatience(signIn, timers).catch((error: ApiError) => error.code), waited }
}

it('a sign-in waits out the short pause that another’s guesses brought, and no wrong password', async () => {
  const pause = refused('too-many-requests', 2_000)
  expect(await triesOf(pause)).toEqual({ end: 'in', waited: [2_000] })
  const five = Array.from({ length: 5 }, () => pause)
  expect(await triesOf(...five)).toEqual({ end: 'in', waited: five.map(() => 2_000) })
  expect(await triesOf(...five, pause)).toMatchObject({ end: 'too-many-requests' })
  const long = refused('too-many-requests', SIGN_IN_PAUSE_MS.max + 1_000)
  for (const refusal of [long, refused('too-many-requests', null), refused('wrong-credentials', null)])
    expect(await triesOf(refusal)).toEqual({ end: refusal.code, waited: [] })
})
