import { hash, verify } from '@node-rs/argon2'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { AccountsContext } from '#server/accounts/accounts-context.ts'
import { forgetPassword } from '#server/accounts/reset-password.ts'
import { type Arrival, signInByPassword } from '#server/accounts/sign-in.ts'
import { signUp } from '#server/accounts/sign-up.ts'
import type { Database } from '#server/database/database.ts'
import { createCaptcha } from '#server/identity/captcha.ts'
import { createProtection, SECRET_BYTES } from '#server/secrets/protection.ts'
import { newcomer, PASSWORD } from '#tests/support/accounts.ts'
import { countedStatements } from '#tests/support/counted-statements.ts'
import { eachDatabase } from '#tests/support/databases.ts'
import { queueOffice } from '#tests/support/queue-office.ts'
import { solveCaptcha } from '#tests/support/solve-captcha.ts'

// The files before this one, in the same process, have read these modules already, and those after it want
// them real.
vi.hoisted(() => vi.resetModules())
afterAll(() => {
  vi.doUnmock('@node-rs/argon2')
  vi.resetModules()
})

vi.mock(import('@node-rs/argon2'), async importOriginal => {
  const real = await importOriginal()
  return {
    ...real,
    hash: vi.fn<typeof real.hash>(real.hash),
    verify: vi.fn<typeof real.verify>(real.verify),
  }
})

/** Algorithm, version and cost, as every hash begins. */
const costOf = (kept: unknown) => String(kept).split('$').slice(0, 4).join('$')

eachDatabase('what is done for an e-mail', open => {
  let database: Database
  beforeAll(async () => {
    database = await open()
  })

  async function scene() {
    const { context } = await queueOffice(database)
    const counted = countedStatements(database)
    const sent: string[] = []
    const accounts: AccountsContext = {
      ...context,
      database: counted.database,
      captcha: createCaptcha(context.clock, 'key', { cost: 1, from: 1, to: 2 }),
      protection: createProtection(new Uint8Array(SECRET_BYTES)),
      origins: [],
      officesById: async () => [],
      queue: { ...context, plans: async () => undefined, booked: undefined as never },
      mailer: { send: async ({ to }) => void sent.push(to), close: () => undefined },
      origin: () => 'https://numerito.example',
      providers: [],
      providersOf: async () => [],
    }
    let address = 0
    const arrival = (): Arrival => ({
      caller: { kind: 'guest' },
      device: null,
      language: 'es',
      address: `203.0.113.${++address}`,
      browserCookie: undefined,
    })
    async function work(act: () => Promise<unknown>) {
      vi.clearAllMocks()
      let code: string | null = null
      const statements = await counted.during(() =>
        act().catch((error: { code: string }) => {
          code = error.code
        }),
      )
      const compared = vi.mocked(verify).mock.calls.map(([kept]) => costOf(kept))
      return { code, statements, compared, hashed: vi.mocked(hash).mock.calls.length }
    }
    return { accounts, arrival, work, sent }
  }

  it('of a sign-in does not tell whether anybody has it, nor whether they have a password', async () => {
    const { accounts, arrival, work } = await scene()
    const { db } = database
    const [ana, withoutPassword] = [newcomer(), newcomer()]
    await signUp(accounts, ana, arrival())
    const { session } = await signUp(accounts, withoutPassword, arrival())
    await db
      .updateTable('accounts')
      .set({ password_hash: null })
      .where('user_id', '=', session.user_id)
      .execute()
    const wrong = (user: string) =>
      work(() => signInByPassword(accounts, { user, password: 'otra clave' }, arrival()))
    const unknown = await wrong('nobody@correo.example')
    const known = await wrong(ana.user)
    expect(known).toMatchObject({ code: 'wrong-credentials', hashed: 0 })
    expect(known.compared).toHaveLength(1)
    expect([unknown, await wrong(withoutPassword.user), await wrong('no address at all')]).toEqual([
      known,
      known,
      known,
    ])
  })

  it('of a lost password does not tell whether anybody has it', async () => {
    const { accounts, arrival, work } = await scene()
    const who = newcomer()
    await signUp(accounts, who, arrival())
    const forget = async (user: string) => {
      const captchaToken = await solveCaptcha(await accounts.captcha.challenge())
      return work(() => forgetPassword(accounts, { user, captchaToken }, 'es'))
    }
    const known = await forget(who.user)
    expect(known).toMatchObject({ code: null, compared: [], hashed: 0 })
    expect(await forget('nobody@correo.example')).toEqual(known)
    // And neither is written where it could be told by its shape.
    const jobs = await database.db
      .selectFrom('jobs')
      .select(['kind', 'payload'])
      .where('kind', '=', 'mail-forgotten')
      .execute()
    expect(jobs.map(({ payload }) => Object.keys(payload))).toEqual([
      ['language', 'email_hash'],
      ['language', 'email_hash'],
    ])
  })

  it('of a sign-up costs as many hashes whether anybody has it or not', async () => {
    const { accounts, arrival, work } = await scene()
    const who = newcomer()
    const made = await work(() => signUp(accounts, who, arrival()))
    const told = await work(() => signUp(accounts, { ...who, password: `${PASSWORD} y más` }, arrival()))
    expect([made.code, told.code]).toEqual([null, 'account-exists'])
    expect([told.compared, told.hashed]).toEqual([made.compared, made.hashed])
  })
})
