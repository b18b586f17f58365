import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { CAPTCHA_MS, SIGN_IN_FREE, SIGN_IN_PAUSE_MS, SIGN_IN_PROOF_DOUBLINGS } from '#contract/limits.ts'
import type { CaptchaPayload } from '#contract/rest/captcha.ts'
import { hashPassword } from '#server/identity/passwords.ts'
import { eachDatabase } from '#tests/support/databases.ts'
import { captchaTokenOf, solveCaptcha } from '#tests/support/solve-captcha.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

const PASSWORD = 'una clave larga y propia'
const WIFI = '203.0.113.7'

/** Everybody comes through the office's Wi-Fi: the guesser, and the clerk whose password is guessed. */
eachDatabase('guessing at a clerk’s password', open => {
  let server: TestServer
  let password_hash: string
  beforeAll(async () => {
    password_hash = await hashPassword(PASSWORD)
    server = await startTestServer({ database: await open(), settings: { proxyHops: 1 } })
  })
  afterAll(() => server.close())
  beforeEach(() => server.database.db.deleteFrom('knocks').execute())

  let made = 0
  async function clerk(): Promise<string> {
    const user = `ana-${++made}`
    await server.database.db
      .insertInto('clerks')
      .values({ user_name: user, name: 'Ana Rojas', password_hash })
      .execute()
    return user
  }
  const signIn = (
    user: string,
    password: string,
    { cookie, address = WIFI, captchaToken }: Partial<Browser> = {},
  ) =>
    server.ask('desk', '/session', {
      body: { user, password, captchaToken },
      headers: { 'x-forwarded-for': address },
      ...(cookie !== undefined && { cookie }),
    })
  interface Browser {
    cookie: string
    address: string
    captchaToken: string
  }
  const proof = async () => solveCaptcha(await (await server.ask('desk', '/captcha')).json())
  /** An easy one, in which somebody wrote that it is the other. */
  const saidToBeLong = (token: string) => {
    const { challenge, solution } = JSON.parse(Buffer.from(token, 'base64').toString()) as CaptchaPayload
    const { data } = challenge.parameters
    const parameters = { ...challenge.parameters, data: { ...data, doublings: SIGN_IN_PROOF_DOUBLINGS } }
    return captchaTokenOf({ ...challenge, parameters }, solution)
  }
  const problem = async (response: Promise<Response>) => {
    const answer = await response
    const { code } = (await answer.json()) as { code: string }
    return `${answer.status} ${code}`
  }
  const wrong = (user: string, from?: Partial<Browser>) => signIn(user, 'otra', from)
  const knownCookie = (response: Response) =>
    response.headers
      .getSetCookie()
      .map(cookie => cookie.split(';')[0] ?? '')
      .find(cookie => cookie.startsWith('numerito-known='))
  /** 401, or 429 and after how many seconds. */
  const said = async (response: Promise<Response>) => {
    const { status, headers } = await response
    return status === 429 ? `429 after ${headers.get('retry-after')} s` : String(status)
  }
  async function guess(user: string, times: number) {
    const answers = []
    for (let time = 0; time < times; time++) answers.push(await said(wrong(user)))
    return answers
  }

  it('is slowed down ever more, up to a bound, and alike for a name that nobody has', async () => {
    const user = await clerk()
    for (const name of [user, 'nobody.at.all']) {
      expect(await guess(name, SIGN_IN_FREE.name)).toEqual(Array.from({ length: 5 }, () => '401'))
      const pauses = []
      for (let time = 0; time < 5; time++) {
        pauses.push(await said(wrong(name)))
        const seconds = Number(pauses.at(-1)?.match(/\d+(?= s)/)?.[0])
        server.clock.advance(seconds * 1_000 - 1)
        expect(await said(wrong(name))).toBe('429 after 1 s')
        server.clock.advance(1)
        expect(await said(wrong(name))).toBe('401')
      }
      expect(pauses).toEqual([
        '429 after 1 s',
        '429 after 2 s',
        '429 after 4 s',
        '429 after 4 s',
        '429 after 4 s',
      ])
    }
  })

  it('keeps the right clerk out of no browser: of one that is known not for a moment, of another for seconds', async () => {
    const user = await clerk()
    const cookie = knownCookie(await signIn(user, PASSWORD, { address: '198.51.100.4' }))
    expect(cookie).toBeDefined()
    await guess(user, 60)
    expect(await said(wrong(user))).toMatch(/^429/)
    expect(await said(signIn(user, PASSWORD, { cookie: cookie ?? '' }))).toBe('200')
    expect(await said(wrong(user))).toMatch(/^429/)
    expect(await said(signIn(user, PASSWORD))).toMatch(/^429 after [1-4] s$/)
    server.clock.advance(SIGN_IN_PAUSE_MS.max)
    expect(await said(signIn(user, PASSWORD))).toBe('200')
  })

  it('without pause, always a moment before the right clerk, keeps them waiting no longer than they work: at a browser that nobody knows they prove it', async () => {
    const user = await clerk()
    await guess(user, 20)
    const guesserFirst = async () => {
      server.clock.advance(SIGN_IN_PAUSE_MS.max)
      expect(await said(wrong(user))).toBe('401')
    }
    for (let time = 0; time < 10; time++) {
      await guesserFirst()
      expect(await said(signIn(user, PASSWORD))).toMatch(/^429/)
    }
    await guesserFirst()
    expect(await said(signIn(user, PASSWORD, { captchaToken: await proof() }))).toBe('200')
  })

  it('costs as much work for each guess, instead of the pause, and the pause stays for who proves nothing', async () => {
    const user = await clerk()
    await guess(user, 20)
    const captchaToken = await proof()
    expect(await said(wrong(user, { captchaToken }))).toBe('401')
    expect(await said(wrong(user))).toMatch(/^429/)
    expect(await problem(signIn(user, PASSWORD, { captchaToken }))).toBe('409 captcha-used')
    const easy = await server.solvedCaptcha()
    expect(await problem(signIn(user, PASSWORD, { captchaToken: easy }))).toBe('400 captcha-invalid')
    expect(await problem(signIn(user, PASSWORD, { captchaToken: saidToBeLong(easy) }))).toBe(
      '400 captcha-invalid',
    )
    const expiring = await proof()
    server.clock.advance(CAPTCHA_MS)
    expect(await problem(signIn(user, PASSWORD, { captchaToken: expiring }))).toBe('400 captcha-expired')
  })

  it('is proved for one try alone, however many send it at once, and is not spent where there is no pause', async () => {
    const user = await clerk()
    const captchaToken = await proof()
    expect(await said(signIn(user, PASSWORD, { captchaToken }))).toBe('200')
    await guess(user, 20)
    const answers = await Promise.all(Array.from({ length: 6 }, () => problem(wrong(user, { captchaToken }))))
    expect(answers.sort()).toEqual(['401 wrong-credentials', ...Array(5).fill('409 captcha-used')])
  })

  it('from another address waits for nobody here', async () => {
    const user = await clerk()
    await guess(user, 20)
    expect(await said(signIn(user, PASSWORD, { address: '198.51.100.5' }))).toBe('200')
  })

  it('by many at the same moment gets no further than one after the other', async () => {
    const user = await clerk()
    const answers = await Promise.all(Array.from({ length: 30 }, () => said(wrong(user))))
    expect(answers.filter(answer => answer === '401')).toHaveLength(SIGN_IN_FREE.name)
    expect(answers.filter(answer => answer === '429 after 1 s')).toHaveLength(25)
  })

  it('of many names is slowed down by the address', async () => {
    const names = Array.from({ length: SIGN_IN_FREE.address }, (_, at) => `name-${at}`)
    for (const name of names) expect(await said(wrong(name))).toBe('401')
    expect(await said(wrong('one-more'))).toBe('429 after 1 s')
    const user = await clerk()
    const cookie = knownCookie(await signIn(user, PASSWORD, { address: '198.51.100.6' }))
    expect(await said(signIn(user, PASSWORD, { cookie: cookie ?? '' }))).toBe('200')
  })

  it('a day’s work of right passwords slows nobody down', async () => {
    const user = await clerk()
    const other = await clerk()
    for (let time = 0; time < SIGN_IN_FREE.address + 5; time++)
      expect(await said(signIn(user, PASSWORD))).toBe('200')
    expect(await said(wrong(other))).toBe('401')
  })

  it('a right password forgets what was mistyped before it', async () => {
    const user = await clerk()
    await guess(user, SIGN_IN_FREE.name - 1)
    expect(await said(signIn(user, PASSWORD))).toBe('200')
    expect(await guess(user, SIGN_IN_FREE.name)).toEqual(Array.from({ length: 5 }, () => '401'))
  })

  it('a browser is known for the clerks who signed in there, by a mark that nobody else can make', async () => {
    const [ana, luis] = [await clerk(), await clerk()]
    const ofAna = knownCookie(await signIn(ana, PASSWORD, { address: '198.51.100.7' })) ?? ''
    const ofBoth = knownCookie(await signIn(luis, PASSWORD, { address: '198.51.100.7', cookie: ofAna })) ?? ''
    await guess(ana, 30)
    await guess(luis, 30)
    expect(await said(signIn(luis, PASSWORD, { cookie: ofAna }))).toMatch(/^429/)
    const [id = '', mark = ''] = ofAna.split('.')
    const forged = `${id}.${mark.replace(/^./, letter => (letter === 'A' ? 'B' : 'A'))}`
    expect(await said(signIn(ana, PASSWORD, { cookie: forged }))).toMatch(/^429/)
    // The mark belongs to its browser: another id does not make it a browser of its own.
    const moved = `${id.replace(/.$/, letter => (letter === 'A' ? 'B' : 'A'))}.${mark}`
    expect(await said(signIn(ana, PASSWORD, { cookie: moved }))).toMatch(/^429/)
    expect(await said(signIn(luis, PASSWORD, { cookie: ofBoth }))).toBe('200')
    expect(await said(signIn(ana, PASSWORD, { cookie: ofBoth }))).toBe('200')
  })

  it('counts a name once, and knows its browser, however it is typed', async () => {
    const user = await clerk()
    const shouted = user.toUpperCase()
    const cookie = knownCookie(await signIn(shouted, PASSWORD, { address: '198.51.100.8' }))
    await guess(user, SIGN_IN_FREE.name)
    expect(await said(wrong(shouted))).toBe('429 after 1 s')
    expect(await said(signIn(shouted, PASSWORD))).toBe('429 after 1 s')
    for (const typed of [shouted, user])
      expect(await said(signIn(typed, PASSWORD, { cookie: cookie ?? '' }))).toBe('200')
  })

  it('in a browser that is known is slowed down as well: by itself', async () => {
    const user = await clerk()
    const cookie = knownCookie(await signIn(user, PASSWORD)) ?? ''
    for (let time = 0; time < SIGN_IN_FREE.name; time++)
      expect(await said(wrong(user, { cookie }))).toBe('401')
    expect(await said(wrong(user, { cookie }))).toBe('429 after 1 s')
    expect(await said(signIn(user, PASSWORD))).toBe('200')
  })
})
