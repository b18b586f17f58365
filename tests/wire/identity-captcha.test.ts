import { randomUUID } from 'node:crypto'
import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { CAPTCHA_MS } from '#contract/limits.ts'
import type { CaptchaChallenge } from '#contract/rest/captcha.ts'
import { discardSpent } from '#server/identity/discard-spent.ts'
import { eachDatabase } from '#tests/support/databases.ts'
import { PERSON, startTestServer, type TestServer } from '#tests/support/server.ts'
import { captchaTokenOf } from '#tests/support/solve-captcha.ts'

eachDatabase('the captcha', open => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer({ database: await open() })
  })
  afterAll(() => server.close())

  const challenge = async () => (await (await server.ask('login', '/captcha')).json()) as CaptchaChallenge

  async function solve(given: CaptchaChallenge) {
    const solution = await solveChallenge({ challenge: given, deriveKey })
    if (!solution) throw new Error('not solved')
    return solution
  }

  const login = (captchaToken: string) =>
    server.ask('login', '/temporaryV2', { body: { captchaToken, sessionId: randomUUID(), ...PERSON } })

  const refusal = async (response: Response) =>
    `${response.status} ${((await response.json()) as { code: string }).code}`

  it('[AUTH-08] a solved captcha cannot be used twice', async () => {
    const { solvedCaptcha, database } = server
    const users = () => database.db.selectFrom('users').select('id').execute()
    const solved = await solvedCaptcha()
    expect((await login(solved)).status).toBe(200)
    const before = await users()
    expect(await refusal(await login(solved))).toBe('409 captcha-used')
    expect(await users()).toEqual(before)
  })

  it('[AUTH-08] not even by many at the same moment', async () => {
    const { solvedCaptcha } = server
    const solved = await solvedCaptcha()
    const answers = await Promise.all(Array.from({ length: 10 }, () => login(solved)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(9)
  })

  it('[AUTH-08] an expired one is refused, also once the table forgot it', async () => {
    const { solvedCaptcha, clock, database } = server
    const used = await solvedCaptcha()
    expect((await login(used)).status).toBe(200)
    const late = await solvedCaptcha()
    clock.advance(CAPTCHA_MS)
    await discardSpent({ database, clock })
    expect(await refusal(await login(late))).toBe('400 captcha-expired')
    expect(await refusal(await login(used))).toBe('400 captcha-expired')
    clock.advance(1_000)
    await discardSpent({ database, clock })
    expect(await database.db.selectFrom('used_captchas').selectAll().execute()).toEqual([])
  })

  it('[AUTH-08] forged ones are refused: easier, later, unsolved, of another key, nonsense', async () => {
    const given = await challenge()
    const { parameters } = given
    const easier = { ...given, parameters: { ...parameters, keyPrefix: '00' } }
    const later = { ...given, parameters: { ...parameters, data: { expires: parameters.data.expires + 1 } } }
    const other = { ...given, signature: 'ab'.repeat(32) }
    const solution = await solve(given)
    const forged = [
      captchaTokenOf(easier, await solve(easier)),
      captchaTokenOf(later, solution),
      captchaTokenOf(other, solution),
      captchaTokenOf(given, { counter: 1, derivedKey: 'ab'.repeat(32) }),
      captchaTokenOf(given, {}),
      captchaTokenOf({}, solution),
      'no base64 at all',
      Buffer.from('null').toString('base64'),
      '',
    ]
    for (const token of forged) expect(await refusal(await login(token))).toBe('400 captcha-invalid')
    expect((await login(captchaTokenOf(given, solution))).status).toBe(200)
  })

  it('no challenge is kept by a cache on the way', async () => {
    const { ask } = server
    const response = await ask('login', '/captcha')
    expect(response.headers.get('cache-control')).toBe('no-store')
  })
})
